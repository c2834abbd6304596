import { whyNotNow } from '../../core/session/shadow/shadow.js';
import { NOTHING_WAITS } from '../../core/session/shadow/shadow-messages.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import { SHOWN_FOR } from '../panel/guard.js';
import { type LoadedPanel, openLoaded } from '../panel/loaded-panel.js';
import { toUi as afterStep, saying } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep } from '../state/step.js';
import { drawPanel } from './draw-panel.js';
import { act, wants } from './panel-keys.js';
import { type ChangesPanelState, type PanelStep, rowsOf, selectedIndex } from './panel-state.js';
import { APPLYING, DISCARDING } from './shadow-messages.js';
import { enterWords, spokenLines } from './spoken.js';
import { aside, type GuardedPanel, guardKey, settle, settlesAt, typing } from './typed.js';

/** Opens the review of what waits in the agent's view; `typed` came meanwhile, and is for the draft. */
export function open(context: ScreenContext, typed: string): UiStep {
	const { session, now } = context;
	const isUnasked = context.ui.review?.isUnasked === true;
	const ui =
		context.ui.review === undefined
			? context.ui
			: { ...context.ui, review: { ...context.ui.review, isUnasked: false } };
	const closed = { ...ui, panel: { kind: 'none' as const } };
	// Who writes goes on writing.
	if (typed !== '') return show(typing(closed, typed));
	const rows = rowsOf(session);
	if (rows.length === 0 && session.shadow?.isBusy !== true) return show(toast(closed, NOTHING_WAITS, now));
	const state: ChangesPanelState = {
		selected: rows[0]?.path ?? null,
		scroll: 0,
		asking: null,
		left: new Set(),
		openedAt: isUnasked ? now : null,
		pending: null,
		actedAt: 0,
		said: { id: 1, what: { type: 'list' } },
		isChosen: false,
	};
	return asked({ ...context, ui }, state, show(openLoaded(ui, panelOf(state, context))));
}

/** It opened by itself, and whoever is typing has not seen it yet. */
function isEarly({ openedAt }: ChangesPanelState, now: number): boolean {
	return openedAt !== null && now < openedAt + SHOWN_FOR;
}

/** When keys begin to count, or the one that waits does. */
function wakeAt(state: ChangesPanelState, now: number): number | null {
	if (state.openedAt !== null && isEarly(state, now)) return state.openedAt + SHOWN_FOR;
	return state.pending === null ? null : Math.max(now + 1, settlesAt(state.pending));
}

function guarded(state: ChangesPanelState, context: ScreenContext): GuardedPanel {
	return {
		state,
		shows: (next) => openLoaded(context.ui, panelOf(next, context)),
		act: (next, { action, rows }) => toUi(context, act(next, context, action, rows)),
	};
}

function panelOf(state: ChangesPanelState, before: ScreenContext): LoadedPanel {
	return {
		name: 'changes',
		coversDraft: true,
		keys: 'changes',
		offers: offersOf(state, before),
		isEarly: ({ now }) => isEarly(state, now),
		draw: (context, room) => drawPanel(state, context, room),
		act: (context, id, rows) => toUi(context, act(state, context, id, rows)),
		aside: (context) => aside(state, context),
		key: (context, pressed, press) => guardKey(guarded(state, context), context, pressed, press),
		isKeyPending: () => state.pending !== null,
		follow: (context) => follow(state, before, context),
		wakeAt: ({ now }) => wakeAt(state, now),
		said: { id: state.said.id, lines: (context) => spokenLines(state, context) },
		enter: (context, text) => {
			const step = enterWords(state, context, text);
			return step === null ? null : toUi(context, step);
		},
		isBeside: true,
		leave: show,
	};
}

function offersOf(state: ChangesPanelState, { session }: ScreenContext): readonly string[] {
	const rows = rowsOf(session);
	if (rows.length === 0) return ['later'];
	const isLeft = state.left.has(rows[selectedIndex(state, rows)]?.path ?? '');
	const canApply = whyNotNow(session, 'apply') === null;
	return [
		...(canApply ? ['apply'] : []),
		...(isLeft ? [] : ['leave']),
		...(whyNotNow(session, 'discard') === null ? ['discard'] : []),
		...(canApply && rows.length > 1 ? ['apply all'] : []),
		'later',
	];
}

