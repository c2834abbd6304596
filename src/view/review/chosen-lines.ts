import type { ReviewNote } from '../../core/review/review.js';
import type { DiffPart, DiffParts } from '../code/diff-parts.js';
import { bounds, type Hunk } from '../code/hunks.js';
import { lineAt, type TextLines } from '../code/text-lines.js';
import type { FileDiff } from './diff-document.js';

/** Lines of a file that a note is about. */
export type ChosenLines = Pick<ReviewNote, 'side' | 'line' | 'lastLine' | 'excerpt'>;

/** Lines that a note takes at most. */
const MOST_LINES = 2000;
/** Lines of an excerpt. */
const MOST_SHOWN = 100;

/**
 * The lines between two parts of a diff as it is laid out, by their names; null: where the cursor stands first. Those of the new side, and
 * of the old one where nothing else is chosen. `firstLine` is the line of the file that the texts begin with.
 */
export function chosenLines(
	{ file }: Pick<FileDiff, 'file'>,
	parts: DiffParts,
	from: string | null,
	to: string | null,
	firstLine: number,
): ChosenLines | null {
	const [one, other] = [from, to].map((key) => (key === null ? parts.first : parts.placeOf(key)));
	const start = Math.min(one ?? 0, other ?? 0);
	const end = Math.min(Math.max(one ?? 0, other ?? 0), start + MOST_LINES);
	const [old, fresh] = [new Span(), new Span()];
	for (let place = start; place <= end; place += 1) {
		const part = parts.partAt(place);
		if (part.kind === 'hunk' && start === end) addHunk(part.hunk, old, fresh);
		if (part.kind === 'line') addLine(part, old, fresh);
	}
	const side = fresh.isEmpty ? 'old' : 'new';
	const { first, last, isEmpty } = side === 'new' ? fresh : old;
	if (isEmpty) return null;
	const excerpt = excerptOf(side === 'new' ? file.fresh : file.old, first, last);
	const line = first + firstLine - 1;
	return { side, line, excerpt, ...(last === first ? {} : { lastLine: last + firstLine - 1 }) };
}

/** The first and the last of some numbers. */
class Span {
	first = Number.POSITIVE_INFINITY;
	last = 0;

	get isEmpty(): boolean {
		return this.last === 0;
	}

	add(number: number): void {
		this.first = Math.min(this.first, number);
		this.last = Math.max(this.last, number);
	}
}

/** On the head of a hunk, all its changed lines are meant. */
function addHunk(hunk: Hunk, old: Span, fresh: Span): void {
	const { start, end } = bounds(hunk);
	const span = end.fresh > start.fresh ? fresh : old;
	span.add((span === fresh ? start.fresh : start.old) + 1);
	span.add(span === fresh ? end.fresh : end.old);
}

function addLine({ old: was, new: is }: Extract<DiffPart, { kind: 'line' }>, old: Span, fresh: Span): void {
	if (was !== null && was.row.kind !== 'added') old.add(was.row.oldNumber);
	if (is !== null && is.row.kind !== 'removed') fresh.add(is.row.newNumber);
}

function excerptOf(lines: TextLines, first: number, last: number): string {
	return Array.from({ length: Math.min(MOST_SHOWN, last - first + 1) }, (_, at) =>
		lineAt(lines, first - 1 + at).replace(/\r?\n$/, ''),
	).join('\n');
}
