import { emptyRow, eraseCells, type Row } from './output-row.js';

const MAX_ROWS = 5000;

/** Rows that a cursor can reach again, as on a terminal of this height. */
const PAGE_ROWS = 50;
/** Rows are dropped in bulk, so that a flood of lines does not move the array for each. */
const DROP_ROWS = 500;
/** Cells kept over all rows: cursor jumps make wide rows out of few bytes. */
const MAX_CELLS = 1_000_000;

export class Grid {
	readonly columns: number;
	readonly rows: Row[] = [];
	column = 0;
	dropped = 0;
	#cursor = 0;
	#finishedCells = 0;
	#saved = { row: 0, column: 0 };

	constructor(columns: number) {
		this.columns = columns;
	}

	currentRow(): Row {
		this.#reach(this.#cursor);
		return this.rows[this.#cursor] ?? emptyRow();
	}

	/** Column of the cursor, moved back onto the last one from behind it, where a full line leaves it. */
	cell(): number {
		this.column = Math.min(this.column, this.columns - 1);
		return this.column;
	}

	pageRow(): number {
		return this.#cursor - this.#pageTop();
	}

	moveTo(pageRow: number, column: number): void {
		this.#cursor = this.#pageTop() + Math.max(0, Math.min(pageRow, PAGE_ROWS - 1));
		this.column = Math.max(0, Math.min(column, this.columns - 1));
	}

	lineFeed(toFirstColumn: boolean): void {
		this.#reach(this.#cursor);
		this.#finishedCells += this.rows[this.#cursor]?.cells.length ?? 0;
		this.#cursor += 1;
		if (toFirstColumn) this.column = 0;
		this.#reach(this.#cursor);
		this.#bound();
	}

	/** 0: from the cursor on, 1: up to it, 2 and 3: all. */
	eraseDisplay(how: number): void {
		const top = this.#pageTop();
		if (how === 0) {
			eraseCells(this.currentRow(), this.column, this.columns);
			this.rows.length = this.#cursor + 1;
		} else if (how === 1) {
			for (let row = top; row < this.#cursor; row += 1) this.rows[row] = emptyRow();
			eraseCells(this.currentRow(), 0, this.column + 1);
		} else if (how === 2 || how === 3) {
			// A program redraws what it clears: only the last state is worth showing.
			this.rows.length = 0;
			this.#finishedCells = 0;
			this.#cursor -= top;
		}
	}

	insertRows(count: number): void {
		this.#reach(this.#cursor);
		const foot = this.#pageTop() + PAGE_ROWS;
		this.rows.splice(this.#cursor, 0, ...Array.from({ length: Math.min(count, PAGE_ROWS) }, emptyRow));
		// Rows pushed out of the page at its foot are lost, as on a terminal.
		this.rows.length = Math.min(this.rows.length, foot);
		this.column = 0;
	}

	deleteRows(count: number): void {
		this.#reach(this.#cursor);
		this.rows.splice(this.#cursor, Math.min(count, PAGE_ROWS));
		this.#reach(this.#cursor);
		this.column = 0;
	}

	save(): void {
		this.#saved = { row: this.pageRow(), column: this.column };
	}

	restore(): void {
		this.moveTo(this.#saved.row, this.#saved.column);
	}

	clear(): void {
		this.rows.length = 0;
		this.#cursor = 0;
		this.column = 0;
		this.#finishedCells = 0;
	}

	#pageTop(): number {
		return Math.max(0, this.rows.length - PAGE_ROWS);
	}

	#reach(row: number): void {
		while (this.rows.length <= row) this.rows.push(emptyRow());
	}

	#drop(count: number): void {
		for (const row of this.rows.splice(0, count)) this.#finishedCells -= row.cells.length;
		this.#finishedCells = Math.max(0, this.#finishedCells);
		this.#cursor = Math.max(0, this.#cursor - count);
		this.dropped += count;
	}

	#bound(): void {
		const { rows } = this;
		if (rows.length > MAX_ROWS + DROP_ROWS) this.#drop(rows.length - MAX_ROWS);
		if (this.#finishedCells <= MAX_CELLS) return;
		this.#finishedCells = rows.reduce((sum, row) => sum + row.cells.length, 0);
		// The page itself stays: it holds PAGE_ROWS × columns cells at most.
		while (this.#finishedCells > MAX_CELLS / 2 && rows.length > PAGE_ROWS) {
			this.#drop(Math.ceil((rows.length - PAGE_ROWS) / 2));
		}
	}
}
