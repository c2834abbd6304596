import { whyNotNow } from '../../core/session/shadow/shadow.js';
import type { ReviewedChange } from '../../core/shadow/change.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShadowRequest } from '../../core/shadow/shadow-event.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ActionId } from '../keys/action-ids.js';
import { isConfirmedBy, LEAST_PAUSE } from '../panel/confirm.js';
import { moveOf, rowAfter } from '../panel/list-keys.js';
import { refuse, saying, stay } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { toast, type UiRequest, withoutToast } from '../state/step.js';
import { scrollRange } from './draw-panel.js';
import { type Asking, type ChangesPanelState, type PanelStep, rowsOf, selectedIndex } from './panel-state.js';
import * as messages from './shadow-messages.js';

/** What a key of the panel, or of every list, does. `room`: rows of the panel. */
export function act(given: ChangesPanelState, context: ScreenContext, id: ActionId, room: number): PanelStep {
	const isConfirming = id === 'changes-apply' || id === 'changes-discard' || id === 'changes-apply-all';
	// Any other key takes the question back.
	const state = isConfirming ? given : { ...given, asking: null };
	const rows = rowsOf(context.session);
	const at = selectedIndex(state, rows);
	const row = rows[at];
	const scroll = scrollOf(id, state, context, room);
	if (scroll !== null) return stay({ ...state, scroll });
	const move = moveOf(id, rows.length);
	if (move !== null) return stay(select(state, rows[rowAfter(at, move, rows.length)]));
	if (id === 'changes-later' || id === 'picker-close') return closed(context);
	if (row === undefined) return stay(state);
	switch (id) {
		case 'changes-apply':
			return applyRow(state, context, row);
		case 'changes-leave':
			return leaveRow(state, context, row);
		case 'changes-discard':
			return discardRow(state, context, row);
		case 'changes-apply-all':
			return applyAll(state, context);
		default:
			return stay(state);
	}
}

/** Where a key scrolls the diff to; null for any other. */
function scrollOf(id: ActionId, { scroll, ...rest }: ChangesPanelState, context: ScreenContext, room: number) {
	const by = { 'picker-page-up': -1, 'picker-page-down': 1, 'changes-diff-up': 0, 'changes-diff-down': 0 };
	if (!(id in by)) return null;
	const { page, last } = scrollRange({ scroll, ...rest }, context, room);
	const lines = id === 'changes-diff-up' ? -1 : id === 'changes-diff-down' ? 1 : page * by[id as keyof typeof by];
	return Math.max(0, Math.min(last, Math.min(scroll, last) + lines));
}

function select(state: ChangesPanelState, row: ChangeRow | undefined): ChangesPanelState {
	return row === undefined || row.path === state.selected ? state : { ...state, selected: row.path, scroll: 0 };
}

/** The next row that was not left, from the one that is done on. */
function following(state: ChangesPanelState, context: ScreenContext, done: ChangeRow): ChangesPanelState {
	const rows = rowsOf(context.session);
	const at = rows.indexOf(done);
	const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ path }) => !state.left.has(path));
	return next === undefined ? state : select(state, next);
}

/** On a screen a line shows all the time how much waits: only where there is none it is said. */
export function closed({ ui, now }: ScreenContext): PanelStep {
	return { state: null, requests: [], ui: { ...ui, toast: { text: messages.SPOKEN.closed, until: now } } };
}

/** Applies the changes of a row; a conflict, and what can run programs, at the second key. */
export function applyRow(state: ChangesPanelState, context: ScreenContext, row: ChangeRow): PanelStep {
	const why = whyNotNow(context.session, 'apply');
	if (why !== null) return refuse(state, context, why);
	const what: Asking | null = row.hasConflict ? 'conflict' : row.isProtected || row.isGit ? 'protected' : null;
	const isMeant = what === null ? isPauseOver(state, context) : isConfirmed(state, context, row, what);
	if (!isMeant) return what === null ? stay(state) : ask(state, context, row, what);
	if (isBusy(context)) return refuse(state, context, messages.BUSY);
	const request: ShadowRequest = { do: 'apply', changes: reviewedOf(row) };
	return done(following(state, context, row), context, request, messages.APPLYING);
}

function reviewedOf({ changes }: ChangeRow): readonly ReviewedChange[] {
	return changes.map(({ path, version, conflict }) => ({
		path,
		version,
		...(conflict === null ? {} : { isOverConflict: true as const }),
	}));
}

