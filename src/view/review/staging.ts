import type { ReviewTexts } from '../../core/review/review.js';
import { bounds, type FileHunks, type Hunk, hunksBetween, patchOf } from '../code/hunks.js';
import type { Run } from '../code/runs.js';

/** How much of a change the index holds. */
export type Staged = 'none' | 'part' | 'all';

/** Hunks between HEAD and the index, and between that and the working tree. */
type IndexDiffs = { readonly staged: FileHunks; readonly unstaged: FileHunks };

const known = new WeakMap<ReviewTexts, IndexDiffs>();

function indexDiffs(texts: ReviewTexts): IndexDiffs {
	const { oldText, newText, indexText } = texts;
	const made = known.get(texts) ?? {
		staged: hunksBetween(oldText ?? '', indexText ?? ''),
		unstaged: hunksBetween(indexText ?? '', newText ?? ''),
	};
	known.set(texts, made);
	return made;
}

/** Whether hunks of a file can be staged: both sides and the index are known as a whole. */
export function hasHunksToStage({ indexText, leftOut, failure }: ReviewTexts): boolean {
	return indexText !== undefined && leftOut === undefined && failure === undefined;
}

/** Changes of the index that are within a hunk, those that touch it among them. */
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

/** Patch that stages what a hunk lacks in the index; where it lacks nothing, one that, in reverse, takes it out of it. */
export function stagePatch(
	texts: ReviewTexts,
	hunk: Hunk,
): { readonly do: 'stage' | 'unstage'; readonly patch: string } {
	const { staged, unstaged } = indexDiffs(texts);
	const missing = unstagedRuns(texts, hunk);
	if (missing.length > 0) return { do: 'stage', patch: patchOf(unstaged, [{ changes: missing }]) };
	return { do: 'unstage', patch: patchOf(staged, [{ changes: stagedRuns(texts, hunk) }]) };
}
