import type { ReviewTexts, StagedChange } from '../../core/review/review.js';
import { bounds, type FileHunks, type Hunk, hunksBetween, hunksInPieces, patchOf, textWith } from '../code/hunks.js';
import { finished, type InPieces } from '../code/in-pieces.js';
import { changesOf, type LineChoice, linesAcross } from '../code/line-choice.js';
import type { Run } from '../code/runs.js';
import { fileDiff, fileDiffInPieces } from './diff-document.js';

/** Share of a change that the index holds. */
export type Staged = 'none' | 'part' | 'all';

/** Hunks between HEAD and the index, and between that and the working tree. */
type IndexDiffs = { readonly staged: FileHunks; readonly unstaged: FileHunks };

const known = new WeakMap<ReviewTexts, IndexDiffs>();

function indexDiffs(texts: ReviewTexts): IndexDiffs {
	return finished(indexDiffsInPieces(texts));
}

function* indexDiffsInPieces(texts: ReviewTexts): InPieces<IndexDiffs> {
	const { oldText, newText, indexText } = texts;
	const made = known.get(texts) ?? {
		staged: yield* between(texts, oldText, indexText),
		unstaged: yield* between(texts, indexText, newText),
	};
	known.set(texts, made);
	return made;
}

type Text = string | null | undefined;

function* between(texts: ReviewTexts, one: Text, other: Text): InPieces<FileHunks> {
	const { oldText, newText } = texts;
	// The sides of a large file are compared once.
	if (one !== oldText || other !== newText) return yield* hunksInPieces(one ?? '', other ?? '');
	return (yield* fileDiffInPieces(texts, oldText ?? '', newText ?? '')).file;
}

/** Characters of both sides that are compared at once. */
const MOST_AT_ONCE = 200_000;

/** Compares long texts before they are shown, and rests again and again: keys are answered meanwhile. */
export async function compareAhead(texts: ReviewTexts, rest: () => Promise<void>): Promise<void> {
	const { oldText, newText } = texts;
	if (oldText === null || newText === null || oldText.length + newText.length < MOST_AT_ONCE) return;
	const pieces = [
		fileDiffInPieces(texts, oldText, newText),
		...(hasHunksToStage(texts) ? [indexDiffsInPieces(texts)] : []),
	];
	for (const work of pieces) while (work.next().done !== true) await rest();
}

/** Whether hunks of a file can be staged: both sides and the index are known as a whole. */
export function hasHunksToStage({ indexText, leftOut, failure }: ReviewTexts): boolean {
	return indexText !== undefined && leftOut === undefined && failure === undefined;
}

/** Staged changes inside a hunk or adjacent to it. */
function stagedRuns(texts: ReviewTexts, hunk: Hunk): readonly Run[] {
	const { start, end } = bounds(hunk);
	const touches = ({ old }: Run): boolean => old.from <= end.old && old.to >= start.old;
	return indexDiffs(texts).staged.hunks.flatMap(({ changes }) => changes.filter(touches));
}

/** Changes within a hunk that the index does not have. */
function unstagedRuns(texts: ReviewTexts, hunk: Hunk): readonly Run[] {
	const { start, end } = bounds(hunk);
	const touches = ({ new: fresh }: Run): boolean => fresh.from <= end.fresh && fresh.to >= start.fresh;
	return indexDiffs(texts).unstaged.hunks.flatMap(({ changes }) => changes.filter(touches));
}

export function stagedOf(texts: ReviewTexts, hunk: Hunk): Staged {
	if (unstagedRuns(texts, hunk).length === 0) return 'all';
	return stagedRuns(texts, hunk).length === 0 ? 'none' : 'part';
}

type StagePatch = { readonly do: 'stage' | 'unstage'; readonly patch: string };

/** Patch that stages the rest of a hunk; where all is staged, one that unstages it when applied in reverse. */
export function stagePatch(texts: ReviewTexts, hunk: Hunk): StagePatch {
	const { staged, unstaged } = indexDiffs(texts);
	const missing = unstagedRuns(texts, hunk);
	if (missing.length > 0) return { do: 'stage', patch: patchOf(unstaged, [{ changes: missing }]) };
	return { do: 'unstage', patch: patchOf(staged, [{ changes: stagedRuns(texts, hunk) }]) };
}

