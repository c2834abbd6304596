import { cellWidth, padEnd } from '../../core/text/width.js';
import { essentialGroups } from '../actions/essentials.js';
import { type HelpGroup, helpLines } from '../actions/help.js';
import type { Keymap } from '../keys/keymap.js';
import { type Line, plain, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { commandHelp, localCommands } from '../slash-commands/commands.js';
import { padLine, wrapLine } from '../spans.js';
import { help as messages } from './frame-messages.js';

/** From this inner width on the first page is in two columns. */
const TWO_COLUMNS = 80;
const GAP = 3;

/**
 * The keys and commands, drawn in exactly `height` rows, and how far they can be scrolled: first what is needed
 * most, then everything; only what matches while something is typed.
 */
export function renderHelp(
	table: Keymap,
	{ scroll, filter }: { readonly scroll: number; readonly filter: string },
	columns: number,
	height: number,
): { readonly lines: readonly Line[]; readonly lastScroll: number } {
	const width = innerWidth(columns);
	const text = filter === '' ? wholeHelp(table, width) : foundHelp(table, filter, width);
	const room = Math.max(1, height - 2);
	const lastScroll = Math.max(0, text.length - room);
	const start = Math.min(scroll, lastScroll);
	const shown = text.slice(start, start + room);
	const padding: Line[] = Array.from({ length: Math.max(0, room - shown.length) }, () => []);
	const more = lastScroll > 0 ? `${start + 1}–${start + shown.length} of ${text.length} ↑↓` : '';
	const hints = [more, filter !== '' ? messages.showsAll : width < 44 ? messages.typeToFind : messages.typeToFindLong]
		.filter(Boolean)
		.join(' · ');
	const title: Line = [
		styled(filter === '' ? messages.title : messages.finding(filter), { bold: true, color: 'accent' }),
		styled(` · ${hints}`, { color: 'muted' }),
	];
	return { lines: box([...shown, ...padding], columns, { title, color: 'accent' }), lastScroll };
}

function wholeHelp(table: Keymap, width: number): Line[] {
	const first = essentialGroups(table);
	return [
		...(width >= TWO_COLUMNS ? inTwo(first, width) : groupLines(first, width)),
		[],
		...groupLines([commands(), ...helpLines(table)], width),
	];
}

/** Every row of which some word or key holds all the words that were typed. */
function foundHelp(table: Keymap, filter: string, width: number): Line[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	const found = [commands(), ...helpLines(table)].flatMap(({ group, rows }) => {
		const matching = rows.filter(({ keys, help, id = '' }) => {
			const text = `${group} ${keys} ${help} ${id}`.toLowerCase();
			return words.every((word) => text.includes(word));
		});
		return matching.length === 0 ? [] : [{ group, rows: matching }];
	});
	return found.length === 0 ? [[styled(messages.nothing, { color: 'muted' })]] : groupLines(found, width);
}

function commands(): HelpGroup {
	return {
		group: messages.commands,
		rows: localCommands.map((command) => ({
			keys: `/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}`,
			help: commandHelp(command),
		})),
	};
}

function groupLines(groups: readonly HelpGroup[], width: number): Line[] {
	const widest = Math.max(...groups.flatMap(({ rows }) => rows.map(({ keys }) => cellWidth(keys))));
	const column = Math.min(widest, Math.min(30, Math.max(10, Math.floor(width * 0.4))));
	return groups.flatMap(({ group, rows }, index) => [
		...(index === 0 ? [] : [[]]),
		[styled(group, { color: 'heading', bold: true })],
		...rows.flatMap(({ keys, help }): Line[] => {
			const isWide = cellWidth(keys) > column;
			const words = [styled(isWide ? `${keys}  ` : padEnd(keys, column + 2), { color: 'accent' }), plain(help)];
			return wrapLine(words, width, { indent: [plain(' '.repeat(column + 2))] });
		}),
	]);
}

/** Groups side by side, as even as their order allows. */
function inTwo(groups: readonly HelpGroup[], width: number): Line[] {
	const half = Math.floor((width - GAP) / 2);
	const heights = groups.map((group) => groupLines([group], half).length + 1);
	const total = heights.reduce((sum, height) => sum + height, 0);
	let cut = 0;
	let height = 0;
	while (cut < groups.length - 1 && height + (heights[cut] ?? 0) / 2 < total / 2) {
		height += heights[cut] ?? 0;
		cut += 1;
	}
	const [left, right] = [groupLines(groups.slice(0, cut), half), groupLines(groups.slice(cut), half)];
	return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [
		...padLine(left[row] ?? [], half + GAP),
		...(right[row] ?? []),
	]);
}
