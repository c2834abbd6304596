import { rowKey, type SessionListState } from '../../core/sessions/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate, truncateStart } from '../../core/text/width.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { clipLine, joinLine, padLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from '../status/session-words.js';
import { excerptOf } from './find-sessions.js';
import type { SessionsPage, SessionsPanelState } from './panel-state.js';
import { previewLines } from './preview.js';
import { drawReading } from './reading-page.js';
import { detailLine, type RowContext, titleLine } from './session-row.js';
import * as messages from './sessions-messages.js';

/** How the panel is laid out on this many cells and rows. */
type PanelLayout = {
	readonly width: number;
	/** Cells of the list, and of the preview beside it; 0: it is not there. */
	readonly listWidth: number;
	readonly sideWidth: number;
	/** Rows of the list, of the preview below it, and of the words on the selected session. */
	readonly listRows: number;
	readonly belowRows: number;
	readonly detailRows: number;
	/** Rows of each session. */
	readonly perSession: 1 | 2;
	readonly hasStatus: boolean;
};

/** From this width on the preview stands beside the list. */
const SIDE_FROM = 112;
/** Cells around the title, and of the folder in it where that is worth a word. */
const TITLE_EDGES = 9;
const LEAST_SCOPE = 10;
/** With this many rows the preview stands below the list. */
const BELOW_FROM = 18;
/** With this many rows a session has two. */
const TWO_ROWS_FROM = 10;

/** How the panel is laid out in a frame of so many columns and rows. */
export function panelLayout(columns: number, room: number): PanelLayout {
	const width = innerWidth(columns);
	const inside = Math.max(1, room - 2);
	const hasStatus = inside >= 6;
	const body = Math.max(0, inside - 1 - (hasStatus ? 1 : 0));
	const isBeside = columns >= SIDE_FROM && body >= 6;
	const sideWidth = isBeside ? Math.floor((width - 3) * 0.45) : 0;
	const belowRows = !isBeside && body >= BELOW_FROM ? Math.floor(body * 0.42) : 0;
	const perSession = body - belowRows >= TWO_ROWS_FROM ? 2 : 1;
	const detailRows = perSession === 1 && belowRows === 0 && !isBeside && body >= 4 ? 1 : 0;
	return {
		width,
		listWidth: isBeside ? width - 3 - sideWidth : width,
		sideWidth,
		listRows: Math.max(0, body - belowRows - detailRows),
		belowRows,
		detailRows,
		perSession,
		hasStatus,
	};
}

/** How many sessions are in sight at once. */
export function sessionsInSight({ listRows, perSession }: PanelLayout): number {
	return Math.max(1, Math.floor(listRows / perSession));
}

/** The panel, at most `room` rows; it costs what is in sight. */
export function drawPanel(state: SessionsPanelState, context: ScreenContext, room: number) {
	const { columns } = context.ui;
	const { page } = state;
	if (page.type === 'choose') return { lines: drawChoice(page, columns, room), cursor: null };
	if (page.type === 'read') return { lines: drawReading(page, context, room), cursor: null };
	const list = context.session.sessionList ?? null;
	const layout = panelLayout(columns, room);
	const rows = rowContext(state, context);
	const input = inputLine(page, state.search, layout.width);
	const body = bodyLines(state, list, rows, layout);
	const status = layout.hasStatus ? [statusLine(state, list, layout.width)] : [];
	const lines = box([input.line, ...body, ...status], columns, { title: titleLineOf(state, context), color: 'accent' });
	return { lines: lines.slice(0, room), cursor: room > 1 ? { x: input.column + 2, y: 1 } : null };
}

/** What rows are drawn with now. */
export function rowContext({ search }: SessionsPanelState, { session, now, home, ui }: ScreenContext): RowContext {
	return {
		now,
		home,
		openRecord: session.record?.id ?? null,
		open: ui.sessions,
		search,
		list: session.sessionList ?? null,
	};
}

function titleLineOf({ shown, search }: SessionsPanelState, { session, home, ui }: ScreenContext): Line {
	const list = session.sessionList ?? null;
	const scope = messages.scopeWords(list?.scope ?? 'folder', shortDirectory(session.cwd, home));
	const count =
		list === null || list.isLoading
			? ''
			: ` · ${messages.countWords(shown.sessions.length, list.sessions.length, search.trim() !== '')}`;
	// Which folder it is stands in the header as well: it goes first where there is no room.
	const room = ui.columns - TITLE_EDGES - cellWidth(messages.TITLE) - cellWidth(count);
	const place = room < LEAST_SCOPE ? '' : ` · ${truncateStart(scope, Math.min(60, room))}`;
	return [styled(messages.TITLE, { bold: true, color: 'accent' }), styled(`${count}${place}`, { color: 'muted' })];
}

function inputLine(
	page: Exclude<SessionsPage, { type: 'choose' | 'read' }>,
	search: string,
	width: number,
): { readonly line: Line; readonly column: number } {
	const [label, text, hint] =
		page.type === 'rename'
			? [messages.renameLabel, page.text, messages.RENAME_KEYS]
			: [messages.searchLabel, search, messages.PLACEHOLDER];
	const room = Math.max(1, width - cellWidth(label) - 1);
	const shown = truncateStart(sanitizeLine(text), room);
	const words: Span = text === '' ? styled(truncate(hint, room), { color: 'muted', dim: true }) : plain(shown);
	const left: Line = [styled(label, { color: 'accent', bold: true }), words];
	const column = Math.min(width - 1, cellWidth(label) + cellWidth(shown));
	const isBesides = page.type === 'rename' && text !== '' && cellWidth(shown) + cellWidth(hint) + 2 < room;
	return { line: isBesides ? joinLine(left, [styled(hint, { color: 'muted' })], width) : left, column };
}

function bodyLines(
	state: SessionsPanelState,
	list: SessionListState | null,
	rows: RowContext,
	layout: PanelLayout,
): readonly Line[] {
	const { shown, selected } = state;
	const { listRows, listWidth, sideWidth, belowRows, detailRows, width } = layout;
	const listed = fill(listLines(state, list, rows, layout), listRows);
	const session = shown.sessions[selected];
	if (session === undefined) return fill(listed, listRows + belowRows + detailRows);
	const preview = list?.previews.get(rowKey(session));
	if (sideWidth > 0) {
		const { head, lines } = previewLines(session, preview, rows, sideWidth);
		const side = withEnd(head, lines, listRows, state.previewScroll, sideWidth);
		const edge = styled(' │ ', { color: 'muted', dim: true });
		return listed.map((line, row) => [...padLine(line, listWidth), edge, ...(side[row] ?? [])]);
	}
	if (belowRows > 0) {
		const { head, lines } = previewLines(session, preview, rows, width);
		return [...listed, ...withEnd([rule(width), ...head.slice(0, 1)], lines, belowRows, state.previewScroll, width)];
	}
	// Where each session has one row, that of the selected one is followed by what is known of it.
	const at = selected - firstInSight(state, layout);
	const detail = [detailLine(session, rows, excerptOf(session, shown.excerpts), width)];
	return [...listed.slice(0, at + 1), ...fill(detail, detailRows), ...listed.slice(at + 1)];
}

/** Which session is the first on the screen. */
function firstInSight({ shown, selected }: SessionsPanelState, layout: PanelLayout): number {
	const inSight = sessionsInSight(layout);
	return Math.max(0, Math.min(selected - Math.floor(inSight / 2), shown.sessions.length - inSight));
}

function listLines(
	state: SessionsPanelState,
	list: SessionListState | null,
	rows: RowContext,
	layout: PanelLayout,
): readonly Line[] {
	const { shown, selected, search } = state;
	const { sessions, excerpts } = shown;
	const { listWidth, perSession } = layout;
	if (sessions.length === 0) {
		return wrapLine([styled(`  ${emptyWords(list, search)}`, { color: 'muted' })], listWidth);
	}
	const first = firstInSight(state, layout);
	return sessions.slice(first, first + sessionsInSight(layout)).flatMap((session, index) => {
		const isSelected = first + index === selected;
		const excerpt = excerptOf(session, excerpts);
		const title = titleLine(session, rows, isSelected, listWidth);
		return perSession === 1 ? [title] : [title, detailLine(session, rows, excerpt, listWidth)];
	});
}

/** Why there is nothing in the list. */
export function emptyWords(list: SessionListState | null, search: string): string {
	if (list === null || list.isLoading || list.agentSessions.type === 'loading') return messages.LOOKING;
	if (search.trim() !== '') return list.isSearching ? messages.SEARCHING : messages.NOT_FOUND;
	if (list.unreadable !== undefined) return messages.unreadable(list.unreadable);
	return list.scope === 'all' ? messages.NONE : messages.NONE_HERE;
}

function statusLine({ page, search }: SessionsPanelState, list: SessionListState | null, width: number): Line {
	if (list === null || page.type === 'rename') return [];
	const { outcome, failure, isSearching } = list;
	if (failure !== null) return clipLine([styled(sanitizeLine(failure.message), { color: 'error' })], width);
	const theirs = agentWords(list);
	const words =
		list.unreadable === undefined || theirs.isFailure
			? theirs
			: { text: messages.unreadable(list.unreadable), isFailure: true };
	const left: Line =
		outcome === null
			? [styled(words.text, { color: words.isFailure ? 'warning' : 'muted' })]
			: [styled(sanitizeLine(outcome.text), { color: outcome.isFailure ? 'error' : 'success' })];
	const right: Line = isSearching && search !== '' ? [styled(messages.SEARCHING, { color: 'muted' })] : [];
	return joinLine(left, right, width);
}

/** What is known of the agent's own list; empty where it has none. */
export function agentWords({ agentSessions }: SessionListState): {
	readonly text: string;
	readonly isFailure: boolean;
} {
	const { type, count, failure } = agentSessions;
	const name = sanitizeLine(agentSessions.title);
	switch (type) {
		case 'none':
			return { text: '', isFailure: false };
		case 'loading':
			return { text: messages.agentList.loading(name), isFailure: false };
		case 'more':
		case 'complete':
			return { text: messages.agentList[type](name, count), isFailure: false };
		case 'failed':
			return { text: messages.agentList.failed(name, sanitizeLine(failure?.message ?? '')), isFailure: true };
	}
}

/** A head, and below it the end of the lines, or what is `scroll` lines above the end. */
function withEnd(
	head: readonly Line[],
	lines: readonly Line[],
	rows: number,
	scroll: number,
	width: number,
): readonly Line[] {
	const room = Math.max(0, rows - head.length - 1);
	const last = Math.max(0, lines.length - room);
	const from = Math.max(0, last - Math.min(scroll, last));
	const gap: Line = from === 0 ? [] : [styled('⋯', { color: 'muted' })];
	return fill([...head, gap, ...lines.slice(from, from + room)], rows).map((line) => clipLine(line, width));
}

function rule(width: number): Line {
	return [styled('─'.repeat(width), { color: 'muted', dim: true })];
}

function fill(lines: readonly Line[], rows: number): readonly Line[] {
	return Array.from({ length: rows }, (_, row) => lines[row] ?? []);
}

function drawChoice(
	{ title, rows, selected }: Extract<SessionsPage, { type: 'choose' }>,
	columns: number,
	room: number,
) {
	const width = innerWidth(columns);
	const draw = (isShort: boolean): readonly Line[] =>
		rows.flatMap(({ label, detail }, index): Line[] => {
			const isSelected = index === selected;
			const mark = styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true });
			const name = styled(label, isSelected ? { bold: true } : {});
			const isNamed = detail !== '' && (!isShort || isSelected);
			const words: Line = isNamed ? [styled(` · ${detail}`, { color: 'muted' })] : [];
			return wrapLine([mark, name, ...words], width, { indent: [plain('    ')] });
		});
	const inside = Math.max(1, room - 2);
	const whole = draw(false);
	// On a small screen only the selected row is explained.
	const lines = whole.length <= inside ? whole : draw(true);
	const head: Line = [styled(truncate(title, Math.max(8, width - 4)), { bold: true, color: 'accent' })];
	return box(lines.slice(0, inside), columns, { title: head, color: 'accent' });
}
