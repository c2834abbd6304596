import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate, truncateStart } from '../../core/text/width.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { clipLine, joinLine, padLine, targeted, wrapLine } from '../spans.js';
import { box, innerWidth } from './box.js';
import { firstInSight } from './list-keys.js';
import type { DrawnPanel, Panel, PanelLine, PanelPreview } from './panel.js';
import { headingLine, type ListEntry, placeIn, withHeadings } from './panel-layout.js';
import type { PanelSight } from './panel-state.js';

type PreviewLayout = {
	readonly width: number;
	/** Widths of list and preview in cells; 0: no preview at the side. */
	readonly listWidth: number;
	readonly sideWidth: number;
	/** Rows of the list, of the preview below it, and of the second line of the selected row. */
	readonly listRows: number;
	readonly belowRows: number;
	readonly detailRows: number;
	/** Lines of each row. */
	readonly perRow: 1 | 2;
	readonly hasStatus: boolean;
};

/** From this width on the preview stands beside the list. */
const SIDE_FROM = 112;
/** Cells of a preview beside a list whose width is known. */
const LEAST_SIDE = 40;
/** With this many rows the preview stands below the list. */
const BELOW_FROM = 18;
/** With this many rows each row of the list has two lines. */
const TWO_LINES_FROM = 10;

function layOutPreview(panel: Panel, columns: number, room: number): PreviewLayout {
	const { listWidth: list, preview, status } = panel;
	const width = innerWidth(columns);
	const inside = Math.max(1, room - 2);
	// Pages of one panel keep their rows in place.
	const hasStatus = inside >= 6 && (status !== undefined || preview !== undefined);
	const free = Math.max(0, inside - 1 - (hasStatus ? 1 : 0));
	// A page for some words needs no more rows than it has.
	const isPage = panel.line?.isValue === true && preview === undefined;
	const body = isPage ? Math.min(free, entriesOf(panel).length) : free;
	const sideFrom = list === undefined ? SIDE_FROM : list + LEAST_SIDE;
	const isSideBySide = preview !== undefined && columns >= sideFrom && body >= 6;
	const sideWidth = isSideBySide ? (list === undefined ? Math.floor((width - 3) * 0.45) : width - 3 - list) : 0;
	const belowRows = preview !== undefined && !isSideBySide && body >= BELOW_FROM ? Math.floor(body * 0.42) : 0;
	const isShort = list !== undefined || preview === undefined;
	const perRow = !isShort && body - belowRows >= TWO_LINES_FROM ? 2 : 1;
	const detailRows = !isShort && perRow === 1 && belowRows === 0 && !isSideBySide && body >= 4 ? 1 : 0;
	return {
		width,
		listWidth: isSideBySide ? width - 3 - sideWidth : width,
		sideWidth,
		listRows: Math.max(0, body - belowRows - detailRows),
		belowRows,
		detailRows,
		perRow,
		hasStatus,
	};
}

/** Number of rows of the list that are in sight at once. */
export function listRowsInSight(panel: Panel, columns: number, room: number): number {
	return inSightOf(layOutPreview(panel, columns, room));
}

/** The first line of the list beside a preview: a row, or a heading. */
export function firstListRow(panel: Panel, at: number, top: number | null, columns: number, room: number): number {
	return firstOf(entriesOf(panel), at, top, layOutPreview(panel, columns, room));
}

function entriesOf({ rows, listWidth, preview }: Panel): readonly ListEntry[] {
	return listWidth === undefined && preview !== undefined ? rows.map((_, at) => ({ at })) : withHeadings(rows);
}

function firstOf(entries: readonly ListEntry[], at: number, top: number | null, layout: PreviewLayout): number {
	return firstInSight(placeIn(entries, at), top, entries.length, inSightOf(layout));
}

function inSightOf({ listRows, perRow }: PreviewLayout): number {
	return Math.max(1, Math.floor(listRows / perRow));
}

/** The panel in at most `room` rows: its line, rows of one or two lines, the preview, the status. It costs what is in sight. */
export function drawWithPreview(panel: Panel, sight: PanelSight, columns: number, room: number): DrawnPanel {
	const layout = layOutPreview(panel, columns, room);
	const entries = entriesOf(panel);
	const input = inputLine(panel.line ?? {}, sight.typed, layout.width, sight.lineDraft?.draft.cursor);
	const first = firstOf(entries, sight.selected, sight.top, layout);
	const listed = listLines(panel, sight, layout, entries.slice(first, first + inSightOf(layout)));
	const body = bodyLines(panel, sight, layout, listed, first);
	const status = layout.hasStatus ? [panel.status?.(layout.width) ?? []] : [];
	const title = titleWords(panel.title, panel.titleNote ?? '');
	const lines = box([input.line, ...body, ...status], columns, { title, color: 'accent' });
	return { lines: lines.slice(0, room), cursor: room > 1 ? { x: input.column + 2, y: 1 } : null };
}

