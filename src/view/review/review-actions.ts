import type { ReviewedFile, StagedChange } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncateMiddle } from '../../core/text/width.js';
import { bounds, countsOf, firstLineOf, type Hunk, textWith } from '../code/hunks.js';
import { openPage } from '../panel/engine.js';
import {
	type PanelAction,
	type PanelActions,
	type PanelKind,
	type PanelResult,
	type PanelRow,
	panelOf,
} from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { type AloneHunk, aloneHunk, hunkAt } from './diff-actions.js';
import { fileFrom } from './file-row.js';
import { openNote } from './note-page.js';
import { openNotes, sendNotes } from './notes-page.js';
import * as messages from './review-panel-messages.js';
import type { ReviewRow } from './review-row.js';
import { type Review, type Reviewed, wants } from './review-state.js';
import { type SelectedLines, selectedLines } from './selected-lines.js';
import {
	hasHunksToStage,
	patchBetween,
	stagedChange,
	stagedOf,
	stageLinesPatch,
	stagePatch,
	textWithout,
} from './staging.js';

/** Keys of a review besides those of every diff. In linear mode a letter is for the file that was chosen. */
export function reviewActions(reviewed: Reviewed): PanelActions<Review> {
	const { list, row, place } = reviewed;
	const { notes } = list;
	const isRead = reviewed.context.isReadOut === true;
	const ofHunk = place.isInText && !isRead;
	const word = (letter: string) => (place.isChosen ? { word: letter } : {});
	const areLines = ofHunk && selectedLines(reviewed) !== null;
	const whyNotes = notes.length > 0 ? null : messages.NO_NOTES;
	const whyStage = list.can.stage ? null : 'Only changes against HEAD are staged';
	return [
		{ id: 'review-viewed', words: areViewed(row) ? 'not viewed' : 'viewed', ...word('v'), run: () => view(reviewed) },
		{
			...{ id: 'review-stage', words: areLines ? 'stage these lines' : 'stage', ...word('s') },
			...{ why: whyStage, isGuarded: true },
			run: () => (ofHunk ? stageHunk(reviewed) : stageFiles(reviewed)),
		},
		{ id: 'review-stage-file', why: whyStage, isGuarded: true, run: () => stageFiles(reviewed) },
		{ ...takeBackAction(reviewed, ofHunk), ...word('x') },
		{
			...{ id: 'review-note', words: 'note', why: row.file === null ? messages.NO_LINE : null },
			run: (context) => openNote(context, reviewed),
		},
		{ id: 'review-select', run: () => select(reviewed) },
		{
			...{ id: 'review-send', word: 'send', why: whyNotes, isGuarded: true },
			...(notes.length > 0 ? { words: 'send notes' } : {}),
			run: () => sendNotes(list),
		},
		{ ...{ id: 'review-notes', word: 'notes', why: whyNotes }, run: (context) => openNotes(context, reviewed) },
		isRead && { id: null, ...word('h'), run: (context) => openHunks(context, reviewed) },
	];
}

function areViewed({ files }: ReviewRow): boolean {
	return files.every(({ isViewed }) => isViewed);
}

/** Marks a file, or a folder's files, as viewed, and selects the next one that is not. */
function view({ row, rows, context }: Reviewed): PanelResult<Review> {
	const isViewed = !areViewed(row);
	const requests = row.files
		.filter((file) => file.isViewed !== isViewed)
		.map(({ path, version }) => wants({ do: 'view', path, version, isViewed }));
	if (!isViewed || row.file === null || context.isReadOut === true) return { requests };
	const isOpen = (file: ReviewedFile): boolean => !file.isViewed && file !== row.file;
	const next = fileFrom(rows, row, 1, isOpen) ?? fileFrom(rows, undefined, 1, isOpen);
	return { requests, ...(next === undefined ? { words: 'All files are viewed' } : { selected: next.id }) };
}

/** Toggles a selection that begins at the cursor. */
function select({ row, place, line, diff }: Reviewed): PanelResult<Review> {
	const parts = diff?.parts(false);
	if (place.mark?.row === row.id || parts === undefined) return { selected: row.id, mark: null };
	return { selected: row.id, mark: line ?? parts.keyAt(parts.first), isInText: true };
}

