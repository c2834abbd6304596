import { END } from '../transcript/position.js';
import type { TranscriptWindow } from '../transcript/window.js';
import type { AnswerRow } from './answer.js';
import { type QuestionPage, WHOLE_QUESTION } from './question-page.js';

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
