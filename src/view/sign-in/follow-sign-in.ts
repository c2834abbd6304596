import { type SignInState, type SignInStep, shownSignIn } from '../../core/session/sign-in/sign-in-state.js';
import type { SessionState } from '../../core/session/state.js';
import type { SignInUi } from '../state/sign-in-ui.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';

/** Somebody who pressed a key so shortly before is writing, in ms. */
const WRITING_FOR = 2000;

/** A sign-in must have been shown so long before keys act on it, and no key pressed for so long, in ms. */
const SHOWN_FOR = 500;
const QUIET_FOR = 300;

/** The view of a sign-in follows the session: a new step begins with its first row. */
export function followSignIn(ui: UiState, session: SessionState, now: number): UiState {
	const signIn = shownSignIn(session);
	if (signIn === undefined) return ui.signIn === null ? ui : { ...ui, signIn: null };
	const { step } = signIn;
	if (ui.signIn !== null && isSame(ui.signIn.step, step)) {
		// Without a draft nothing else wants the keys.
		const isBack = !ui.signIn.hasFocus && isDraftEmpty(ui);
		const isLeft = isWrittenBeside(ui, ui.signIn, now);
		if (ui.signIn.step === step && !isBack && !isLeft) return ui;
		const focus = isBack ? { hasFocus: true, focusedAt: now } : isLeft ? { hasFocus: false } : {};
		return { ...ui, signIn: { ...ui.signIn, step, ...focus } };
	}
	return { ...ui, signIn: newView(ui, signIn, now) };
}

/** A draft was begun while keys did not count yet: enter is to send it, not to choose a way. */
function isWrittenBeside(ui: UiState, view: SignInUi, now: number): boolean {
	const isNew = view.hasFocus && !takesKeys(view, ui.lastKeyAt, now);
	return isNew && ui.lastKeyAt > view.focusedAt && !isDraftEmpty(ui);
}

function newView(ui: UiState, { step, methods, refusal }: SignInState, now: number): SignInUi {
	const isWriting = !isDraftEmpty(ui) && now < ui.lastKeyAt + WRITING_FOR;
	const tried = step.type === 'choosing' ? step.tried : undefined;
	const first = methods.findIndex(({ id, type }) => (tried === undefined ? type !== 'unknown' : id === tried.methodId));
	return {
		step,
		visibleAt: now,
		focusedAt: now,
		selected: selectedAtFirst(step, first),
		// What comes of a key of the sign-in is not taken for an interruption.
		hasFocus: ui.signIn?.hasFocus ?? (refusal === null || !isWriting),
		page: { type: 'rows' },
	};
}

/** Of a command line to agree to the way back is marked: what runs another program is chosen, never hit. */
function selectedAtFirst(step: SignInStep, first: number): number {
	if (step.type !== 'choosing') return 0;
	return step.command === undefined ? Math.max(0, first) : 1;
}

/** An address that came, or a stop, is news of the same step. */
function isSame(before: SignInStep, after: SignInStep): boolean {
	if (before.type === 'running' && after.type === 'running') return before.since === after.since;
	if (before.type !== 'choosing' || after.type !== 'choosing') return false;
	return before.failure === after.failure && before.command === after.command;
}

/** Whether keys act on the sign-in: nobody can have meant them for the draft. Times in ms since the epoch. */
export function takesKeys(view: SignInUi, lastKeyAt: number, now: number): boolean {
	return view.hasFocus && (view.page.type !== 'rows' || now >= readyAt(view, lastKeyAt));
}

/** From when on keys act on it, when no further key comes; only the keys before it are waited for. */
export function readyAt({ focusedAt }: SignInUi, lastKeyAt: number): number {
	const shownAt = focusedAt + SHOWN_FOR;
	return Math.max(shownAt, lastKeyAt < shownAt ? lastKeyAt + QUIET_FOR : 0);
}
