import { type ChangeRow, changeRows } from '../../core/shadow/change-rows.js';
import type { ShadowState } from '../../core/shadow/shadow-state.js';
import { formatBytes } from '../../core/text/bytes.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncateMiddle } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { type FileRow, rowsInTree, signOf } from '../review/file-row.js';
import { lineWidth } from '../spans.js';
import * as messages from './shadow-panel-messages.js';

/** A row of the review: a change, or the folder of some. */
export type ReviewRow = FileRow<ChangeRow>;

const NONE: readonly ChangeRow[] = [];

export function changesIn(shadow: ShadowState | undefined): readonly ChangeRow[] {
	return shadow === undefined ? NONE : changeRows(shadow.changes);
}

type Look = { readonly left: ReadonlySet<string>; readonly folded: ReadonlySet<string> | null };

const made = weakLast<readonly ChangeRow[], readonly ReviewRow[]>();

/** Rows of the changes; `left` are the paths of those that stay where they are. Without `folded` there are no folders. */
export function reviewRows(changes: readonly ChangeRow[], { left, folded }: Look): readonly ReviewRow[] {
	return made(changes, [left, folded], () =>
		rowsInTree(changes, folded, (change, name) => rowOf(change, name, left.has(change.path))),
	);
}

function rowOf(change: ChangeRow, name: string, isLeft: boolean) {
	return {
		version: change.changes.map(({ path, version }) => `${version} ${path}`).join('\n'),
		label: pathWords(change, name),
		isMuted: isLeft,
		sign: signOf(statusOf(change)),
		facts: () => ({ before: markSpans(change, isLeft), figures: countSpans(change), marks: [] }),
	};
}

function statusOf({ isGit, changes }: ChangeRow) {
	return isGit ? 'modified' : (changes[0]?.status ?? 'modified');
}

/** The line above its diff: its whole path, and what is known of it. */
export function nameOf({ file, label, isMuted }: ReviewRow, width: number) {
	if (file === null) return { words: [styled(`${label}/`, { bold: true })], facts: [] };
	const marks = markSpans(file, isMuted === true);
	const facts = [...marks, ...(marks.length > 0 ? [plain(' ')] : []), ...countSpans(file)];
	const sign = signOf(statusOf(file));
	const room = Math.max(8, width - lineWidth(facts) - lineWidth(sign) - 1);
	return { words: [...sign, styled(truncateMiddle(pathWords(file), room), { bold: true })], facts };
}

/** The path as it is shown; one with line breaks or direction marks is made plain. */
export function pathWords({ path, isGit, changes }: ChangeRow, name = path): string {
	const [change] = changes;
	const from = change?.from === undefined || isGit ? '' : `${sanitizeLine(change.from)} → `;
	return `${from}${sanitizeLine(name)}${isGit || change?.kind === 'folder' ? '/' : ''}`;
}

function markSpans({ hasConflict, isProtected }: ChangeRow, isLeft: boolean): Line {
	const marks: readonly Span[] = [
		...(isLeft ? [styled('left', { color: 'muted' })] : []),
		...(hasConflict ? [styled(messages.CONFLICT, { color: 'error', bold: true })] : []),
		...(isProtected ? [styled(messages.PROTECTED, { color: 'warning' })] : []),
	];
	return marks.flatMap((mark, at): Span[] => (at === 0 ? [mark] : [plain(' '), mark]));
}

function countSpans({ isGit, changes }: ChangeRow): Span[] {
	if (isGit) return [styled(counted(changes.length, 'file'), { color: 'muted' })];
	const [change] = changes;
	if (change === undefined) return [];
	const { mode, size } = change;
	const words = [
		...(size === undefined ? [] : [formatBytes(size)]),
		...(change.openFolder === undefined ? [] : [`folder ${messages.octal(change.openFolder.mode)}`]),
		...(mode === undefined ? [] : [messages.modes(mode.before, mode.after)]),
	].join(' ');
	const modes = words === '' ? [] : [styled(words, { color: 'muted' })];
	if (change.added === null || change.removed === null) return modes;
	const areLines = change.added > 0 || change.removed > 0;
	return [
		...(modes.length > 0 && areLines ? [...modes, plain(' ')] : modes),
		...(change.added > 0 ? [styled(`+${change.added}`, { color: 'added' })] : []),
		...(change.removed > 0
			? [plain(change.added > 0 ? ' ' : ''), styled(`−${change.removed}`, { color: 'removed' })]
			: []),
	];
}
