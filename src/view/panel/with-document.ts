import { type Line, styled } from '../line.js';
import { joinLine, padLine, targeted, underlay, wrapLine } from '../spans.js';
import { Body, drawBody, innerWidth, LEAST_EDGE } from './box.js';
import { type DocumentParts, type Spot, spotIn, windowOn } from './document.js';
import { firstInSight } from './list-keys.js';
import type { DrawnPanel, Panel, PanelRow } from './panel.js';
import type { PanelSight } from './panel-state.js';
import { rowLine } from './row-line.js';
import { fill, inputLine, titleWords } from './with-preview.js';

export type DocumentLayout = {
	/** Rows within the frame. */
	readonly inside: number;
	readonly isSideBySide: boolean;
	readonly listWidth: number;
	/** 0: the document takes the place of the list. */
	readonly listRows: number;
	/** Cells of the document's lines, and rows for them. */
	readonly textWidth: number;
	readonly textRows: number;
	/** The name of the document stands above it, with a rule below it; else in the title. */
	readonly hasName: boolean;
	readonly hasRule: boolean;
	/** A question, or the line that is typed into. */
	readonly foot: readonly Line[];
};

type Shares = Pick<PanelSight, 'isInText' | 'asked' | 'typed' | 'lineDraft'>;

/** From this width on the list stands beside the document, with this share of the cells. */
const SIDE_FROM = 96;
const LIST_SHARE = 0.33;
const LIST_CELLS = { least: 28, most: 48 };
/** With fewer rows inside there is either the list or the document. */
const LOW = 16;
/** Rows of the list above the document. */
const LEAST_LIST = 2;
const ABOVE = { inText: 0.25, inList: 0.35, low: 0.5 };
/** With so many rows inside there is a rule below the name. */
const ROOM_FOR_RULE = 14;
/** Lines of a question. */
const MOST_ASKED = 3;
/** Most rows that are measured for the panel's height. */
const MOST_MEASURED = 200;
/** Cells before a line of the document, in which the cursor stands. */
const MARGIN = 1;

export function layOutDocument(
	panel: Panel,
	selected: number,
	shares: Shares,
	columns: number,
	room: number,
	isTall: boolean,
): DocumentLayout {
	const { rows } = panel;
	const width = innerWidth(columns);
	const full = Math.max(1, room - 2);
	const foot = footLines(panel, shares, width).slice(0, Math.max(0, full - 1));
	const isAlone = rows.length <= 1;
	const { isSideBySide, listWidth, textWidth } = widthsOf(panel, columns, full);
	const isLow = full < LOW;
	const isInPlace = isAlone || (!isSideBySide && isLow && shares.isInText);
	const hasName = isSideBySide || isAlone || !isLow;
	const hasRule = hasName && full >= ROOM_FOR_RULE;
	const share = shares.isInText ? ABOVE.inText : isLow ? ABOVE.low : ABOVE.inList;
	const above = isInPlace || isSideBySide ? 0 : Math.min(rows.length, Math.max(LEAST_LIST, Math.floor(full * share)));
	const edges = above + (above > 0 ? 1 : 0) + (hasName ? 1 : 0) + (hasRule ? 1 : 0) + foot.length;
	const wanted = isTall ? full : edges + wantedRows(panel, selected, textWidth, full);
	const inside = Math.min(full, Math.max(wanted, isSideBySide ? rows.length + foot.length : 0));
	return {
		...{ inside, isSideBySide, listWidth, textWidth, hasName, hasRule, foot },
		listRows: isSideBySide ? inside - foot.length : above,
		textRows: Math.max(0, inside - edges),
	};
}

/** Cells of the list and of the document; they stand beside each other where both have the cells that they need. */
export function widthsOf(
	{
		rows,
		document,
	}: { readonly rows: readonly unknown[]; readonly document?: { readonly least?: number } | undefined },
	columns: number,
	inside: number,
): Pick<DocumentLayout, 'isSideBySide' | 'listWidth' | 'textWidth'> {
	const width = innerWidth(columns);
	const list = Math.max(LIST_CELLS.least, Math.min(LIST_CELLS.most, Math.floor(width * LIST_SHARE)));
	const left = width - list - 3 - MARGIN;
	const isSideBySide = rows.length > 1 && columns >= SIDE_FROM && inside >= 6 && left >= (document?.least ?? 0);
	return { isSideBySide, listWidth: isSideBySide ? list : width, textWidth: isSideBySide ? left : width - MARGIN };
}

/** As many rows as the longest document needs, so that the frame stays where it is. */
function wantedRows({ rows, document }: Panel, selected: number, width: number, most: number): number {
	const row = rows[selected];
	if (document === undefined || row === undefined) return 1;
	let wanted = Math.max(1, Math.min(most, document.parts(row, width).count));
	for (const each of rows.slice(0, MOST_MEASURED)) wanted = Math.max(wanted, document.count(each));
	return wanted;
}

function footLines({ line }: Panel, { asked, typed, lineDraft }: Shares, width: number): readonly Line[] {
	if (line !== undefined) return [inputLine(line, typed, width, lineDraft?.draft.cursor).line];
	if (asked === null) return [];
	return wrapLine([styled(asked.words(width), { color: 'warning', bold: true })], width).slice(0, MOST_ASKED);
}

