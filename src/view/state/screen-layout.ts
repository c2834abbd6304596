import type { AppEvent } from '../../core/event.js';
import type { OptionKind } from '../../core/policy/policy-types.js';
import type { Line } from '../line.js';
import { END } from '../transcript/position.js';
import type { TranscriptWindow } from '../transcript/window.js';
import type { QuestionUi } from './ui-state.js';

/** Facts that keys and the mouse need of the screen that the user saw when they came. */
export type ScreenLayout = {
	/** Rows above the transcript. */
	readonly headerRows: number;
	/** Rows that the transcript has, and what lies over its lower part. */
	readonly transcriptRows: number;
	readonly overlayRows: number;
	/** The first row of what lies there, from 0, and how many it could have; absent where nothing was drawn. */
	readonly overlayTop?: number;
	readonly overlayRoom?: number;
	/** The cells of the draft's text, from 0, and the rows that it may have; absent where it is not shown. */
	readonly draft?: { readonly row: number; readonly column: number; readonly rows: number; readonly maxRows: number };
	/** The transcript's window, for scrolling by pages and for what is under the mouse. */
	readonly window: TranscriptWindow;
	/** The first screen shows sessions to open. */
	readonly hasRecents?: boolean;
	/** The column at which the side panel begins; 0: there is none. */
	readonly sideAt: number;
	readonly answers: readonly AnswerRow[];
	readonly questionPage: QuestionPage;
	/** The furthest that the open panel, question or plan can be scrolled. */
	readonly lastScroll: number;
};

/** No question, or one of which everything is on the screen. */
export const WHOLE_QUESTION: QuestionPage = { isCut: false, page: 1, areAnswersHidden: false };

export const emptyLayout: ScreenLayout = {
	headerRows: 0,
	transcriptRows: 0,
	overlayRows: 0,
	window: { lines: [], rows: [], anchor: END, isAtEnd: true, newBelow: 0, linesBelow: 0, firstVisible: null },
	sideAt: 0,
	answers: [],
	questionPage: WHOLE_QUESTION,
	lastScroll: 0,
};

/** Part over the lower end of the transcript: help, a list, a plan review or a permission prompt. */
export type Overlay = {
	readonly lines: readonly Line[];
	/** The furthest that it can be scrolled. */
	readonly lastScroll: number;
	readonly answers: readonly AnswerRow[];
	readonly questionPage: QuestionPage;
	/** Rows that the overlay could have had at most. */
	readonly room?: number;
	/** The cell of the cursor in the lines, from 0, where something is typed into them. */
	readonly cursor?: { readonly x: number; readonly y: number } | null;
};

/** Layout of the question in front, for the keys that act on it. */
type QuestionPage = {
	/** Some of what is asked about is not on the screen. */
	readonly isCut: boolean;
	/** Lines of what is asked about that are visible at once when it is opened. */
	readonly page: number;
	/** Says that what was opened has taken the place of the answers. */
	readonly areAnswersHidden: boolean;
};

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

/** A row that answers the question: its number is its place, from 1. */
export type AnswerRow = {
	readonly label: string;
	/** Letters and keys that stand for it besides its number. */
	readonly keys: string;
	readonly answer: Answer | null;
	/** Why it cannot be chosen, when `answer` is null. */
	readonly because: string;
	/** The same in fewer words. */
	readonly shortBecause?: string;
	/** The label where there is no room for what follows it. */
	readonly shortLabel?: string;
	/** Muted words behind the label. */
	readonly remark?: string;
	/** The same in ever fewer words, for where there is no room for it. */
	readonly shortRemarks?: readonly string[];
	/** Not the whole command was on the screen: its key shows the rest instead of allowing it. */
	readonly isUnread?: true;
	/** Its number asks for words, which are the answer: it needs no pause that separates it from the first letter of a word. */
	readonly asksWords?: true;
};

type Answer =
	/** `kind`: of an option that allows or rejects; `opens`: an address for the user's browser. */
	| { readonly type: 'event'; readonly event: AppEvent; readonly kind?: OptionKind; readonly opens?: string }
	/** A row of the review of a form. */
	| { readonly type: 'form' }
	/** Shows the rule that would be written, and asks how far it reaches. `offer` counts from 0. */
	| { readonly type: 'always'; readonly offer: number };
