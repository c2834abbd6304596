import { bounds, hunksBetween, patchOf, textWith } from '../code/hunks.js';
import type { PanelResult } from '../panel/panel.js';
import { type AloneHunk, aloneHunk, hunkAt } from './diff-actions.js';
import type { Review, Reviewed } from './own.js';
import * as messages from './review-messages.js';
import type { ReviewRow } from './review-row.js';
import { hasHunksToStage, stagePatch } from './staging.js';
import { wants } from './wants.js';

/** Stages the hunk at the cursor and goes on to the next one; a hunk that is staged is taken out of the index. */
export function stageHunk({ texts, row, diff, line }: Reviewed): PanelResult<Review> {
	const hunk = hunkAt({ diff, part: line });
	if (row.file === null || texts === null) return { words: messages.READING };
	if (hunk === undefined || diff === null || !hasHunksToStage(texts)) return { words: messages.ONLY_WHOLE };
	const { path, version } = row.file;
	const request = stagePatch(texts, hunk);
	const next = request.do === 'stage' ? diff.file.hunks[diff.file.hunks.indexOf(hunk) + 1] : undefined;
	return {
		requests: [wants({ ...request, path, version })],
		...(next === undefined ? {} : { part: `h${bounds(next).start.old}` }),
	};
}

function areStaged({ files }: ReviewRow): boolean {
	return files.every(({ staged }) => staged === 'all');
}

/** Stages the file, or those of the folder; what is staged is taken out of the index. */
export function stageFiles({ row }: Reviewed): PanelResult<Review> {
	const how = areStaged(row) ? 'unstage' : 'stage';
	const files = row.files.filter(({ staged }) => how === 'unstage' || staged !== 'all');
	return { requests: files.map(({ path, version }) => wants({ do: how, path, version, patch: null })) };
}

/** The hunk at the cursor that can be taken back alone. */
export function takenBackAlone({ diff, texts, line }: Reviewed): AloneHunk | null {
	return texts?.leftOut === undefined ? aloneHunk({ diff, part: line }) : null;
}

/** Takes a hunk back, or (null) all of the file. */
export function takeBack({ row, texts }: Reviewed, alone: AloneHunk | null): PanelResult<Review> {
	if (row.file === null) return {};
	const { path, version } = row.file;
	if (alone === null) return { requests: [wants({ do: 'take-back', path, version, text: null })] };
	const { file, hunk, count: total } = alone;
	const text = textWith(file, (each) => (each === hunk ? 'leave' : 'take'));
	const instead = hunksBetween(texts?.newText ?? '', text);
	const part = { taken: total - 1, total, difference: patchOf(instead, instead.hunks) };
	return { requests: [wants({ do: 'take-back', path, version, text, part })] };
}
