import type { Question } from '../../core/session/question.js';
import { counted } from '../../core/text/counted.js';
import { revealHidden } from '../../core/text/reveal.js';
import { diffStats, renderDiff } from '../code/diff.js';
import { EVERYTHING_REMOVED, NEW_FILE } from '../code/diff-messages.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import { sumOf } from '../transcript/tool/tool-diffs.js';
import { relativePath } from '../transcript/tool/tool-title.js';
import type { DiffLayout } from '../ui-options.js';
import type { LineCounts } from './command-result.js';
import { isPath, type QuestionChange, shownLine } from './question-detail.js';
import { type QuestionDetails, questionDetails } from './question-details.js';

/** Lines of one change that are drawn at most. */
const MOST_LINES = 20_000;
/** Lines of all changes that are drawn unopened: more than any screen has rows. */
const MOST_CLOSED = 1000;

type ChangeOptions = {
	readonly width: number;
	readonly layout: DiffLayout;
	/** Unchanged lines of each change that are not shown. */
	readonly leftOut: number;
	/** Leaves out that a file is new, or gone: it stands elsewhere. */
	readonly isNamed: boolean;
};
/** The lines of changes, and how many lines of them are not among those. */
export type DrawnChanges = { readonly lines: readonly Line[]; readonly hiddenLines: number };

/** As much of all changes as is shown unopened; `isTooLong`: one of them cannot be drawn in whole either. */
export function startOfChanges(
	details: QuestionDetails,
	cwd: string,
	options: ChangeOptions,
): DrawnChanges & { readonly isTooLong: boolean } {
	const lines: Line[] = [];
	let hiddenLines = 0;
	let isTooLong = false;
	for (const change of details.changes) {
		const most = Math.max(0, MOST_CLOSED - lines.length);
		const drawn = drawChange(change, details, cwd, { ...options, most });
		for (const line of drawn.lines) lines.push(line);
		hiddenLines += drawn.hiddenLines;
		isTooLong ||= drawn.hiddenLines > MOST_LINES;
	}
	return { lines, hiddenLines, isTooLong };
}

/** A change to its end, or to where a line says how much more there is. */
export function wholeChange(
	change: QuestionChange,
	details: QuestionDetails,
	cwd: string,
	options: ChangeOptions,
): { readonly lines: readonly Line[]; readonly isCut: boolean } {
	const { lines, hiddenLines } = drawChange(change, details, cwd, { ...options, most: MOST_LINES });
	if (hiddenLines === 0) return { lines, isCut: false };
	const words = `${counted(hiddenLines, 'more line')} of this change cannot be shown: it is too long`;
	return { lines: [...lines, ...wrapLine([styled(words, { color: 'warning' })], options.width)], isCut: true };
}

function drawChange(
	change: QuestionChange,
	details: QuestionDetails,
	cwd: string,
	{ width, layout, leftOut, isNamed, most }: ChangeOptions & { readonly most: number },
): DrawnChanges {
	const path = shownLine(relativePath(change.path, cwd));
	const heading =
		path === '' || isOnlyPath(path, details)
			? []
			: wrapLine([styled(path, { color: 'heading' })], width, { hard: true });
	const note = change.doubt === '' ? [] : wrapLine([styled(change.doubt, { color: 'warning' })], width);
	const drawn = renderDiff(
		{
			path: change.path,
			oldText: change.oldText === null ? null : revealHidden(change.oldText),
			newText: revealHidden(change.newText),
		},
		{
			width,
			layout,
			maxLines: most,
			leftOut,
			isChangeNamed: isNamed || leftOut > 0 || change.doubt !== '',
			isText: true,
		},
	);
	return { lines: [...heading, ...note, ...drawn.lines], hiddenLines: drawn.hiddenLines };
}

/** The path of the only change need not be said twice. */
function isOnlyPath(path: string, { rows, names, changes }: QuestionDetails): boolean {
	if (changes.length !== 1) return false;
	if (names.length > 0) return names.length === 1;
	const paths = rows.filter(isPath);
	return paths.length === 1 && paths[0]?.lines[0] === path;
}

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
