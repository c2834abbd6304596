import { type EntryList, eachEntry } from '../../core/session/entries/entry-list.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate, truncateStart } from '../../core/text/width.js';
import { formatDuration } from '../duration.js';
import { type Line, plain, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { clipLine, joinLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shownTime, spinnerSign } from '../state/spinner.js';
import { transcriptContext } from '../state/transcript-context.js';
import { transcriptWindow } from '../transcript/window.js';
import { figureText, isTold } from '../usage/figures.js';
import { answerOf, isUnderWay, type SidePanelState } from './panel-state.js';
import * as messages from './side-question-messages.js';

/** What of the room the panel takes at most; in a low one all but a few rows of the conversation. */
const SHARE = 0.66;
const LEFT = 2;
const LOW_ROOM = 14;
/** Below this the footer has no room for the keys, in cells. */
const NARROW = 70;
/** Rows of the answer from the start on: the panel grows with it, and not at the first word. */
const LEAST = 4;
/** A failure takes at most so many rows. */
const MOST_FAILURE = 4;
/** An agent that says nothing for so long may not work on two sessions at once, in ms. */
const SILENT_AFTER = 30_000;

/** The panel, at most `room` rows: its last rows are where the question stands. */
export function drawPanel(state: SidePanelState, context: ScreenContext, room: number) {
	const { columns } = context.ui;
	const side = context.session.sideQuestion;
	if (side === undefined) return { lines: [], cursor: null };
	const below = belowLines(state, side, context);
	const height = room < LOW_ROOM ? room - LEFT : Math.floor(room * SHARE);
	const most = Math.max(1, height - 2 - below.length);
	const answer = transcriptWindow(side.entries, transcriptContext(sideContext(state, context)), state.anchor, most);
	const isAiry = answer.lines.length < most;
	const rows = Math.min(most, Math.max(LEAST, answer.lines.length + (isAiry ? 1 : 0)));
	const lines = Array.from({ length: rows }, (_, row) => answer.lines[row] ?? []);
	const drawn = box([...lines, ...below], columns, { title: titleLine(side, columns), color: 'accent' });
	const cursor = state.typed === null ? null : { x: 2 + lineCursor(state.typed, columns), y: drawn.length - 2 };
	return { lines: drawn.slice(0, room), cursor };
}

/** Rows of the answer in a panel of so many rows. */
export function answerRows(state: SidePanelState, context: ScreenContext, rows: number): number {
	const side = context.session.sideQuestion;
	return side === undefined ? 1 : Math.max(1, rows - 2 - belowLines(state, side, context).length);
}

/** What the answer is drawn from: the side session, in the place that the panel gives it. */
export function sideContext({ cache }: SidePanelState, context: ScreenContext): ScreenContext {
	const { session, ui } = context;
	const entries = session.sideQuestion?.entries ?? session.entries;
	const columns = innerWidth(ui.columns) + 2;
	const inPanel = {
		...ui,
		columns,
		isTranscriptView: false,
		selection: null,
		open: foldedTools(entries),
		cursor: null,
		search: null,
	};
	return { ...context, session: { ...session, entries, questions: [] }, ui: inPanel, cache };
}

/** A tool that was used is one line. */
function foldedTools(entries: EntryList): ReadonlyMap<string, boolean> {
	const folded = new Map<string, boolean>();
	for (const entry of eachEntry(entries)) if (entry.kind === 'tool') folded.set(entry.id, false);
	return folded;
}

function titleLine(side: SideQuestion, columns: number): Line {
	const { knows } = side;
	const words = knows === null ? '' : ` · ${messages.KNOWS[knows]}`;
	const isRoom = cellWidth(messages.TITLE) + cellWidth(words) + 8 <= columns;
	return [
		styled(messages.TITLE, { bold: true, color: 'accent' }),
		...(isRoom ? [styled(words, { color: 'muted' })] : []),
	];
}

/** What stands below the answer: why there is none, what the conversation asks, where the question stands. */
function belowLines(state: SidePanelState, side: SideQuestion, context: ScreenContext): readonly Line[] {
	const width = innerWidth(context.ui.columns);
	return [
		...failureLines(side, width),
		...askedLines(context, width),
		state.typed === null ? statusLine(side, context, width) : typedLine(state.typed, width),
	];
}

function failureLines({ failure, phase }: SideQuestion, width: number): readonly Line[] {
	if (failure === undefined || phase !== 'failed') return [];
	const hint = failure.hint === undefined ? '' : ` ${sanitizeLine(failure.hint)}`;
	const words = clip(sanitizeLine(failure.message), 600);
	return wrapLine([styled(words, { color: 'error' }), styled(hint, { color: 'muted' })], width).slice(0, MOST_FAILURE);
}

/** The question that the conversation waits with: keys of the panel do not answer it. */
function askedLines({ session }: ScreenContext, width: number): readonly Line[] {
	const [question] = session.questions;
	if (question === undefined) return [];
	const words = messages.waits(clip(sanitizeLine(question.request.title), 200));
	const room = Math.max(1, width - cellWidth(messages.WAITS_KEY));
	const title = styled(truncate(words, room), { color: 'warning', bold: true });
	return [[title, styled(messages.WAITS_KEY, { color: 'warning' })]];
}

function statusLine(side: SideQuestion, context: ScreenContext, width: number): Line {
	const waited = shownTime(context) - side.askedAt;
	const isRunning = isUnderWay(side);
	const color = side.phase === 'failed' ? 'error' : side.phase === 'stopped' ? 'warning' : 'muted';
	const words = styled(messages.PHASES[side.phase], { color });
	const keys = context.ui.columns < NARROW && answerOf(side) !== '' ? messages.KEYS : figures(side);
	if (!isRunning) return joinLine([words], [styled(keys, { color: 'muted' })], width);
	const sign = styled(`${spinnerSign(context)} `, { color: 'accent' });
	const time = styled(` ${formatDuration(Math.max(0, waited))}`, { color: 'muted' });
	const isSilent = waited > SILENT_AFTER && answerOf(side) === '' && context.session.turn !== null;
	const doubt = isSilent ? [styled(` · ${messages.MAYBE_ONE_AT_A_TIME}`, { color: 'warning' })] : [];
	return clipLine([sign, words, time, ...doubt], width);
}

/** What it came to, as far as the agent says so. */
function figures({ usage }: SideQuestion): string {
	if (usage === undefined) return '';
	const told: string[] = [];
	if (isTold(usage, 'totalTokens')) told.push(`${figureText(usage, 'totalTokens')} tokens`);
	if (isTold(usage, 'cost')) told.push(figureText(usage, 'cost'));
	return told.join(' · ');
}

function typedLine(typed: string, width: number): Line {
	const room = Math.max(1, width - cellWidth(messages.LINE_LABEL) - 1);
	const label = styled(messages.LINE_LABEL, { color: 'accent', bold: true });
	const text = sanitizeLine(typed);
	return text === ''
		? [label, styled(truncate(messages.LINE_KEYS, room), { color: 'muted', dim: true })]
		: [label, plain(truncateStart(text, room))];
}

/** The cell of the cursor in the line. */
function lineCursor(typed: string, columns: number): number {
	const width = innerWidth(columns);
	const room = Math.max(1, width - cellWidth(messages.LINE_LABEL) - 1);
	return Math.min(width - 1, cellWidth(messages.LINE_LABEL) + cellWidth(truncateStart(sanitizeLine(typed), room)));
}
