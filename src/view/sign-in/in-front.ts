import { type SignInState, type SignInStep, shownSignIn } from '../../core/sign-in/sign-in-state.js';
import { openPanel } from '../panel/engine.js';
import { readyAt } from '../panel/guard.js';
import { type LoadedPanel, openLoaded, panelIn } from '../panel/loaded-panel.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInUi } from '../state/sign-in-ui.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import { signInPanel } from './sign-in-panel.js';

/** The sign-in that the user can see and act on; null while something else is in front of it. */
export function visibleSignIn({
	session,
	ui,
}: Pick<ScreenContext, 'session' | 'ui'>): { readonly signIn: SignInState; readonly view: SignInUi } | null {
	const signIn = shownSignIn(session);
	const isCovered =
		session.questions.length > 0 || ui.panel.kind !== 'none' || ui.isTranscriptView || ui.handOver !== undefined;
	return signIn === undefined || ui.signIn === null || isCovered ? null : { signIn, view: ui.signIn };
}

/** The panel that is open, else the sign-in, as a panel; null for neither. */
export function panelInFront(context: ScreenContext): LoadedPanel | null {
	return panelIn(context.ui) ?? panelOfSignIn(context);
}

/** The sign-in that the user can see, as a panel; null where there is none. */
export function panelOfSignIn(context: ScreenContext): LoadedPanel | null {
	const visible = visibleSignIn(context);
	if (visible === null) return null;
	const { view } = visible;
	const panel = loadedPanel(view);
	const kept = detachedPanel(panel, ({ ui, requests }, now) => {
		if (ui.signIn === null) return ui;
		const next = { ...ui.signIn, panel: now ?? panel };
		// A new page begins with its first row, and is read out unless something else was said.
		const isPage = next.page.type === view.page.type;
		return { ...ui, signIn: isPage ? next : withPanel({ ...context, ui }, next, requests.length > 0) };
	});
	return {
		...kept,
		// A click counts when a key would. Beside a draft no row is marked: it brings the keys back.
		click({ ui, now, ...rest }, at, room) {
			if (takesKeys(view, ui, now)) return kept.click({ ...rest, ui, now }, at, room);
			return view.hasFocus ? show(toast(ui, TOO_FAST, now)) : focusSignIn({ ui });
		},
	};
}

export function focusSignIn({ ui }: Pick<ScreenContext, 'ui'>): UiStep {
	return show(ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, hasFocus: true } });
}

/** Whether keys act on the sign-in: nobody can have meant them for the draft. Times in ms since the epoch. */
export function takesKeys(view: SignInUi, ui: UiState, now: number): boolean {
	return view.hasFocus && (view.page.type !== 'rows' || now >= readyAt(view.focusedAt, ui));
}

function loadedPanel({ panel }: SignInUi): LoadedPanel {
	// Only `withPanel` and `panelOfSignIn` put one there; the state cannot name what refers to the state.
	return panel as LoadedPanel;
}

/** The view of a sign-in with its panel opened anew. */
function withPanel(context: ScreenContext, view: Omit<SignInUi, 'panel'>, isQuiet = false): SignInUi {
	const seen: SignInUi = { ...view, panel: { name: signInPanel.name, coversDraft: false } };
	const there: ScreenContext = { ...context, ui: { ...context.ui, signIn: seen, panel: { kind: 'none' } } };
	const ui = openPanel(there, signInPanel, null, { isQuiet });
	return { ...seen, panel: panelIn(ui) ?? seen.panel };
}

/**
 * A panel that is kept elsewhere than in the place of panels, so that others open over it and the draft beside it goes
 * on. `put` gives the screen with it after a step, null where it closed.
 */
