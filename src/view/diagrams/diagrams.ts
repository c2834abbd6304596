import { cellWidth } from '../../core/text/width.js';
import { drawingChanged } from '../code/highlight.js';
import { type Line, type Span, type Style, spanOf } from '../line.js';

type Drawing = readonly string[];

export type DrawDiagram = (source: string) => Promise<readonly Drawing[] | null>;

/** Characters; longer sources stay as they are. */
const LONGEST = 65_536;
/** Diagrams and characters that one process draws: nothing is evicted, so that no screen can ask for ever. */
const MOST_DIAGRAMS = 500;
const MOST_CHARACTERS = 8_000_000;
/** Diagrams that could not be drawn in a row, from which on none is tried. */
const MOST_FAILURES = 50;

/** Process-wide, as loaded grammars are; what is drawn depends on it through `highlightVersion` alone. */
let draw: DrawDiagram | null = null;
let known = new Map<string, readonly Drawing[] | 'waiting' | 'none'>();
let characters = 0;
let failures = 0;

export function drawDiagramsWith(how: DrawDiagram | null): void {
	draw = how;
	known = new Map();
	characters = 0;
	failures = 0;
}

/** Lines of a Mermaid diagram; null while it is drawn (see `onLanguageLoaded`), where it cannot be, or is wider. */
export function diagramLines(source: string, width: number): Line[] | null {
	const found = known.get(source);
	if (found === undefined) request(source);
	if (found === undefined || found === 'waiting' || found === 'none') return null;
	const drawing = found.find((rows) => rows.every((row) => cellWidth(row) <= width));
	return drawing?.map(lineOf) ?? null;
}

function request(source: string): void {
	if (draw === null || source.length > LONGEST || source.trim() === '') return;
	if (known.size >= MOST_DIAGRAMS || characters > MOST_CHARACTERS || failures >= MOST_FAILURES) return;
	const asked = known;
	asked.set(source, 'waiting');
	characters += source.length;
	const settle = (drawings: readonly Drawing[] | null): void => {
		asked.set(source, drawings ?? 'none');
		failures = drawings === null ? failures + 1 : 0;
		for (const row of drawings?.flat() ?? []) characters += row.length;
		if (asked === known && drawings !== null) drawingChanged();
	};
	draw(source).then(settle, () => settle(null));
}

const SIGNS = /[\u2190-\u21ff\u2500-\u25ff]+/g;
const sign: Style = { color: 'muted' };

function lineOf(row: string): Line {
	const spans: Span[] = [];
	let end = 0;
	for (const { 0: signs, index } of row.matchAll(SIGNS)) {
		if (index > end) spans.push(spanOf(row.slice(end, index), undefined));
		spans.push(spanOf(signs, sign));
		end = index + signs.length;
	}
	if (end < row.length) spans.push(spanOf(row.slice(end), undefined));
	return spans;
}
