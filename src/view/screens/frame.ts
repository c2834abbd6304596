import { entryAt, findLastEntry } from '../../core/session/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { renderComposer } from '../composer/render.js';
import { renderCompletion } from '../composer/render-completion.js';
import { type Line, plain, styled } from '../line.js';
import { clipLine } from '../spans.js';
import { createRenderCache, type RenderCache } from '../transcript/cache.js';
import type { RenderContext } from '../transcript/context.js';
import { isPlanActive, renderPlan } from '../transcript/plan.js';
import { type TranscriptWindow, transcriptWindow } from '../transcript/window.js';
import type { AnswerRow } from './ask-options.js';
import { renderAsk } from './ask-panel.js';
import { box, innerWidth } from './box.js';
import type { ScreenContext } from './context.js';
import { modeRole, renderFooter } from './footer.js';
import { renderHeader } from './header.js';
import { renderHelp } from './help-panel.js';
import { renderPicker } from './picker-panel.js';
import { renderPlanReview } from './plan-review.js';
import { renderQueue } from './queue-rows.js';
import { spinnerStep } from './spinner.js';
import { renderStatus } from './status-line.js';
import type { UiState } from './ui-state.js';
import { welcome } from './welcome.js';

/** The whole screen as lines, by region, top to bottom; together exactly as many as there are rows. */
export type Frame = {
	readonly header: readonly Line[];
	readonly main: readonly Line[];
	/** How many rows of `main`, from the top, belong to the transcript: they stand one cell further in. */
	readonly indented: number;
	readonly prompt: readonly Line[];
	readonly composer: readonly Line[];
	readonly footer: readonly Line[];
	/** Where the terminal's cursor stands, from 0; null hides it. */
	readonly cursor: { readonly x: number; readonly y: number } | null;
	/** The transcript's window, for scrolling by pages and for the anchor to keep. */
	readonly window: TranscriptWindow;
	/** Rows that the transcript has. */
	readonly transcriptRows: number;
	/** The rows that answer the question in front. */
	readonly answers: readonly AnswerRow[];
	/** The furthest that the open panel, question or plan can be scrolled. */
	readonly lastScroll: number;
};

/** Draws frames; keeps the lines of entries between them. */
export type FrameRenderer = {
	render(context: ScreenContext): Frame;
	/** The context that entries are drawn in, for scrolling outside a frame. */
	transcriptContext(context: ScreenContext): RenderContext;
};

const LEAST_COLUMNS = 20;
const LEAST_ROWS = 6;

/** A renderer with a line cache of its own. */
export function createFrameRenderer(cache: RenderCache = createRenderCache()): FrameRenderer {
	const transcriptContext = ({ session, ui, now }: ScreenContext): RenderContext => {
		// What is asked about stands in the question: its card need not say it again.
		const asked = entryOfCall(session, session.asks[0]?.toolCallId);
		return {
			width: Math.max(1, ui.columns - 2),
			cwd: session.cwd,
			isOpen: (entryId) => ui.open.get(entryId) ?? (entryId === asked ? false : null),
			areAllOpen: ui.isTranscriptView,
			now,
			spinner: spinnerStep(now),
			cache,
		};
	};
	return {
		transcriptContext,
		render(context) {
			const { columns, rows } = context.ui;
			return columns < LEAST_COLUMNS || rows < LEAST_ROWS
				? tooSmall(context, transcriptContext(context))
				: layOut(context, transcriptContext(context));
		},
	};
}

function entryOfCall(session: SessionState, callId: string | undefined): string | null {
	if (callId === undefined) return null;
	const index = findLastEntry(session.entries, (entry) => entry.kind === 'tool' && entry.call.id === callId);
	return entryAt(session.entries, index)?.id ?? null;
}

function layOut(context: ScreenContext, transcript: RenderContext): Frame {
	const { session, ui } = context;
	const header = ui.rows >= 9 ? [renderHeader(context)] : [];
	const footer = [renderFooter(context)];
	const composer = ui.isTranscriptView ? { lines: [], cursor: null } : drawComposer(context);
	const fixed = header.length + footer.length + composer.lines.length + 1;
	const room = Math.max(1, ui.rows - fixed);
	const ask = session.asks[0];
	const isReview = ask?.kind === 'exit-plan' && ui.panel.kind === 'none' && !ui.isTranscriptView;
	const above = isReview || ui.panel.kind !== 'none' ? emptyAbove : drawAbove(context, room);
	const mainRows = Math.max(0, room - above.lines.length);
	const window = transcriptWindow(session.entries, transcript, ui.anchor, mainRows);
	const main = drawMain(context, window, mainRows);
	const status = renderStatus(context, window);
	const top = header.length + mainRows + above.lines.length + 1;
	return {
		header,
		main: main.lines,
		indented: main.indented,
		prompt: [...above.lines.slice(0, above.panelRows), status, ...above.lines.slice(above.panelRows)],
		composer: composer.lines,
		footer,
		cursor:
			composer.cursor === null || ui.panel.kind !== 'none'
				? null
				: { x: composer.cursor.column, y: top + composer.cursor.row },
		window,
		transcriptRows: mainRows,
		answers: [...main.answers, ...above.answers],
		lastScroll: Math.max(main.lastScroll, above.lastScroll),
	};
}

type Above = {
	readonly lines: readonly Line[];
	readonly panelRows: number;
	readonly lastScroll: number;
	readonly answers: readonly AnswerRow[];
};
const emptyAbove: Above = { lines: [], panelRows: 0, lastScroll: 0, answers: [] };

