import { counted } from '../text/counted.js';
import { sanitizeLine } from '../text/sanitize.js';
import type { WorktreeChanges, WorktreeRow } from './worktree.js';

export function heldChanges({ uncommitted, unmerged }: WorktreeChanges): string {
	return [
		...(uncommitted === 0 ? [] : [counted(uncommitted, 'uncommitted file')]),
		...(unmerged === 0 ? [] : [counted(unmerged, 'unmerged commit')]),
	].join(' and ');
}

export function rowWords({ changes, users }: Pick<WorktreeRow, 'changes' | 'users'>): string {
	const held = changes === null ? UNKNOWN_CHANGES : heldChanges(changes) || 'no changes';
	return users === 0 ? held : `${held}, in use by ${counted(users, 'session')}`;
}

/** Where git cannot tell. */
export const UNKNOWN_CHANGES = 'changes that git cannot count';

export function listWords(rows: readonly WorktreeRow[]): string {
	const width = Math.max(0, ...rows.map(({ name }) => name.length));
	return rows
		.map((row) => `${row.name.padEnd(width)}  ${rowWords(row)}\n${' '.repeat(width + 2)}${sanitizeLine(row.path)}`)
		.join('\n');
}
