import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate } from '../../core/text/width.js';
import { type Line, styled } from '../line.js';
import { clipLine, wrapLine } from '../spans.js';
import { Body, box, drawBody, innerWidth } from './box.js';
import { firstInSight } from './list-keys.js';
import type { DrawnPanel, Panel } from './panel.js';
import {
	hasRule,
	headingLine,
	type ListEntry,
	layOut,
	type PanelLayout,
	placeIn,
	readingLines,
} from './panel-layout.js';
import { moreWords } from './panel-messages.js';
import type { PanelSight } from './panel-state.js';
import type { PanelPane } from './panel-texts.js';
import { rowLine } from './row-line.js';
import { drawWithDocument } from './with-document.js';
import { drawWithPreview, fill, inputLine, titleWords } from './with-preview.js';
import { addWriting } from './writing.js';

/** A panel in at most `room` rows; `isList`: it is a list above the draft, `isTall`: it takes all of them. */
export function drawPanel(
	given: Panel,
	sight: PanelSight,
	columns: number,
	room: number,
	{ isList, isTall }: { readonly isList: boolean; readonly isTall: boolean },
): DrawnPanel {
	const panel = withAsked(isList ? asList(given) : given, sight);
	if (panel.document !== undefined) return drawWithDocument(panel, sight, columns, room, isTall);
	if (panel.pane !== undefined) return drawPane(panel, panel.pane, sight, columns, room);
	if (panel.line?.label !== undefined) return drawWithPreview(panel, sight, columns, room);
	const layout = layOut(panel, sight.selected, columns, room, sight.asked);
	const width = innerWidth(columns);
	const lastScroll = layout.text.length - layout.textRows;
	const scroll = Math.min(sight.scroll, lastScroll);
	const text = layout.text.slice(scroll, scroll + layout.textRows);
	const body = new Body();
	body.add(text);
	for (const entry of inSight(layout, sight))
		body.add([entryLine(panel, sight, layout, entry, width)], 'at' in entry ? { type: 'row', at: entry.at } : null);
	if (panel.rows.length === 0 && panel.empty !== undefined)
		body.add(wrapLine([styled(sanitizeLine(panel.empty), { color: 'muted' })], width));
	const from = Math.min(sight.wordsFrom, layout.lastWord);
	if (layout.head === undefined) {
		body.add(fill(layout.words.slice(from), layout.wordRows));
		body.add(detailLines(panel, sight, layout.detail, width));
	} else body.add(readingLines({ ...layout, head: layout.head }, sight.wordsFrom, width));
	if (panel.writing !== undefined) addWriting(body, panel.writing, sight.lineDraft, layout.writing ?? 0, width);
	const hasMore = layout.lastWord > 0 && layout.wordRows > 0 && layout.head === undefined;
	const more: Line = hasMore ? [styled(moreWords(layout.lastWord - from), { color: 'warning' })] : [];
	const foot = panel.foot?.(width - 2) ?? more;
	const title = titleLine(panel, sight, layout, width);
	if (isTall) body.add(fill([], room - 2 - body.lines.length));
	const most = isList ? room : Math.min(room, body.lines.length + 2);
	return drawBody(body, { title, foot, color: 'accent' }, columns, most);
}

/** A list above the draft has a column for the row in force, and says which keys choose. */
function asList({ rows, keyWords = 'enter chooses, esc closes', ...panel }: Panel): Panel {
	return { ...panel, keyWords, rows: rows.map((row) => ({ isCurrent: false, ...row })) };
}

/** Where nothing stands below a list, what the next press will do stands behind the selected row. */
function withAsked(panel: Panel, { asked, selected }: PanelSight): Panel {
	if (asked === null || panel.detail !== undefined || panel.reading !== undefined || panel.document !== undefined)
		return panel;
	const detail = asked.words(Number.POSITIVE_INFINITY);
	return { ...panel, rows: panel.rows.map((row, at) => (at === selected ? { ...row, detail } : row)) };
}

/** Share of the room that a growing pane takes at most; in little room, all but a few rows of the conversation. */
const GROWN_SHARE = 0.66;
const LOW_ROOM = 14;
const LEFT_IN_LOW_ROOM = 2;
/** Rows of a growing pane from the start on: it grows with its text, and not at the first word. */
const LEAST_GROWN = 4;

