import type { CopiedBytes, ShadowChange } from '../../core/shadow/change.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import { leadsOutside } from '../../core/shadow/link-facts.js';
import { formatBytes } from '../../core/text/bytes.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncateMiddle } from '../../core/text/width.js';
import { type Span, styled } from '../line.js';
import * as messages from './shadow-messages.js';

/** A path within words, on a line of its own at most: no line of them ends in the middle of a name. */
export function pathWithin(path: string, width: number): string {
	return truncateMiddle(sanitizeLine(path), Math.max(8, width - 1));
}

/** What is said of a change besides its diff, on lines of so many cells. */
export function wordsOf(row: ChangeRow, width = Number.POSITIVE_INFINITY): readonly Span[] {
	const [change] = row.changes;
	if (change === undefined) return [];
	const conflict = row.changes.find((each) => each.conflict !== null)?.conflict ?? null;
	const { mode } = change;
	return [
		...(conflict === null
			? []
			: [
					styled(messages.conflictWords(sanitizeLine(conflict.reason)), { color: 'error' }),
					...(row.isGit ? [] : [styled(messages.SIDES, { color: 'muted' })]),
				]),
		...(row.isProtected ? [styled(messages.PROTECTED_WORDS, { color: 'warning' })] : []),
		...(row.isGit ? [styled(messages.GIT_WORDS, { color: 'muted' })] : []),
		...(change.from === undefined || row.isGit
			? []
			: [styled(messages.renamedFrom(pathWithin(change.from, width)), { color: 'muted' })]),
		...(mode === undefined || row.isGit
			? []
			: [styled(messages.modeWords(mode.before, mode.after), { color: 'muted' })]),
		...(change.openFolder === undefined || row.isGit
			? []
			: [styled(openFolderWords(change.openFolder, width), { color: 'muted' })]),
		...(change.kind === 'link' && !row.isGit ? [styled(messages.LINK, { color: 'muted' })] : []),
		...(change.link === undefined || row.isGit || !leadsOutside(change.link)
			? []
			: [styled(messages.outsideLink(pathWithin(change.link.target, width)), { color: 'warning' })]),
		...(change.size === undefined || row.isGit
			? []
			: [styled(messages.largeWords(formatBytes(change.size)), { color: 'muted' })]),
	];
}

function openFolderWords({ path, mode }: NonNullable<ShadowChange['openFolder']>, width: number): string {
	return messages.openFolderWords(pathWithin(path, width), mode);
}

/** How far copying large files is. */
export function copyingWords({ done, total }: CopiedBytes): string {
	return messages.copyingWords(formatBytes(done), formatBytes(total));
}
