import { counted } from '../../core/text/counted.js';
import { revealHidden } from '../../core/text/reveal.js';
import { renderDiff } from '../code/diff.js';
import { type Line, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import { relativePath } from '../transcript/tool/title.js';
import type { DiffLayout } from '../ui-options.js';
import { shownLine } from './detail.js';
import type { QuestionDetails } from './details.js';
import type { QuestionChange } from './file-changes.js';
import { isPath } from './path-details.js';

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
