import type { App } from '../../app/app.js';
import { defined } from '../../core/defined.js';
import type { ClockPort } from '../../core/ports.js';
import { advance, changeState, type View, type ViewInput } from '../../view/advance.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import type { Keymap } from '../../view/keys/keymap.js';
import type { PictureSource } from '../../view/pictures/picture-lines.js';
import type { ScreenContext } from '../../view/state/context.js';
import type { OpenSessionRow } from '../../view/state/open-sessions.js';
import { broughtToFront, type UiState } from '../../view/state/ui-state.js';
import { toast, type UiRequest } from '../../view/state/ui-step.js';
import { createRenderCache } from '../../view/transcript/line-cache.js';
import type { Frontend, ScreenSource } from './frontend.js';
import { createPacer } from './pacer.js';

/** `F` is a frame of the view, `S` what is shown of it. */
export type ViewControllerOptions<F, S> = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly table: Keymap;
	readonly home: string;
	readonly version?: string;
	readonly browser?: ScreenContext['browser'];
	readonly view: View<F>;
	readonly ui: UiState;
	readonly frame: F;
	readonly pictures?: () => PictureSource | null;
	readonly stepped?: (frame: F, ui: UiState) => void;
	/** Screen before the first frame. */
	readonly blank: S;
	/** Returns `before` itself where the new screen looks the same. */
	readonly paint: (frame: F, ui: UiState, before: S) => S;
	/** Milliseconds that it stands before streamed text replaces it. */
	readonly standsFor: (shown: S, before: S) => number;
	readonly perform: (request: UiRequest) => void;
};

type Inputs = Pick<Frontend, 'key' | 'paste' | 'resize' | 'panel' | 'setSessions'>;

const TICK: ViewInput = { type: 'tick' };
/** Steps per input before the screen is drawn and keys are read. */
const MOST_STEPS = 100;

function isCommand({ composer }: UiState): boolean {
	return composer.draft.text.startsWith('/');
}

/** True when no requests are left; an endless chain yields to keys and the screen. */
function repeat(first: readonly UiRequest[], step: () => readonly UiRequest[]): boolean {
	let requests = first;
	for (let steps = 0; requests.length > 0 && steps < MOST_STEPS; steps += 1) requests = step();
	return requests.length === 0;
}

/** Connects an app to a view. The only place where a view's requests are performed; drawing only writes. */
export function createViewController<F, S>(options: ViewControllerOptions<F, S>) {
	const { clock, home, view, pictures, perform } = options;
	const listeners = new Set<() => void>();
	const hidden = createHiddenScreens({ ui: options.ui, frame: options.frame });
	let cache = createRenderCache();
	let { app, ui, frame, table } = options;
	let shown = options.blank;
	let wakeAt: number | null = null;
	let isStopped = false;

	const contextNow = (): ScreenContext => ({
		...{ ui, home, cache, table, session: app.getState(), lookups: app.getLookups(), now: clock.now() },
		...defined({ browser: options.browser, version: options.version }),
		pictures: pictures?.() ?? null,
	});

	function step(input: ViewInput): readonly UiRequest[] {
		const next = advance(view, contextNow(), frame, input);
		const isBegun = isCommand(next.ui) && !isCommand(ui);
		({ ui, frame, wakeAt } = next);
		// Files of the user's commands may have changed.
		if (isBegun) app.dispatch({ type: 'list-commands' });
		options.stepped?.(frame, ui);
		for (const request of next.requests) perform(request);
		return next.requests;
	}

	function put(input: ViewInput, isDrawnLater = false): void {
		if (isStopped) return;
		if (input.type !== 'tick') pacer.asked();
		const moved = view.quietly?.(ui, frame, input) ?? null;
		if (moved !== null) {
			ui = moved;
			return;
		}
		// Performed requests may have changed the session. A draw takes the place of the next frame.
		const isOver = repeat(step(input), () => (isStopped ? [] : step(TICK)));
		if (!isStopped && !isDrawnLater) draw();
		if (!isOver || isDrawnLater) pacer.soon();
	}

	function draw(): void {
		const before = shown;
		shown = options.paint(frame, ui, before);
		if (shown !== before) for (const listener of listeners) listener();
		pacer.drawn(options.standsFor(shown, before));
		pacer.wakeAt(wakeAt);
	}

	const pacer = createPacer(clock, () => put(TICK));
	pacer.follow(app);
	put(TICK);

	/** Brings a session to the front with its screen as it was left, in one frame. The cache of the other is dropped. */
	function show(next: App, sessions: readonly OpenSessionRow[]): void {
		if (next === app || isStopped) return;
		const kept = hidden.take(next);
		hidden.put(app, { ui: { ...ui, toast: null }, frame });
		pacer.follow(next);
		app = next;
		cache = createRenderCache();
		ui = broughtToFront(kept.ui, { ...ui, sessions }, clock.now());
		frame = kept.frame;
		const text = kept.ui.toast?.text;
		put(text === undefined ? TICK : { type: 'notice', text });
	}

	return {
		source: sourceOf(listeners, () => shown),
		put,
		...inputsInto(put),
		setKeys(next: Keymap): void {
			table = next;
		},
		changed: pacer.soon,
		compose(action: ComposerAction, of = app): void {
			if (of === app) put({ type: 'compose', action });
			else hidden.change(of, (left) => changeState(left, { type: 'compose', action }));
		},
		/** Shows a message for `lasting` ms; one of a session that is not in front waits until it is. */
		notify(text: string, lasting?: number, of = app): void {
			if (of === app) put({ type: 'notice', text, ...defined({ lasting }) });
			else hidden.change(of, (left) => toast(left, text, clock.now(), lasting));
		},
		getUi: (of = app) => (of === app ? ui : hidden.of(of).ui),
		show,
		forget: hidden.forget,
		stop(): void {
			isStopped = true;
			pacer.stop();
		},
	};
}

function inputsInto(put: (input: ViewInput, isDrawnLater?: boolean) => void): Inputs {
	return {
		key: (key, isFollowed) => put({ type: 'key', key }, isFollowed),
		paste: (text) => put({ type: 'paste', text }),
		resize: (columns, rows) => put({ type: 'resize', columns, rows }),
		panel: (input) => put({ type: 'panel', ...input }),
		setSessions: (sessions, isListed) => put({ type: 'open-sessions', sessions, isListed }),
	};
}

function sourceOf<S>(listeners: Set<() => void>, getSnapshot: () => S): ScreenSource<S> {
	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		getSnapshot,
	};
}

type Screen<F> = { readonly ui: UiState; readonly frame: F };

/** A session that was never in front has the `first` screen. */
function createHiddenScreens<F>(first: Screen<F>) {
	const screens = new Map<App, Screen<F>>();
	const of = (app: App): Screen<F> => screens.get(app) ?? first;
	return {
		of,
		put: (app: App, screen: Screen<F>): void => void screens.set(app, screen),
		take(app: App): Screen<F> {
			const screen = of(app);
			screens.delete(app);
			return screen;
		},
		change: (app: App, how: (ui: UiState) => UiState): void =>
			void screens.set(app, { ...of(app), ui: how(of(app).ui) }),
		forget: (app: App): void => void screens.delete(app),
	};
}
