import type { Line } from '../line.js';
import type { AnswerRow } from './answer.js';
import type { QuestionPage } from './question-page.js';

/** Part over the lower end of the transcript: help, a list, a plan review or a permission prompt. */
export type Overlay = {
	readonly lines: readonly Line[];
	/** The furthest that it can be scrolled. */
	readonly lastScroll: number;
	readonly answers: readonly AnswerRow[];
	readonly questionPage: QuestionPage;
	/** The rows that it could have had. */
	readonly room?: number;
	/** The cell of the cursor in the lines, from 0, where something is typed into them. */
	readonly cursor?: { readonly x: number; readonly y: number } | null;
};
