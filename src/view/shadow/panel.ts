import { NOTHING_WAITS } from '../../core/session/shadow/shadow-messages.js';
import type { ReviewedChange } from '../../core/shadow/change.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import { styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import { typing } from '../panel/guard.js';
import { type PanelKind, type PanelResult, panelOf } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { changesIn, type ReviewRow, reviewRows } from './change-row.js';
import { copyingWords, wordsOf } from './change-words.js';
import { bodyLines, countedLines } from './diff-lines.js';
import { type Review, reviewActions, wants } from './review-actions.js';
import { moreKeys, titleOf } from './review-title.js';
import * as messages from './shadow-messages.js';
import { changeLines, rowWords } from './spoken.js';

/** Opens the review of what waits in the agent's view; `typed` came meanwhile, and is for the draft. */
export function open(context: ScreenContext, typed: string): UiStep {
	const { review } = context.ui;
	const ui = review === undefined ? context.ui : { ...context.ui, review: { ...review, isUnasked: false } };
	const closed: UiState = { ...ui, panel: { kind: 'none' } };
	// Who writes goes on writing.
	if (typed !== '') return show(typing(closed, typed));
	const own: Review = { left: new Set(), wanted: '', shadow: context.session.shadow };
	const how = review?.isUnasked === true ? { isUnasked: true as const } : {};
	const opened = openPanel({ ...context, ui: closed }, reviewPanel, own, how);
	return show(opened === closed ? toast(closed, NOTHING_WAITS, context.now) : opened);
}

const reviewPanel: PanelKind<Review> = {
	name: 'changes',
	keys: 'changes',
	closedBy: 'changes-later',
	scrolledBy: { up: 'changes-diff-up', down: 'changes-diff-down' },
	coversDraft: true,
	isBeside: true,
	panel(context, own, place) {
		const { shadow } = context.session;
		const changes = changesIn(shadow);
		if (changes.length === 0 && shadow?.isBusy !== true) return null;
		const shown = shadow?.shown ?? null;
		const copied = shadow?.copied;
		return panelOf<Review, ReviewRow>({
			title: messages.TITLE,
			titled: (at, width) =>
				copied === undefined
					? titleOf(changes.length, at, width)
					: [styled(copyingWords(copied), { bold: true, color: 'accent' })],
			foot: (width) => moreKeys(context, width),
			rows: reviewRows(changes, own.left),
			empty: messages.BUSY,
			reading: {
				head: ({ change }, width) => wordsOf(change, width).flatMap((words) => wrapLine([words], width)),
				lines: ({ change }, width) => bodyLines(shown, change, width),
				count: ({ change }) => countedLines(change),
			},
			actions: (row) => (row === undefined ? [] : reviewActions(context, own, place, row.change)),
			spoken: {
				title: messages.SPOKEN.title(changes.length),
				how: messages.SPOKEN.how,
				row: ({ change }) => rowWords(change),
				chosen: ({ change }) => changeLines(change, shown),
				closed: messages.SPOKEN.closed,
			},
		});
	},
	/** Both sides of the selected change are asked for; what was said to be under way is done. */
	follow({ session, ui }, own, { selected, isChosen }) {
		const changes = changesIn(session.shadow);
		const row = changes.find(({ path }) => path === selected) ?? changes[0];
		const { shadow } = session;
		const shown = shadow?.shown ?? null;
		const isNew = shown !== (own.shadow?.shown ?? null);
		const missing = missingOf(row, shown);
		const key = missing === null ? own.wanted : `${missing.version} ${missing.path}`;
		const isAsked = missing !== null && (isNew || key !== own.wanted);
		const isChanged = shadow !== own.shadow;
		const isToastOver = isChanged && shadow?.isBusy !== true && PROGRESS.has(ui.toast?.text ?? '');
		const left = stillThere(own.left, changes);
		const isSelected = row === undefined || row.path === selected;
		if (!isChanged && !isAsked && isSelected && left === own.left) return null;
		return {
			own: { left, wanted: key, shadow },
			...(isToastOver ? { ui: { ...ui, toast: null } } : {}),
			...(isAsked ? { requests: [wants({ do: 'show', ...missing })] } : {}),
			...(isNew && isChosen ? { reads: 'chosen' as const } : {}),
			...(row === undefined ? {} : { selected: row.path }),
		} satisfies PanelResult<Review>;
	},
};

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

/** Of the rows that were left, those that there still are. */
function stillThere(left: ReadonlySet<string>, changes: readonly ChangeRow[]): ReadonlySet<string> {
	if (left.size === 0) return left;
	const known = new Set(changes.map(({ path }) => path));
	const kept = new Set([...left].filter((path) => known.has(path)));
	return kept.size === left.size ? left : kept;
}
