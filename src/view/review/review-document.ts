import type { ReviewedFile, ReviewNote, ReviewTexts } from '../../core/review/review.js';
import { formatBytes } from '../../core/text/bytes.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakLast } from '../../core/weak-memo.js';
import { looksBinary } from '../code/diff.js';
import type { DiffParts } from '../code/diff-parts.js';
import type { Hunk } from '../code/hunks.js';
import { type Line, styled } from '../line.js';
import { type DocumentParts, partsOf } from '../panel/document.js';
import { padLine, wrapLine } from '../spans.js';
import type { DiffLayout } from '../ui-options.js';
import { diffDocument, type FileDiff, fileDiff, type Insert, withInserts } from './diff-document.js';
import * as messages from './review-panel-messages.js';
import type { ReviewRow } from './review-row.js';
import { hasHunksToStage, stagedOf } from './staging.js';

/** Parts of a review besides its list. */
export type Shown = {
	readonly texts: ReviewTexts | null;
	readonly notes: readonly ReviewNote[];
	readonly layout: DiffLayout;
	/** Loading both sides takes so long that a message says so. */
	readonly isLate: boolean;
	/** Whether hunks can be staged. */
	readonly canStage: boolean;
};

/** Both sides of a file, as it was listed; null while they are read. */
export function textsOf(texts: ReviewTexts | null, file: ReviewedFile | null): ReviewTexts | null {
	return texts !== null && texts.path === file?.path && texts.version === file.version ? texts : null;
}

/** The diff of a file; null while it is not known, and where there is none. */
export function diffOfFile(all: ReviewTexts | null, file: ReviewedFile | null): FileDiff | null {
	const texts = textsOf(all, file);
	if (texts === null || texts.failure !== undefined || file?.isBinary === true) return null;
	const { oldText, newText } = texts;
	if (oldText === newText || looksBinary(oldText ?? '') || looksBinary(newText ?? '')) return null;
	const diff = fileDiff(texts, oldText ?? '', newText ?? '');
	return diff.file.hunks.length === 0 ? null : diff;
}

const made = weakLast<ReviewTexts, DocumentParts>();

/** A row of the review as a document: a diff with its notes, or what stands in its place. */
export function reviewParts({ file, files }: ReviewRow, shown: Shown, width: number): DocumentParts {
	if (file === null) return partsOf(files.flatMap(({ path }) => muted(sanitizeLine(path), width)));
	const texts = textsOf(shown.texts, file);
	if (texts === null) return partsOf(shown.isLate ? muted(messages.READING, width) : []);
	const { notes, layout, canStage } = shown;
	return made(texts, [notes, layout, canStage, width], () => partsOfFile(file, texts, shown, width));
}

function partsOfFile(file: ReviewedFile, texts: ReviewTexts, shown: Shown, width: number): DocumentParts {
	const { layout, canStage } = shown;
	const notes = shown.notes.filter(({ path }) => path === file.path);
	const diff = diffOfFile(texts, file);
	if (diff === null) {
		const inserts = notes.map((note) => ({ above: 1, key: keyOfNote(note), lines: noteLines(note, width, true) }));
		return withInserts(partsOf(muted(wordsFor(file, texts), width)), inserts);
	}
	const { firstLine = 1, leftOut } = texts;
	const above =
		leftOut === undefined
			? []
			: [`Large: shown from its first change on, ${formatBytes(leftOut)} are left out. S and x take the whole file.`];
	const facts = canStage && hasHunksToStage(texts) ? { facts: (hunk: Hunk) => stagedSpans(texts, hunk) } : {};
	return diffDocument({
		...{ diff, path: file.path, width, layout, firstLine, ...facts },
		inserts: (parts) => [
			...above.map((words, at) => ({ above: 0, key: `w${at}`, lines: muted(words, width) })),
			...noteInserts(notes, parts, firstLine, width),
		],
	});
}

function wordsFor({ status, isBinary, isWhole }: ReviewedFile, { failure, oldText, newText }: ReviewTexts): string {
	if (failure !== undefined) return sanitizeLine(failure);
	if (isBinary === true || looksBinary(oldText ?? '') || looksBinary(newText ?? '')) return 'It is not text.';
	if (isWhole === true) return 'A link, or a commit of another repository.';
	if (status === 'renamed') return 'It was renamed, and nothing else.';
	return oldText === null || newText === null ? 'An empty file.' : 'No line differs.';
}

function muted(words: string, width: number): readonly Line[] {
	return wrapLine([styled(words, { color: 'muted' })], width);
}

function stagedSpans(texts: ReviewTexts, hunk: Hunk): Line {
	const words = messages.STAGED[stagedOf(texts, hunk)];
	return words === '' ? [] : [styled(`${words}  `, { color: 'success' })];
}

/** The name of a note's part in the document. */
export function keyOfNote({ id }: Pick<ReviewNote, 'id'>): string {
	return `c${id}`;
}

/** The part of the diff that a note is about: its last line. */
export function lineKeyOf({ line, lastLine = line, side }: ReviewNote, firstLine: number): string {
	return `${side === 'old' ? 'o' : 'n'}${lastLine - firstLine + 1}`;
}

/** Notes under their lines; those whose lines are not shown stand at the top. */
function noteInserts(
	notes: readonly ReviewNote[],
	parts: DiffParts,
	firstLine: number,
	width: number,
): readonly Insert[] {
	const inserts = notes.map((note): Insert => {
		const key = lineKeyOf(note, firstLine);
		const place = parts.placeOf(key);
		const isShown = note.isGone !== true && isLine(parts, place, key);
		const lines = noteLines(note, width, !isShown);
		return { above: isShown ? place + 1 : 0, key: keyOfNote(note), lines };
	});
	return inserts.toSorted((one, other) => one.above - other.above);
}

function isLine(parts: DiffParts, place: number, key: string): boolean {
	if (place < 0 || place >= parts.count) return false;
	const part = parts.partAt(place);
	if (part.kind !== 'line') return false;
	const row = key.startsWith('o') ? part.old?.row : part.new?.row;
	if (row === undefined) return false;
	return key.startsWith('o')
		? row.kind !== 'added' && `o${row.oldNumber}` === key
		: row.kind !== 'removed' && `n${row.newNumber}` === key;
}

const NOTE_MARGIN = '  ┃ ';

/** A note as it stands in the diff; `isApart`: not under its lines, which are named then. */
function noteLines(note: ReviewNote, width: number, isApart: boolean): readonly Line[] {
	const { line, lastLine = line, isGone } = note;
	const isOfSeveral = lastLine !== line;
	const place =
		isApart || isOfSeveral
			? `${messages.linesWords(line, lastLine)}${isGone === true ? `, ${messages.GONE}` : ''}  `
			: '';
	const bar = styled(NOTE_MARGIN, { color: 'info', background: 'user' });
	const words: Line = [
		styled(`${messages.NOTE_SIGN} `, { color: 'info', bold: true }),
		styled(place, { color: isGone === true ? 'warning' : 'muted' }),
		styled(sanitizeLine(note.text), { color: 'text' }),
	];
	return wrapLine(words, Math.max(1, width - NOTE_MARGIN.length)).map((each) =>
		[bar, ...padLine(each, width - NOTE_MARGIN.length)].map(({ text, style }) => ({
			text,
			style: { ...style, background: 'user' as const },
		})),
	);
}
