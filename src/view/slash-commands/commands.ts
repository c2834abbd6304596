import type { ListedAgent } from '../../core/agents/agent-list.js';
import { memoryFilesOf } from '../../core/memory.js';
import type { SessionState } from '../../core/session/state.js';
import type { CompletionSources } from '../composer/completion.js';
import type { OwnChoice } from '../composer/slash.js';
import { runHandOver } from '../hand-over/hand-over-command.js';
import { endTurn } from '../pickers/end-turn-panel.js';
import { rememberLine } from '../pickers/memory-panel.js';
import { modesInReach } from '../pickers/mode-panel.js';
import { ownModeWords } from '../pickers/pickers-messages.js';
import { openRewind } from '../pickers/rewind-panel.js';
import { setAgent } from '../pickers/set-agent.js';
import { toggleSidePanel } from '../state/side-panel.js';
import { type Command, command, refuse, wordsOf } from '../state/slash-command.js';
import { eventStep, loadPanel, panelStep, show, toast, withEvent, withRequests } from '../state/ui-step.js';
import { STATUS_PARTS } from '../ui-options.js';
import { agentNames, modelChoices, otherAgentNames } from './argument-choices.js';
import { copy, runOnFile, setMode, setModel, setStatusLine, setTheme, toggleVim } from './choose-by-name.js';
import { OTHER_COMMANDS } from './other-commands.js';
import { runPermissions } from './permissions-command.js';
import { queueCommands } from './queue-command.js';
import {
	rename,
	runCommands,
	runFork,
	runPlan,
	runRetry,
	runSession,
	runSideQuestion,
	runWorktree,
	runWritable,
	togglePlan,
	whyNoCompact,
	whyNoLogin,
	whyNoLogout,
	whyNoRetry,
} from './session-commands.js';
import * as messages from './slash-commands-messages.js';
import { changeCommands } from './undo-commands.js';

