import { memoryFilesOf } from '../../core/memory.js';
import type { SessionState } from '../../core/session/state.js';
import type { CompletionSources } from '../composer/completion.js';
import { exportFile } from '../export/export-file.js';
import { runHandOver } from '../hand-over/command.js';
import { endTurn } from '../pickers/end-turn.js';
import { modesInReach } from '../pickers/mode.js';
import { openRewind } from '../pickers/rewind.js';
import { setAgent } from '../pickers/set-agent.js';
import { type Command, refuse, wordsOf } from '../state/slash-command.js';
import { loadPanel, show, toast, withEvent, withRequests } from '../state/step.js';
import { agentNames, modelChoices, otherAgentNames } from './argument-choices.js';
import { runFork, whyNoCompact } from './branch.js';
import { changeCommands } from './changes.js';
import { setMode, setModel, setTheme } from './choose.js';
import { mcpNote } from './mcp.js';
import { copy, runOnFile } from './numbered.js';
import { runPermissions } from './permissions.js';
import { runPlan } from './plan.js';
import { queueCommands } from './queue.js';
import { runRetry, whyNoRetry } from './retry.js';
import { runSession } from './session.js';
import { runSideQuestion } from './side-question.js';
import { whyNoLogin, whyNoLogout } from './sign-in.js';
import * as messages from './slash-commands-messages.js';
import { statusText } from './status.js';
import { runWorktree } from './worktree.js';
import { runWritable } from './writable.js';

