import { lastOf } from '../../core/once.js';
import type { SessionState } from '../../core/session/state.js';
import { isBeingSteered, isUncertain } from '../../core/session/steering/steering-of.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncateStart } from '../../core/text/width.js';
import { renderCompletion } from '../composer/render-completion.js';
import type { DrawnComposer } from '../composer/render-draft.js';
import { faint, type Line, muted, plain, type Span, styled } from '../line.js';
import { panelIn } from '../panel/loaded-panel.js';
import { renderQuestion } from '../questions/permission-panel.js';
import { renderPlanReview } from '../questions/plan-review.js';
import { panelOfSignIn } from '../sign-in/in-front.js';
import { joinLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { type Overlay, WHOLE_QUESTION } from '../state/screen-layout.js';
import { acrossScreen, hasSidePanel, screenColumns } from '../state/side-panel.js';
import type { TranscriptSearch } from '../state/ui-state.js';
import { promptStart } from '../status/session-words.js';
import type { RenderContext } from '../transcript/render-context.js';
import { MOST_MATCHES } from '../transcript/search/transcript-search.js';
import { transcriptWindow } from '../transcript/window.js';
import { drawComposer, LOW_ROWS } from './composer-region.js';
import { drawPlan, isAsking } from './plan-region.js';
import { statusRows } from './status-line.js';

const LEAST_ABOVE = 3;

const ROOM_FOR_BOTH = 24;

export type Layout = ReturnType<typeof createLayout>;

/** The regions and the window of the transcript by the rows that are taken; those asked for last are known. */
export function createLayout(context: ScreenContext, transcript: RenderContext) {
	const regions = lastOf((taken: number) => layOutRegions(context, taken));
	const window = lastOf((taken: number) =>
		transcriptWindow(context.session.entries, transcript, context.ui.anchor, regions(taken).rows),
	);
	return { regions, window };
}

export type Regions = ReturnType<typeof layOutRegions>;

/** The regions around the transcript, when the header and the footer take so many rows; `rows` are left for it. */
export function layOutRegions(context: ScreenContext, taken: number) {
	const composer = drawInput(context);
	const free = context.ui.rows - taken - composer.lines.length;
	const status = statusRows(context, Math.max(1, free - LEAST_ABOVE));
	const room = Math.max(1, free - status);
	const { queue, completion } = drawBelow(context, room);
	const left = room - queue.length - completion.length;
	// A question leaves the plan one row, where there is room.
	const folded = isAsking(context) && context.ui.rows >= ROOM_FOR_BOTH ? drawPlan(context, left, 0) : [];
	const overlay = drawOverlay(context, left - folded.length);
	const plan = folded.length > 0 ? folded : drawPlan(context, left, overlay.lines.length);
	const rows = Math.max(0, left - overlay.lines.length - plan.length);
	return { composer, status, room, queue, completion, overlay, plan, rows };
}

function drawInput(context: ScreenContext): DrawnComposer {
	const { ui } = context;
	// The panel has a line of its own to type into.
	if (panelIn(ui)?.coversDraft === true) return { lines: [], cursor: null };
	if (!ui.isTranscriptView) return drawComposer(acrossScreen(context));
	return ui.search === null
		? { lines: [], cursor: null }
		: drawSearchLine(ui.search, screenColumns(ui), ui.lineDraft?.draft.cursor);
}

function drawBelow({ session, ui }: ScreenContext, room: number) {
	if (ui.isTranscriptView) return { queue: [], completion: [] };
	// On a low screen every row is needed for the question in front.
	const isCrowded = session.questions.length > 0 && ui.rows < LOW_ROWS;
	const isListed = panelIn(ui)?.name === 'queue';
	const queue =
		isCrowded || isListed || hasSidePanel(ui)
			? []
			: renderQueue(session, ui.columns, Math.max(1, Math.floor(ui.rows / 8)));
	const left = Math.max(1, room - queue.length - 2);
	const completion = renderCompletion(ui.composer, { width: ui.columns, maxRows: Math.min(8, left) });
	const most = Math.max(0, room - 1);
	return { queue: queue.slice(0, most), completion: completion.slice(0, Math.max(0, most - queue.length)) };
}

export function renderQueue(session: SessionState, columns: number, maxRows: number): Line[] {
	const { queue } = session;
	if (queue.length === 0 || maxRows <= 0) return [];
	const shown = queue.slice(0, queue.length > maxRows ? maxRows - 1 : maxRows);
	const lines: Line[] = shown.map((prompt, index) => {
		const isSteered = isBeingSteered(session, prompt.id);
		const place = `queued ${index + 1}${isUncertain(session, prompt.id) ? ' (sent?)' : ''}: `;
		return joinLine(
			[
				plain(' '),
				styled(isSteered ? 'into the turn: ' : place, { color: session.isQueuePaused ? 'warning' : 'accent' }),
				muted(promptStart(prompt)),
			],
			index === shown.length - 1 && !isSteered ? [faint('↑ edits ')] : [],
			columns,
		);
	});
	const hidden = queue.length - shown.length;
	if (hidden > 0) lines.push([muted(` ⋯ ${hidden} more queued`)]);
	return lines;
}

function drawSearchLine(search: TranscriptSearch, columns: number, cursor = search.text.length): DrawnComposer {
	const right: Span[] = [...resultSpans(search), plain(' ')];
	const room = Math.max(4, columns - lineWidth(right) - 5);
	const query = truncateStart(sanitizeLine(search.text), room);
	const left: Line = [styled(' / ', { color: 'accent', bold: true }), plain(query)];
	const behind = cellWidth(sanitizeLine(search.text.slice(cursor)));
	const column = Math.min(columns - 1, Math.max(3, lineWidth(left) - behind));
	return { lines: [joinLine(left, right, columns)], cursor: search.isTyping ? { row: 0, column } : null };
}

function resultSpans({ scan, current, text }: TranscriptSearch): Span[] {
	if (text === '' || scan === null) return [muted('case counts once you type a capital')];
	const more = scan.isDone ? (scan.total >= MOST_MATCHES ? '+' : '') : '…';
	if (scan.total === 0) return scan.isDone ? [styled('no match', { color: 'warning' })] : [muted('searching…')];
	const before = scan.hits.reduce(
		(sum, hit) => (current !== null && hit.entry < current.entry ? sum + hit.count : sum),
		0,
	);
	const position = current === null ? '' : `${before + current.match + 1} of `;
	return [styled(`${position}${scan.total}${more}`, { color: 'accent' })];
}

const NONE: Overlay = { lines: [], lastScroll: 0, answers: [], questionPage: WHOLE_QUESTION };

export function drawOverlay(context: ScreenContext, room: number): Overlay {
	const { session, ui } = context;
	if (room <= 0) return NONE;
	switch (ui.panel.kind) {
		case 'loading':
			return NONE;
		case 'loaded':
			return cut({ ...NONE, ...panelIn(ui)?.draw(context, room) }, room);
		case 'none':
			break;
	}
	const signIn = panelOfSignIn(context);
	if (signIn !== null) return cut({ ...NONE, ...signIn.draw(context, room), cursor: null }, room);
	const question = session.questions[0];
	if (question === undefined || question.kind === 'elicitation-form')
		return cut(formsIn(ui)?.draw(context, room) ?? NONE, room);
	if (ui.question?.questionId !== question.id) return NONE;
	if (question.kind !== 'exit-plan') return renderQuestion(context, question, ui.question, room);
	return ui.isTranscriptView ? NONE : renderPlanReview(context, question, ui.question, room);
}

function cut(overlay: Overlay, room: number): Overlay {
	return overlay.lines.length <= room ? overlay : { ...overlay, lines: overlay.lines.slice(0, room) };
}
