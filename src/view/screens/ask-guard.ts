import type { AskView } from './ui-state.js';

/** A prompt must have stood this long before keys answer it. */
export const SHOWN_FOR = 600;
/** And the person must not have typed for this long. */
export const QUIET_FOR = 400;
/** But never is it longer than this. */
export const AT_MOST = 1000;

/**
 * Whether keys may answer the question now: only on an empty draft, and only when nobody can have
 * meant them for the draft. Times in ms since the epoch.
 */
export function mayAnswer(view: AskView, isDraftEmpty: boolean, lastKeyAt: number, now: number): boolean {
	return isDraftEmpty && now >= readyAt(view, lastKeyAt);
}

/** From when on keys answer, when no further key comes. */
export function readyAt(view: AskView, lastKeyAt: number): number {
	return Math.min(view.shownAt + AT_MOST, Math.max(view.shownAt + SHOWN_FOR, lastKeyAt + QUIET_FOR));
}
