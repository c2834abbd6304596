import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { TerminalReport } from '../../terminal/input/scan-reports.js';
import type { Key } from '../../terminal/key.js';
import type { Painted, ScreenSource } from '../../ui/screen.js';
import { handleKey, handlePaste } from '../../view/actions/handle-key.js';
import { handleMouse } from '../../view/actions/mouse.js';
import { onLanguageLoaded } from '../../view/code/highlight.js';
import type { CompletionSources } from '../../view/composer/completion.js';
import { type ComposerAction, reduceComposer } from '../../view/composer/composer.js';
import { textColumns } from '../../view/composer/render.js';
import { composerWidth } from '../../view/frame/composer-region.js';
import { type Frame, renderFrame } from '../../view/frame/frame.js';
import type { BindingTable } from '../../view/keys/table.js';
import { type Line, styled } from '../../view/line.js';
import { settleHeld } from '../../view/questions/pending-key.js';
import { followQuestion } from '../../view/questions/question-keys.js';
import { completionSources } from '../../view/slash-commands/commands.js';
import { clipLine } from '../../view/spans.js';
import type { Looks } from '../../view/state/appearance-options.js';
import type { ScreenContext } from '../../view/state/context.js';
import { followScreen } from '../../view/state/follow.js';
import { followEntries, isShifted } from '../../view/state/follow-entries.js';
import { followLayout } from '../../view/state/follow-layout.js';
import { nextChange } from '../../view/state/next-change.js';
import { toast, type UiRequest, type UiStep } from '../../view/state/step.js';
import { initialUi, shownTheme, type UiState } from '../../view/state/ui-state.js';
import type { Painter } from '../../view/theme/paint.js';
import { createRenderCache } from '../../view/transcript/line-cache.js';
import { type Anchor, anchorAt } from '../../view/transcript/position.js';
import { createPacer, FRAME, RUSHING_FRAME } from './pacer.js';
import { createSight, type ShownPictures } from './pictures/in-sight.js';

/** What the controller is made with. */
export type ControllerOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly table: BindingTable;
	/** Paints in a theme, by its name; the same painter as long as it looks the same. */
	readonly painterFor: (theme: string) => Painter;
	readonly looks: Looks;
	readonly home: string;
	readonly columns: number;
	readonly rows: number;
	readonly isMouseOn: boolean;
	/** Draws the frames; one for whole screens unless given. */
	readonly render?: (context: ScreenContext) => Frame;
	/** What is typed of a mention, after each frame that changed it; null when none is being written. */
	readonly onMention: (query: string | null) => void;
	/** Absent where the terminal shows none. */
	readonly pictures?: ShownPictures;
	/** Does what the screen wants of the world. */
	readonly perform: (request: UiRequest) => void;
};

/** Holds the screen's state between app and Ink: keys in, painted frames out. */
export type Controller = {
	readonly source: ScreenSource;
	key(key: Key): void;
	paste(text: string): void;
	report(report: TerminalReport): void;
	resize(columns: number, rows: number): void;
	/** Puts a word into the status line, for `lasting` ms where the usual time is too short. */
	toast(text: string, lasting?: number): void;
	/** Does something to the draft that no key did. */
	compose(action: ComposerAction): void;
	/** Replaces the draft. */
	setDraft(text: string): void;
	setHistory(entries: readonly string[]): void;
	getUi(): UiState;
	/** Draws anew: the terminal told something that changes how it looks. */
	redraw(): void;
	stop(): void;
};

const CHOSEN: Line = [styled('▌', { color: 'accent', bold: true })];

