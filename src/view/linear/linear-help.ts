import { ACTIONS } from '../actions/actions.js';
import { helpLines } from '../actions/help.js';
import { ACTION_IDS } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { Keymap } from '../keys/keymap.js';
import { commandHelp, localCommands } from '../slash-commands/commands.js';
import { sentence } from '../spoken-text.js';

/** Key contexts without a screen: questions and lists are answered by numbers. */
const CONTEXTS: ReadonlySet<KeyContext> = new Set([
	'global',
	'empty-draft',
	'composer',
	'completion',
	'history-search',
]);

export function spokenHelp(table: Keymap): readonly string[] {
	const ids = ACTION_IDS.filter(
		(id) => ACTIONS[id].contexts.some((context) => CONTEXTS.has(context)) && ACTIONS[id].needsScreen !== true,
	);
	const groups = helpLines(table, ids);
	return [
		'Commands:',
		...localCommands
			.filter(({ needsScreen }) => needsScreen !== true)
			.map(
				(command) =>
					`/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}: ${sentence(commandHelp(command))}`,
			),
		'A question: type the number of an answer, or y, a or n, and press enter; esc rejects.',
		'A list: type a number and press enter; enter alone closes it.',
		...groups.flatMap(({ group, rows }) => [
			`Keys, ${group}:`,
			...rows.map(({ keys, help: words }) => `${keys}: ${sentence(words)}`),
		]),
	];
}