/**
 * The same for some lines of the change from HEAD to the working tree. Null where none of them is a change that the index
 * has or lacks.
 */
export function stageLinesPatch(texts: ReviewTexts, lines: LineChoice): StagePatch | null {
	const { staged, unstaged } = indexDiffs(texts);
	const ofHead = linesAcross(staged, 'old', lines.old);
	const missing = changesOf(unstaged, isIn(ofHead, lines.fresh));
	if (missing.length > 0) return madeOf('stage', unstaged.old.text, withChanges(unstaged, missing));
	return madeOf('unstage', textWithout(staged, inIndex(texts, lines)), staged.fresh.text);
}

/** Lines of the change from HEAD to the working tree as lines of that to the index. */
function inIndex(texts: ReviewTexts, { old, fresh }: LineChoice): LineChoice {
	return { old, fresh: linesAcross(indexDiffs(texts).unstaged, 'new', fresh) };
}

/** The index's part of a hunk, of some lines, or (null) of all of a change that is taken back. */
export function stagedChange(texts: ReviewTexts, what: Hunk | LineChoice | null): StagedChange {
	if (!hasHunksToStage(texts)) return {};
	const { staged } = indexDiffs(texts);
	const all = runsOf(staged);
	const lines = what === null || 'changes' in what ? null : inIndex(texts, what);
	const isTaken =
		lines === null ? () => true : ({ old, new: fresh }: Run) => touches(old, lines.old) || touches(fresh, lines.fresh);
	const taken = what !== null && 'changes' in what ? stagedRuns(texts, what) : all.filter(isTaken);
	if (hasOwnEdits(texts, taken)) return { staged: null };
	const rest =
		lines === null
			? withChanges(
					staged,
					all.filter((run) => !taken.includes(run)),
				)
			: textWithout(staged, lines);
	return { staged: patchBetween(rest, staged.fresh.text) };
}

/** Whether the index has lines here that the working tree lacks, or lacks some that it has. */
function hasOwnEdits(texts: ReviewTexts, runs: readonly Run[]): boolean {
	const { oldText, newText } = texts;
	const oldLines = (file: FileHunks) => new Set(runsOf(file).flatMap(({ old }) => linesFrom(old)));
	const mine = oldLines(indexDiffs(texts).unstaged);
	const gone = oldLines(fileDiff(texts, oldText ?? '', newText ?? '').file);
	return runs.some(({ old, new: fresh }) => touches(fresh, mine) || linesFrom(old).some((line) => !gone.has(line)));
}

function runsOf({ hunks }: FileHunks): readonly Run[] {
	return hunks.flatMap(({ changes }) => changes);
}

function linesFrom({ from, to }: Run['old']): readonly number[] {
	return Array.from({ length: to - from }, (_, at) => from + at);
}

function touches(range: Run['old'], lines: ReadonlySet<number>): boolean {
	return linesFrom(range).some((line) => lines.has(line));
}

/** Null where lines that are alike only change places. */
function madeOf(how: StagePatch['do'], from: string, to: string): StagePatch | null {
	return from === to ? null : { do: how, patch: patchBetween(from, to) };
}

/** The newer text without some of its changed lines. */
export function textWithout(file: FileHunks, lines: LineChoice): string {
	const isGone = isIn(lines.old, lines.fresh);
	return withChanges(file, changesOf(file, { old: (line) => !isGone.old(line), fresh: (line) => !isGone.fresh(line) }));
}

function isIn(old: ReadonlySet<number>, fresh: ReadonlySet<number>) {
	return { old: (line: number) => old.has(line), fresh: (line: number) => fresh.has(line) };
}

function withChanges(file: FileHunks, changes: readonly Run[]): string {
	return textWith({ ...file, hunks: [{ changes }] }, () => 'take');
}

/** A line that is the last no longer, and had no ending, gets one: so the texts are compared once more. */
export function patchBetween(oldText: string, newText: string): string {
	const file = hunksBetween(oldText, newText);
	return patchOf(file, file.hunks);
}