/** Wires an app to a screen. */
export function createController(options: ControllerOptions): Controller {
	const { app, clock, table, painterFor, home } = options;
	const render = options.render ?? renderFrame;
	const cache = createRenderCache();
	const inSight = createSight(options.pictures);
	const listeners = new Set<() => void>();
	let ui = initialUi(options.columns, options.rows, options.isMouseOn, options.looks);
	let painted: Painted = { rows: [], cursor: null };
	const sources = memoSources();

	const contextOf = (): ScreenContext => ({
		session: app.getState(),
		ui,
		table,
		now: clock.now(),
		home,
		pictures: options.pictures?.source() ?? null,
		cache,
	});
	let frame = render(contextOf());
	/** What the frame was drawn from: places in it are places in this list. */
	let drawn = app.getState().entries;

	function draw(): number {
		const settled = settleHeld(contextOf(), frame);
		if (settled !== null) {
			ui = settled.ui;
			for (const request of settled.requests) options.perform(request);
		}
		const session = app.getState();
		const now = clock.now();
		ui = followEntries(ui, drawn, session.entries);
		drawn = session.entries;
		ui = followQuestion(ui, session.questions[0], now);
		let { composer } = ui;
		composer = reduceComposer(composer, { type: 'sources', sources: sources(session) });
		composer = reduceComposer(composer, { type: 'columns', columns: textColumns(composerWidth(ui), '> ') });
		if (composer !== ui.composer) ui = { ...ui, composer };
		const pictures = options.pictures?.source() ?? null;
		ui = followScreen({ session, ui, table, now, home, pictures, cache }, frame);
		const context: ScreenContext = { session, ui, table, now, home, pictures, cache };
		frame = render(context);
		ui = followLayout(ui, session.entries, frame.moved);
		ui = { ...ui, anchor: anchorToKeep(ui, frame) };
		const before = painted.rows;
		painted = paint({ ...frame, main: inSight(frame.main) }, ui.columns, painterFor(shownTheme(ui)));
		for (const listener of listeners) listener();
		pacer.wakeAt(nextChange(context));
		options.onMention(composer.mention?.query ?? null);
		const moved = painted.rows.filter((row, index) => row !== before[index]).length;
		return moved > painted.rows.length / 2 ? RUSHING_FRAME : FRAME;
	}

	const pacer = createPacer(clock, draw);

	function take(step: UiStep): void {
		ui = step.ui;
		for (const request of step.requests) options.perform(request);
		pacer.now();
	}

	const stops = [app.subscribe(() => pacer.soon()), onLanguageLoaded(() => pacer.soon())];
	pacer.now();

	return {
		source: {
			subscribe(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			getSnapshot: () => painted,
		},
		key(key) {
			if (isShifted(drawn, app.getState().entries)) pacer.now();
			take(handleKey(contextOf(), frame, key));
		},
		paste: (text) => take(handlePaste(contextOf(), text)),
		report(report) {
			// What is clicked on stood where the frame showed it.
			if (report.type === 'mouse' && isShifted(drawn, app.getState().entries)) pacer.now();
			if (report.type === 'key') take(handleKey(contextOf(), frame, report.key));
			else if (report.type === 'mouse') take(handleMouse(contextOf(), frame, report.event));
		},
		resize(columns, rows) {
			ui = { ...ui, columns, rows };
			pacer.now();
		},
		toast(text, lasting) {
			ui = toast(ui, text, clock.now(), lasting);
			pacer.now();
		},
		compose(action) {
			ui = { ...ui, composer: reduceComposer(ui.composer, action) };
			pacer.now();
		},
		setDraft(text) {
			ui = { ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text }) };
			pacer.now();
		},
		setHistory(entries) {
			ui = { ...ui, composer: reduceComposer(ui.composer, { type: 'history', entries }) };
		},
		getUi: () => ui,
		redraw: () => pacer.now(),
		stop() {
			for (const stop of stops) stop();
			pacer.stop();
		},
	};
}

/** Completion sources are cached by identity downstream, so they change only when something of them did. */
function memoSources(): (session: SessionState) => CompletionSources {
	let known: { readonly session: SessionState; readonly sources: CompletionSources } | null = null;
	return (session) => {
		if (
			known !== null &&
			known.session.commands === session.commands &&
			known.session.configOptions === session.configOptions &&
			known.session.mode.isBypassAllowed === session.mode.isBypassAllowed
		) {
			return known.sources;
		}
		known = { session, sources: completionSources(session) };
		return known.sources;
	};
}

/** While the button is held nothing moves below it, even at the end of a growing transcript. */
function anchorToKeep(ui: UiState, { window }: Frame): Anchor {
	const isHeld = ui.selection?.isDragging === true && window.firstVisible !== null;
	return isHeld ? anchorAt(window.firstVisible) : window.anchor;
}

function paint(frame: Frame, columns: number, painter: Painter): Painted {
	// A line that is too wide would break the whole screen, so the last word on width is here.
	const fitted = (line: Line, from: number): string => painter.paintLine(clipLine(line, columns - from), from);
	const text = (line: Line): string => fitted(line, 0);
	const mark = painter.paintLine(CHOSEN);
	const { marked, indented } = frame;
	const margin = (row: number): string => {
		if (row >= indented) return '';
		return marked !== null && row >= marked.from && row < marked.to ? mark : ' ';
	};
	const main = frame.main.map((line, row) => {
		const before = margin(row);
		return before === '' ? text(line) : `${before}${fitted(line, 1)}`;
	});
	return {
		rows: [
			...frame.header.map(text),
			...main,
			...frame.prompt.map(text),
			...frame.composer.map(text),
			...frame.footer.map(text),
		],
		cursor: frame.cursor,
	};
}
