import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import type { UiStep } from '../state/ui-step.js';

/** A line of text in a panel: what stands in it, and the screen with another text. */
export type TextLine = {
	readonly text: string;
	/** Characters that there is room for; what is longer is cut. */
	readonly most: number;
	/** Keeps what belongs into the line; absent: the first line, sanitized. */
	readonly clean?: (typed: string) => string;
	readonly set: (text: string) => UiStep;
	/** Has a cursor that may stand anywhere in it. */
	readonly hasCursor?: true;
	/** Takes several lines, with the keys of the draft. */
	readonly isOfSeveralLines?: true;
	/** In linear mode it is typed on a line of its own, never in the draft: what its row shows in so many cells. */
	readonly apart?: (width: number) => string;
};

export function typeInto(line: TextLine, typed: string): UiStep {
	return line.set((line.text + cleanTyped(line, typed)).slice(0, line.most));
}

export function cleanTyped(line: TextLine, typed: string): string {
	const {
		clean = line.isOfSeveralLines === true ? sanitizeText : (typed) => sanitizeLine(typed.split(/[\r\n]/, 1)[0] ?? ''),
	} = line;
	return clean(typed.slice(0, PASTED));
}

/** Characters of a paste that are looked at. */
const PASTED = 100_000;
