import { cellWidth } from '../../core/text/width.js';
import type { Line, Style } from '../line.js';
import { Grid } from './grid.js';
import { createTerminalParser } from './output-parser.js';
import { appendAscii, deleteCells, emptyRow, eraseCells, insertCells, putCell, rowLine } from './output-row.js';
import { applySgr, PLAIN, type Rendition, styleOf } from './sgr.js';

const LIMIT = 4096;
const known = new Map<string, number>();

/** More combining characters than this on one cell are an attack on the renderer, not a script. */
const MAX_CELL_CHARS = 24;
const TAB_COLUMNS = 8;

/** A command's output as a terminal shows it. Other sequences (titles, links, modes, queries) are inert. */
export class TerminalScreen {
	/** Costs what is fed; any chunking gives the same screen. */
	readonly write: (data: string) => void = createTerminalParser({
		print: (text) => this.#print(text),
		control: (code) => this.#control(code),
		csi: (prefix, params, final) => this.#csi(prefix, params, final),
		escape: (final) => this.#escape(final),
	});
	readonly #main: Grid;
	#grid: Grid;
	#rendition: Rendition = PLAIN;
	#style: Style | undefined;
	/** Equal styles are one object, so that the runs of a row are found by identity. */
	readonly #styles = new Map<string, Style>();

	constructor(columns: number) {
		this.#main = new Grid(columns);
		this.#grid = this.#main;
	}

	rowCount(): number {
		const { rows } = this.#grid;
		let count = rows.length;
		while (count > 0 && rowLine(rows[count - 1] ?? emptyRow()).length === 0) count -= 1;
		return count;
	}

	/** An empty line outside. The same object until the row changes. */
	row(index: number): Line {
		const row = this.#grid.rows[index];
		return row === undefined ? [] : rowLine(row);
	}

	/** Whether no line break was written between a row and the one above it. */
	continues(index: number): boolean {
		return this.#grid.rows[index]?.isContinued === true;
	}

	dropped(): number {
		return this.#grid.dropped;
	}

	#setRendition(rendition: Rendition): void {
		this.#rendition = rendition;
		this.#style = styleOf(rendition);
		if (this.#style === undefined) return;
		const key = JSON.stringify(this.#style);
		this.#style = this.#styles.get(key) ?? this.#style;
		this.#styles.set(key, this.#style);
	}

	#print(text: string): void {
		if (/^[\x20-\x7E]*$/.test(text)) {
			const grid = this.#grid;
			const row = grid.currentRow();
			if (grid.column === row.cells.length && grid.column + text.length <= grid.columns) {
				appendAscii(row, text, this.#style);
				grid.column += text.length;
			} else for (const char of text) this.#put(char, 1);
			return;
		}
		// By code point, as terminals count: a cluster may arrive in two chunks.
		for (const char of text) {
			const width = characterWidth(char);
			if (width === 0) this.#combine(char);
			else this.#put(char, width);
		}
	}

	#put(char: string, width: number): void {
		const grid = this.#grid;
		if (grid.column + width > grid.columns) {
			// A wide character that does not fit leaves the last column blank.
			eraseCells(grid.currentRow(), grid.column, grid.columns);
			grid.lineFeed(true);
			grid.currentRow().isContinued = true;
		}
		putCell(grid.currentRow(), grid.column, char, width, this.#style);
		grid.column += width;
	}

	#combine(char: string): void {
		const { column: after } = this.#grid;
		const row = this.#grid.currentRow();
		const column = row.cells[after - 1] === '' ? after - 2 : after - 1;
		const cell = row.cells[column];
		if (cell === undefined || cell.length + char.length > MAX_CELL_CHARS) return;
		row.cells[column] = cell + char;
		row.line = null;
	}

