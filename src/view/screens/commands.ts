import type { SessionState } from '../../core/session/state.js';
import type { ArgumentChoice, CompletionSources } from '../composer/completion.js';
import type { LocalCommand } from '../composer/slash.js';
import { modelOptions } from './pickers.js';

/** Ours, in the order of the list; what the agent announces stands beside them. */
export const localCommands: readonly LocalCommand[] = [
	{ name: 'help', description: 'keys and commands', isReserved: true },
	{ name: 'new', description: 'a new session with the same agent', isReserved: true },
	{ name: 'mode', description: 'change the permission mode, ours or the agent’s', hint: '[mode]', isReserved: true },
	{ name: 'model', description: 'change the model and other options of the agent', hint: '[name]', isReserved: true },
	{ name: 'plan', description: 'plan mode: nothing changes until you approve', hint: '[done]', isReserved: true },
	{
		name: 'permissions',
		description: 'the rules in force; test one, or remove your own',
		hint: '[test "COMMAND" | remove NUMBER]',
		isReserved: true,
	},
	{ name: 'queue', description: 'what waits to be sent: edit, remove, reorder', isReserved: true },
	{ name: 'memory', description: 'add a line to the project’s AGENTS.md; it is shown first', hint: 'TEXT' },
	{ name: 'undo', description: 'put back files that the last turn changed', hint: '[all]', isReserved: true },
	{ name: 'redo', description: 'bring back what /undo took', isReserved: true },
	{ name: 'status', description: 'agent, session, protocol, counters', isReserved: true },
	{ name: 'usage', description: 'context and cost so far' },
	{ name: 'clear', description: 'clear the transcript; the session goes on', isReserved: true },
	{
		name: 'copy',
		description: 'copy an answer, a code block, a command or the plan',
		hint: '[number]',
		isReserved: true,
	},
	{ name: 'export', description: 'write the transcript to a file: Markdown, or JSON', hint: '[file | json]' },
	{ name: 'theme', description: 'the colours of the screen; ui.theme in the config keeps one', hint: '[name]' },
	{ name: 'restart', description: 'start the agent again, in a new session', isReserved: true },
	{ name: 'quit', description: 'leave', isReserved: true },
];

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
					{ value: 'test', description: 'what becomes of a command, or of «edit FILE», in each mode' },
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
		{ value: 'acceptEdits', description: 'edits inside the workspace pass' },
		{ value: 'plan', description: 'nothing changes' },
		...(session.mode.isBypassAllowed ? [{ value: 'bypassPermissions', description: 'everything passes' }] : []),
	];
}

function modelChoices(session: SessionState): readonly ArgumentChoice[] {
	const option = modelOptions(session).find((candidate) => candidate.category === 'model');
	if (option?.type !== 'select') return [];
	return option.choices.map((choice) => ({ value: choice.value, description: choice.description ?? choice.name }));
}
