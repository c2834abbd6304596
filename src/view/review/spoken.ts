import type { ReviewNote, ReviewTexts } from '../../core/review/review.js';
import { renderDiff } from '../code/diff.js';
import { STATUS } from '../shadow/shadow-messages.js';
import { lineText } from '../spans.js';
import { oneLine, sentence } from '../spoken-text.js';
import { diffOfFile, textsOf } from './review-document.js';
import * as messages from './review-messages.js';
import type { ReviewRow } from './review-row.js';

/** Lines of a diff that are read out. */
const MOST_LINES = 200;
const WIDTH = 200;

/** A file as one sentence. */
export function rowWords({ file }: ReviewRow, notes: readonly ReviewNote[]): string {
	if (file === null) return '';
	const { path, status, added, removed, isBinary, staged, isViewed } = file;
	const count = notes.filter((note) => note.path === path).length;
	const words = [
		oneLine(path),
		STATUS[status],
		isBinary === true
			? messages.BINARY
			: added === null || removed === null
				? ''
				: `${added} added, ${removed} removed`,
		staged === undefined || staged === 'none' ? '' : messages.SPOKEN.staged[staged],
		isViewed ? messages.SPOKEN.viewed : '',
		count === 0 ? '' : messages.noteCount(count),
	];
	return sentence(words.filter((word) => word !== '').join(', '));
}

/** A file that was chosen: what became of it, its diff and its notes, and what can be done with it. */
export function fileLines(row: ReviewRow, all: ReviewTexts | null, notes: readonly ReviewNote[]): readonly string[] {
	const { file } = row;
	const texts = textsOf(all, file);
	if (file === null || texts === null) return [messages.READING];
	const diff = diffOfFile(texts, file);
	const change = { path: file.path, oldText: texts.oldText, newText: texts.newText ?? '' };
	const { lines, hiddenLines } =
		diff === null
			? { lines: [], hiddenLines: 0 }
			: renderDiff(change, { width: WIDTH, maxLines: MOST_LINES, isChangeNamed: true });
	const own = notes.filter(({ path }) => path === file.path);
	return [
		rowWords(row, notes),
		...(texts.failure === undefined ? [] : [sentence(oneLine(texts.failure))]),
		...lines.map(lineText),
		...(hiddenLines > 0 ? [messages.SPOKEN.lines(hiddenLines)] : []),
		...own.map((note) => sentence(oneLine(messages.SPOKEN.noteRow(note)))),
		messages.SPOKEN.choose(diff?.file.hunks.length ?? 0),
	];
}
