import type { Question } from '../../core/session/question.js';
import { diffStats } from '../code/diff.js';
import { EVERYTHING_REMOVED, NEW_FILE } from '../code/diff-messages.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { sumOf } from '../transcript/tool/diffs.js';
import type { LineCounts } from './command-result.js';
import { type QuestionDetails, questionDetails } from './details.js';

/** The head of an edit of one file within the workspace, for a title; null for any other question. */
export function editHead(question: Question, cwd: string): Line | null {
	const details = questionDetails(question, cwd);
	const [change, ...others] = details.changes;
	const { brief, rows, deciding } = details;
	const isOutside = rows.some((row) => row.isOutside);
	if (question.kind !== 'permission' || deciding !== 'edits' || change === undefined || others.length > 0) return null;
	if (brief?.hasPath !== true || isOutside || question.request.kind !== 'edit') return null;
	const note =
		change.doubt !== '' ? '' : change.oldText === null ? NEW_FILE : change.newText === '' ? EVERYTHING_REMOVED : '';
	return [
		styled(brief.text, { color: 'warning', bold: true }),
		...statsOf(details),
		styled(note === '' ? '' : ` · ${note}`, { color: 'muted' }),
	];
}

/** Lines that the changes of a question add and remove. */
export function statsOf({ changes, counts }: QuestionDetails): Span[] {
	const { added, removed } = counts ?? sumOf(changes.map((change) => diffStats(change.oldText, change.newText, true)));
	if (counts === null ? changes.length === 0 : added + removed === 0) return [];
	return countSpans({ added, removed }, '  ');
}

/** Lines added and removed behind something, those that there are. */
export function countSpans({ added, removed }: LineCounts, before: string): Span[] {
	return [
		...(added === 0 ? [] : [plain(before), styled(`+${added}`, { color: 'added' })]),
		...(removed === 0 ? [] : [plain(added === 0 ? before : ' '), styled(`−${removed}`, { color: 'removed' })]),
	];
}