/** The panel in at most `room` rows. It costs what is in sight. */
export function drawWithDocument(
	panel: Panel,
	sight: PanelSight,
	columns: number,
	room: number,
	isTall: boolean,
): DrawnPanel {
	const layout = layOutDocument(panel, sight.selected, sight, columns, room, isTall);
	const { isSideBySide, listWidth, listRows, inside, foot } = layout;
	const width = innerWidth(columns);
	const text = textLines(panel, sight, layout);
	const listed = fill(listLines(panel, sight, layout), listRows);
	const edge = styled(' │ ', { color: 'muted', dim: true });
	const rule: Line = [styled('─'.repeat(width), { color: 'muted', dim: true })];
	const body = new Body();
	if (isSideBySide) {
		body.add(listed.map((line, at) => [...padLine(line, listWidth), edge, ...(text.lines[at] ?? [])]));
	} else {
		body.add(listed);
		if (listRows > 0) body.add([rule]);
		body.add(fill(text.lines, inside - foot.length - listRows - (listRows > 0 ? 1 : 0)));
	}
	const input =
		panel.line === undefined ? null : inputLine(panel.line, sight.typed, width, sight.lineDraft?.draft.cursor);
	if (input === null) body.add(foot);
	else body.addFocus(foot, null, { row: 0, column: input.column });
	const frame = {
		...headOf(panel, sight, layout, width),
		foot: panel.foot?.(width - 2) ?? [],
		color: 'accent',
		...(isSideBySide ? { joint: listWidth + 1 } : {}),
		...(text.thumb === null ? {} : { thumb: text.thumb }),
	} as const;
	return drawBody(body, frame, columns, room);
}

/** The first and the last line of the frame at which its edge shows what part of the document is in sight. */
type Thumb = { readonly from: number; readonly to: number };

function textLines(
	panel: Panel,
	sight: PanelSight,
	layout: DocumentLayout,
): { readonly lines: readonly Line[]; readonly thumb: Thumb | null } {
	const { textWidth, textRows, hasName, hasRule, isSideBySide, listRows } = layout;
	const row = panel.rows[sight.selected];
	if (row === undefined || panel.document === undefined) {
		const words = sight.selected >= 0 && panel.rows.length > 0 ? '' : (panel.empty ?? '');
		return { lines: wrapLine([styled(words, { color: 'muted' })], textWidth), thumb: null };
	}
	const parts = panel.document.parts(row, textWidth);
	const spot = spotIn(parts, sight.places.get(row.id) ?? null);
	const { lines, from, to } = windowOn(parts, spot, textRows);
	const chosen = chosenPlaces(parts, sight, row, spot);
	const drawn = lines.map(({ place, line }) => partLine(line, place, textWidth, spot, sight.isInText ? chosen : null));
	const { words, facts } = panel.document.name(row, textWidth + MARGIN);
	const above: Line[] = hasName ? [joinLine(words, facts, textWidth + MARGIN)] : [];
	if (hasRule) above.push([styled('─'.repeat(textWidth + MARGIN), { color: 'muted', dim: true })]);
	const start = (isSideBySide || listRows === 0 ? 0 : listRows + 1) + above.length;
	const isCut = parts.count > 0 && (from > 0 || to < parts.count);
	const at = (place: number): number => start + Math.floor((place / parts.count) * Math.max(1, textRows));
	const thumb = isCut ? { from: at(from), to: Math.max(at(from), at(to) - 1) } : null;
	return { lines: [...above, ...drawn], thumb };
}

/** The parts from the beginning of the selection to the cursor. */
function chosenPlaces(parts: DocumentParts, { mark }: PanelSight, row: PanelRow, { place }: Spot) {
	const other = mark?.row === row.id ? parts.placeOf(mark.part) : place;
	return { from: Math.min(place, other), to: Math.max(place, other) };
}

/** A line of the document, with a bar before it where it is chosen; null: the keys are elsewhere. */
function partLine(
	line: Line,
	place: number,
	width: number,
	{ place: cursor }: Spot,
	chosen: { readonly from: number; readonly to: number } | null,
): Line {
	const isChosen = chosen !== null && place >= chosen.from && place <= chosen.to;
	const margin = isChosen
		? styled('▌', place === cursor ? { color: 'accent', bold: true } : { color: 'accent' })
		: styled(' ', {});
	const background = chosen !== null && chosen.to > chosen.from ? 'user' : 'bar';
	const text = isChosen ? underlay(padLine(line, width), { background }) : line;
	return targeted([margin, ...padLine(text, width)], { type: 'line', at: place });
}

function listLines(panel: Panel, { selected, top, isInText }: PanelSight, layout: DocumentLayout): readonly Line[] {
	const { rows } = panel;
	const { listRows, listWidth } = layout;
	const first = firstInSight(selected, top, rows.length, listRows);
	return rows.slice(first, first + listRows).map((row, index) => {
		const at = first + index;
		const isSelected = at === selected;
		const line = padLine(rowLine(panel, row, { at, isSelected, label: 0, width: listWidth }), listWidth);
		const shown = isSelected && !isInText ? underlay(line, { background: 'bar' }) : line;
		return targeted(shown, { type: 'row', at });
	});
}

/** Title and words at its right. Where the document has the place of the list, its name is the title. */
function headOf(panel: Panel, { selected }: PanelSight, layout: DocumentLayout, width: number) {
	const { title, titleNote = '', titled, corner = [], rows, document } = panel;
	const row = rows[selected];
	if (!layout.hasName && layout.listRows === 0 && row !== undefined && document !== undefined) {
		const { words, facts } = document.name(row, width - LEAST_EDGE);
		return { title: words, corner: facts };
	}
	const isCut = rows.length > layout.listRows;
	const shown = titled?.(isCut && selected >= 0 ? selected + 1 : null, width) ?? titleWords(title, titleNote);
	return { title: shown, corner };
}
