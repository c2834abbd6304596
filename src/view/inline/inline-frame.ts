import { truncate } from '../../core/text/width.js';
import { welcome } from '../frame/first-screen.js';
import { renderFooter } from '../frame/footer.js';
import { cursorAt, type Frame, LEAST_SCREEN, linesBelow, overlayLayout, renderFrame } from '../frame/frame.js';
import { renderHeader } from '../frame/header.js';
import { ownStatusLine } from '../frame/own-status-line.js';
import { drawOverlay, layOutRegions } from '../frame/regions.js';
import { faint, type Line, styled } from '../line.js';
import { panelIn } from '../panel/loaded-panel.js';
import { NO_SIDE_PANEL } from '../side-panel/side-panel.js';
import { clipLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { transcriptContext } from '../state/transcript-context.js';
import { END } from '../transcript/position.js';
import type { RenderContext } from '../transcript/render-context.js';
import { transcriptWindow } from '../transcript/window.js';
import { Scrollback } from './scrollback.js';

const MOST_OF_PLAN = 0.6;

/** Lines written at once, so that loading a session does not delay a key. */
const MOST_AT_ONCE = 1000;
const ROOM_FOR_HEADER = 16;
/** Share of the screen for text that may change: a narrower terminal wraps it, and what leaves the screen is lost. */
const MOST_OF_SCREEN = 0.5;
const LEAST_LIVE = 6;
const MOST_AGAIN = 0.5;

/** Draws the frame below the scrollback, and gives the lines to write into it. Some states need the whole screen. */
export class InlineRenderer {
	readonly #scrollbacks = new WeakMap<object, Scrollback>();
	#scrollback = new Scrollback();
	#heading: string | null = null;
	#isWhole = false;
	#hasMore = false;
	#lines: readonly Line[] = [];
	#last: ScreenContext | null = null;

	constructor(first: object = {}) {
		this.#scrollbacks.set(first, this.#scrollback);
	}

	show(session: object, heading: string): void {
		this.#scrollback = this.#scrollbacks.get(session) ?? new Scrollback();
		this.#scrollbacks.set(session, this.#scrollback);
		this.#heading = heading;
		this.#last = null;
	}

	render(given: ScreenContext): Frame {
		const context = backFromView(this.#last, given);
		const { columns, rows } = context.ui;
		this.#last = context;
		this.#isWhole = needsWholeScreen(context);
		if (this.#isWhole) return renderFrame(context);
		return columns < LEAST_SCREEN.columns || rows < LEAST_SCREEN.rows ? tooSmall(context) : this.#layOut(context);
	}

	isWhole(): boolean {
		return this.#isWhole;
	}

	/** Lines that became final since the last call; they are indented by one cell, like the frame's transcript. */
	takeLines(): readonly Line[] {
		const taken = this.#lines;
		this.#lines = [];
		return taken;
	}

	takeRest(): readonly Line[] {
		const taken = this.takeLines();
		if (this.#last === null) return taken;
		const { session, whole = session, ui } = this.#last;
		const context = { ...this.#last, session: whole, ui: { ...ui, isTranscriptView: false, subagentView: null } };
		return [...taken, ...this.#scrollback.rest(context.session.entries, inlineContext(context))];
	}

	hasMore(): boolean {
		return this.#hasMore;
	}

	#layOut(context: ScreenContext): Frame {
		const { session, ui } = context;
		const transcript = inlineContext(context);
		if (this.#heading !== null) {
			// Short, as a narrower window would wrap it.
			const heading = truncate(`── ${this.#heading} ──`, Math.max(8, ui.columns - 2));
			const again = this.#scrollback.written(session.entries, transcript, Math.floor(ui.rows * MOST_AGAIN));
			this.#lines = [...this.#lines, [], [styled(heading, { color: 'accent' })], ...again];
			this.#heading = null;
		}
		const taken = this.#scrollback.take(session.entries, transcript, session.turn !== null, MOST_AT_ONCE);
		this.#hasMore = taken.length >= MOST_AT_ONCE;
		this.#lines = [...this.#lines, ...taken];
		const footer = [
			...ownStatusLine(context),
			renderFooter(context),
			...(ui.rows < ROOM_FOR_HEADER ? [] : [renderHeader(context)]),
		];
		const regions = layOutRegions(context, footer.length);
		const { composer, status, queue, completion, overlay, plan, rows } = regions;
		const most = Math.max(LEAST_LIVE, Math.floor(ui.rows * MOST_OF_SCREEN) - (ui.rows - rows));
		const live = this.#drawLive(context, Math.min(rows, most));
		const above = live.length + plan.length + overlay.lines.length + status + queue.length + completion.length;
		const window = transcriptWindow(session.entries, transcript, END, 0);
		return {
			...NO_SIDE_PANEL,
			header: [],
			headerRows: 0,
			transcript: live,
			marked: null,
			...linesBelow(context, regions, window),
			footer,
			cursor: cursorAt(context, composer, above),
			window,
			// A page on the whole screen, where looking back takes place.
			transcriptRows: Math.max(1, ui.rows - composer.lines.length - 3),
			...overlayLayout(overlay),
			moved: [],
			entries: session.entries,
		};
	}

	#drawLive(context: ScreenContext, rows: number): readonly Line[] {
		const { session } = context;
		if (session.entries.size === 0) return welcome(context, Math.max(0, rows - 1));
		if (rows === 0) return [];
		const { lines, isCut } = this.#scrollback.live(session.entries, inlineContext(context), rows);
		if (!isCut || rows < 3) return lines;
		return [[faint(`⋯ more above (ctrl+o)`)], ...lines.slice(1)];
	}
}

/** Short rows: a terminal that becomes narrower wraps them, and the frame with them. */
function inlineContext(context: ScreenContext): RenderContext {
	return { ...transcriptContext(context), isTimeClose: true };
}

/** Leaving the transcript view leads back to the end: its place is on no screen any more. */
function backFromView(before: ScreenContext | null, now: ScreenContext): ScreenContext {
	const isLeft = before?.ui.isTranscriptView === true && !now.ui.isTranscriptView;
	return isLeft ? { ...now, ui: { ...now.ui, anchor: END } } : now;
}

function tooSmall(context: ScreenContext): Frame {
	const frame = renderFrame(context);
	const overlay = frame.overlay.slice(0, 1).map((line) => clipLine(line, Math.max(1, context.ui.columns)));
	return { ...frame, overlay };
}

function needsWholeScreen(context: ScreenContext): boolean {
	const { session, ui } = context;
	const panel = panelIn(ui);
	if (ui.isTranscriptView || ui.anchor.type === 'at' || panel?.isTall === true || panel?.coversDraft === true)
		return true;
	const question = session.questions[0];
	if (question === undefined || ui.question?.questionId !== question.id || ui.panel.kind !== 'none') return false;
	if (ui.question.isOpen) return true;
	if (question.kind !== 'exit-plan') return false;
	const room = Math.max(1, ui.rows - 6);
	const review = drawOverlay(context, room);
	return review.lastScroll > 0 || review.lines.length > ui.rows * MOST_OF_PLAN;
}
