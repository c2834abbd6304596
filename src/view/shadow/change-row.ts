import type { ShadowChange } from '../../core/shadow/change.js';
import { type ChangeRow, changeRows } from '../../core/shadow/change-rows.js';
import type { ShadowState } from '../../core/shadow/shadow-state.js';
import { formatBytes } from '../../core/text/bytes.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, type Role, type Span, styled } from '../line.js';
import type { PanelRow } from '../panel/panel.js';
import * as messages from './shadow-messages.js';

/** A row of the review. */
export type ReviewRow = PanelRow & { readonly change: ChangeRow };

export const COLORS: Readonly<Record<ShadowChange['status'], Role>> = {
	added: 'added',
	modified: 'info',
	deleted: 'removed',
	renamed: 'info',
};

const NONE: readonly ChangeRow[] = [];

export function changesIn(shadow: ShadowState | undefined): readonly ChangeRow[] {
	return shadow === undefined ? NONE : changeRows(shadow.changes);
}

type Made = { readonly left: ReadonlySet<string>; readonly rows: readonly ReviewRow[] };

const made = new WeakMap<readonly ChangeRow[], Made>();

/** Their rows; `left` are the paths of those that stay where they are. */
export function reviewRows(changes: readonly ChangeRow[], left: ReadonlySet<string>): readonly ReviewRow[] {
	const last = made.get(changes);
	if (last?.left === left) return last.rows;
	const rows = changes.map((change) => rowOf(change, left.has(change.path)));
	made.set(changes, { left, rows });
	return rows;
}

function rowOf(change: ChangeRow, isLeft: boolean): ReviewRow {
	const status = change.isGit ? 'modified' : (change.changes[0]?.status ?? 'modified');
	return {
		id: change.path,
		version: change.changes.map(({ path, version }) => `${version} ${path}`).join('\n'),
		label: pathWords(change),
		isCutInMiddle: true,
		isMuted: isLeft,
		signs: [styled(`${messages.SIGNS[status]} `, { color: COLORS[status] })],
		edge: () => [...markSpans(change, isLeft), ...countSpans(change)],
		change,
	};
}

/** The path as it is shown; one with line breaks or direction marks is made plain. */
export function pathWords({ path, isGit, changes }: ChangeRow): string {
	const [change] = changes;
	const from = change?.from === undefined || isGit ? '' : `${sanitizeLine(change.from)} → `;
	return `${from}${sanitizeLine(path)}${isGit || change?.kind === 'folder' ? '/' : ''}`;
}

function markSpans({ hasConflict, isProtected }: ChangeRow, isLeft: boolean): Line {
	return [
		...(isLeft ? [styled(`${messages.LEFT} `, { color: 'muted' })] : []),
		...(hasConflict ? [styled(`${messages.CONFLICT} `, { color: 'error', bold: true })] : []),
		...(isProtected ? [styled(`${messages.PROTECTED} `, { color: 'warning' })] : []),
	];
}

function countSpans({ isGit, changes }: ChangeRow): Span[] {
	if (isGit) return [styled(messages.gitFiles(changes.length), { color: 'muted' })];
	const [change] = changes;
	if (change === undefined) return [];
	const { mode, size } = change;
	const words = [
		...(size === undefined ? [] : [formatBytes(size)]),
		...(change.openFolder === undefined ? [] : [messages.folderMode(change.openFolder.mode)]),
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
