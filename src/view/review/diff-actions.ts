import { counted } from '../../core/text/counted.js';
import { hasWords } from '../../core/text/has-words.js';
import { isSplit, LEAST_WIDTH } from '../code/diff-halves.js';
import { bounds, type FileHunks, type Hunk } from '../code/hunks.js';
import type { KeyContext } from '../keys/key-context.js';
import { openPage } from '../panel/engine.js';
import type { PanelActions, PanelKind, PanelPlace, PanelResult } from '../panel/panel.js';
import { widthsOf } from '../panel/with-document.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show } from '../state/ui-step.js';
import type { DiffLayout } from '../ui-options.js';
import type { FileDiff } from './diff-document.js';
import { type FileRow, fileFrom } from './file-row.js';
import { keysPage } from './keys-page.js';

/** Choices of how a panel shows its diffs. */
export type DiffView = {
	/** The user's own choice of a layout; null: none yet. */
	readonly layout: DiffLayout | null;
	/** Folders that are folded, by their paths. */
	readonly folded: ReadonlySet<string>;
};

/** Objects that the keys of every diff act on. */
export type DiffKeys<Own extends DiffView, File> = {
	readonly context: ScreenContext;
	readonly own: Own;
	readonly place: PanelPlace;
	readonly rows: readonly FileRow<File>[];
	readonly row: FileRow<File> | undefined;
	/** Of the selected file; null while it is not known, and where there is none. */
	readonly diff: FileDiff | null;
	/** The part of the diff at the cursor, by its name; where something else stands, the one above. */
	readonly part: string | null;
	/** Where its own keys hold. */
	readonly keys: KeyContext;
	/** The file on the disk, and the number of the diff's first line in it. */
	readonly fileOf: (file: File) => { readonly path: string; readonly firstLine?: number } | null;
	/** All files, those in folded folders among them. */
	readonly paths: readonly string[];
	/** The screen with the panel at another file. */
	readonly reopen: (context: ScreenContext, id: string) => UiState;
};

/** The layout in force. */
export function layoutOf({ layout }: DiffView, { ui }: ScreenContext): DiffLayout {
	return layout ?? ui.appearance.diffLayout ?? 'unified';
}

/** The cells that a diff needs in this layout. */
export function leastOf(layout: DiffLayout): number {
	return layout === 'split' ? LEAST_WIDTH.split : 0;
}

/** Whether the sides of a change stand beside each other on the screen. */
export function isSplitIn(own: DiffView, context: ScreenContext, rows: readonly unknown[]): boolean {
	const layout = layoutOf(own, context);
	const { columns, rows: inside } = context.ui;
	return isSplit(layout, widthsOf({ rows, document: { least: leastOf(layout) } }, columns, inside).textWidth);
}

/** The hunk at the cursor; undefined where there is none. */
export function hunkAt({ diff, part }: Pick<DiffKeys<DiffView, unknown>, 'diff' | 'part'>): Hunk | undefined {
	if (diff === null) return undefined;
	const parts = diff.parts(false);
	const at = parts.partAt(part === null ? parts.first : parts.placeOf(part));
	return at.kind === 'remark' ? undefined : at.hunk;
}

/** The hunk at the cursor of a file with several, with its number (from 1) and their count. */
export function aloneHunk(keys: Pick<DiffKeys<DiffView, unknown>, 'diff' | 'part'>): AloneHunk | null {
	const hunk = hunkAt(keys);
	if (hunk === undefined || keys.diff === null) return null;
	const { file } = keys.diff;
	const { hunks } = file;
	return hunks.length < 2 ? null : { hunk, file, at: hunks.indexOf(hunk) + 1, count: hunks.length };
}

export type AloneHunk = { readonly hunk: Hunk; readonly file: FileHunks; readonly at: number; readonly count: number };

/** The line at the cursor, with its numbers from 1; of a hunk's head the first changed one. Null: there is none. */
function lineAtCursor({ diff, part }: Pick<DiffKeys<DiffView, unknown>, 'diff' | 'part'>) {
	if (diff === null) return null;
	const parts = diff.parts(false);
	const place = part === null ? parts.first : parts.placeOf(part);
	const at = parts.partAt(place);
	if (at.kind === 'remark') return null;
	if (at.kind === 'line') return linesOf(at);
	const { start, end } = bounds(at.hunk);
	return { old: end.old > start.old ? start.old + 1 : null, new: end.fresh > start.fresh ? start.fresh + 1 : null };
}

type Sides = { readonly old: number | null; readonly new: number | null };

function linesOf(part: Extract<ReturnType<ReturnType<FileDiff['parts']>['partAt']>, { kind: 'line' }>): Sides {
	const [was, is] = [part.old?.row, part.new?.row];
	return {
		old: was === undefined || was.kind === 'added' ? null : was.oldNumber,
		new: is === undefined || is.kind === 'removed' ? null : is.newNumber,
	};
}

