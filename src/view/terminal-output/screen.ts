import type { Line, Style } from '../line.js';
import { characterWidth } from './character-width.js';
import { createGrid, type Grid } from './grid.js';
import { operate } from './operations.js';
import { createTerminalParser } from './parser.js';
import { appendAscii, emptyRow, putCell, rowLine } from './row.js';
import { applySgr, PLAIN, type Rendition, styleOf } from './sgr.js';

/** A command's output as a terminal would show it, built up piece by piece. */
export type TerminalScreen = {
	/** Feeds raw output. Costs what is fed; any chunking gives the same screen. */
	readonly write: (data: string) => void;
	/** Rows up to the last one that shows anything. */
	readonly rowCount: () => number;
	/** A row from 0; an empty line outside. The same object until the row changes. */
	readonly row: (index: number) => Line;
	/** Whether a row goes on with the line of the one above it: what was written had no line break between them. */
	readonly continues: (index: number) => boolean;
	/** Rows that were dropped from the top to stay within the bound. */
	readonly dropped: () => number;
};

/** More combining characters than this on one cell are an attack on the renderer, not a script. */
const MAX_CELL_CHARS = 24;
const TAB_COLUMNS = 8;

/**
 * An interpreter for command output: carriage returns, backspace, cursor movement, erasing, colours,
 * the alternate screen. What else a terminal can be told (titles, links, modes, queries) is inert.
 * `columns` is where lines wrap by themselves.
 */
export function createTerminalScreen(columns: number): TerminalScreen {
	const main = createGrid(columns);
	let grid: Grid = main;
	let rendition: Rendition = PLAIN;
	let style: Style | undefined;
	const styles = new Map<string, Style>();

	const setRendition = (next: Rendition) => {
		rendition = next;
		const found = styleOf(next);
		if (found === undefined) {
			style = undefined;
			return;
		}
		// Equal styles are one object, so that runs of a row can be told by identity.
		const key = JSON.stringify(found);
		const known = styles.get(key) ?? found;
		styles.set(key, known);
		style = known;
	};

	const put = (char: string, width: number) => {
		if (grid.column + width > grid.columns) {
			grid.lineFeed(true);
			grid.currentRow().isContinued = true;
		}
		putCell(grid.currentRow(), grid.column, char, width, style);
		grid.column += width;
	};

	const combine = (char: string) => {
		const row = grid.currentRow();
		const column = row.cells[grid.column - 1] === '' ? grid.column - 2 : grid.column - 1;
		const cell = row.cells[column];
		if (cell === undefined || cell.length + char.length > MAX_CELL_CHARS) return;
		row.cells[column] = cell + char;
		row.line = null;
	};

	const print = (text: string) => {
		if (/^[\x20-\x7E]*$/.test(text)) {
			const row = grid.currentRow();
			if (grid.column === row.cells.length && grid.column + text.length <= grid.columns) {
				appendAscii(row, text, style);
				grid.column += text.length;
			} else for (const char of text) put(char, 1);
			return;
		}
		// By code point, as terminals count: a cluster may arrive in two chunks.
		for (const char of text) {
			const width = characterWidth(char);
			if (width === 0) combine(char);
			else put(char, width);
		}
	};

	const control = (code: number) => {
		switch (code) {
			case 0x08:
				grid.column = Math.max(0, Math.min(grid.column, grid.columns - 1) - 1);
				return;
			case 0x09:
				grid.column = Math.min(grid.columns - 1, (Math.floor(grid.column / TAB_COLUMNS) + 1) * TAB_COLUMNS);
				return;
			case 0x0a:
			case 0x0b:
			case 0x0c:
				// Output captured through a pipe has bare line feeds; behind a PTY they follow a carriage return.
				grid.lineFeed(true);
				return;
			case 0x0d:
				grid.column = 0;
				return;
			default:
		}
	};

	const escaped = (final: string) => {
		switch (final) {
			case '7':
				grid.save();
				return;
			case '8':
				grid.restore();
				return;
			case 'D':
				grid.lineFeed(false);
				return;
			case 'E':
				grid.lineFeed(true);
				return;
			case 'M':
				grid.moveTo(grid.pageRow() - 1, grid.column);
				return;
			case 'c':
				grid = main;
				grid.clear();
				setRendition(PLAIN);
				return;
			default:
		}
	};

	const setMode = (params: readonly number[], isOn: boolean) => {
		if (!params.some((mode) => mode === 47 || mode === 1047 || mode === 1049)) return;
		// The alternate screen is a scratch page: while it is on it is what one sees, afterwards it is gone.
		grid = isOn ? (grid === main ? createGrid(columns) : grid) : main;
	};

	const csi = (prefix: string, params: readonly number[], final: string) => {
		if (prefix === '?') {
			if (final === 'h' || final === 'l') setMode(params, final === 'h');
			return;
		}
		if (prefix !== '') return;
		if (final === 'm') setRendition(applySgr(rendition, params));
		else operate(grid, params, final);
	};

	const parse = createTerminalParser({ print, control, csi, escape: escaped });

	return {
		write: parse,
		rowCount: () => {
			let count = grid.rows.length;
			while (count > 0 && rowLine(grid.rows[count - 1] ?? emptyRow()).length === 0) count -= 1;
			return count;
		},
		row: (index) => {
			const row = grid.rows[index];
			return row === undefined ? [] : rowLine(row);
		},
		continues: (index) => grid.rows[index]?.isContinued === true,
		dropped: () => grid.dropped,
	};
}
