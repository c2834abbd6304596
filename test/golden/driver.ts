import type { AppEvent } from '../../src/core/event.js';
import { paintScreen } from '../../src/ui/paint-screen.js';
import { type Screen, screenOf } from '../../src/ui/screen.js';
import { defaultKeymap } from '../../src/view/actions/actions.js';
import { advance, type View, type ViewInput } from '../../src/view/advance.js';
import { open as commit } from '../../src/view/commit/commit-panel.js';
import { open as forms } from '../../src/view/elicitation/forms.js';
import { emptyFrame } from '../../src/view/frame/frame.js';
import { open as help } from '../../src/view/frame/help-panel.js';
import { open as statusLine } from '../../src/view/frame/status-line-panel.js';
import { open as tryKeys } from '../../src/view/frame/try-keys-panel.js';
import { beginHandOver } from '../../src/view/hand-over/hand-over-draft.js';
import { open as hunks } from '../../src/view/hunks/hunks-panel.js';
import { firstLinearFrame, linearView } from '../../src/view/linear/linear-view.js';
import { open as palette } from '../../src/view/palette/palette-panel.js';
import { panelIn } from '../../src/view/panel/loaded-panel.js';
import { open as ownCommands } from '../../src/view/pickers/own-commands-panel.js';
import { open as themePanel } from '../../src/view/pickers/theme-panel.js';
import { open as planSteps } from '../../src/view/plan-steps/plan-steps-panel.js';
import { open as review } from '../../src/view/review/review-panel.js';
import { screenView } from '../../src/view/screen-view.js';
import { open as sessions } from '../../src/view/sessions/sessions-panel.js';
import { open as changes } from '../../src/view/shadow/shadow-panel.js';
import { open as sideQuestion } from '../../src/view/side-question/side-question-panel.js';
import { open as mcp } from '../../src/view/slash-commands/mcp-panel.js';
import { open as status } from '../../src/view/slash-commands/status-panel.js';
import type { AppearanceOptions } from '../../src/view/state/appearance-options.js';
import type { ScreenContext } from '../../src/view/state/context.js';
import { initialUi } from '../../src/view/state/ui-state.js';
import { show, type UiRequest, type UiStep } from '../../src/view/state/ui-step.js';
import { open as subagents } from '../../src/view/subagents/subagents-panel.js';
import { createPainter, type PaintOptions } from '../../src/view/theme/paint.js';
import type { Theme } from '../../src/view/theme/theme.js';
import { themeByName, themeNames } from '../../src/view/theme/themes.js';
import { createRenderCache } from '../../src/view/transcript/line-cache.js';
import { type Play, play, promptOf, ready } from '../core/session/play.js';
import { keysFrom } from '../view/keys-from.js';
import { readable } from './cells.js';

/**
 * The only file of the goldens that knows how the views are built: scenes are events, keys and times, and what is
 * recorded is what a terminal gets.
 */

/** Keys (`down ctrl+r`, text between backquotes), a pause in ms, something that happens to the session, an input. */
export type Step = string | number | AppEvent | ViewInput | ((session: Play['state']) => AppEvent);

/** A way through the screens: each state is reached from the one before it. */
export type Scene = {
	readonly from?: Play;
	/** How the user wants the screen to look, besides the usual. */
	readonly look?: Partial<AppearanceOptions>;
	readonly states: Readonly<Record<string, readonly Step[]>>;
	/** What a user of a screen reader does after the first state, in place of the keys. Text is entered with its line. */
	readonly spoken?: readonly Step[];
};

export type Size = readonly [columns: number, rows: number];

/** Long enough for a key that waits for the rest of a word, and for what takes no key as it opens. */
const PAUSE = 700;
const SECOND = 1000;
/** How soon the screen follows something that happens. */
const EVENT = 100;
/** Panels whose code is loaded when they are opened. */
const panels: Readonly<Record<string, (context: ScreenContext, typed: string) => UiStep>> = {
	...{ forms, help, hunks, palette, sessions, changes, subagents, themes: themePanel, 'side-question': sideQuestion },
	...{ 'plan-steps': planSteps, 'status-line': statusLine, 'try-keys': tryKeys, mcp, status },
	...{ 'own-commands': ownCommands, review, commit },
	'hand-over': ({ ui }, typed) => show(beginHandOver(ui, typed, 'I worked on this with Fake.\n\n## Goal\n\n> Go on')),
};

