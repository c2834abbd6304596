import type { ReviewedFile, ReviewList, ReviewNote } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncateMiddle } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { shortCount } from '../short-count.js';
import { lineWidth } from '../spans.js';
import { type FileRow, rowsInTree, signOf } from './file-row.js';
import * as messages from './review-panel-messages.js';

/** A row of the review: a file, or the folder of some. */
export type ReviewRow = FileRow<ReviewedFile>;

const made = weakLast<readonly ReviewedFile[], readonly ReviewRow[]>();

/** The files of a review as rows. Without `folded` there are no folders. */
export function reviewRows({ files, notes }: ReviewList, folded: ReadonlySet<string> | null): readonly ReviewRow[] {
	return made(files, [notes, folded], () => {
		const noted = new Map<string, number>();
		for (const { path } of notes) noted.set(path, (noted.get(path) ?? 0) + 1);
		return rowsInTree(files, folded, (file, name) => rowOf(file, name, noted.get(file.path) ?? 0));
	});
}

function rowOf(file: ReviewedFile, name: string, notes: number) {
	return {
		version: file.version,
		label: sanitizeLine(name),
		isMuted: file.isViewed,
		sign: signOf(file.status),
		facts: () => ({
			before: notes > 0 ? [styled(`${messages.NOTE_SIGN}${notes}`, { color: 'info' as const })] : [],
			figures: countSpans(file),
			marks: marksOf(file),
		}),
	};
}

/** Lines added and removed, as far as they are counted. */
function countSpans({ added, removed, isBinary, isWhole }: ReviewedFile): readonly Span[] {
	if (isBinary === true) return [styled(messages.BINARY, { color: 'muted' })];
	if (isWhole === true || added === null || removed === null) return [];
	const plus = added > 0 ? [styled(`+${shortCount(added)}`, { color: 'added' as const })] : [];
	const minus = removed > 0 ? [styled(`−${shortCount(removed)}`, { color: 'removed' as const })] : [];
	return [...plus, ...(plus.length > 0 && minus.length > 0 ? [plain(' ')] : []), ...minus];
}

/** Signs behind the figures: what is staged, and whether it was viewed; each has a column of its own. */
function marksOf({ staged, isViewed }: ReviewedFile): Line {
	const stage = staged === undefined ? '' : messages.STAGE_SIGNS[staged];
	return [
		...(staged === undefined ? [] : [styled(stage.padStart(2), { color: 'success' })]),
		styled(isViewed ? ' ✓' : '  ', { color: 'success' }),
	];
}

/** The line above its diff: its whole path, and what is known of it. */
export function nameOf({ file, label, files }: ReviewRow, notes: readonly ReviewNote[], width: number) {
	if (file === null) {
		const count = styled(counted(files.length, 'file'), { color: 'muted' });
		return { words: [styled(`${label}/`, { bold: true })], facts: [count] };
	}
	const facts = factsOf(file, notes.filter(({ path }) => path === file.path).length, width);
	const sign = signOf(file.status);
	const room = Math.max(8, width - lineWidth(facts) - lineWidth(sign) - 1);
	const from = file.oldPath === undefined ? '' : `${sanitizeLine(file.oldPath)} → `;
	const path = `${cellWidth(from) * 2 > room ? '' : from}${sanitizeLine(file.path)}`;
	return { words: [...sign, styled(truncateMiddle(path, room), { bold: true })], facts };
}

/** With fewer cells signs stand for the words. */
const ROOM_FOR_WORDS = 60;

function factsOf(file: ReviewedFile, notes: number, width: number): Line {
	const { staged, isViewed } = file;
	const counts = countSpans(file);
	const noted = notes > 0 ? [styled(`${messages.NOTE_SIGN}${notes} `, { color: 'info' as const })] : [];
	if (width < ROOM_FOR_WORDS) return [...noted, ...counts, ...marksOf(file).filter(({ text }) => text.trim() !== '')];
	const words: readonly Span[] = [
		...(notes > 0 ? [styled(messages.noteCount(notes), { color: 'info' })] : []),
		...(staged === 'all' ? [styled(messages.STAGED.all, { color: 'success' })] : []),
		...(staged === 'part' ? [styled(messages.STAGED.part, { color: 'success' })] : []),
		...(isViewed ? [styled('viewed ✓', { color: 'success' })] : []),
	];
	return [...counts, ...words.flatMap((word): Span[] => [styled('  ', {}), word])];
}