export const localCommands: readonly Command[] = [
	command('help', 'show keys and commands', panelStep('help')),
	command('keys', 'try a key and see what it does', panelStep('try-keys'), {
		aliases: ['keybindings'],
		isReserved: false,
	}),
	command(
		'new',
		'start a new conversation; words become its first prompt',
		(context, typed) => endTurn(context, { next: 'new-session', words: wordsOf(typed) }),
		{ aliases: ['clear'], hint: '[PROMPT]' },
	),
	command('rename', 'give this session another title', rename, { hint: 'TITLE', isReserved: false }),
	command(
		'resume',
		'find an earlier session and continue it',
		({ ui }, { command: { args } }) => loadPanel(ui, 'sessions', args),
		{ aliases: ['sessions'], hint: '[SEARCH]' },
	),
	command('fork', 'continue in a copy of this conversation; words become its first prompt', runFork, {
		hint: '[PROMPT]',
	}),
	command('rewind', 'go back to an earlier prompt: the conversation, the files it changed, or both', openRewind),
	command(
		'compact',
		'continue in a new session that begins with a summary of this one',
		(context) => endTurn(context, { next: 'compact', words: null }),
		{ whyNot: whyNoCompact, isReserved: false },
	),
	command('btw', 'ask a side question about the conversation; nothing is changed', runSideQuestion, {
		hint: '[QUESTION]',
	}),
	command('agent', 'choose or install another agent, or the sandbox of this one', setAgent, {
		hint: '[name | sandbox]',
		choices: agentNames,
	}),
	command('handover', 'continue with another agent; you see what it is given first', runHandOver, {
		hint: '[agent [WORDS]]',
		choices: otherAgentNames,
	}),
	command('session', 'list the open sessions; open, go to, or close one', runSession, {
		hint: '[new [agent] [isolated] | next | close | NUMBER]',
		choices: () => messages.SESSION_CHOICES,
	}),
	command('worktree', 'list the git worktrees; open a session in one, merge it or copy its changes', runWorktree, {
		hint: '[new | NAME | merge | patch]',
		choices: () => messages.WORKTREE_CHOICES,
	}),
	command(
		'subagents',
		'list the agents that the agent has started; read what one does, or stop it',
		panelStep('subagents'),
	),
	command(
		'bashes',
		'list your own commands that run, in the background too; type into one, or stop it',
		panelStep('own-commands'),
	),
	command('commands', 'list your own slash commands; edit or trust one, or make a new one', runCommands, {
		hint: '[new NAME]',
	}),
	command('mode', 'change the permission mode, ours or the agent’s', setMode, {
		hint: '[mode]',
		choices: (session) => [
			...modesInReach(session).map((value) => ({ value, description: messages.MODE_CHOICES[value] })),
			...session.ownModes.map((own) => ({ value: own.name, description: ownModeWords(own) })),
		],
	}),
	command('model', 'change the model and other options of the agent', setModel, {
		hint: '[name]',
		choices: modelChoices,
	}),
	command('plan', 'plan mode: nothing changes until you approve; words are sent as the prompt', runPlan, {
		hint: '[PROMPT | done]',
		choices: () => [{ value: 'done', description: 'review the plan and leave plan mode' }],
	}),
	command('permissions', 'show the rules in force; test one, or remove your own', runPermissions, {
		hint: '[test "COMMAND" | remove NUMBER]',
		choices: () => [
			{ value: 'test', description: 'dry run: what happens to a command, or to “edit FILE”, in each mode' },
			{ value: 'remove', description: 'take back an answer of yours, by its number' },
		],
	}),
	command('hooks', 'show the commands that run at events, and how they ended', panelStep('hooks')),
	...queueCommands,
	command('retry', 'send the prompt that failed again; at a limit: show what can be done', runRetry, {
		whyNot: whyNoRetry,
	}),
	command(
		'add-dir',
		'let the agent work in a folder beside the workspace as well; without one: list them',
		({ ui }, { command: { args } }) => withEvent(ui, { type: 'add-directory', path: args }),
		{ hint: '[DIR]' },
	),
	command('writable', 'let a sandboxed agent write to a folder as well, and restart it', runWritable, { hint: 'DIR' }),
	command(
		'memory',
		'add a line to the agent’s memory file; you see the change first',
		(context, { command: { args } }) => {
			const { ui, session, now } = context;
			if (args !== '') return rememberLine(context, args, null);
			return show(toast(ui, `Usage: /memory TEXT (adds a line to ${memoryFilesOf(session.agent)[0]})`, now));
		},
		{ hint: 'TEXT', isReserved: false },
	),
	...changeCommands,
	command('todos', 'show or hide the agent’s to-do list', togglePlan, { isReserved: false }),
	command('release-notes', 'show what is new in this version', panelStep('release-notes'), { isReserved: false }),
	command('login', 'sign in to the agent, or as somebody else', eventStep({ type: 'sign-in' }), { whyNot: whyNoLogin }),
	command('logout', 'sign out of the agent', eventStep({ type: 'sign-out' }), { whyNot: whyNoLogout }),
	command('status', 'show agent, session, protocol and counters', panelStep('status')),
	command('mcp', 'show the MCP servers, and which of them the agent was given', (context) =>
		context.session.profile.mcpServers.length === 0
			? withEvent(context.ui, { type: 'note', level: 'info', ...messages.NO_MCP_SERVERS })
			: loadPanel(context.ui, 'mcp'),
	),
	command(
		'usage',
		'show tokens, cost, tool calls and times of turn, session, today and the last 7 days',
		eventStep({ type: 'show-usage' }),
		{ aliases: ['cost'], isReserved: false },
	),
	command('clear-screen', 'clear the screen; the conversation goes on', eventStep({ type: 'clear-transcript' }), {
		whyNot: ({ session }) => (session.turn === null ? null : messages.STILL_WORKING),
	}),
	command('copy', 'copy an answer, a code block, a command or the plan', copy, { hint: '[number]' }),
	command(
		'export',
		'write the transcript to a file: Markdown, or JSON',
		(context, typed) => {
			const { ui, session } = context;
			if (session.entries.size === 0) return refuse(context, typed, 'Nothing to export yet');
			return withRequests(ui, { type: 'export', session, words: typed.command.args });
		},
		{ hint: '[file | json]', isReserved: false },
	),
	command(
		'open',
		'show a picture, a sound or a PDF that the agent sent in another window',
		(context, typed) => runOnFile(context, typed, 'open'),
		{ hint: '[number]', isReserved: false },
	),
	command(
		'save',
		'save a file that the agent sent, in the workspace',
		(context, typed) => runOnFile(context, typed, 'save'),
		{ hint: '[number]', isReserved: false },
	),
	command(
		'config',
		'show and change settings; trust what a project sets',
		({ ui }, { command: { args } }) => loadPanel(ui, 'settings', args),
		{ aliases: ['settings'], hint: '[SEARCH]', isReserved: false },
	),
	command('theme', 'change the colours of the screen; your config keeps the choice', setTheme, {
		needsScreen: true,
		hint: '[name]',
		whyNot: ({ ui }) =>
			ui.appearance.isColorless === true ? 'This terminal gets no colours (NO_COLOR is set, or TERM is dumb).' : null,
		isReserved: false,
	}),
	command('statusline', 'choose what the row above the footer shows', setStatusLine, {
		needsScreen: true,
		hint: '[PARTS | off]',
		choices: () => STATUS_PARTS.map((value) => ({ value, description: '' })),
		isReserved: false,
	}),
	command(
		'vim',
		'vim’s keys in the draft and every field, or the usual ones; your config keeps the choice',
		toggleVim,
		{ isReserved: false },
	),
	command('panel', 'show or hide the side panel of wide screens', toggleSidePanel, {
		needsScreen: true,
		isReserved: false,
	}),
	command(
		'forget',
		'begin with the agent’s own model, mode and options the next time',
		eventStep({ type: 'forget-choices' }),
		{ isReserved: false },
	),
	command('restart', 'restart the agent and resume the session', (context) =>
		endTurn(context, { next: 'restart-agent', words: null }),
	),
	command('quit', 'quit', (context) => endTurn(context, { next: 'leave', words: null }), { aliases: ['exit', 'q'] }),
];

export function commandHelp({ description, aliases = [] }: Pick<Command, 'description' | 'aliases'>): string {
	return aliases.length === 0 ? description : `${description} (also /${aliases.join(', /')})`;
}

/** Choices that the composer can complete now. A new value only when something of it changed. */
export function completionSources(
	session: SessionState,
	own: readonly OwnChoice[] = [],
	agents: readonly ListedAgent[] = [],
): CompletionSources {
	const choices = localCommands.flatMap(({ name, choices: of }) =>
		of === undefined ? [] : [[name, of(session, agents)] as const],
	);
	return { local: localCommands, agent: session.commands, own, arguments: new Map(choices), others: OTHER_COMMANDS };
}