function detachedPanel(panel: LoadedPanel, put: (step: UiStep, panel: LoadedPanel | null) => UiState): LoadedPanel {
	const opened = (context: ScreenContext): ScreenContext => ({ ...context, ui: openLoaded(context.ui, panel) });
	const back = <Step extends UiStep | null | undefined>(step: Step): Step => {
		if (step == null) return step;
		const { ui } = step;
		const now = panelIn(ui);
		const isElsewhere = now === null ? ui.panel.kind !== 'none' : now.name !== panel.name;
		return isElsewhere ? step : { ...step, ui: put({ ...step, ui: { ...ui, panel: { kind: 'none' } } }, now) };
	};
	return {
		name: panel.name,
		coversDraft: panel.coversDraft,
		keys: panel.keys,
		said: panel.said,
		isSaidOnce: panel.isSaidOnce,
		isNonmodal: panel.isNonmodal,
		// Words beside it are for the draft anyway.
		underneath: () => null,
		key: () => null,
		wakeAt: (context) => panel.wakeAt(opened(context)),
		draw: (context, room) => panel.draw(context, room),
		hint: (context, id) => panel.hint(context, id),
		act: (context, id, ...more) => back(panel.act(opened(context), id, ...more)),
		type: (context, text) => back(panel.type(opened(context), text)),
		click: (context, target, room) => back(panel.click(opened(context), target, room)),
		wheel: (context, lines, room, over) => back(panel.wheel(opened(context), lines, room, over)),
		line(context) {
			const line = panel.line(opened(context));
			return line === null ? null : { ...line, set: (text) => back(line.set(text)) };
		},
		enter: (context, text) => back(panel.enter(opened(context), text)),
		again: () => panel.again(),
		follow: (context) => back(panel.follow(opened(context))),
		leave: (ui) => back(panel.leave(ui)),
	};
}

/** Milliseconds after a key in which the user counts as writing. */
const WRITING_FOR = 2000;

/** The view of a sign-in follows the session: a new step begins with its first row. */
export function followSignIn(context: ScreenContext): UiState {
	const { ui, session, now } = context;
	const signIn = shownSignIn(session);
	if (signIn === undefined) return ui.signIn === null ? ui : { ...ui, signIn: null };
	const { step } = signIn;
	const view = ui.signIn;
	if (view === null || !isSame(view.step, step)) return { ...ui, signIn: newView(context, signIn) };
	// Without a draft nothing else wants the keys.
	const isBack = !view.hasFocus && isDraftEmpty(ui);
	const isLeft = isDraftBegun(ui, view, now);
	if (view.step === step && !isBack && !isLeft) return ui;
	const focus = isBack ? { hasFocus: true, focusedAt: now } : isLeft ? { hasFocus: false } : {};
	// An address that came is read out.
	const panel = addressOf(view.step) === addressOf(step) ? view.panel : loadedPanel(view).again();
	return { ...ui, signIn: { ...view, step, ...focus, panel } };
}

/** A draft was begun while keys did not count yet: enter is to send it, not to choose a way. */
function isDraftBegun(ui: UiState, view: SignInUi, now: number): boolean {
	const isNew = view.hasFocus && !takesKeys(view, ui, now);
	return isNew && ui.lastKeyAt > view.focusedAt && !isDraftEmpty(ui);
}

function newView(context: ScreenContext, { step, refusal }: SignInState): SignInUi {
	const { ui, now } = context;
	const isWriting = !isDraftEmpty(ui) && now < ui.lastKeyAt + WRITING_FOR;
	return withPanel(context, {
		step,
		visibleAt: now,
		focusedAt: now,
		// A page that a key of the sign-in opens is no interruption.
		hasFocus: ui.signIn?.hasFocus ?? (refusal === null || !isWriting),
		page: { type: 'rows' },
	});
}

/** An address that came, or a stop, is news of the same step. */
function isSame(before: SignInStep, after: SignInStep): boolean {
	if (before.type === 'running' && after.type === 'running') return before.since === after.since;
	if (before.type !== 'choosing' || after.type !== 'choosing') return false;
	return before.failure === after.failure && before.command === after.command;
}

function addressOf(step: SignInStep): string | undefined {
	return step.type === 'running' ? step.address?.url : undefined;
}
