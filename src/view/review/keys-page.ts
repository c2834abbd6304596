import { ACTIONS } from '../actions/actions.js';
import { type HelpGroup, helpLines } from '../actions/help.js';
import { ACTION_IDS } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import { type Line, plain, styled } from '../line.js';
import type { PanelKind } from '../panel/panel.js';
import { clipLine, padLine, wrapLine } from '../spans.js';

/** The keys of some contexts, with what they do. */
export const keysPage: PanelKind<readonly KeyContext[]> = {
	name: 'keys',
	keys: 'help',
	closedBy: 'help-close',
	panel({ table }, contexts) {
		const ids = ACTION_IDS.filter((id) => ACTIONS[id].contexts.some((context) => contexts.includes(context)));
		const groups = helpLines(table, ids).flatMap(({ group, rows }) => {
			const bound = rows.filter(({ id }) => id !== undefined);
			return bound.length === 0 ? [] : [{ group, rows: bound }];
		});
		const words = groups.flatMap(({ group, rows }) => [
			`${group}:`,
			...rows.map(({ keys, help }) => `${keys}: ${help}`),
		]);
		return {
			title: 'Keys',
			// Nothing is chosen in it; the footer has the key that leads back.
			keyWords: '',
			rows: [],
			text: { title: 'Keys', paragraphs: words, lines: (width) => groups.flatMap((each) => linesOf(each, width)) },
			spoken: { lines: () => words },
		};
	},
};

/** Cells of the keys. */
const KEYS = 14;

function linesOf({ group, rows }: HelpGroup, width: number): readonly Line[] {
	const head: Line = [styled(group, { color: 'muted', bold: true })];
	const indent = [plain(' '.repeat(KEYS))];
	return [
		head,
		...rows.flatMap(({ keys, help }) => {
			const [first = [], ...others] = wrapLine([plain(help)], Math.max(8, width - KEYS));
			const label = padLine(clipLine([styled(keys, { color: 'accent' })], KEYS - 1), KEYS);
			return [[...label, ...first], ...others.map((line) => [...indent, ...line])];
		}),
		[],
	];
}