/** Keys that every panel with diffs has. */
export function diffActions<Own extends DiffView, File>(keys: DiffKeys<Own, File>): PanelActions<Own> {
	const { own, place, row, rows } = keys;
	const toFile = (by: -1 | 1) => (): PanelResult<Own> => {
		const next = fileFrom(rows, row, by);
		return next === undefined
			? { words: by > 0 ? 'This is the last file' : 'This is the first file' }
			: { selected: next.id };
	};
	return [
		{ id: 'diff-next-hunk', run: () => toHunk(keys, 1) },
		{ id: 'diff-previous-hunk', run: () => toHunk(keys, -1) },
		{ id: 'diff-next-file', run: toFile(1) },
		{ id: 'diff-previous-file', run: toFile(-1) },
		{ id: 'diff-layout', run: () => otherLayout(keys) },
		{ id: 'diff-focus', run: () => ({ isInText: !place.isInText }) },
		{ id: 'diff-edit', run: () => openInEditor(keys) },
		{
			id: 'diff-find',
			run: (context) => ({ ui: openPage(context, findPage, { paths: keys.paths, reopen: keys.reopen }) }),
		},
		{ id: 'diff-keys', words: 'keys', run: (context) => ({ ui: openPage(context, keysPage, [keys.keys, 'diff']) }) },
		row?.file === null
			? { id: 'picker-accept', words: 'fold', isEnter: true, run: () => ({ own: fold(own, row.id) }) }
			: !place.isInText && { id: 'picker-accept', words: 'read', isEnter: true, run: () => ({ isInText: true }) },
	];
}

/** The head of another hunk; behind the last one the next file. */
function toHunk<Own extends DiffView, File>(
	{ diff, part, rows, row }: DiffKeys<Own, File>,
	by: -1 | 1,
): PanelResult<Own> {
	if (diff !== null) {
		const parts = diff.parts(false);
		const at = part === null ? parts.first : parts.placeOf(part);
		const hunk = parts.heads.findLastIndex((head) => head <= at);
		// Within a hunk, back leads to its head first.
		const isWithin = by < 0 && at > (parts.heads[hunk] ?? 0) && part !== null;
		const head = parts.heads[isWithin ? hunk : hunk + by];
		if (head !== undefined) return { part: parts.keyAt(head) };
	}
	const next = fileFrom(rows, row, by);
	return next === undefined
		? { words: by > 0 ? 'This is the last hunk' : 'This is the first hunk' }
		: { selected: next.id };
}

/** Toggles between split and unified layout. */
function otherLayout<Own extends DiffView, File>({ own, context, rows }: DiffKeys<Own, File>): PanelResult<Own> {
	if (isSplitIn(own, context, rows)) return { own: { ...own, layout: 'unified' } };
	const split: Own = { ...own, layout: 'split' };
	return isSplitIn(split, context, rows) ? { own: split } : { words: 'There is no room for two columns' };
}

function openInEditor<Own extends DiffView, File>(keys: DiffKeys<Own, File>): PanelResult<Own> {
	const { row, fileOf } = keys;
	const file = row?.file == null ? null : fileOf(row.file);
	if (file === null) return { words: 'There is no such file on the disk, or none that an editor can be given' };
	const { firstLine = 1 } = file;
	const at = lineAtCursor(keys);
	const line = at?.new ?? at?.old ?? null;
	return {
		requests: [{ type: 'open-file', path: file.path, ...(line === null ? {} : { line: line + firstLine - 1 }) }],
	};
}

/** The view with the folders of a file open. */
export function unfolded<Own extends DiffView>(own: Own, path: string): Own {
	const folded = new Set([...own.folded].filter((folder) => !path.startsWith(folder)));
	return folded.size === own.folded.size ? own : { ...own, folded };
}

function fold<Own extends DiffView>(own: Own, path: string): Own {
	const folded = new Set(own.folded);
	if (!folded.delete(path)) folded.add(path);
	return { ...own, folded };
}

type Finding = { readonly paths: readonly string[]; readonly reopen: (context: ScreenContext, id: string) => UiState };

const NONE = 'No file has these words.';

/** The files of a review that have some words in their names. */
const findPage: PanelKind<Finding> = {
	name: 'review-find',
	panel(_, { paths, reopen }, { typed }) {
		const found = paths.filter((path) => hasWords(path, typed));
		return {
			title: 'Find a file',
			titleNote: counted(found.length, 'file'),
			rows: found.map((path) => ({
				id: path,
				label: path,
				isCutInMiddle: true,
				choose: (context) => show(reopen(context, path)),
			})),
			line: { most: 200, label: 'Find: ', hint: 'words in its path', none: () => NONE },
			empty: NONE,
		};
	},
};
