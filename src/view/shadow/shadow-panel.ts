import { STATUS } from '../../core/review/review.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ReviewedChange } from '../../core/shadow/shadow-change.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import { formatBytes } from '../../core/text/bytes.js';
import { counted } from '../../core/text/counted.js';
import { moreKeys } from '../frame/footer.js';
import { type Line, styled } from '../line.js';
import { partsOf } from '../panel/document.js';
import { openPanel } from '../panel/engine.js';
import { typing } from '../panel/guard.js';
import { type PanelKind, type PanelPlace, type PanelResult, panelOf } from '../panel/panel.js';
import { type DiffKeys, diffActions, layoutOf, leastOf, unfolded } from '../review/diff-actions.js';
import { lineText, lineWidth } from '../spans.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import { changesIn, nameOf, pathWords, type ReviewRow, reviewRows } from './change-row.js';
import { copyingWords, wordsOf } from './change-words.js';
import { bodyLines, changeParts, countedLines, diffOfChange } from './diff-lines.js';
import { hunkActions, type Review, reviewActions, wants } from './review-actions.js';
import * as messages from './shadow-panel-messages.js';

/** Opens the review of what waits in the agent's view; `typed` came meanwhile, and is for the draft. */
export function open(context: ScreenContext, typed: string): UiStep {
	const { review } = context.ui;
	const ui = review === undefined ? context.ui : { ...context.ui, review: { ...review, isUnasked: false } };
	const closed: UiState = { ...ui, panel: { kind: 'none' } };
	// While the user types, the draft keeps the keys.
	if (typed !== '') return show(typing(closed, typed));
	const own: Review = {
		...{ left: NONE, folded: NONE, layout: null, wanted: '' },
		shadow: context.session.shadow,
		shown: context.lookups.shadowChange,
	};
	const how = review?.isUnasked === true ? { isUnasked: true as const } : {};
	const opened = openPanel({ ...context, ui: closed }, reviewPanel, own, how);
	return show(opened === closed ? toast(closed, messages.NONE_WAIT, context.now) : opened);
}

const NONE: ReadonlySet<string> = new Set();

const reviewPanel: PanelKind<Review> = {
	name: 'changes',
	keys: ['changes', 'diff'],
	closedBy: 'changes-later',
	scrolledBy: { up: 'diff-line-up', down: 'diff-line-down' },
	walkedBy: { up: 'diff-up', down: 'diff-down' },
	coversDraft: true,
	isWide: true,
	isNonmodal: true,
	panel(context, own, place) {
		const { shadow } = context.session;
		const changes = changesIn(shadow);
		if (changes.length === 0 && shadow?.isBusy !== true) return null;
		const shown = context.lookups.shadowChange;
		const copied = shadow?.copied;
		const rows = rowsOf(context, own);
		const layout = layoutOf(own, context);
		return panelOf<Review, ReviewRow>({
			title: messages.TITLE,
			titled: (at, width) =>
				copied === undefined
					? titleOf(changes.length, at === null ? null : placeAmong(changes, rows[at - 1]), width)
					: [styled(copyingWords(copied), { bold: true, color: 'accent' })],
			foot: (width) => moreKeys(context, 'changes', width),
			rows,
			empty: messages.BUSY,
			...(rows[0]?.file === null ? { first: changes[0]?.path ?? '' } : {}),
			document: {
				name: nameOf,
				parts: ({ file, files }, width) =>
					file === null ? partsOf(folderLines(files)) : changeParts(shown, file, width, layout),
				count: ({ file, files }) => (file === null ? files.length : countedLines(file)),
				least: leastOf(layout),
			},
			actions: (row) => [
				...(row?.file == null
					? []
					: hunkActions(row.file, {
							keys: keysOf(context, own, place, row),
							ofFile: reviewActions(context, own, place, row.file),
						})),
				...diffActions(keysOf(context, own, place, row)),
			],
			spoken: {
				title: `Changes in the shadow, ${changes.length}`,
				how: 'Type a number and enter to read a change, all to apply all, or enter alone to close. What is not applied stays.',
				row: ({ file }) => (file === null ? '' : rowWords(file)),
				chosen: ({ file }) => (file === null ? [] : changeLines(file, shown)),
				closed: messages.CLOSED,
			},
		});
	},
	/** Says why where nothing was done in it, which the end of what was said to be under way shows. */
	ended: ({ ui, now }) =>
		PROGRESS.has(ui.toast?.text ?? '') ? { ...ui, toast: null } : toast(ui, messages.NONE_WAIT, now),
	/** Both sides of the selected change are asked for; what was said to be under way is done. */
	follow(context, own, { selected, isChosen }) {
		const { session, ui } = context;
		const changes = changesIn(session.shadow);
		const rows = rowsOf(context, own);
		const row = rows.find(({ id }) => id === selected) ?? rows.find(({ file }) => file !== null);
		const { shadow } = session;
		const { shadowChange: shown } = context.lookups;
		const isNew = shown !== own.shown;
		const missing = missingOf(row?.file ?? undefined, shown);
		const key = missing === null ? own.wanted : `${missing.version} ${missing.path}`;
		const isAsked = missing !== null && (isNew || key !== own.wanted);
		const isChanged = shadow !== own.shadow || isNew;
		const isToastOver = isChanged && shadow?.isBusy !== true && PROGRESS.has(ui.toast?.text ?? '');
		const left = stillThere(own.left, changes);
		const isSelected = row === undefined || row.id === selected;
		if (!isChanged && !isAsked && isSelected && left === own.left) return null;
		return {
			own: { ...own, left, wanted: key, shadow, shown },
			...(isToastOver ? { ui: { ...ui, toast: null } } : {}),
			...(isAsked ? { requests: [wants({ do: 'show', ...missing })] } : {}),
			...(isNew && isChosen ? { reads: 'chosen' as const } : {}),
			...(row === undefined ? {} : { selected: row.id }),
		} satisfies PanelResult<Review>;
	},
};