/** Ours, in the order of the list; the agent's are listed with them. */
export const localCommands: readonly Command[] = [
	{
		name: 'help',
		description: 'show keys and commands',
		isReserved: true,
		run: ({ ui }) => loadPanel(ui, 'help'),
	},
	{
		name: 'new',
		aliases: ['clear'],
		description: 'start a new conversation; words become its first prompt',
		hint: '[PROMPT]',
		isReserved: true,
		run: (context, typed) => endTurn(context, { next: 'new-session', words: wordsOf(typed) }),
	},
	{
		name: 'resume',
		aliases: ['sessions'],
		description: 'find an earlier session and continue it',
		hint: '[SEARCH]',
		isReserved: true,
		run: ({ ui }, { command: { args } }) => loadPanel(ui, 'sessions', args),
	},
	{
		name: 'fork',
		description: 'continue in a copy of this conversation; words become its first prompt',
		hint: '[PROMPT]',
		isReserved: true,
		run: runFork,
	},
	{
		name: 'rewind',
		description: 'go back to an earlier prompt: the conversation, the files it changed, or both',
		isReserved: true,
		run: openRewind,
	},
	{
		name: 'compact',
		description: 'continue in a new session that begins with a summary of this one',
		whyNot: whyNoCompact,
		run: (context) => endTurn(context, { next: 'compact', words: null }),
	},
	{
		name: 'btw',
		description: 'ask a side question about the conversation; nothing is changed',
		hint: '[QUESTION]',
		isReserved: true,
		run: runSideQuestion,
	},
	{
		name: 'agent',
		description: 'choose or install another agent, or the sandbox of this one',
		hint: '[name | sandbox]',
		isReserved: true,
		choices: agentNames,
		run: setAgent,
	},
	{
		name: 'handover',
		description: 'continue with another agent; you see what it is given first',
		hint: '[agent [WORDS]]',
		isReserved: true,
		choices: otherAgentNames,
		run: runHandOver,
	},
	{
		name: 'session',
		description: 'list the open sessions; open, go to, or close one',
		hint: '[new [agent] [isolated] | next | close | NUMBER]',
		isReserved: true,
		choices: () => messages.SESSION_CHOICES,
		run: runSession,
	},
	{
		name: 'worktree',
		description: 'list the git worktrees; open a session in one, merge it or copy its changes',
		hint: '[new | NAME | merge | patch]',
		isReserved: true,
		choices: () => messages.WORKTREE_CHOICES,
		run: runWorktree,
	},
	{
		name: 'subagents',
		description: 'list the agents that the agent has started; read what one does, or stop it',
		isReserved: true,
		run: ({ ui }) => loadPanel(ui, 'subagents'),
	},
	{
		name: 'mode',
		description: 'change the permission mode, ours or the agent’s',
		hint: '[mode]',
		isReserved: true,
		choices: (session) => modesInReach(session).map((value) => ({ value, description: messages.MODE_CHOICES[value] })),
		run: setMode,
	},
	{
		name: 'model',
		description: 'change the model and other options of the agent',
		hint: '[name]',
		isReserved: true,
		choices: modelChoices,
		run: setModel,
	},
	{
		name: 'plan',
		description: 'plan mode: nothing changes until you approve; words are sent as the prompt',
		hint: '[PROMPT | done]',
		isReserved: true,
		choices: () => [{ value: 'done', description: 'review the plan and leave plan mode' }],
		run: runPlan,
	},
	{
		name: 'permissions',
		description: 'show the rules in force; test one, or remove your own',
		hint: '[test "COMMAND" | remove NUMBER]',
		isReserved: true,
		choices: () => [
			{ value: 'test', description: 'dry run: what happens to a command, or to “edit FILE”, in each mode' },
			{ value: 'remove', description: 'take back an answer of yours, by its number' },
		],
		run: runPermissions,
	},
	...queueCommands,
	{
		name: 'retry',
		description: 'send the prompt that failed again; at a limit: show what can be done',
		isReserved: true,
		whyNot: whyNoRetry,
		run: runRetry,
	},
	{
		name: 'add-dir',
		description: 'let the agent work in a folder beside the workspace as well; without one: list them',
		hint: '[DIR]',
		isReserved: true,
		run: ({ ui }, { command: { args } }) => withEvent(ui, { type: 'add-directory', path: args }),
	},
	{
		name: 'writable',
		description: 'let a sandboxed agent write to a folder as well, and restart it',
		hint: 'DIR',
		isReserved: true,
		run: runWritable,
	},
	{
		name: 'memory',
		description: 'add a line to the agent’s memory file; you see the change first',
		hint: 'TEXT',
		run({ ui, session, now }, { command: { args } }) {
			if (args !== '') return withEvent(ui, { type: 'add-memory', text: args });
			return show(toast(ui, messages.memoryUsage(memoryFilesOf(session.agent)[0]), now));
		},
	},
	...changeCommands,
	{
		name: 'login',
		description: 'sign in to the agent, or as somebody else',
		isReserved: true,
		whyNot: whyNoLogin,
		run: ({ ui }) => withEvent(ui, { type: 'sign-in' }),
	},
	{
		name: 'logout',
		description: 'sign out of the agent',
		isReserved: true,
		whyNot: whyNoLogout,
		run: ({ ui }) => withEvent(ui, { type: 'sign-out' }),
	},
	{
		name: 'status',
		description: 'show agent, session, protocol and counters',
		isReserved: true,
		run: ({ ui, session, now }) =>
			withEvent(ui, { type: 'note', level: 'info', title: 'Status', detail: statusText(session, now) }),
	},
	{
		name: 'mcp',
		description: 'show the MCP servers, and which of them the agent was given',
		isReserved: true,
		run: ({ ui, session }) => withEvent(ui, { type: 'note', level: 'info', ...mcpNote(session) }),
	},
	{
		name: 'usage',
		aliases: ['cost'],
		description: 'show tokens, cost, tool calls and times of turn, session, today and the last 7 days',
		run: ({ ui }) => withEvent(ui, { type: 'show-usage' }),
	},
	{
		name: 'clear-screen',
		description: 'clear the screen; the conversation goes on',
		isReserved: true,
		whyNot: ({ session }) => (session.turn === null ? null : messages.STILL_WORKING),
		run: ({ ui }) => withEvent(ui, { type: 'clear-transcript' }),
	},
	{
		name: 'copy',
		description: 'copy an answer, a code block, a command or the plan',
		hint: '[number]',
		isReserved: true,
		run: copy,
	},
	{
		name: 'export',
		description: 'write the transcript to a file: Markdown, or JSON',
		hint: '[file | json]',
		run(context, typed) {
			const { ui, session, now } = context;
			if (session.entries.size === 0) return refuse(context, typed, messages.NOTHING_TO_EXPORT);
			return withRequests(ui, { type: 'export', ...exportFile(session, typed.command.args, now) });
		},
	},
	{
		name: 'open',
		description: 'show a picture, a sound or a PDF that the agent sent in another window',
		hint: '[number]',
		run: (context, typed) => runOnFile(context, typed, 'open'),
	},
	{
		name: 'save',
		description: 'save a file that the agent sent, in the workspace',
		hint: '[number]',
		run: (context, typed) => runOnFile(context, typed, 'save'),
	},
	{
		name: 'theme',
		description: 'change the colours of the screen; ui.theme in the config keeps one',
		hint: '[name]',
		whyNot: ({ ui }) => (ui.appearance.isColorless === true ? messages.NO_COLORS : null),
		run: setTheme,
	},
	{
		name: 'forget',
		description: 'begin with the agent’s own model, mode and options the next time',
		run: ({ ui }) => withEvent(ui, { type: 'forget-choices' }),
	},
	{
		name: 'restart',
		description: 'restart the agent and resume the session',
		isReserved: true,
		run: (context) => endTurn(context, { next: 'restart-agent', words: null }),
	},
	{
		name: 'quit',
		aliases: ['exit', 'q'],
		description: 'quit',
		isReserved: true,
		run: (context) => endTurn(context, { next: 'leave', words: null }),
	},
];

/** A command's description for help and docs, its other names included. */
export function commandHelp({ description, aliases = [] }: Pick<Command, 'description' | 'aliases'>): string {
	return aliases.length === 0 ? description : `${description} (also /${aliases.join(', /')})`;
}

/** What the composer can complete now. A new value only when something of it changed. */
export function completionSources(session: SessionState): CompletionSources {
	const choices = localCommands.flatMap(({ name, choices: of }) =>
		of === undefined ? [] : [[name, of(session)] as const],
	);
	return { local: localCommands, agent: session.commands, arguments: new Map(choices) };
}
