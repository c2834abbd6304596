import type { Tokens } from 'marked';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Line, Span, Style } from '../line.js';
import { noteOrigin } from '../line-origin.js';
import { lineText, lineWidth, padLine, wrapLine } from '../spans.js';
import { inlineLines, mergeStyle } from './inline.js';

const rule: Style = { color: 'muted' };
const headerStyle: Style = { bold: true };
const separator: Span = { text: ' │ ', style: rule };
const separatorWidth = 3;
/** Cells; a narrower column (unless its longest word is shorter) cannot be read. */
const narrowest = 12;

type Align = 'center' | 'left' | 'right' | null;
type Cell = readonly Line[];

/** Columns shrink and their cells wrap; unreadable ones become a list of `header: value` lines. */
export function tableLines(token: Tokens.Table, width: number, base: Style | undefined): Line[] {
	const header = token.header.map((cell) => inlineLines(cell.tokens, mergeStyle(base, headerStyle)));
	const rows = token.rows.map((row) => row.map((cell) => inlineLines(cell.tokens, base)));
	const widths = columnWidths([header, ...rows], header.length, width);
	return widths ? withSource(gridLines(header, rows, widths, token.align), token) : listLines(header, rows, width);
}

function columnWidths(rows: readonly (readonly Cell[])[], columns: number, width: number): number[] | undefined {
	const room = width - separatorWidth * (columns - 1);
	if (room < columns) return undefined;
	const natural: number[] = new Array<number>(columns).fill(1);
	const least: number[] = new Array<number>(columns).fill(1);
	for (const row of rows) {
		for (let column = 0; column < columns; column++) {
			for (const line of row[column] ?? []) {
				natural[column] = Math.max(natural[column] ?? 1, lineWidth(line));
				least[column] = Math.max(least[column] ?? 1, Math.min(narrowest, longestWord(line)));
			}
		}
	}
	if (sum(natural) <= room) return natural;
	if (sum(least) > room) return undefined;
	return shareRoom(natural, least, room);
}

/** Columns that need less than an equal share keep their width; the others share what is left. */
function shareRoom(natural: readonly number[], least: readonly number[], room: number): number[] {
	const widths = [...least];
	let left = room - sum(widths);
	while (left > 0) {
		const wanting = widths.flatMap((have, column) => (have < (natural[column] ?? 0) ? [column] : []));
		const lowest = Math.min(...wanting.map((column) => widths[column] ?? 0));
		const poorest = wanting.filter((column) => widths[column] === lowest);
		if (poorest.length === 0) break;
		const next = Math.min(
			...poorest.map((column) => natural[column] ?? 0),
			...wanting.flatMap((column) => ((widths[column] ?? 0) > lowest ? [widths[column] ?? 0] : [])),
		);
		const step = Math.max(1, Math.min(next - lowest, Math.floor(left / poorest.length)));
		for (const column of poorest) {
			if (left <= 0) break;
			widths[column] = lowest + Math.min(step, left);
			left -= Math.min(step, left);
		}
	}
	return widths;
}

function gridLines(
	header: readonly Cell[],
	rows: readonly (readonly Cell[])[],
	widths: readonly number[],
	align: readonly Align[],
): Line[][] {
	const drawn = rows.map((row) => rowLines(row, widths, align));
	const bar: Line = [{ text: widths.map((width) => '─'.repeat(width)).join('─┼─'), style: rule }];
	// Rows of several lines need a rule between them.
	const isTall = drawn.some((lines) => lines.length > 1);
	const body = drawn.map((lines, index) => (index === 0 || isTall ? [bar, ...lines] : lines));
	return [rowLines(header, widths, align), ...(body.length === 0 ? [[bar]] : body)];
}

function withSource(drawn: readonly (readonly Line[])[], token: Tokens.Table): Line[] {
	const marks = token.align.map((align) => {
		if (align === 'center') return ':---:';
		return align === 'right' ? '---:' : align === 'left' ? ':---' : '---';
	});
	const sources = [token.header, ...token.rows].map((row) => row.map((cell) => sanitizeLine(cell.text)));
	const written = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return drawn.flatMap((lines, row) => {
		const source = sources[row];
		return lines.map((line, index) => {
			// The rule below the header is Markdown's own; those between rows are ours.
			if (isRule(line)) return noteOrigin([...line], null, { whole: row === 1 && index === 0 ? written(marks) : null });
			const isFirst = index === 0 || isRule(lines[index - 1] ?? []);
			return noteOrigin([...line], null, { whole: isFirst && source !== undefined ? written(source) : null });
		});
	});
}

function isRule(line: Line): boolean {
	return line.length === 1 && line[0]?.style === rule;
}

function rowLines(row: readonly Cell[], widths: readonly number[], align: readonly Align[]): Line[] {
	const cells = widths.map((width, column) => (row[column] ?? []).flatMap((line) => wrapLine(line, width)));
	const height = Math.max(1, ...cells.map((lines) => lines.length));
	const lines: Line[] = [];
	for (let index = 0; index < height; index++) {
		const spans: Span[] = [];
		for (const [column, width] of widths.entries()) {
			if (column > 0) spans.push(separator);
			const isLast = column === widths.length - 1;
			spans.push(...aligned(cells[column]?.[index] ?? [], width, align[column] ?? null, isLast));
		}
		lines.push(spans);
	}
	return lines;
}

function aligned(line: Line, width: number, align: Align, isLast: boolean): Line {
	const missing = width - lineWidth(line);
	const before = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
	const start: Line = before > 0 ? [{ text: ' '.repeat(before) }, ...line] : line;
	return isLast ? start : padLine(start, width);
}

function listLines(header: readonly Cell[], rows: readonly (readonly Cell[])[], width: number): Line[] {
	const lines: Line[] = [];
	const indent: Line = [{ text: '  ' }];
	for (const [index, row] of rows.entries()) {
		if (index > 0) lines.push([]);
		for (const [column, name] of header.entries()) {
			const value = flattened(row[column] ?? []);
			const line: Line = [...flattened(name), { text: ': ', style: headerStyle }, ...value];
			lines.push(...wrapLine(line, width, { indent }));
		}
	}
	if (rows.length === 0)
		lines.push(
			...wrapLine(
				header.flatMap((name) => [...flattened(name), { text: ' ' }]),
				width,
			),
		);
	return lines;
}

function flattened(cell: Cell): Line {
	return cell.flatMap((line, index) => (index > 0 ? [{ text: ' ' }, ...line] : line));
}

function longestWord(line: Line): number {
	let longest = 0;
	for (const word of lineText(line).split(' ')) longest = Math.max(longest, word.length);
	return longest;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
