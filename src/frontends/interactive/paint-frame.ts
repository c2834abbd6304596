import type { Frame } from '../../view/frame/frame.js';
import { type Line, type Style, styled } from '../../view/line.js';
import { clipLine } from '../../view/spans.js';
import type { Painter } from '../../view/theme/paint.js';
import type { Painted } from './frontend.js';

const CHOSEN: Line = [styled('▌', { color: 'accent', bold: true })];

type Row = { readonly line: Line; readonly margin: string; readonly text: string };

/** Paints frames; a row equal to the one before is reused. */
export function createFramePainter(): (frame: Frame, columns: number, painter: Painter) => Painted {
	let known: { readonly columns: number; readonly painter: Painter; readonly rows: readonly Row[] } | null = null;
	return (frame, columns, painter) => {
		const before = known?.columns === columns && known.painter === painter ? known.rows : [];
		const { header, main, prompt, composer, footer, cursor } = frame;
		const lines = [...header, ...main, ...prompt, ...composer, ...footer];
		const rows = lines.map((line, index): Row => {
			const margin = marginOf(frame, index - header.length, painter);
			const last = before[index];
			if (last !== undefined && last.margin === margin && isSameLine(last.line, line)) return last;
			const from = margin === '' ? 0 : 1;
			// A line that is too wide would break the whole screen: the final check of the width.
			return { line, margin, text: margin + painter.paintLine(clipLine(line, columns - from), from) };
		});
		known = { columns, painter, rows };
		return { rows: rows.map(({ text }) => text), cursor };
	};
}

/** Margin of a transcript row, which is one cell further in; empty for others. */
function marginOf({ marked, indented }: Frame, row: number, painter: Painter): string {
	if (row < 0 || row >= indented) return '';
	return marked !== null && row >= marked.from && row < marked.to ? painter.paintLine(CHOSEN) : ' ';
}

function isSameLine(a: Line, b: Line): boolean {
	if (a === b) return true;
	return (
		a.length === b.length &&
		a.every((span, index) => {
			const other = b[index];
			return other !== undefined && span.text === other.text && isSameStyle(span.style, other.style);
		})
	);
}

function isSameStyle(a: Style | undefined, b: Style | undefined): boolean {
	if (a === b) return true;
	if (a === undefined || b === undefined) return false;
	const keys = Object.keys(a) as (keyof Style)[];
	return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