export function inputLine(
	{ label = '', hint = '', isValue }: Pick<PanelLine, 'label' | 'hint' | 'isValue'>,
	typed: string,
	width: number,
	cursor = typed.length,
): { readonly line: Line; readonly column: number } {
	const room = Math.max(1, width - cellWidth(label) - 1);
	const shown = truncateStart(sanitizeLine(typed), room);
	const words: Span = typed === '' ? styled(truncate(hint, room), { color: 'muted', dim: true }) : plain(shown);
	const left: Line = [styled(label, { color: 'accent', bold: true }), words];
	const behind = cellWidth(sanitizeLine(typed.slice(cursor)));
	const column = Math.min(width - 1, cellWidth(label) + Math.max(0, cellWidth(shown) - behind));
	const isHintShown = isValue === true && typed !== '' && cellWidth(shown) + cellWidth(hint) + 2 < room;
	return { line: isHintShown ? joinLine(left, [styled(hint, { color: 'muted' })], width) : left, column };
}

function bodyLines(
	panel: Panel,
	sight: PanelSight,
	layout: PreviewLayout,
	inSight: readonly Line[],
	first: number,
): readonly Line[] {
	const { listRows, listWidth, sideWidth, belowRows, detailRows, width } = layout;
	const listed = fill(inSight, listRows);
	const row = panel.rows[sight.selected];
	if (row === undefined) return fill(listed, listRows + belowRows + detailRows);
	const previewed = (cells: number): PanelPreview => panel.preview?.(row, cells) ?? { head: [], lines: [] };
	if (sideWidth > 0) {
		const side = withEnd(previewed(sideWidth), listRows, sight.wordsFrom, sideWidth);
		const edge = styled(' │ ', { color: 'muted', dim: true });
		return listed.map((line, index) => [...padLine(line, listWidth), edge, ...(side[index] ?? [])]);
	}
	if (belowRows > 0) {
		const { head, lines } = previewed(width);
		const rule: Line = [styled('─'.repeat(width), { color: 'muted', dim: true })];
		const below = withEnd(
			{ head: [rule, ...(panel.listWidth === undefined ? head.slice(0, 1) : head)], lines },
			belowRows,
			sight.wordsFrom,
			width,
		);
		return [...listed, ...below];
	}
	// Where each row has one line, the selected one is followed by its second.
	const after = sight.selected - first + 1;
	const second = fill([panel.rowLines?.(row, width, true)[1] ?? []], detailRows);
	return [
		...listed.slice(0, after),
		...second.map((line) => asRow(line, sight.selected, width)),
		...listed.slice(after),
	];
}

/** A line of a row that is so many cells wide: a click on any of them is one on the row. */
function asRow(line: Line, at: number, width: number): Line {
	return targeted(padLine(line, width), { type: 'row', at });
}

function listLines(
	panel: Panel,
	sight: PanelSight,
	layout: PreviewLayout,
	entries: readonly ListEntry[],
): readonly Line[] {
	const { rows, empty = '', rowLines } = panel;
	const { listWidth, perRow } = layout;
	if (rows.length === 0) return wrapLine([styled(`  ${sanitizeLine(empty)}`, { color: 'muted' })], listWidth);
	return entries.flatMap((entry): readonly Line[] => {
		if ('heading' in entry) return [headingLine(entry.heading, listWidth)];
		const { at } = entry;
		const row = rows[at];
		if (row === undefined) return [];
		const isMarked = at === sight.selected && panel.line?.isValue !== true;
		const mark = styled(isMarked ? '▸ ' : '  ', { color: 'accent', bold: true });
		const own = (): Line => [mark, styled(sanitizeLine(row.label), isMarked ? { bold: true } : {})];
		const lines = rowLines?.(row, listWidth, at === sight.selected) ?? [own(), []];
		return lines.slice(0, perRow).map((line) => asRow(line, at, listWidth));
	});
}

/** A head, and below it the end of the lines, or what is `scroll` lines above the end. */
function withEnd({ head, lines }: PanelPreview, rows: number, scroll: number, width: number): readonly Line[] {
	const room = Math.max(0, rows - head.length - 1);
	const last = Math.max(0, lines.length - room);
	const from = Math.max(0, last - Math.min(scroll, last));
	const gap: Line = from === 0 ? [] : [styled('⋯', { color: 'muted' })];
	return fill([...head, gap, ...lines.slice(from, from + room)], rows).map((line) => clipLine(line, width));
}

/** Exactly so many lines: the first ones, or blank ones below them. */
export function fill(lines: readonly Line[], count: number): readonly Line[] {
	return Array.from({ length: Math.max(0, count) }, (_, at) => lines[at] ?? []);
}

/** The title of a panel, and muted words behind it. */
export function titleWords(title: string, words: string): Line {
	return [
		styled(sanitizeLine(title), { bold: true, color: 'accent' }),
		styled(words === '' ? '' : ` · ${sanitizeLine(words)}`, { color: 'muted' }),
	];
}
