import { unitEnd, unitStart } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { textWidth } from '../wrap-draft.js';

export const INDENT = '  ';

export function isAtLineEnd({ text }: Draft, at: number): boolean {
	return at >= text.length || text[at] === '\n';
}

/** The offset, or that of the line's last character where it is behind it. */
export function onCharacter(draft: Draft, at: number): number {
	const inside = Math.min(at, draft.text.length);
	return isAtLineEnd(draft, inside) && inside > lineStart(draft.text, inside) ? unitStart(draft, inside) : inside;
}

export function behind(draft: Draft, at: number): number {
	return isAtLineEnd(draft, at) ? at : unitEnd(draft, at);
}

export function isBlank(character: string | undefined): boolean {
	return character === ' ' || character === '\t';
}

export function skipBlanks(text: string, from: number): number {
	let at = from;
	while (isBlank(text[at])) at++;
	return at;
}

export function firstWord(draft: Draft, at: number): number {
	return onCharacter(draft, skipBlanks(draft.text, lineStart(draft.text, at)));
}

/** True with nothing but blanks between the line's start and the offset, `extra` characters more included. */
export function isInIndent({ text }: Draft, at: number, extra = 0): boolean {
	return skipBlanks(text, lineStart(text, at)) >= at + extra;
}

export function lineCount({ text }: Draft): number {
	return text.split('\n').length;
}

export function lineOf({ text }: Draft, at: number): number {
	return text.slice(0, at).split('\n').length - 1;
}

export function startOfLine({ text }: Draft, line: number): number {
	let start = 0;
	for (let left = line; left > 0; left--) {
		const end = text.indexOf('\n', start);
		if (end === -1) break;
		start = end + 1;
	}
	return start;
}

export function cellsBefore({ text }: Draft, at: number): number {
	return textWidth(text.slice(lineStart(text, at), at));
}

/** Cell column of an offset; a tab counts with its last cell, as the cursor stands there. */
export function columnOf(draft: Draft, at: number): number {
	return draft.text[at] === '\t' ? cellsBefore(draft, at + 1) - 1 : cellsBefore(draft, at);
}

/** The same for a cursor with a selection: at its start a tab counts with its first cell. */
export function cursorColumn(draft: Draft, cursor: number, anchor = -1): number {
	return cursor <= anchor ? cellsBefore(draft, cursor) : columnOf(draft, cursor);
}

/** Offset at a cell column of the line that starts at `start`; `isPast`: it may be behind the last character. */
export function atColumn(draft: Draft, start: number, column: number, isPast: boolean): number {
	const end = lineEnd(draft.text, start);
	let at = start;
	for (let used = 0; at < end; ) {
		const next = unitEnd(draft, at);
		used += textWidth(draft.text.slice(at, next), used);
		if (used > column) break;
		at = next;
	}
	return isPast ? at : onCharacter(draft, at);
}

/** Place of an offset in its line in bytes, as vim counts. */
export function byteOf({ text }: Draft, at: number): number {
	return bytesIn(text.slice(lineStart(text, at), at));
}

export function atByte(draft: Draft, start: number, byte: number): number {
	let at = start;
	for (let used = 0; !isAtLineEnd(draft, at); at = unitEnd(draft, at)) {
		used += bytesIn(draft.text.slice(at, unitEnd(draft, at)));
		if (used > byte) break;
	}
	return at;
}

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;