/** The selected lines, the hunk at the cursor, or all of the file: the words of its second press say which. */
function takeBackAction(reviewed: Reviewed, ofHunk: boolean): PanelAction<Review> {
	const { list, row } = reviewed;
	const { file } = row;
	const lines = ofHunk ? selectedLines(reviewed) : null;
	const alone = ofHunk ? takenBackAlone(reviewed) : null;
	const again = (path: string, key: string): string =>
		lines !== null
			? `${key} to take ${counted(lines.count, 'line')} of ${path} back`
			: alone === null
				? file?.status === 'added'
					? `${key} to delete ${path}`
					: `${key} to take all changes of ${path} back`
				: `${key} to take hunk ${messages.placeOf(alone.at, alone.count)} of ${path} back`;
	const name = sanitizeLine(file?.path ?? '');
	return {
		...{ id: 'review-take-back', words: lines === null ? 'take back' : 'take these lines back' },
		isGuarded: true,
		why: !list.can.takeBack
			? 'Only changes of the working tree are taken back'
			: file === null
				? 'Files are taken back one by one'
				: null,
		confirm: (width) => again(truncateMiddle(name, Math.max(8, width - 1)), 'Press x again'),
		confirmSpoken: again(name, 'Type x again'),
		run: () => (lines === null ? takeBack(reviewed, alone) : takeLinesBack(reviewed, lines)),
	};
}

/** The hunks of a file as a list, for linear mode. */
function openHunks(context: ScreenContext, reviewed: Reviewed): PanelResult<Review> {
	return { ui: openPage(context, hunksPage, reviewed) };
}

const hunksPage: PanelKind<Reviewed> = {
	name: 'review-hunks',
	panel(_, reviewed) {
		const { diff, texts } = reviewed;
		if (diff === null || texts === null) return null;
		const { file } = diff;
		return panelOf<Reviewed, PanelRow & { readonly hunk: Hunk }>({
			title: `Hunks of ${sanitizeLine(reviewed.row.label)}`,
			rows: file.hunks.map((hunk) => {
				const { start, end } = bounds(hunk);
				const { added, removed } = countsOf(hunk);
				const staged = hasHunksToStage(texts) ? stagedOf(texts, hunk) : 'none';
				const words = [
					messages.linesWords(start.old + 1, Math.max(start.old + 1, end.old)),
					`${added} added, ${removed} removed`,
					...(staged === 'none' ? [] : [messages.SPOKEN.staged[staged]]),
				].join(', ');
				return { id: `h${start.old}`, hunk, label: `${words}: ${sanitizeLine(firstLineOf(file, hunk))}` };
			}),
			actions: (row) => (row === undefined ? [] : actionsOf({ ...reviewed, line: row.id, part: row.id })),
		});
	},
};

function actionsOf(reviewed: Reviewed): PanelActions<Reviewed> {
	const { list } = reviewed;
	const done = ({ requests = [], words }: PanelResult<Review>): PanelResult<Reviewed> => ({
		requests,
		ui: reviewed.reopen(reviewed.context, reviewed.row.id),
		...(words === undefined ? {} : { words }),
	});
	return [
		list.can.stage && { id: null, spoken: 'stage it, or unstage it', run: () => done(stageHunk(reviewed)) },
		list.can.takeBack && {
			...{ id: 'review-take-back', spoken: 'take back', confirm: 'Choose it again to take the hunk back' },
			run: () => done(takeBack(reviewed, takenBackAlone(reviewed))),
		},
		{ id: null, spoken: 'write a note on it', run: (context) => openNote(context, reviewed) },
	];
}

/** Stages the selected lines, or the hunk at the cursor and goes on to the next; what is staged leaves the index. */
function stageHunk(reviewed: Reviewed): PanelResult<Review> {
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
function stageFiles({ row }: Reviewed): PanelResult<Review> {
	const how = row.files.every(({ staged }) => staged === 'all') ? 'unstage' : 'stage';
	const files = row.files.filter(({ staged }) => how === 'unstage' || staged !== 'all');
	return { requests: files.map(({ path, version }) => wants({ do: how, path, version, patch: null })) };
}

/** The hunk at the cursor that can be taken back alone. */
function takenBackAlone({ diff, texts, line }: Reviewed): AloneHunk | null {
	return texts?.leftOut === undefined ? aloneHunk({ diff, part: line }) : null;
}

function stagedIn({ list, texts }: Reviewed, what: Parameters<typeof stagedChange>[1]): StagedChange {
	return list.can.stage && texts !== null ? stagedChange(texts, what) : {};
}

/** Takes a hunk back, or (null) all of the file. */
function takeBack(reviewed: Reviewed, alone: AloneHunk | null): PanelResult<Review> {
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
function takeLinesBack(reviewed: Reviewed, lines: SelectedLines): PanelResult<Review> {
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
