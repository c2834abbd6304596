import { QUIET_FOR, SHOWN_FOR } from '../panel/guard.js';
import type { QuestionUi } from '../state/ui-state.js';

/** One that changed while it was shown looks much the same: seeing what is new takes longer (ms). */
const CHANGED_FOR = 1500;
/** A key that is held down comes again after at most about this long (ms); then much faster. */
export const REPEATS_WITHIN = 1000;

/**
 * Whether keys may answer the question now: only on an empty draft, and only when nobody can have
 * meant them for the draft. Times in ms since the epoch.
 */
export function mayAnswer(view: QuestionUi, isDraftEmpty: boolean, lastKeyAt: number, now: number): boolean {
	return isDraftEmpty && now >= readyAt(view, lastKeyAt);
}

/** From when on keys answer, when no further key comes. */
export function readyAt(view: QuestionUi, lastKeyAt: number): number {
	return Math.max(view.visibleAt + (view.changedAt === null ? SHOWN_FOR : CHANGED_FOR), lastKeyAt + QUIET_FOR);
}