/** A view with a session behind it. `seen` gets every frame. */
function createRun<F>(scene: Scene, view: View<F>, first: F, [columns, rows]: Size, seen: (frame: F) => void) {
	let session = scene.from ?? ready();
	let ui = initialUi(columns, rows, true);
	ui = { ...ui, appearance: { ...ui.appearance, names: themeNames, ...scene.look } };
	let now = session.at + SECOND;
	let frame = first;
	const requests: UiRequest[] = [];
	const cache = createRenderCache();

	function contextNow(): ScreenContext {
		const { state, lookups } = session;
		return { session: state, lookups, ui, table: defaultKeymap, now, home: '/home/ada', cache };
	}

	function put(input: ViewInput): void {
		const step = advance(view, contextNow(), frame, input);
		({ ui, frame } = step);
		seen(frame);
		for (const request of step.requests) carryOut(request);
		if (step.requests.length > 0) put({ type: 'tick' });
	}

	function carryOut(request: UiRequest): void {
		if (request.type === 'load-panel') {
			const open = panels[request.name];
			if (open !== undefined) put({ type: 'panel', name: request.name, open });
			return;
		}
		requests.push(request);
		if (request.type === 'dispatch') session = play(session, request.event);
		if (request.type !== 'send' || request.isSideQuestion === true) return;
		const prompt = promptOf(request.text);
		if (request.steers === true) session = play(session, { type: 'steer', prompt });
		else session = play(session, { type: 'prompt', prompt, ...(request.interrupts ? { interrupts: true } : {}) });
		if (request.rejects) session = play(session, { type: 'answer', ...request.rejects });
	}

	function press(keys: string): void {
		wait(PAUSE);
		for (const key of keysFrom(keys)) put({ type: 'key', key });
		wait(PAUSE);
	}

	/** What a panel wakes for comes at its time. */
	function wait(milliseconds: number): void {
		const until = now + milliseconds;
		const wakesAt = panelIn(ui)?.wakeAt(contextNow()) ?? until;
		if (wakesAt < until) {
			now = wakesAt;
			put({ type: 'tick' });
		}
		now = until;
		put({ type: 'tick' });
	}

	put({ type: 'tick' });
	return {
		/** Goes on to the next state; what was wanted of the world on the way. */
		take(steps: readonly Step[]): readonly UiRequest[] {
			const from = requests.length;
			for (const step of steps) {
				if (typeof step === 'string') press(step);
				else if (typeof step === 'number') wait(step);
				else if (typeof step === 'object' && isInput(step)) put(step);
				else {
					// Things happen at the time of the screen; `play` puts each a second after what was before it.
					const event = typeof step === 'function' ? step(session.state) : step;
					session = play({ ...session, at: Math.max(session.at, now - SECOND) }, event);
					wait(EVENT);
				}
			}
			return requests.slice(from);
		},
	};
}

const INPUTS: readonly string[] = ['key', 'paste', 'mouse', 'panel', 'resize', 'compose', 'open-sessions'];

function isInput(step: AppEvent | ViewInput): step is ViewInput {
	// A notice of the agent has a level.
	return INPUTS.includes(step.type) || (step.type === 'notice' && !('level' in step));
}

/** A screen as the rows of a terminal, readable, and where its cursor stands. */
export type Shot = { readonly rows: readonly string[]; readonly cursor: string; readonly requests: readonly string[] };

/** Every theme that has colours of its own. */
export const themes: readonly string[] = themeNames.filter((name) => themeByName(name)?.name === name);

/** How the rows are painted: as on a dark terminal with all colours unless something else is said. */
export type Look = Partial<PaintOptions> & { readonly theme?: string };

/** The states of a scene on a screen of this size. */
export function shoot(scene: Scene, size: Size, look: Look = {}): ReadonlyMap<string, Shot> {
	const theme = themeByName(look.theme ?? 'dark');
	if (theme === undefined) throw new Error(`no theme ${look.theme}`);
	const painter = createPainter(theme, { colorLevel: 3, hyperlinks: true, ...look });
	// One look has its colours by their names, so that frames stay readable; the others have them as they are.
	const names = Object.keys(look).length === 0 ? namesIn(theme) : new Map<string, string>();
	let frame = emptyFrame;
	let screen: Screen | null = null;
	const run = createRun(scene, screenView(), emptyFrame, size, (next) => {
		frame = next;
	});
	const shots = new Map<string, Shot>();
	for (const [name, steps] of Object.entries(scene.states)) {
		const requests = run.take(steps).map(requestLine);
		screen = screenOf(frame, { columns: size[0], painter }, screen);
		const { cursor } = screen;
		const place = cursor === null ? 'hidden' : `${cursor.x},${cursor.y}`;
		shots.set(name, { rows: paintScreen(screen).map((row) => readable(row, names)), cursor: place, requests });
	}
	return shots;
}

/** What a screen reader says of a scene: the lines of each state, and the draft below them. */
export function hear(scene: Scene): ReadonlyMap<string, readonly string[]> {
	let said: string[] = [];
	let draft: readonly string[] = [];
	const run = createRun(scene, linearView, firstLinearFrame(0), [80, 24], (frame) => {
		said.push(...frame.lines);
		draft = frame.rows;
	});
	const spoken = new Map<string, readonly string[]>();
	const note = (name: string, steps: readonly Step[]): void => {
		const requests = run.take(steps).map(requestLine);
		spoken.set(name, [...said, ...draft.map((row) => `draft ${row}`), ...requests]);
		said = [];
	};
	const states = Object.entries(scene.states);
	for (const [name, steps] of scene.spoken === undefined ? states : states.slice(0, 1)) note(name, steps);
	for (const step of scene.spoken ?? []) {
		const isLine = typeof step === 'string';
		note(isLine ? `enter ${step}` : nameOf(step), [isLine ? `\`${step}\` enter` : step]);
	}
	return spoken;
}

function nameOf(step: Exclude<Step, string>): string {
	return typeof step === 'object' ? step.type : typeof step === 'number' ? `${step} ms` : 'event';
}

/** The colours of a theme by what they stand for. */
function namesIn({ colors, backgrounds }: Theme): ReadonlyMap<string, string> {
	const all = [...Object.entries(backgrounds), ...Object.entries(colors)];
	return new Map(all.map(([role, color]) => [String(color), role]));
}

const MOST_OF_A_REQUEST = 300;

function requestLine(request: UiRequest): string {
	const line = JSON.stringify(request.type === 'dispatch' ? request.event : { ...request, draft: undefined });
	return `» ${line.length > MOST_OF_A_REQUEST ? `${line.slice(0, MOST_OF_A_REQUEST)}… (${line.length})` : line}`;
}
