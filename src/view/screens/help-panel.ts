import { cellWidth, padEnd } from '../../core/text/width.js';
import { helpLines } from '../keys/help.js';
import type { BindingTable } from '../keys/table.js';
import { type Line, styled } from '../line.js';
import { box, innerWidth } from './box.js';
import { localCommands } from './commands.js';

/** The keys and commands, drawn in exactly `height` rows, and how far they can be scrolled. */
export function renderHelp(
	table: BindingTable,
	scroll: number,
	columns: number,
	height: number,
): { readonly lines: readonly Line[]; readonly lastScroll: number } {
	const text = helpText(table, innerWidth(columns));
	const room = Math.max(1, height - 2);
	const lastScroll = Math.max(0, text.length - room);
	const start = Math.min(scroll, lastScroll);
	const shown = text.slice(start, start + room);
	const padding: Line[] = Array.from({ length: Math.max(0, room - shown.length) }, () => []);
	const more = lastScroll > 0 ? ` · ${start + 1}–${start + shown.length} of ${text.length}, ↑↓` : '';
	const title: Line = [
		styled('Keys and commands', { bold: true, color: 'accent' }),
		styled(`${more} · esc closes`, { color: 'muted' }),
	];
	return { lines: box([...shown, ...padding], columns, { title, color: 'accent' }), lastScroll };
}

function helpText(table: BindingTable, width: number): Line[] {
	const lines: Line[] = [];
	const column = Math.min(30, Math.max(12, Math.floor(width / 3)));
	const add = (group: string, rows: readonly { readonly keys: string; readonly help: string }[]): void => {
		if (lines.length > 0) lines.push([]);
		lines.push([styled(group, { color: 'heading', bold: true })]);
		for (const row of rows) {
			const keys = cellWidth(row.keys) > column ? `${row.keys} ` : padEnd(row.keys, column + 1);
			lines.push([styled(keys, { color: 'accent' }), styled(row.help, {})]);
		}
	};
	add(
		'Commands',
		localCommands.map((command) => ({
			keys: `/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}`,
			help: command.description,
		})),
	);
	for (const { group, rows } of helpLines(table)) add(group, rows);
	return lines;
}
