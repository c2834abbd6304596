import { type SignInState, type SignInStep, shownSignIn } from '../../core/sign-in/sign-in-state.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInUi } from '../state/sign-in-ui.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { loadedPanel, takesKeys, withPanel } from './in-front.js';

/** Somebody who pressed a key so shortly before is writing, in ms. */
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
	const isLeft = isWrittenBeside(ui, view, now);
	if (view.step === step && !isBack && !isLeft) return ui;
	const focus = isBack ? { hasFocus: true, focusedAt: now } : isLeft ? { hasFocus: false } : {};
	// An address that came is read out.
	const panel = addressOf(view.step) === addressOf(step) ? view.panel : loadedPanel(view).again();
	return { ...ui, signIn: { ...view, step, ...focus, panel } };
}

/** A draft was begun while keys did not count yet: enter is to send it, not to choose a way. */
function isWrittenBeside(ui: UiState, view: SignInUi, now: number): boolean {
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
		// What comes of a key of the sign-in is not taken for an interruption.
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
