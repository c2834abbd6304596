import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { CopiedBytes, ShadowChange } from '../../core/shadow/shadow-change.js';

import { formatBytes } from '../../core/text/bytes.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncateMiddle } from '../../core/text/width.js';
import { type Span, styled } from '../line.js';
import * as messages from './shadow-panel-messages.js';

/** A path within words, on a line of its own at most: no line of them ends in the middle of a name. */
export function pathWithin(path: string, width: number): string {
	return truncateMiddle(sanitizeLine(path), Math.max(8, width - 1));
}

/** Words for a change besides its diff, on lines of so many cells. */
export function wordsOf(row: ChangeRow, width = Number.POSITIVE_INFINITY): readonly Span[] {
	const [change] = row.changes;
	if (change === undefined) return [];
	const conflict = row.changes.find((each) => each.conflict !== null)?.conflict ?? null;
	const { mode } = change;
	return [
		...(conflict === null
			? []
			: [
					styled(`Conflict: ${sanitizeLine(conflict.reason)}`, { color: 'error' }),
					...(row.isGit ? [] : [styled('− in the workspace now, + of the agent', { color: 'muted' })]),
				]),
		...(row.isProtected
			? [styled('Applied, this can make programs run on your machine: read it first.', { color: 'warning' })]
			: []),
		...(row.isGit ? [styled('Git’s own files: they are applied together, or not at all.', { color: 'muted' })] : []),
		...(change.from === undefined || row.isGit
			? []
			: [styled(`renamed from ${pathWithin(change.from, width)}`, { color: 'muted' })]),
		...(mode === undefined || row.isGit
			? []
			: [styled(`permissions ${messages.modes(mode.before, mode.after)}`, { color: 'muted' })]),
		...(change.openFolder === undefined || row.isGit
			? []
			: [styled(openFolderWords(change.openFolder, width), { color: 'muted' })]),
		...(change.kind === 'link' && !row.isGit
			? [styled('A symbolic link: its target is compared.', { color: 'muted' })]
			: []),
		...(change.link === undefined || row.isGit || !change.link.places.includes(null)
			? []
			: [styled(`It leads out of the workspace: ${pathWithin(change.link.target, width)}`, { color: 'warning' })]),
		...(change.size === undefined || row.isGit
			? []
			: [styled(`${formatBytes(change.size)}: a file this large is never applied by itself.`, { color: 'muted' })]),
	];
}

function openFolderWords({ path, mode }: NonNullable<ShadowChange['openFolder']>, width: number): string {
	return `in the new folder ${pathWithin(path, width)}, which everybody may write (${messages.octal(mode)})`;
}

export function copyingWords({ done, total }: CopiedBytes): string {
	return `Copying ${formatBytes(done)} of ${formatBytes(total)}`;
}
