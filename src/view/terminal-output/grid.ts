import { emptyRow, eraseCells, type Row } from './row.js';

/** Rows that are kept; older ones are dropped. */
const MAX_ROWS = 5000;

/** The rows that a cursor can reach again: what a terminal of this height would show. */
const PAGE_ROWS = 50;
/** Rows are dropped in bulk, so that a flood of lines does not move the array for each. */
const DROP_ROWS = 500;
/** Cells that are kept over all rows: cursor jumps make wide rows out of few bytes. */
const MAX_CELLS = 1_000_000;

/** Rows and a cursor. Rows and columns of a page count from 0. */
export type Grid = {
	readonly columns: number;
	readonly rows: Row[];
	column: number;
	dropped: number;
	readonly currentRow: () => Row;
	/** The cursor's row within the page. */
	readonly pageRow: () => number;
	/** Moves within the page; beyond it the cursor stays at the edge. */
	readonly moveTo: (pageRow: number, column: number) => void;
	readonly lineFeed: (toFirstColumn: boolean) => void;
	/** 0: from the cursor on, 1: up to it, 2 and 3: all. */
	readonly eraseDisplay: (how: number) => void;
	readonly insertRows: (count: number) => void;
	readonly deleteRows: (count: number) => void;
	readonly save: () => void;
	readonly restore: () => void;
	readonly clear: () => void;
};

/** An empty grid. */
export function createGrid(columns: number): Grid {
	const rows: Row[] = [];
	let cursor = 0;
	let finishedCells = 0;
	let saved = { row: 0, column: 0 };

	const pageTop = () => Math.max(0, rows.length - PAGE_ROWS);

	const reach = (row: number) => {
		while (rows.length <= row) rows.push(emptyRow());
	};

	const drop = (count: number) => {
		for (const row of rows.splice(0, count)) finishedCells -= row.cells.length;
		finishedCells = Math.max(0, finishedCells);
		cursor = Math.max(0, cursor - count);
		grid.dropped += count;
	};

	const bound = () => {
		if (rows.length > MAX_ROWS + DROP_ROWS) drop(rows.length - MAX_ROWS);
		if (finishedCells > MAX_CELLS) {
			finishedCells = rows.reduce((sum, row) => sum + row.cells.length, 0);
			// The page itself stays: it holds PAGE_ROWS × columns cells at most.
			while (finishedCells > MAX_CELLS / 2 && rows.length > PAGE_ROWS) drop(Math.ceil((rows.length - PAGE_ROWS) / 2));
		}
	};

	const grid: Grid = {
		columns,
		rows,
		column: 0,
		dropped: 0,
		currentRow: () => {
			reach(cursor);
			return rows[cursor] ?? emptyRow();
		},
		pageRow: () => cursor - pageTop(),
		moveTo: (pageRow, column) => {
			const row = Math.max(0, Math.min(pageRow, PAGE_ROWS - 1));
			cursor = pageTop() + row;
			grid.column = Math.max(0, Math.min(column, columns - 1));
		},
		lineFeed: (toFirstColumn) => {
			reach(cursor);
			finishedCells += rows[cursor]?.cells.length ?? 0;
			cursor += 1;
			if (toFirstColumn) grid.column = 0;
			reach(cursor);
			bound();
		},
		eraseDisplay: (how) => {
			const top = pageTop();
			if (how === 0) {
				eraseCells(grid.currentRow(), grid.column, columns);
				rows.length = cursor + 1;
			} else if (how === 1) {
				for (let row = top; row < cursor; row += 1) rows[row] = emptyRow();
				eraseCells(grid.currentRow(), 0, grid.column + 1);
			} else if (how === 2 || how === 3) {
				// What a program clears it draws anew: only the last state is worth showing.
				const row = cursor - top;
				rows.length = 0;
				finishedCells = 0;
				cursor = row;
			}
		},
		insertRows: (count) => {
			reach(cursor);
			const foot = pageTop() + PAGE_ROWS;
			rows.splice(cursor, 0, ...Array.from({ length: Math.min(count, PAGE_ROWS) }, emptyRow));
			// What is pushed out of the page at its foot is lost, as on a terminal.
			rows.length = Math.min(rows.length, foot);
			grid.column = 0;
		},
		deleteRows: (count) => {
			reach(cursor);
			rows.splice(cursor, Math.min(count, PAGE_ROWS));
			reach(cursor);
			grid.column = 0;
		},
		save: () => {
			saved = { row: cursor - pageTop(), column: grid.column };
		},
		restore: () => grid.moveTo(saved.row, saved.column),
		clear: () => {
			rows.length = 0;
			cursor = 0;
			grid.column = 0;
			finishedCells = 0;
		},
	};
	return grid;
}
