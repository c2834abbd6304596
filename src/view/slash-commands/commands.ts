import type { SessionState } from '../../core/session/state.js';
import type { ArgumentChoice, CompletionSources } from '../composer/completion.js';
import type { LocalCommand } from '../composer/slash.js';
import { modelOptions } from '../pickers/pickers.js';

/** Ours, in the order of the list; what the agent announces stands beside them. */
export const localCommands: readonly LocalCommand[] = [
	{ name: 'help', description: 'keys and commands', isReserved: true },
	{
		name: 'new',
		aliases: ['clear'],
		description: 'a new conversation with the same agent; words become its first prompt',
		hint: '[PROMPT]',
		isReserved: true,
	},
	{ name: 'mode', description: 'change the permission mode, ours or the agent’s', hint: '[mode]', isReserved: true },
	{ name: 'model', description: 'change the model and other options of the agent', hint: '[name]', isReserved: true },
	{
		name: 'plan',
		description: 'plan mode: nothing changes until you approve; words are sent as the prompt',
		hint: '[PROMPT | done]',
		isReserved: true,
	},
	{
		name: 'permissions',
		description: 'the rules in force; test one, or remove your own',
		hint: '[test "COMMAND" | remove NUMBER]',
		isReserved: true,
	},
	{ name: 'queue', description: 'prompts waiting to be sent: edit, remove, reorder', isReserved: true },
	{ name: 'memory', description: 'add a line to the agent’s memory file; you see the change first', hint: 'TEXT' },
	{ name: 'undo', description: 'undo the file changes of the last turn', hint: '[all | FILE]', isReserved: true },
	{ name: 'redo', description: 'restore what /undo took back', isReserved: true },
	{ name: 'status', description: 'agent, session, protocol, counters', isReserved: true },
	{ name: 'usage', aliases: ['cost'], description: 'context and cost so far' },
	{ name: 'clear-screen', description: 'clear the screen; the conversation goes on', isReserved: true },
	{
		name: 'copy',
		description: 'copy an answer, a code block, a command or the plan',
		hint: '[number]',
		isReserved: true,
	},
	{ name: 'export', description: 'write the transcript to a file: Markdown, or JSON', hint: '[file | json]' },
	{ name: 'theme', description: 'the colours of the screen; ui.theme in the config keeps one', hint: '[name]' },
	{ name: 'restart', description: 'start the agent again, in a new session', isReserved: true },
	{ name: 'quit', aliases: ['exit', 'q'], description: 'quit', isReserved: true },
];

/** A command's description for help and docs, its other names included. */
export function commandHelp({ description, aliases = [] }: LocalCommand): string {
	return aliases.length === 0 ? description : `${description} (also /${aliases.join(', /')})`;
}

/** What the composer can complete now. A new value only when something of it changed. */
export function completionSources(session: SessionState): CompletionSources {
	return {
		local: localCommands,
		agent: session.commands,
		arguments: new Map<string, readonly ArgumentChoice[]>([
			['mode', modeChoices(session)],
			['model', modelChoices(session)],
			[
				'permissions',
				[
					{ value: 'test', description: 'dry run: what happens to a command, or to “edit FILE”, in each mode' },
					{ value: 'remove', description: 'take back an answer of yours, by its number' },
				],
			],
			['plan', [{ value: 'done', description: 'review the plan and leave plan mode' }]],
		]),
	};
}

function modeChoices(session: SessionState): readonly ArgumentChoice[] {
	return [
		{ value: 'default', description: 'asks before anything changes' },
		{ value: 'acceptEdits', description: 'allows edits in the workspace' },
		{ value: 'plan', description: 'nothing changes' },
		...(session.mode.isBypassAllowed ? [{ value: 'bypassPermissions', description: 'allows nearly everything' }] : []),
	];
}

function modelChoices(session: SessionState): readonly ArgumentChoice[] {
	const option = modelOptions(session).find((candidate) => candidate.category === 'model');
	if (option?.type !== 'select') return [];
	return option.choices.map((choice) => ({ value: choice.value, description: choice.description ?? choice.name }));
}
