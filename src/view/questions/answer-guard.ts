import { type Keys, readyAt, SHOWN_FOR } from '../panel/guard.js';
import type { QuestionUi } from '../state/ui-state.js';

/** One that changed while it was shown looks much the same: seeing what is new takes longer (ms). */
const CHANGED_FOR = 1500;

/**
 * Whether keys may answer the question now: only on an empty draft, and only when nobody can have
 * meant them for the draft. Times in ms since the epoch.
 */
export function mayAnswer(view: QuestionUi, isDraftEmpty: boolean, keys: Keys, now: number): boolean {
	return isDraftEmpty && now >= answerableAt(view, keys);
}

/** From when on keys answer, when no further key comes. */
export function answerableAt({ visibleAt, changedAt }: QuestionUi, keys: Keys): number {
	const shownFor = changedAt === null ? SHOWN_FOR : CHANGED_FOR;
	return readyAt(visibleAt, keys, { shownFor, isBesideDraft: true });
}
