import { counted } from '../text/counted.js';
import { sanitizeLine } from '../text/sanitize.js';
import type { WorktreeChanges, WorktreeRow } from './worktree.js';

export function heldChanges({ uncommitted, unmerged }: WorktreeChanges): string {
	return [
		...(uncommitted === 0 ? [] : [counted(uncommitted, 'uncommitted file')]),
		...(unmerged === 0 ? [] : [counted(unmerged, 'unmerged commit')]),
	].join(' and ');
}

function rowWords({ changes, users }: Pick<WorktreeRow, 'changes' | 'users'>): string {
	const held = changes === null ? UNKNOWN_CHANGES : heldChanges(changes) || 'no changes';
	return users === 0 ? held : `${held}, in use by ${counted(users, 'session')}`;
}

/** Where git cannot tell. */
export const UNKNOWN_CHANGES = 'changes that git cannot count';

type Look = (text: string) => string;

/** Two lines for each worktree; `heading` and `detail` colour its name and its path. */
export function listWords(rows: readonly WorktreeRow[], heading: Look = String, detail: Look = String): string {
	const width = Math.max(0, ...rows.map(({ name }) => name.length));
	const lines = rows.flatMap((row) => [
		`${heading(row.name.padEnd(width))}  ${rowWords(row)}`,
		`${' '.repeat(width + 2)}${detail(sanitizeLine(row.path))}`,
	]);
	return lines.join('\n');
}
