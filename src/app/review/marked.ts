import { placedNote } from '../../core/review/notes.js';
import type { ReviewedFile, ReviewList, ReviewMarks, ReviewNote, ReviewPort } from '../../core/review/review.js';

/** Files that are read at a time: either side of one may have 10 MB. */
const WIDTH = 4;

type Source = Pick<ReviewPort, 'contentOf' | 'textOf'>;

/** The list with its marks as far as its files are as they were seen, and with its notes at their places. */
export async function withMarks(list: ReviewList, marks: ReviewMarks, source: Source): Promise<ReviewList> {
	const [files, notes] = await Promise.all([viewedFiles(list, marks, source), placedNotes(list, marks.notes, source)]);
	return { ...list, files, notes };
}

async function viewedFiles(
	list: ReviewList,
	{ viewed }: ReviewMarks,
	source: Source,
): Promise<readonly ReviewedFile[]> {
	const seen = new Map<string, Set<string>>();
	for (const { path, content } of viewed) seen.set(path, (seen.get(path) ?? new Set()).add(content));
	return inParts(list.files, async (file) => {
		const contents = seen.get(file.path);
		if (contents === undefined) return file;
		return { ...file, isViewed: contents.has(await source.contentOf(list, file)) };
	});
}

/** In order of their places. */
export async function placedNotes(
	list: ReviewList,
	notes: ReviewMarks['notes'],
	source: Source,
): Promise<readonly ReviewNote[]> {
	const texts = new Map<string, Promise<string | null | undefined>>();
	const placed = await inParts(notes, async (note) => {
		const key = `${note.side} ${note.path}`;
		const text = texts.get(key) ?? source.textOf(list, note.path, note.side);
		texts.set(key, text);
		return placedNote(note, await text);
	});
	return [...placed].sort((one, other) =>
		one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
	);
}

/** Results in order, of some at a time. */
export async function inParts<T, R>(items: readonly T[], change: (item: T) => Promise<R>): Promise<readonly R[]> {
	const results: R[] = [];
	for (let from = 0; from < items.length; from += WIDTH) {
		results.push(...(await Promise.all(items.slice(from, from + WIDTH).map(change))));
	}
	return results;
}