/** The list follows what was applied and discarded, and closes when nothing waits any more. */
function follow(state: ChangesPanelState, before: ScreenContext, context: ScreenContext): UiStep {
	const { session } = context;
	const ui = session.shadow?.isBusy === true ? context.ui : withoutProgress(context.ui);
	if (session.shadow === before.session.shadow) {
		const isSame = whyNotNow(session, 'apply') === whyNotNow(before.session, 'apply');
		// What can be done is another thing in another mode, and once a turn is over.
		const current = isSame ? context.ui : openLoaded(context.ui, panelOf(state, context));
		return settle(guarded(state, context), context) ?? show(current);
	}
	const rows = rowsOf(session);
	const isEmpty = rows.length === 0 && session.shadow?.isBusy !== true;
	if (isEmpty) return show({ ...ui, panel: { kind: 'none' } });
	const known = new Set(rows.map(({ path }) => path));
	const left = new Set([...state.left].filter((path) => known.has(path)));
	const isGone = state.selected === null || !known.has(state.selected);
	const first = rows.find(({ path }) => !left.has(path)) ?? rows[0];
	const selected = isGone ? (first?.path ?? null) : state.selected;
	const shown = session.shadow?.shown !== before.session.shadow?.shown && state.isChosen;
	// It became another one: a key that is on its way is about what was there before.
	const isOther = !isGone && versionsOf(before, selected) !== versionsOf(context, selected);
	const isSame = isSameList(rowsOf(before.session), rows);
	const next: ChangesPanelState = {
		...state,
		...(isOther ? { asking: null, actedAt: context.now } : {}),
		...(state.asking?.what === 'all' && !isSame ? { asking: null, actedAt: context.now } : {}),
		// A letter is about what was seen when it was typed.
		pending: isSame ? state.pending : null,
		left,
		selected,
		...(isGone ? { scroll: 0, asking: null, isChosen: false } : {}),
	};
	const isFilled = rowsOf(before.session).length === 0 && rows.length > 0;
	const spoken = isFilled ? saying(next, { type: 'list' }) : shown ? saying(next, { type: 'change' }) : next;
	return asked(context, spoken, show(openLoaded(ui, panelOf(spoken, context))));
}

/** Whether two lists show the same: they are looked at anew after everything that is done. */
function isSameList(one: readonly ChangeRow[], other: readonly ChangeRow[]): boolean {
	const named = (rows: readonly ChangeRow[]): readonly string[] =>
		rows.flatMap(({ changes }) => changes.map(({ path, version }) => `${version} ${path}`));
	const [before, after] = [named(one), named(other)];
	return before.length === after.length && before.every((name, index) => name === after[index]);
}

function versionsOf({ session }: ScreenContext, path: string | null): string {
	const row = rowsOf(session).find((each) => each.path === path);
	return row?.changes.map(({ version }) => version).join(' ') ?? '';
}

/** What was said to be under way is done. */
function withoutProgress(ui: ScreenContext['ui']): ScreenContext['ui'] {
	const isOver = ui.toast?.text === APPLYING || ui.toast?.text === DISCARDING;
	return isOver ? { ...ui, toast: null } : ui;
}

/** The step, with the request for both sides of the selected change where they are not there. */
function asked({ session }: ScreenContext, state: ChangesPanelState, step: UiStep): UiStep {
	const rows = rowsOf(session);
	const row = rows[selectedIndex(state, rows)];
	const change = row?.changes[0];
	const shown = session.shadow?.shown;
	const isThere = shown?.path === change?.path && shown?.version === change?.version;
	if (row === undefined || change === undefined || row.isGit || change.kind === 'folder' || isThere) return step;
	const { path, version } = change;
	return { ...step, requests: [...step.requests, wants({ do: 'show', path, version })] };
}

function toUi(context: ScreenContext, step: PanelStep): UiStep {
	const after = afterStep(context, step, (state) => panelOf(state, context));
	return step.state === null ? after : asked(context, step.state, after);
}
