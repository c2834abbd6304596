import { backticksAround } from '../text/fences.js';
import type { ReviewList, ReviewNote } from './review.js';

/** The prompt that the notes of a review go out with: each with its file, its lines and what they say. */
export function reviewPrompt(
	{ title, notes: all }: Pick<ReviewList, 'title' | 'notes'>,
	notes: readonly ReviewNote[] = all,
): string {
	const parts = notes.map((note) => `${placeOf(note)}\n${fenced(note.excerpt)}\n${note.text.trim()}`);
	return [`${notes.length === 1 ? 'A note' : `${notes.length} notes`} on the changes (${title}):`, ...parts].join(
		'\n\n',
	);
}

function placeOf({ path, line, lastLine, side, isGone }: ReviewNote): string {
	// A name may hold a line break, and words of its own after that.
	const name = /^[^\s\p{C}"`:]+$/u.test(path) ? path : JSON.stringify(path);
	const lines = lastLine === undefined || lastLine === line ? `${line}` : `${line}-${lastLine}`;
	const which = isGone === true ? ' (these lines are gone)' : side === 'old' ? ' (before the change)' : '';
	return `${name}:${lines}${which}`;
}

function fenced(text: string): string {
	const fence = backticksAround(text, 3);
	return `${fence}\n${text.toWellFormed()}\n${fence}`;
}
