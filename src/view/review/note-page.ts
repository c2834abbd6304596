import type { ReviewNote } from '../../core/review/review.js';
import type { DiffPart, DiffParts } from '../code/diff-parts.js';
import { bounds, type Hunk } from '../code/hunks.js';
import { lineAt, type TextLines } from '../code/text-lines.js';
import { openPage } from '../panel/engine.js';
import { type PanelKind, type PanelResult, panelOf } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { isSplitIn } from './diff-actions.js';
import type { FileDiff } from './diff-document.js';
import { keyOfNote, lineKeyOf } from './review-document.js';
import * as messages from './review-panel-messages.js';
import { type Reviewed, wants } from './review-state.js';

type Writing = Pick<Reviewed, 'draw' | 'reopen'> & {
	/** The note, without its text if it is new. */
	readonly note: ReviewNote;
	readonly firstLine: number;
};

const MOST_WORDS = 4000;

/** A line below the review, in which a note is written on what is selected, or the one at the cursor is changed. */
export function openNote(context: ScreenContext, reviewed: Reviewed): PanelResult<never> {
	const { row, place, texts, draw, reopen } = reviewed;
	const known = reviewed.list.notes.find((note) => keyOfNote(note) === reviewed.part);
	const chosen = known ?? linesFor(reviewed);
	if (chosen === null || row.file === null) return { words: messages.NO_LINE };
	const note = known ?? { ...chosen, id: idOf(context, reviewed), path: row.file.path, text: '' };
	const { firstLine = 1 } = texts ?? {};
	const own = { note, firstLine, draw, reopen };
	const { selected, places, mark, isInText } = place;
	const at = { selected, places, mark, isInText };
	return { ui: openPage(context, notePage, own, { ...at, typed: note.text }) };
}

/** An unused id. */
function idOf({ now }: ScreenContext, { list }: Reviewed): string {
	return `${now.toString(36)}${list.notes.length}`;
}

/** Where there is no text, a note is about the file. */
function linesFor({ diff, place, row, line, texts, own, context, rows }: Reviewed): ChosenLines | null {
	if (texts === null) return null;
	if (diff === null) return { side: texts.newText === null ? 'old' : 'new', line: 1, excerpt: '' };
	const from = place.mark?.row === row.id ? place.mark.part : line;
	const parts = diff.parts(diff.isTwoSided && isSplitIn(own, context, rows));
	return chosenLines(diff, parts, from, line, texts.firstLine ?? 1);
}

const notePage: PanelKind<Writing> = {
	name: 'review-note',
	panel(context, writing, place) {
		const { note, draw } = writing;
		const drawn = draw(context, place);
		if (drawn === null) return null;
		return panelOf({
			...drawn,
			line: {
				most: MOST_WORDS,
				label: `${messages.NOTE_SIGN} `,
				hint: `a note on ${linesOf(note)}; empty: none`,
				isValue: true,
			},
			actions: () => [
				{
					...{ id: 'picker-accept', words: 'keep', isEnter: true },
					run: (now) => keep(now, writing, place.typed.trim()),
				},
			],
			spoken: { how: `Type the note on ${linesOf(note)} and press enter; enter alone goes back.` },
		});
	},
};

function linesOf({ line, lastLine = line }: ReviewNote): string {
	return messages.linesWords(line, lastLine);
}

/** A note without words is none. */
function keep(context: ScreenContext, { note, firstLine, reopen }: Writing, text: string): PanelResult<Writing> {
	if (text === note.text) return { closes: true };
	const request =
		text === '' ? wants({ do: 'drop-note', id: note.id }) : wants({ do: 'note', note: { ...note, text } });
	const part = text === '' || note.isGone === true ? lineKeyOf(note, firstLine) : keyOfNote(note);
	const words = text === '' ? 'The note is deleted' : 'The note is kept';
	return { ui: reopen(context, note.path, part), requests: [request], words };
}

/** Lines of a file that a note is about. */
type ChosenLines = Pick<ReviewNote, 'side' | 'line' | 'lastLine' | 'excerpt'>;

/** Lines that a note takes at most. */
const MOST_LINES = 2000;
/** Lines of an excerpt. */
const MOST_SHOWN = 100;

/**
 * The lines between two parts of a diff as it is laid out, by their names; null: where the cursor stands first. Those of the new side, and
 * of the old one where nothing else is chosen. `firstLine` is the line of the file that the texts begin with.
 */
function chosenLines(
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