/** Throws the agent's changes away, at the second key. */
export function discardRow(state: ChangesPanelState, context: ScreenContext, row: ChangeRow): PanelStep {
	const why = whyNotNow(context.session, 'discard');
	if (why !== null) return refuse(state, context, why);
	if (!isConfirmed(state, context, row, 'discard')) return ask(state, context, row, 'discard');
	if (isBusy(context)) return refuse(state, context, messages.BUSY);
	const request: ShadowRequest = { do: 'discard', paths: row.changes.map(({ path }) => path) };
	return done(following(state, context, row), context, request, messages.DISCARDING);
}

/** The changes stay where they are; the agent is told. Nothing is left to decide when all of them do. */
export function leaveRow(given: ChangesPanelState, context: ScreenContext, row: ChangeRow): PanelStep {
	if (given.left.has(row.path)) return stay(following(given, context, row));
	const state = { ...given, left: new Set([...given.left, row.path]) };
	const requests = [wants({ do: 'leave', paths: row.changes.map(({ path }) => path) })];
	if (rowsOf(context.session).every(({ path }) => state.left.has(path))) {
		return { ...closed(context), requests };
	}
	const words = messages.leftWords(sanitizeLine(row.path));
	const ui = toast(context.ui, words, context.now);
	return { state: saying(following(state, context, row), { type: 'words', text: words }), ui, requests };
}

/**
 * Applies all that needs no second look and was not left. When nothing of that is left, what can run programs goes at
 * the second key: thousands of installed files are not read one by one. `again` are the words for that.
 */
export function applyAll(state: ChangesPanelState, context: ScreenContext, again = messages.allAgain): PanelStep {
	const why = whyNotNow(context.session, 'apply');
	if (why !== null) return refuse(state, context, why);
	if (!isPauseOver(state, context)) return stay(state);
	if (isBusy(context)) return refuse(state, context, messages.BUSY);
	const open = rowsOf(context.session).filter(({ path }) => !state.left.has(path));
	const whole = open.filter(({ hasConflict, isGit }) => !hasConflict && !isGit);
	const plain = whole.filter(({ isProtected }) => !isProtected);
	const others = open.length - whole.length;
	const chosen = plain.length === 0 ? whole : plain;
	const rest = open.length - chosen.length;
	const words = rest === 0 ? messages.APPLYING : messages.notInAll(rest - others, others);
	if (chosen.length === 0) return refuse({ ...state, asking: null }, context, words);
	if (plain.length === 0 && !isAllConfirmed(state, context, whole.length))
		return askAll(state, context, whole.length, again);
	return done(state, context, { do: 'apply', changes: chosen.flatMap(reviewedOf) }, words);
}

function askAll(
	state: ChangesPanelState,
	context: ScreenContext,
	count: number,
	words: (count: number) => string,
): PanelStep {
	const isAsked = state.asking?.what === 'all' && state.asking.count === count;
	const asked: ChangesPanelState = { ...state, asking: { what: 'all', count, at: context.now } };
	return asks(isAsked ? asked : saying(asked, { type: 'words', text: words(count) }), context);
}

function isAllConfirmed({ asking }: ChangesPanelState, { now }: ScreenContext, count: number): boolean {
	return asking?.what === 'all' && asking.count === count && isConfirmedBy(now, asking.at);
}

function done(state: ChangesPanelState, context: ScreenContext, request: ShadowRequest, words: string): PanelStep {
	const { ui, now } = context;
	return {
		state: saying({ ...state, asking: null, actedAt: now }, { type: 'words', text: words }),
		ui: toast(ui, words, now),
		requests: [wants(request)],
	};
}

function ask(state: ChangesPanelState, context: ScreenContext, row: ChangeRow, what: Asking): PanelStep {
	const isAsked = state.asking?.what === what && state.asking.path === row.path;
	const asked: ChangesPanelState = { ...state, asking: { path: row.path, what, at: context.now } };
	const text = messages.AGAIN[what](sanitizeLine(row.path));
	return asks(isAsked ? asked : saying(asked, { type: 'words', text }), context);
}

/** A question stands alone: what was said to be done before is no answer to it. */
function asks(state: ChangesPanelState, { ui }: ScreenContext): PanelStep {
	return { state, ui: withoutToast(ui), requests: [] };
}

function isConfirmed(
	{ asking }: ChangesPanelState,
	{ now }: ScreenContext,
	{ path }: ChangeRow,
	what: Asking,
): boolean {
	return asking?.what === what && asking.path === path && isConfirmedBy(now, asking.at);
}

/** A key that is held down acts on one change, not on all that follow. */
function isPauseOver({ actedAt }: ChangesPanelState, { now }: ScreenContext): boolean {
	return now - actedAt >= LEAST_PAUSE;
}

/** What was wanted before is still under way. */
function isBusy({ session }: ScreenContext): boolean {
	return session.shadow?.isBusy === true;
}

/** The request to do something with changes. */
export function wants(request: ShadowRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'shadow', request } };
}