/** Where they are read out, folders are no rows of their own. */
function rowsOf({ session, isReadOut }: ScreenContext, { left, folded }: Review): readonly ReviewRow[] {
	return reviewRows(changesIn(session.shadow), { left, folded: isReadOut === true ? null : folded });
}

/** Number of a row among the changes, from 1; of a folder its first one. */
function placeAmong(changes: readonly ChangeRow[], row: ReviewRow | undefined): number {
	const [file] = row?.files ?? [];
	return file === undefined ? 1 : changes.indexOf(file) + 1;
}

function folderLines(files: readonly ChangeRow[]): readonly Line[] {
	return files.map((file) => [styled(pathWords(file), { color: 'muted' })]);
}

function keysOf(
	context: ScreenContext,
	own: Review,
	place: PanelPlace,
	row: ReviewRow | undefined,
): DiffKeys<Review, ChangeRow> {
	const { session } = context;
	const part = row === undefined ? null : (place.places.get(row.id)?.part ?? null);
	return {
		...{ context, own, place, row, rows: rowsOf(context, own), keys: 'changes' },
		diff: row?.file == null ? null : diffOfChange(context.lookups.shadowChange, row.file),
		part: part?.startsWith('w') === true ? null : part,
		fileOf: ({ path, changes }) => (changes[0]?.status === 'added' ? null : { path: `${session.cwd}/${path}` }),
		paths: changesIn(session.shadow).map(({ path }) => path),
		reopen: (now, id) => openPanel(now, reviewPanel, unfolded(own, id), { ...place, selected: id }),
	};
}

/** Messages of an action under way. */
const PROGRESS: ReadonlySet<string> = new Set([messages.APPLYING, messages.DISCARDING]);

/** The change both sides of which are to be shown, and are not there; null: none is. */
function missingOf(
	row: ChangeRow | undefined,
	shown: ShownChange | null,
): Pick<ReviewedChange, 'path' | 'version'> | null {
	const change = row?.changes[0];
	if (row === undefined || change === undefined || row.isGit || change.kind === 'folder') return null;
	const { path, version } = change;
	return shown?.path === path && shown.version === version ? null : { path, version };
}

/** Rows left unapplied that are still listed. */
function stillThere(left: ReadonlySet<string>, changes: readonly ChangeRow[]): ReadonlySet<string> {
	if (left.size === 0) return left;
	const known = new Set(changes.map(({ path }) => path));
	const kept = new Set([...left].filter((path) => known.has(path)));
	return kept.size === left.size ? left : kept;
}

/** Title with the number of changes; `place` of the selected row, where not all rows are in sight. */
function titleOf(count: number, place: number | null, width: number): Line {
	const name = styled(messages.TITLE, { bold: true, color: 'accent' });
	if (count === 0) return [name];
	const words = `${place === null ? '' : `${place} of `}${counted(count, 'change')} to review`;
	const whole = [name, styled(` · ${words}`, { color: 'muted' })];
	return lineWidth(whole) + 2 <= width ? whole : [styled(words, { bold: true, color: 'accent' })];
}

/** Lines of a diff that are read out. */
const MOST_LINES = 200;
const WIDTH = 200;

/** A change as it is read out: what it is, its diff, and what can be done with it. */
function changeLines(row: ChangeRow, shown: ShownChange | null): readonly string[] {
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
function rowWords(row: ChangeRow): string {
	const [change] = row.changes;
	const lines = change === undefined || change.added === null ? '' : `${change.added} added, ${change.removed} removed`;
	const words = [
		oneLine(pathWords(row)),
		row.isGit ? counted(row.changes.length, 'file') : STATUS[change?.status ?? 'modified'],
		...(row.isGit ? [] : [lines]),
		...(change?.size === undefined || row.isGit ? [] : [formatBytes(change.size)]),
		...(row.hasConflict ? [messages.CONFLICT] : []),
		...(row.isProtected ? [messages.PROTECTED] : []),
	];
	return sentence(words.filter((word) => word !== '').join(', '));
}
