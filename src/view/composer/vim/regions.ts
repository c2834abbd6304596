import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import type { Moved } from './motions.js';
import { behind, isAtLineEnd, isInIndent, skipBlanks } from './text.js';

/** Range that an operator works on: without the last line break where it is of lines. */
export type Region = {
	readonly start: number;
	readonly end: number;
	readonly isLines: boolean;
	/** Cursor before the change, where undo leads to. */
	readonly cursor: number;
};

export function regionOf(draft: Draft, cursor: number, moved: Moved, operator: string): Region {
	const { text } = draft;
	const from = moved.from ?? cursor;
	const low = Math.min(from, moved.to);
	const high = Math.max(from, moved.to);
	const lines = linesOf(draft, low, high);
	if (moved.how === 'lines') return lines;
	let end = moved.how === 'inclusive' ? behind(draft, high) : high;
	// Up to the start of a line means up to the end of the line before, or these lines as a whole.
	if (moved.how === 'exclusive' && end > lineEnd(text, low) && end === lineStart(text, end)) {
		if (isInIndent(draft, low)) return linesOf(draft, low, end - 1);
		end--;
	}
	const isBlankRest = end > lineEnd(text, low) && isInIndent(draft, low) && isAtLineEnd(draft, skipBlanks(text, end));
	if (operator === 'd' && isBlankRest) return linesOf(draft, low, end);
	return { start: low, end, isLines: false, cursor: low };
}

export function selected(draft: Draft, anchor: number, isLines: boolean, isOfLines = false): Region {
	const low = Math.min(anchor, draft.cursor);
	const high = Math.max(anchor, draft.cursor);
	if (isLines) {
		const cursor = Math.min(draft.cursor, lineStart(draft.text, anchor));
		return { ...linesOf(draft, low, high), cursor };
	}
	const isPast = isAtLineEnd(draft, high) && !isOfLines;
	const end = isPast ? Math.min(draft.text.length, high + 1) : behind(draft, high);
	return { start: low, end, isLines: false, cursor: low };
}

export function linesOf({ text }: Draft, low: number, high: number): Region {
	return { start: lineStart(text, low), end: lineEnd(text, high), isLines: true, cursor: low };
}
