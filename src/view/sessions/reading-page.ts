import type { SessionListState } from '../../core/sessions/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import type { ActionId } from '../keys/action-ids.js';
import { type Line, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { moveOf } from '../panel/list-keys.js';
import { clipLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { transcriptContext } from '../state/transcript-context.js';
import { createRenderCache } from '../transcript/line-cache.js';
import { END } from '../transcript/position.js';
import { scroll, scrollToStart } from '../transcript/scroll.js';
import { transcriptWindow } from '../transcript/window.js';
import type { SessionsPage } from './panel-state.js';
import * as messages from './sessions-messages.js';

type ReadingPage = Extract<SessionsPage, { type: 'read' }>;

/** Rows of the frame around the transcript, and of the line below it. */
const FRAME_ROWS = 3;

/** The page on which a session is read, from its end. */
export function readingPage(key: string, title: string): ReadingPage {
	// Lines that were drawn are kept for this page alone: the transcript of the open session has its own.
	return { type: 'read', key, title, anchor: END, cache: createRenderCache() };
}

/** An older session as its transcript, at most `room` rows. */
export function drawReading(page: ReadingPage, context: ScreenContext, room: number): readonly Line[] {
	const { columns } = context.ui;
	const width = innerWidth(columns);
	const rows = Math.max(1, room - FRAME_ROWS);
	const lines = transcriptLines(page, context, rows);
	const padded = Array.from({ length: rows }, (_, row) => lines[row] ?? []);
	const title: Line = [
		styled(truncate(messages.reading.title(page.title), width - 4), { bold: true, color: 'accent' }),
	];
	const below: Line = [styled(messages.reading.keys, { color: 'muted' })];
	return box([...padded, clipLine(below, width)], columns, { title, color: 'accent' }).slice(0, room);
}

function transcriptLines(page: ReadingPage, context: ScreenContext, rows: number): readonly Line[] {
	const reading = readingOf(page, context.session.sessionList ?? null);
	const width = innerWidth(context.ui.columns);
	const words = (text: string): readonly Line[] => wrapLine([styled(text, { color: 'muted' })], width);
	if (reading === null) return words(messages.PREVIEW);
	if (reading.failure !== undefined) return words(sanitizeLine(reading.failure.message));
	const older = olderContext(page, context);
	if (older === null || older.session.entries.size === 0) return words(messages.reading.empty);
	return transcriptWindow(older.session.entries, transcriptContext(older), page.anchor, rows).lines;
}

/** The page after a key that scrolls it; the same page after any other. */
export function scrollReading(page: ReadingPage, context: ScreenContext, id: ActionId, room: number): ReadingPage {
	const older = olderContext(page, context);
	if (older === null) return page;
	const rows = Math.max(1, room - FRAME_ROWS);
	const by = lineMoves[id] ?? moveOf(id, Math.max(1, rows - 2));
	if (id === 'picker-first') return { ...page, anchor: scrollToStart() };
	if (id === 'picker-last') return { ...page, anchor: END };
	if (by === null) return page;
	return { ...page, anchor: scroll(older.session.entries, transcriptContext(older), page.anchor, rows, by) };
}

/** The keys that scroll the preview scroll here, too. */
const lineMoves: Partial<Record<ActionId, number>> = { 'sessions-preview-up': -1, 'sessions-preview-down': 1 };

function readingOf({ key }: ReadingPage, list: SessionListState | null): SessionListState['reading'] {
	const reading = list?.reading ?? null;
	return reading?.key === key ? reading : null;
}

/** What the transcript is drawn from: the older session, in the place that the page gives it. */
function olderContext(page: ReadingPage, context: ScreenContext): ScreenContext | null {
	const entries = readingOf(page, context.session.sessionList ?? null)?.entries;
	if (entries === undefined) return null;
	const session = { ...context.session, entries, turn: null, questions: [] };
	const ui = { ...context.ui, columns: innerWidth(context.ui.columns) + 2, isTranscriptView: false, selection: null };
	return { ...context, session, ui: { ...ui, open: new Map(), cursor: null, search: null }, cache: page.cache };
}
