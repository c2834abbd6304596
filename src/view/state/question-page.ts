import type { QuestionUi } from './ui-state.js';

/** Layout of the question in front, for the keys that act on it. */
export type QuestionPage = {
	/** Some of what is asked about is not on the screen. */
	readonly isCut: boolean;
	/** Lines of what is asked about that are visible at once when it is opened. */
	readonly page: number;
	/** Says that what was opened has taken the place of the answers. */
	readonly areAnswersHidden: boolean;
};

/** No question, or one of which everything is on the screen. */
export const WHOLE_QUESTION: QuestionPage = { isCut: false, page: 1, areAnswersHidden: false };

/**
 * Lines of an opened question that were on the screen, from its first one on and without a gap. What is on the
 * screen now is as drawn: a message below may take rows of it.
 */
export function readSoFar(
	view: Pick<QuestionUi, 'isOpen' | 'scroll' | 'readTo'>,
	{ lastScroll, page }: { readonly lastScroll: number; readonly page: number },
): number {
	const start = Math.min(view.scroll, lastScroll);
	return view.isOpen && start <= view.readTo ? Math.max(view.readTo, start + page) : view.readTo;
}
