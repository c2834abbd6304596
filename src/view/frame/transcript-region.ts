import type { Line } from '../line.js';
import { originOf } from '../line-origin.js';
import { pictureIn } from '../pictures/picture-lines.js';
import { lineWidth, sliceLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { gapBefore } from '../transcript/block.js';
import type { Position } from '../transcript/position.js';
import type { RenderContext } from '../transcript/render-context.js';
import { entryMatches } from '../transcript/search/transcript-search.js';
import { type Cells, cellsInLine, type SpotRange, selectedRange, sideOf } from '../transcript/selection/selection.js';
import type { TranscriptWindow } from '../transcript/window.js';

export function drawTranscript(
	context: ScreenContext,
	transcript: RenderContext,
	window: TranscriptWindow,
): readonly Line[] {
	const highlights = [...matches(context, transcript, window), ...selected(context, transcript)];
	return highlightRows(window.lines, window.rows, highlights);
}

function selected({ session, ui }: ScreenContext, transcript: RenderContext): readonly Highlight[] {
	const { selection } = ui;
	// A press alone selects nothing: it may become a click.
	if (selection === null || (!selection.hasMoved && selection.unit === 'cell')) return [];
	const range = selectedRange(session.entries, transcript, selection);
	return [{ range, look: 'strong', side: sideOf(session.entries, transcript, range) }];
}

function matches({ session, ui }: ScreenContext, transcript: RenderContext, window: TranscriptWindow): Highlight[] {
	const { search } = ui;
	const query = search?.scan?.query ?? '';
	if (search === null || query === '') return [];
	const entries = new Set(window.rows.map((row) => row.entry));
	const first = window.rows[0];
	const last = window.rows.at(-1);
	return [...entries].flatMap((entry) =>
		entryMatches(session.entries, entry, transcript, query).flatMap((range, match): Highlight[] => {
			const isAbove = entry === first?.entry && range.end.line < first.line;
			const isBelow = entry === last?.entry && range.start.line > last.line;
			if (isAbove || isBelow) return [];
			const isCurrent = search.current?.entry === entry && search.current.match === match;
			const side = sideOf(session.entries, transcript, range);
			return [{ range, look: isCurrent ? 'strong' : 'weak', side }];
		}),
	);
}

export function chosenRows(
	{ session, ui }: ScreenContext,
	window: TranscriptWindow,
): { readonly from: number; readonly to: number } | null {
	const { cursor } = ui;
	if (cursor === null || !ui.isTranscriptView) return null;
	const gap = gapBefore(session.entries, cursor);
	const isOwn = (row: { readonly entry: number; readonly line: number }): boolean =>
		row.entry === cursor && row.line >= gap;
	const from = window.rows.findIndex(isOwn);
	if (from < 0) return null;
	let to = window.rows.findLastIndex(isOwn) + 1;
	// The blank line below an open card is no part of it.
	while (to > from + 1 && (window.lines[to - 1]?.length ?? 0) === 0) to -= 1;
	return { from, to };
}

type Highlight = { readonly range: SpotRange; readonly look: 'strong' | 'weak'; readonly side: 'old' | 'new' };

/** Rows with ranges set off. Rows outside every range stay the same objects, so that a painter's cache holds. */
export function highlightRows(
	lines: readonly Line[],
	rows: readonly Position[],
	highlights: readonly Highlight[],
): readonly Line[] {
	if (highlights.length === 0) return lines;
	return lines.map((line, index) => {
		const position = rows[index];
		if (position === undefined || pictureIn(line) !== null) return line;
		return highlights.reduce((drawn, one) => highlight(drawn, line, position, one), line);
	});
}

function highlight(drawn: Line, original: Line, position: Position, { range, look, side }: Highlight): Line {
	const cells = cellsInLine(range, position, original);
	if (cells === null) return drawn;
	const width = lineWidth(original);
	const { from, to } = copiedCells(original, cells, side, width);
	if (to <= from) return drawn;
	const marked = sliceLine(drawn, from, to).map((span) => ({
		text: span.text,
		style:
			look === 'strong'
				? { ...span.style, background: 'selection' as const }
				: { ...span.style, underline: true, bold: true },
	}));
	return [...sliceLine(drawn, 0, from), ...marked, ...sliceLine(drawn, from + lineWidth(marked), width)];
}

/** Cells that would be copied: others are not shown as selected, unless nothing else is. */
function copiedCells(line: Line, cells: Cells, wanted: 'old' | 'new', width: number): Cells {
	const { gutter, padding, sides } = originOf(line);
	if (sides !== null) {
		const side = sides[wanted];
		return side === null
			? { from: 0, to: 0 }
			: { from: Math.max(cells.from, side.from), to: Math.min(cells.to, side.to) };
	}
	const end = width - padding;
	return {
		from: cells.to <= gutter ? cells.from : Math.max(cells.from, gutter),
		to: cells.from >= end ? cells.to : Math.min(cells.to, end),
	};
}
