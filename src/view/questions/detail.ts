import { revealHidden } from '../../core/text/reveal.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';

/** One detail of a question, safe to draw: a path has no name, a text of several lines comes below its name. */
export type QuestionDetail = {
	readonly name: string;
	readonly lines: readonly string[];
	readonly isOutside: boolean;
	readonly isWarning?: true;
	/** Lines added and removed, behind the text; `tail` comes after them. */
	readonly counts?: { readonly added: number; readonly removed: number };
	readonly tail?: string;
	/** Words of ours: a line of them ends between two words. */
	readonly isWords?: true;
};

/** A text as one line in which nothing is hidden. */
export function shownLine(text: string): string {
	return sanitizeLine(revealHidden(text));
}

/** A text as lines in which nothing is hidden. */
export function shownLines(text: string): readonly string[] {
	return sanitizeText(revealHidden(text)).split('\n');
}

/** A named detail; a text of several lines keeps them. */
export function questionDetail(name: string, text: string, isOutside = false): QuestionDetail {
	return { name: shownLine(name), lines: shownLines(text), isOutside };
}
