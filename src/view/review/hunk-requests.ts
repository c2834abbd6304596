import type { StagedChange } from '../../core/review/review.js';
import { bounds, countsOf, textWith } from '../code/hunks.js';
import type { PanelResult } from '../panel/panel.js';
import { type AloneHunk, aloneHunk, hunkAt } from './diff-actions.js';
import type { Review, Reviewed } from './own.js';
import * as messages from './review-messages.js';
import { type SelectedLines, selectedLines } from './selected-lines.js';
import { hasHunksToStage, patchBetween, stagedChange, stageLinesPatch, stagePatch, textWithout } from './staging.js';
import { wants } from './wants.js';

/** Stages the selected lines, or the hunk at the cursor and goes on to the next; what is staged leaves the index. */
export function stageHunk(reviewed: Reviewed): PanelResult<Review> {
	const { texts, row, diff, line } = reviewed;
	const hunk = hunkAt({ diff, part: line });
	if (row.file === null || texts === null) return { words: messages.READING };
	if (hunk === undefined || diff === null || !hasHunksToStage(texts)) return { words: messages.ONLY_WHOLE };
	const { path, version } = row.file;
	const lines = selectedLines(reviewed);
	if (lines !== null) {
		const request = stageLinesPatch(texts, lines);
		if (request === null) return { words: messages.NO_CHANGED_LINES };
		return { requests: [wants({ ...request, path, version })], mark: null };
	}
	const request = stagePatch(texts, hunk);
	const next = request.do === 'stage' ? diff.file.hunks[diff.file.hunks.indexOf(hunk) + 1] : undefined;
	return {
		requests: [wants({ ...request, path, version })],
		...(next === undefined ? {} : { part: `h${bounds(next).start.old}` }),
	};
}

/** Stages the file, or those of the folder; what is staged is taken out of the index. */
export function stageFiles({ row }: Reviewed): PanelResult<Review> {
	const how = row.files.every(({ staged }) => staged === 'all') ? 'unstage' : 'stage';
	const files = row.files.filter(({ staged }) => how === 'unstage' || staged !== 'all');
	return { requests: files.map(({ path, version }) => wants({ do: how, path, version, patch: null })) };
}

/** The hunk at the cursor that can be taken back alone. */
export function takenBackAlone({ diff, texts, line }: Reviewed): AloneHunk | null {
	return texts?.leftOut === undefined ? aloneHunk({ diff, part: line }) : null;
}

function stagedIn({ list, texts }: Reviewed, what: Parameters<typeof stagedChange>[1]): StagedChange {
	return list.can.stage && texts !== null ? stagedChange(texts, what) : {};
}

/** Takes a hunk back, or (null) all of the file. */
export function takeBack(reviewed: Reviewed, alone: AloneHunk | null): PanelResult<Review> {
	const { row, texts } = reviewed;
	if (row.file === null) return {};
	const { path, version } = row.file;
	const staged = stagedIn(reviewed, alone?.hunk ?? null);
	if (alone === null) return { requests: [wants({ do: 'take-back', path, version, text: null, ...staged })] };
	const { file, hunk, count: total } = alone;
	const text = textWith(file, (each) => (each === hunk ? 'leave' : 'take'));
	const part = { taken: total - 1, total, difference: patchBetween(texts?.newText ?? '', text) };
	return { requests: [wants({ do: 'take-back', path, version, text, part, ...staged })] };
}

/** Takes the selected lines back. */
export function takeLinesBack(reviewed: Reviewed, lines: SelectedLines): PanelResult<Review> {
	const { row, texts, diff } = reviewed;
	if (row.file === null || diff === null) return {};
	if (texts?.leftOut !== undefined) return { words: messages.ONLY_WHOLE };
	if (lines.count === 0) return { words: messages.NO_CHANGED_LINES };
	const { path, version } = row.file;
	const text = textWithout(diff.file, lines);
	const total = diff.file.hunks.map(countsOf).reduce((sum, { added, removed }) => sum + added + removed, 0);
	const difference = patchBetween(texts?.newText ?? '', text);
	const part = { taken: total - lines.count, total, difference, of: 'lines' as const };
	const staged = stagedIn(reviewed, lines);
	return { requests: [wants({ do: 'take-back', path, version, text, part, ...staged })], mark: null };
}
