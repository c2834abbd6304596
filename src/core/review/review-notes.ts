import type { ReviewNote, StoredNote } from './review.js';

/** Lines on each side of a note that are kept to tell its place. */
const CONTEXT = 4;
/** Lines of an excerpt that are kept, and characters of a line: more are not compared either. */
const MOST_LINES = 100;
const MOST_CHARS = 500;

/** The stored form of a note, with its excerpt and the lines around that in the text. */
export function storedNote(note: ReviewNote, text: string | null, firstLine = 1): StoredNote {
	const { isGone: _, ...plain } = note;
	if (text === null) return { ...plain, excerpt: bounded(linesOf(plain.excerpt)), before: [], after: [] };
	const lines = linesOf(text);
	const [from, to] = [note.line - firstLine, (note.lastLine ?? note.line) - firstLine + 1];
	return {
		...plain,
		excerpt: bounded(lines.slice(Math.max(0, from), Math.max(0, to))),
		before: lines.slice(Math.max(0, from - CONTEXT), Math.max(0, from)),
		after: lines.slice(Math.max(0, to), Math.max(0, to) + CONTEXT),
	};
}

/** The note at the place of its lines in the file as it is; null: no file, undefined: no place. */
export function placedNote(note: StoredNote, text: string | null | undefined): ReviewNote {
	const { before: _, after: __, ...plain } = note;
	if (text === undefined) return plain;
	const at = text === null ? null : placeOf(note, linesOf(text));
	if (at === null) return { ...plain, isGone: true };
	const moved = at + 1 - note.line;
	return { ...plain, line: at + 1, ...(note.lastLine === undefined ? {} : { lastLine: note.lastLine + moved }) };
}

/** Line from 0; null where the excerpt is missing or ambiguous. */
function placeOf({ excerpt, before, after, line, lastLine }: StoredNote, lines: readonly string[]): number | null {
	const own = excerpt.split('\n');
	const height = (lastLine ?? line) - line + 1;
	const places: number[] = [];
	for (let at = 0; at + own.length <= lines.length; at += 1)
		if (own.every((text, index) => lines[at + index] === text)) places.push(at);
	const backwards = before.toReversed();
	let best: { readonly at: number; readonly score: number } | null = null;
	for (const at of places) {
		const score =
			sameLines(backwards, (index) => lines[at - 1 - index]) + sameLines(after, (index) => lines[at + height + index]);
		const isNearer = best === null || Math.abs(at + 1 - line) < Math.abs(best.at + 1 - line);
		if (best === null || score > best.score || (score === best.score && isNearer)) best = { at, score };
	}
	if (best === null) return null;
	// A brace or an empty line occurs everywhere, and identifies no place.
	return best.score > 0 || (places.length === 1 && own.some(hasWords)) ? best.at : null;
}

/** Lines with words that are the same, from the nearest on. */
function sameLines(wanted: readonly string[], lineAt: (index: number) => string | undefined): number {
	const end = wanted.findIndex((line, index) => lineAt(index) !== line);
	return wanted.slice(0, end === -1 ? undefined : end).filter((line) => line.trim() !== '').length;
}

function hasWords(line: string): boolean {
	return /[\p{L}\p{N}]{2}/u.test(line);
}

function linesOf(text: string): readonly string[] {
	const lines = text.replaceAll('\r\n', '\n').split('\n');
	return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map((line) => line.slice(0, MOST_CHARS));
}

function bounded(lines: readonly string[]): string {
	return lines.slice(0, MOST_LINES).join('\n');
}
