import { truncate } from '../../core/text/width.js';
import { renderFooter } from '../frame/footer.js';
import { cursorAt, type Frame, LEAST_SCREEN, layOutRegions, overlayLayout, renderFrame } from '../frame/frame.js';
import { renderHeader } from '../frame/header.js';
import { drawOverlay } from '../frame/overlay.js';
import { renderStatus } from '../frame/status-line.js';
import { welcome } from '../frame/welcome.js';
import { type Line, styled } from '../line.js';
import { clipLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { RenderContext } from '../transcript/context.js';
import { omitted } from '../transcript/messages.js';
import { END } from '../transcript/position.js';
import { transcriptWindow } from '../transcript/window.js';
import { Scrollback } from './scrollback.js';

/** A plan that takes more of the screen than this is reviewed on a screen of its own. */
const MOST_OF_PLAN = 0.6;

/** Lines that are written at once, so that a session that is loaded does not delay a key. */
const MOST_AT_ONCE = 1000;
/** With so many rows the header (the folder, the agent) is drawn below the footer. */
const ROOM_FOR_HEADER = 16;
/**
 * Text that may still change gets no more of the screen than this: a terminal that becomes narrower wraps the frame,
 * and what it pushes off the screen by that is out of reach.
 */
const MOST_OF_SCREEN = 0.5;
const LEAST_LIVE = 6;
/** Of a session that comes back to the front so much of the screen is written again, to be read on from. */
const MOST_AGAIN = 0.5;

/** Draws what is below the scrollback, and says what is to be written into it. What needs all of the screen gets it. */
export class InlineRenderer {
	/** What was written of each session; the key stands for it. */
	readonly #scrollbacks = new WeakMap<object, Scrollback>();
	#scrollback = new Scrollback();
	/** What stands above the lines of a session that came to the front, until it is written. */
	#heading: string | null = null;
	#isWhole = false;
	#hasMore = false;
	#lines: readonly Line[] = [];
	#last: ScreenContext | null = null;

	/** `first` stands for the session that is in front first. */
	constructor(first: object = {}) {
		this.#scrollbacks.set(first, this.#scrollback);
	}

	/**
	 * Another session is drawn from now on: the scrollback goes on with its heading and its last lines, as those above are
	 * of another.
	 */
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

	/** Whether the last frame is one for the whole screen. */
	isWhole(): boolean {
		return this.#isWhole;
	}

	/** The lines that became final since the last call; they stand one cell further in, like the frame's transcript. */
	takeLines(): readonly Line[] {
		const taken = this.#lines;
		this.#lines = [];
		return taken;
	}

	/** All that is left, as it stood in the last frame. */
	takeRest(): readonly Line[] {
		const taken = this.takeLines();
		if (this.#last === null) return taken;
		const { session, whole = session, ui } = this.#last;
		const context = { ...this.#last, session: whole, ui: { ...ui, isTranscriptView: false, subagentView: null } };
		return [...taken, ...this.#scrollback.rest(context.session.entries, inlineContext(context))];
	}

	/** More is final than was taken at once. */
	hasMore(): boolean {
		return this.#hasMore;
	}

	#layOut(context: ScreenContext): Frame {
		const { session, ui } = context;
		const transcript = inlineContext(context);
		if (this.#heading !== null) {
			const again = this.#scrollback.written(session.entries, transcript, Math.floor(ui.rows * MOST_AGAIN));
			this.#lines = [...this.#lines, [], headingLine(this.#heading, ui.columns), ...again];
			this.#heading = null;
		}
		const taken = this.#scrollback.take(session.entries, transcript, session.turn !== null, MOST_AT_ONCE);
		this.#hasMore = taken.length >= MOST_AT_ONCE;
		this.#lines = [...this.#lines, ...taken];
		const footer = [renderFooter(context), ...(ui.rows < ROOM_FOR_HEADER ? [] : [renderHeader(context)])];
		const { composer, status, below, overlay, plan, rows } = layOutRegions(context, footer.length);
		const most = Math.max(LEAST_LIVE, Math.floor(ui.rows * MOST_OF_SCREEN) - (ui.rows - rows));
		const live = this.#drawLive(context, Math.min(rows, most));
		const main = [...live, ...plan, ...overlay.lines];
		const window = transcriptWindow(session.entries, transcript, END, 0);
		return {
			header: [],
			headerRows: 0,
			main,
			indented: live.length + plan.length,
			marked: null,
			prompt: [...renderStatus(context, window, status), ...below],
			composer: composer.lines,
			footer,
			cursor: cursorAt(context, composer, main.length + status + below.length),
			window,
			// What a page is on the whole screen, where looking back takes place.
			transcriptRows: Math.max(1, ui.rows - composer.lines.length - 3),
			...overlayLayout(overlay),
			moved: [],
			entries: session.entries,
		};
	}

	/** The last rows of what is not written; the first of them says that there is more. */
	#drawLive(context: ScreenContext, rows: number): readonly Line[] {
		const { session } = context;
		if (session.entries.size === 0) return welcome(context, Math.max(0, rows - 1));
		if (rows === 0) return [];
		const { lines, isCut } = this.#scrollback.live(session.entries, inlineContext(context), rows);
		if (!isCut || rows < 3) return lines;
		return [[styled(`⋯ ${omitted.above}`, { color: 'muted', dim: true })], ...lines.slice(1)];
	}
}

/** A rule with the name of the session whose lines follow; short, as a narrower window would wrap it. */
function headingLine(heading: string, columns: number): Line {
	const text = truncate(`── ${heading} ──`, Math.max(8, columns - 2));
	return [styled(text, { color: 'accent' })];
}

/** Rows as short as may be: a terminal that becomes narrower wraps them, and takes the frame with it. */
function inlineContext(context: ScreenContext): RenderContext {
	return { ...transcriptContext(context), isTimeBeside: true };
}

/** Leaving the transcript view leads back to the end: the place that was looked at is on no screen any more. */
function backFromView(before: ScreenContext | null, now: ScreenContext): ScreenContext {
	const isLeft = before?.ui.isTranscriptView === true && !now.ui.isTranscriptView;
	return isLeft ? { ...now, ui: { ...now.ui, anchor: END } } : now;
}

/** One row of the frame for a whole screen, which says so. */
function tooSmall(context: ScreenContext): Frame {
	const frame = renderFrame(context);
	const main = frame.main.slice(0, 1).map((line) => clipLine(line, Math.max(1, context.ui.columns)));
	return { ...frame, main };
}

/**
 * Whether what is open needs the whole screen: the transcript view, a look back in the transcript, help, a question
 * that was opened, a long plan. Everything else is below the terminal's own scrollback.
 */
function needsWholeScreen(context: ScreenContext): boolean {
	const { session, ui } = context;
	if (ui.isTranscriptView || ui.anchor.type === 'at' || ui.panel.kind === 'help' || ui.panel.kind === 'loaded')
		return true;
	const question = session.questions[0];
	if (question === undefined || ui.question?.questionId !== question.id || ui.panel.kind !== 'none') return false;
	if (ui.question.isOpen) return true;
	if (question.kind !== 'exit-plan') return false;
	const room = Math.max(1, ui.rows - 6);
	const review = drawOverlay(context, room);
	return review.lastScroll > 0 || review.lines.length > ui.rows * MOST_OF_PLAN;
}
