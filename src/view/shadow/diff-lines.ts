import { canRunPrograms } from '../../core/shadow/can-run-programs.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { renderDiff } from '../code/diff.js';
import { type Line, plain, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import { COLORS } from './change-row.js';
import * as messages from './shadow-messages.js';

/** Lines of a diff that can be scrolled through. */
const MOST_LINES = 5000;
/** Changed lines are shown with so many around them at most. */
const LINES_AROUND = 6;
/** How many lines the diff of a change has, as far as its counts tell. */
export function countedLines({ isGit, changes }: ChangeRow): number {
	const [change] = changes;
	if (isGit || change === undefined) return changes.length;
	const { added, removed, status } = change;
	if (added === null || removed === null) return 1;
	const lines = added + removed;
	return lines === 0 || status === 'added' || status === 'deleted' ? lines : lines + LINES_AROUND;
}

const drawn = new WeakMap<ShownChange, { readonly width: number; readonly lines: readonly Line[] }>();

/** The diff of a change, or what stands in its place. */
export function bodyLines(shown: ShownChange | null, row: ChangeRow, width: number): readonly Line[] {
	const muted = (words: string): readonly Line[] => wrapLine([styled(words, { color: 'muted' })], width);
	if (row.isGit) {
		return row.changes.map((change) => [
			styled(`${messages.SIGNS[change.status]} `, { color: COLORS[change.status] }),
			plain(sanitizeLine(change.path)),
			...(canRunPrograms(change) ? [styled(`  ${messages.PROTECTED}`, { color: 'warning' } as const)] : []),
		]);
	}
	const [change] = row.changes;
	if (change?.kind === 'folder') return muted(messages.FOLDER);
	if (shown === null || shown.path !== row.path || shown.version !== change?.version) return muted(messages.READING);
	if (shown.failure !== undefined) return muted(sanitizeLine(shown.failure));
	const known = drawn.get(shown);
	if (known?.width === width) return known.lines;
	const { before, after } = shown.texts;
	const isText = (before !== null || change.status === 'added') && (after !== null || change.status === 'deleted');
	const lines = isText
		? renderDiff(
				{ path: row.path, oldText: before, newText: after ?? '' },
				{ width, maxLines: MOST_LINES, isChangeNamed: true },
			).lines
		: muted(messages.NO_TEXT);
	drawn.set(shown, { width, lines });
	return lines;
}