/** The most rows of a pane in a panel of so many, and its cells. */
export function paneSize(
	{ below, grows }: PanelPane,
	line: Panel['line'],
	columns: number,
	room: number,
): { readonly width: number; readonly rows: number } {
	const width = innerWidth(columns);
	const grown = room < LOW_ROOM ? room - LEFT_IN_LOW_ROOM : Math.floor(room * GROWN_SHARE);
	const edges = 2 + below(width).length + (line === undefined ? 0 : 1);
	return { width, rows: Math.max(1, (grows === true ? grown : room) - edges) };
}

function drawPane(
	{ title, titleNote = '', line }: Panel,
	pane: PanelPane,
	{ anchor, typed, lineDraft }: PanelSight,
	columns: number,
	room: number,
): DrawnPanel {
	const { width, rows: most } = paneSize(pane, line, columns, room);
	const shown = pane.lines(width, most, anchor);
	const isAiry = shown.length < most;
	const rows = pane.grows === true ? Math.min(most, Math.max(LEAST_GROWN, shown.length + (isAiry ? 1 : 0))) : most;
	const text = fill(shown, rows);
	const input = line === undefined ? null : inputLine(line, typed, width, lineDraft?.draft.cursor);
	const below = pane.below(width).map((each) => clipLine(each, width));
	const inside = [...text, ...below, ...(input === null ? [] : [input.line])];
	const name = titleWords(truncate(sanitizeLine(title), width - 4), titleNote);
	const lines = box(inside, columns, { title: name, color: 'accent' });
	const cursor = input === null ? null : { x: 2 + input.column, y: lines.length - 2 };
	return { lines: lines.slice(0, room), cursor };
}

function inSight({ entries, list }: PanelLayout, { selected, top }: PanelSight): readonly ListEntry[] {
	const first = firstInSight(placeIn(entries, selected), top, entries.length, list);
	return entries.slice(first, first + list);
}

function titleLine(
	{ title, titleNote = '', keyWords = '', rows, titled }: Panel,
	{ selected, scroll }: PanelSight,
	{ entries, list, text, textRows }: PanelLayout,
	width: number,
): Line {
	if (titled !== undefined) return titled(entries.length > list ? selected + 1 : null, width);
	const isCut = text.length > textRows;
	const first = Math.min(scroll, text.length - textRows) + 1;
	const isText = rows.length === 0 && isCut;
	const place = isText
		? `${first}–${first + textRows - 1} of ${text.length} ↑↓`
		: selected >= 0 && entries.length > list
			? `${selected + 1} of ${rows.length}`
			: '';
	const keys = keyWords === '' || isText || !isCut || textRows === 0 ? keyWords : 'pgdn reads on, esc back';
	const name = sanitizeLine(title);
	const wordsWith = (said: string): string =>
		[sanitizeLine(titleNote), place, said].flatMap((each) => (each === '' ? [] : [` · ${each}`])).join('');
	const said = firstParts(keys, (part) => cellWidth(name + wordsWith(part)) <= width - 2);
	return [styled(name, { bold: true, color: 'accent' }), styled(wordsWith(said), { color: 'muted' })];
}

/** Words about keys without the last ones, until they fit: the footer has them as well. */
function firstParts(keys: string, isRoom: (words: string) => boolean): string {
	const parts = keys.split(', ');
	const counts = Array.from(parts, (_, left) => parts.length - left);
	return counts.map((count) => parts.slice(0, count).join(', ')).find(isRoom) ?? '';
}

function entryLine(panel: Panel, sight: PanelSight, layout: PanelLayout, entry: ListEntry, width: number): Line {
	if ('heading' in entry) return headingLine(entry.heading, width);
	const row = panel.rows[entry.at];
	const isSelected = entry.at === sight.selected;
	return row === undefined ? [] : rowLine(panel, row, { at: entry.at, isSelected, label: layout.label, width });
}

/** The pending confirmation and the detail of the selected row, in exactly `rows` lines. */
function detailLines(panel: Panel, { selected, asked }: PanelSight, rows: number, width: number): readonly Line[] {
	const row = panel.rows[selected];
	if (row === undefined || panel.detail === undefined || rows === 0) return [];
	const above: Line[] = hasRule(rows) ? [[styled('─'.repeat(width), { color: 'muted', dim: true })]] : [];
	if (asked !== null) above.push([styled(sanitizeLine(asked.words(width)), { color: 'warning', bold: true })]);
	const left = rows - above.length;
	const lines = [...above, ...(left > 0 ? panel.detail(row, width, left) : [])];
	return lines.slice(0, rows).map((line) => clipLine(line, width));
}
