import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, type Span, type Style, spanOf } from '../line.js';

/** A cell holds a character with its combining ones; the second cell of a wide character is empty. */
export type Row = {
	cells: string[];
	styles: (Style | undefined)[];
	line: Line | null;
	/** Only the width of the screen separates it from the row above. */
	isContinued: boolean;
};

export function emptyRow(): Row {
	return { cells: [], styles: [], line: null, isContinued: false };
}

export function putCell(row: Row, column: number, char: string, width: number, style: Style | undefined): void {
	while (row.cells.length < column) {
		row.cells.push(' ');
		row.styles.push(undefined);
	}
	if (column < row.cells.length) {
		breakWide(row, column);
		if (width === 2) breakWide(row, column + 1);
	}
	row.cells[column] = char;
	row.styles[column] = style;
	if (width === 2) {
		row.cells[column + 1] = '';
		row.styles[column + 1] = style;
	}
	row.line = null;
}

export function appendAscii(row: Row, text: string, style: Style | undefined): void {
	for (const char of text) {
		row.cells.push(char);
		row.styles.push(style);
	}
	row.line = null;
}

/** Overwriting half of a wide character leaves a space in its other half. */
function breakWide(row: Row, column: number): void {
	if (row.cells[column] === '' && column > 0) row.cells[column - 1] = ' ';
	if (row.cells[column + 1] === '') row.cells[column + 1] = ' ';
}

/** `end` is exclusive. */
export function eraseCells(row: Row, start: number, end: number): void {
	row.line = null;
	if (start >= row.cells.length) return;
	breakWide(row, start);
	if (end >= row.cells.length) {
		row.cells.length = start;
		row.styles.length = start;
		return;
	}
	breakWide(row, end - 1);
	for (let column = start; column < end; column += 1) {
		row.cells[column] = ' ';
		row.styles[column] = undefined;
	}
}

export function deleteCells(row: Row, column: number, count: number): void {
	if (column >= row.cells.length) return;
	breakWide(row, column);
	if (column + count < row.cells.length) breakWide(row, column + count - 1);
	row.cells.splice(column, count);
	row.styles.splice(column, count);
	row.line = null;
}

export function insertCells(row: Row, column: number, count: number, columns: number): void {
	if (column >= row.cells.length) return;
	const room = Math.min(count, columns - column);
	if (row.cells[column] === '') {
		breakWide(row, column);
		row.cells[column] = ' ';
	}
	row.cells.splice(column, 0, ...new Array<string>(room).fill(' '));
	row.styles.splice(column, 0, ...new Array<undefined>(room).fill(undefined));
	if (row.cells.length > columns) {
		if (row.cells[columns] === '') row.cells[columns - 1] = ' ';
		row.cells.length = columns;
		row.styles.length = columns;
	}
	row.line = null;
}

/** Line without the blanks at its end. The same object until the row changes. */
export function rowLine(row: Row): Line {
	if (row.line !== null) return row.line;
	const spans: Span[] = [];
	let end = row.cells.length;
	while (end > 0 && row.cells[end - 1] === ' ' && row.styles[end - 1]?.background === undefined) end -= 1;
	let start = 0;
	while (start < end) {
		const style = row.styles[start];
		let stop = start + 1;
		while (stop < end && row.styles[stop] === style) stop += 1;
		// Controls never reach a cell, but invisible and reordering characters do.
		const text = sanitizeLine(row.cells.slice(start, stop).join(''));
		spans.push(spanOf(text, style));
		start = stop;
	}
	row.line = spans;
	return spans;
}