	#control(code: number): void {
		const grid = this.#grid;
		if (code === 0x08) grid.column = Math.max(0, grid.cell() - 1);
		else if (code === 0x09 && grid.column < grid.columns) {
			grid.column = Math.min(grid.columns - 1, (Math.floor(grid.column / TAB_COLUMNS) + 1) * TAB_COLUMNS);
		} else if (code >= 0x0a && code <= 0x0c) {
			// Output captured through a pipe has bare line feeds; behind a PTY they follow a carriage return.
			grid.lineFeed(true);
		} else if (code === 0x0d) grid.column = 0;
	}

	#escape(final: string): void {
		const grid = this.#grid;
		if (final === '7') grid.save();
		else if (final === '8') grid.restore();
		else if (final === 'D' || final === 'E') grid.lineFeed(final === 'E');
		else if (final === 'M') grid.moveTo(grid.pageRow() - 1, grid.column);
		else if (final === 'c') {
			this.#grid = this.#main;
			this.#grid.clear();
			this.#setRendition(PLAIN);
		}
	}

	#csi(prefix: string, params: readonly number[], final: string): void {
		if (prefix === '?' && (final === 'h' || final === 'l')) this.#setMode(params, final === 'h');
		if (prefix !== '') return;
		if (final === 'm') this.#setRendition(applySgr(this.#rendition, params));
		else OPERATIONS.get(final)?.(this.#grid, Math.max(1, params[0] ?? 1), params);
	}

	/** The alternate screen is a scratch page: shown while it is on, afterwards gone. */
	#setMode(params: readonly number[], isOn: boolean): void {
		if (!params.some((mode) => mode === 47 || mode === 1047 || mode === 1049)) return;
		if (!isOn) this.#grid = this.#main;
		else if (this.#grid === this.#main) this.#grid = new Grid(this.#main.columns);
	}
}

/** Cells of one code point: 0, 1 or 2. Cached, since output in one script uses few of them. */
function characterWidth(char: string): number {
	if (char >= ' ' && char <= '~') return 1;
	const remembered = known.get(char);
	if (remembered !== undefined) return remembered;
	const width = Math.min(2, cellWidth(char));
	if (known.size >= LIMIT) known.clear();
	known.set(char, width);
	return width;
}

type Operation = (grid: Grid, count: number, params: readonly number[]) => void;

const up: Operation = (grid, count) => grid.moveTo(grid.pageRow() - count, grid.column);
const down: Operation = (grid, count) => grid.moveTo(grid.pageRow() + count, grid.column);
const forward: Operation = (grid, count) => grid.moveTo(grid.pageRow(), grid.column + count);
const toColumn: Operation = (grid, count) => grid.moveTo(grid.pageRow(), count - 1);
const toPlace: Operation = (grid, count, params) => grid.moveTo(count - 1, Math.max(1, params[1] ?? 1) - 1);

/** `CSI params final` without a prefix, by its final byte; others are inert. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
	['A', up],
	['B', down],
	['e', down],
	['C', forward],
	['a', forward],
	['D', (grid, count) => grid.moveTo(grid.pageRow(), grid.cell() - count)],
	['E', (grid, count) => grid.moveTo(grid.pageRow() + count, 0)],
	['F', (grid, count) => grid.moveTo(grid.pageRow() - count, 0)],
	['G', toColumn],
	['`', toColumn],
	['d', (grid, count) => grid.moveTo(count - 1, grid.column)],
	['H', toPlace],
	['f', toPlace],
	['J', (grid, _count, params) => grid.eraseDisplay(Math.max(0, params[0] ?? 0))],
	['K', (grid, _count, params) => eraseLine(grid, Math.max(0, params[0] ?? 0))],
	['P', (grid, count) => deleteCells(grid.currentRow(), grid.cell(), count)],
	['@', (grid, count) => insertCells(grid.currentRow(), grid.cell(), count, grid.columns)],
	['X', (grid, count) => eraseCells(grid.currentRow(), grid.cell(), grid.column + count)],
	['L', (grid, count) => grid.insertRows(count)],
	['M', (grid, count) => grid.deleteRows(count)],
	['s', (grid) => grid.save()],
	['u', (grid) => grid.restore()],
]);

function eraseLine(grid: Grid, how: number): void {
	if (how > 2) return;
	eraseCells(grid.currentRow(), how === 0 ? grid.column : 0, how === 1 ? grid.column + 1 : grid.columns);
}