/** What stands between the transcript and the composer: the plan and the question above the status row, the queue and the completion below it. */
function drawAbove(context: ScreenContext, room: number): Above {
	const { session, ui } = context;
	const ask = session.asks[0];
	const queue = renderQueue(session, ui.columns, Math.max(1, Math.floor(ui.rows / 8)));
	const completion = ui.isTranscriptView
		? []
		: renderCompletion(ui.composer, { width: ui.columns, maxRows: Math.min(8, Math.max(1, room - queue.length - 2)) });
	const left = room - queue.length - completion.length;
	const plan = drawPlan(context, left);
	let panel: readonly Line[] = [];
	let lastScroll = 0;
	let answers: readonly AnswerRow[] = [];
	if (ask?.kind === 'permission' && ui.ask?.askId === ask.id) {
		// The question takes what it needs and leaves some of the transcript in sight.
		const height = Math.max(ask.options.length + 4, left - plan.length - Math.min(3, Math.floor(left / 4)));
		const drawn = renderAsk(context, ask, ui.ask, Math.min(height, left));
		panel = drawn.lines.slice(0, left);
		lastScroll = drawn.hidden + 1;
		answers = drawn.rows;
	}
	const planLines = panel.length + plan.length > left - 1 ? [] : plan;
	return {
		lines: [...planLines, ...panel, ...queue, ...completion],
		panelRows: planLines.length + panel.length,
		lastScroll,
		answers,
	};
}

function drawPlan({ session, ui }: ScreenContext, room: number): readonly Line[] {
	if (session.plan === null || !isPlanActive(session.plan) || ui.rows < 14) return [];
	const isCollapsed = ui.isPlanFolded || ui.rows < 20;
	const maxRows = isCollapsed ? 2 : Math.max(2, Math.min(8, Math.floor(room / 3)));
	return renderPlan(session.plan, { width: ui.columns, maxRows, isCollapsed });
}

type Main = {
	readonly lines: readonly Line[];
	readonly lastScroll: number;
	readonly answers: readonly AnswerRow[];
	readonly indented: number;
};

function drawMain(context: ScreenContext, window: TranscriptWindow, height: number): Main {
	const { session, ui, table } = context;
	const ask = session.asks[0];
	if (ui.panel.kind === 'help')
		return { ...renderHelp(table, ui.panel.scroll, ui.columns, height), answers: [], indented: 0 };
	if (ask?.kind === 'exit-plan' && ui.ask?.askId === ask.id && ui.panel.kind === 'none' && !ui.isTranscriptView) {
		const review = renderPlanReview(context, ask, ui.ask, height);
		return { lines: review.lines.slice(0, height), lastScroll: review.lastScroll, answers: review.rows, indented: 0 };
	}
	const lines = session.entries.size === 0 ? welcome(context, height) : window.lines;
	if (ui.panel.kind !== 'picker')
		return { lines: padRows(lines, height), lastScroll: 0, answers: [], indented: height };
	const picker = renderPicker(
		ui.panel.picker,
		ui.columns,
		Math.max(3, Math.min(height, ui.panel.picker.items.length + 2)),
	);
	const kept = Math.max(0, height - picker.length);
	return {
		lines: [...padRows(lines.slice(-kept), kept), ...picker].slice(0, Math.max(height, 0)),
		lastScroll: 0,
		answers: [],
		indented: kept,
	};
}

function padRows(lines: readonly Line[], height: number): readonly Line[] {
	if (lines.length >= height) return lines.slice(0, height);
	return [...lines, ...Array.from({ length: height - lines.length }, () => [])];
}

function drawComposer(context: ScreenContext): {
	readonly lines: readonly Line[];
	readonly cursor: { readonly row: number; readonly column: number } | null;
} {
	const { ui, session } = context;
	const hasBox = hasComposerBox(ui);
	const width = composerWidth(ui);
	const drawn = renderComposer(ui.composer, {
		width,
		maxRows: Math.max(1, Math.floor(ui.rows / 3) - (hasBox ? 2 : 0)),
		prompt: '> ',
		placeholder: placeholder(context),
	});
	if (!hasBox) return drawn;
	const color =
		ui.ask?.isFeedback === true ? 'plan' : session.mode.mode === 'default' ? 'muted' : modeRole(session.mode.mode);
	const cursor = drawn.cursor === null ? null : { row: drawn.cursor.row + 1, column: drawn.cursor.column + 2 };
	return { lines: box(drawn.lines, ui.columns, { color }), cursor };
}

function hasComposerBox(ui: UiState): boolean {
	return ui.rows >= 11;
}

/** The cells that the composer has inside its frame, the prompt included. */
export function composerWidth(ui: UiState): number {
	return hasComposerBox(ui) ? innerWidth(ui.columns) : Math.max(1, ui.columns - 1);
}

function placeholder({ session, ui }: ScreenContext): string {
	if (ui.ask?.isFeedback === true) return 'What should change in the plan? enter sends, esc goes back';
	if (session.turn !== null) return 'Type ahead: enter queues it';
	return session.mode.mode === 'plan' ? 'Ask for a plan; / for commands' : 'Ask for anything; / for commands';
}

function tooSmall({ ui, session }: ScreenContext, transcript: RenderContext): Frame {
	const text = `acp-tui needs ${LEAST_COLUMNS}×${LEAST_ROWS} cells`;
	const line = clipLine([styled(text, { color: 'warning' })], Math.max(1, ui.columns));
	const main = padRows([line, [plain('')]], Math.max(1, ui.rows));
	const window = transcriptWindow(session.entries, transcript, ui.anchor, 0);
	return {
		header: [],
		main,
		indented: 0,
		prompt: [],
		composer: [],
		footer: [],
		cursor: null,
		window,
		transcriptRows: 0,
		answers: [],
		lastScroll: 0,
	};
}
