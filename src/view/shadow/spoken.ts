import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import { formatBytes } from '../../core/text/bytes.js';
import { lineText } from '../spans.js';
import { oneLine, sentence } from '../spoken-text.js';
import { pathWords } from './change-row.js';
import { wordsOf } from './change-words.js';
import { bodyLines } from './diff-lines.js';
import * as messages from './shadow-messages.js';

/** Lines of a diff that are read out. */
const MOST_LINES = 200;
const WIDTH = 200;

/** A change as it is read out: what it is, its diff, and what can be done with it. */
export function changeLines(row: ChangeRow, shown: ShownChange | null): readonly string[] {
	const body = bodyLines(shown, row, WIDTH).map(lineText);
	const rest = body.length - MOST_LINES;
	return [
		rowWords(row),
		...wordsOf(row).map((span) => sentence(span.text)),
		...body.slice(0, MOST_LINES),
		...(rest > 0 ? [`${rest} more lines are left out.`] : []),
		'Type a to apply it, l to leave it, d to discard it, or enter alone to go back.',
	];
}

/** A change as one sentence. */
export function rowWords(row: ChangeRow): string {
	const [change] = row.changes;
	const lines = change === undefined || change.added === null ? '' : `${change.added} added, ${change.removed} removed`;
	const words = [
		oneLine(pathWords(row)),
		row.isGit ? messages.gitFiles(row.changes.length) : messages.STATUS[change?.status ?? 'modified'],
		...(row.isGit ? [] : [lines]),
		...(change?.size === undefined || row.isGit ? [] : [formatBytes(change.size)]),
		...(row.hasConflict ? [messages.CONFLICT] : []),
		...(row.isProtected ? [messages.PROTECTED] : []),
	];
	return sentence(words.filter((word) => word !== '').join(', '));
}
