import { canRunPrograms } from '../../core/shadow/can-run-programs.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakLast } from '../../core/weak-memo.js';
import { looksBinary, renderDiff } from '../code/diff.js';
import { type Line, plain, styled } from '../line.js';
import { type DocumentParts, partsOf } from '../panel/document.js';
import { diffDocument, type FileDiff, fileDiff } from '../review/diff-document.js';
import { signOf } from '../review/file-row.js';
import { wrapLine } from '../spans.js';
import type { DiffLayout } from '../ui-options.js';
import { wordsOf } from './change-words.js';
import * as messages from './shadow-panel-messages.js';

/** Lines of a diff that are read out. */
const MOST_READ = 5000;
/** Changed lines are shown with so many around them at most. */
const LINES_AROUND = 6;

/** Number of lines that the diff of a change has, as far as its counts tell. */
export function countedLines(row: ChangeRow): number {
	return wordsOf(row).length + linesOfChange(row);
}

function linesOfChange({ isGit, changes }: ChangeRow): number {
	const [change] = changes;
	if (isGit || change === undefined) return changes.length;
	const { added, removed, status } = change;
	if (added === null || removed === null) return 1;
	const lines = added + removed;
	return lines === 0 || status === 'added' || status === 'deleted' ? lines + 1 : lines + LINES_AROUND + 1;
}

/** Both sides of a change, or what stands in their place. */
function sidesOf(shown: ShownChange | null, row: ChangeRow, width: number): readonly Line[] | Sides {
	const muted = (words: string): readonly Line[] => wrapLine([styled(words, { color: 'muted' })], width);
	if (row.isGit) {
		return row.changes.map((change) => [
			...signOf(change.status),
			plain(sanitizeLine(change.path)),
			...(canRunPrograms(change) ? [styled(`  ${messages.PROTECTED}`, { color: 'warning' } as const)] : []),
		]);
	}
	const [change] = row.changes;
	if (change?.kind === 'folder') return muted('An empty folder.');
	if (shown === null || shown.path !== row.path || shown.version !== change?.version)
		return muted('Reading both sides…');
	if (shown.failure !== undefined) return muted(sanitizeLine(shown.failure));
	const { before, after } = shown.texts;
	const isText = (before !== null || change.status === 'added') && (after !== null || change.status === 'deleted');
	return isText ? { before, after: after ?? '' } : muted('It is not text, or too large to show.');
}

type Sides = { readonly before: string | null; readonly after: string };

/** The diff of a change that is shown; null where there is none. */
export function diffOfChange(shown: ShownChange | null, row: ChangeRow): FileDiff | null {
	const sides = sidesOf(shown, row, 1);
	if (shown === null || !('after' in sides) || looksBinary(sides.before ?? '') || looksBinary(sides.after)) return null;
	return fileDiff(shown, sides.before ?? '', sides.after);
}

const drawn = weakLast<ChangeRow, DocumentParts>();

export function changeParts(
	shown: ShownChange | null,
	row: ChangeRow,
	width: number,
	layout: DiffLayout,
): DocumentParts {
	return drawn(row, [shown, width, layout], () => {
		const words = wordsOf(row, width).flatMap((span) => wrapLine([span], width));
		const diff = diffOfChange(shown, row);
		if (diff === null || diff.file.hunks.length === 0) return partsOf([...words, ...bodyLines(shown, row, width)]);
		const inserts = words.map((line, at) => ({ above: 0, key: `w${at}`, lines: [line] }));
		const parts = diffDocument({ diff, path: row.path, width, layout, inserts: () => inserts });
		// Facts of a change are read first.
		return words.length > 0 ? { ...parts, first: 0 } : parts;
	});
}

/** The diff of a change as lines that are read out, or what stands in its place. */
export function bodyLines(shown: ShownChange | null, row: ChangeRow, width: number): readonly Line[] {
	const sides = sidesOf(shown, row, width);
	if (!('after' in sides)) return sides;
	const change = { path: row.path, oldText: sides.before, newText: sides.after };
	return renderDiff(change, { width, maxLines: MOST_READ, isChangeNamed: true }).lines;
}
