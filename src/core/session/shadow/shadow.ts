import type { RestoredFile } from '../../changes.js';
import { defined } from '../../defined.js';
import { changeRows } from '../../shadow/change-rows.js';
import type { ShadowChange } from '../../shadow/shadow-change.js';
import type { ShadowEvent, ShadowRequest } from '../../shadow/shadow-event.js';
import type { LeftShadow, ShadowState } from '../../shadow/shadow-state.js';
import { named, withNews } from '../changes/reduce-changes.js';
import { note, noted } from '../entries/append.js';
import { settleShadowed } from '../entries/shadowed-files.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, type Step, withEffects } from '../step.js';
import * as messages from './shadow-notes.js';

type Of<T extends ShadowEvent['type']> = Extract<ShadowEvent, { readonly type: T }>;

export const onShadow: Reducers<ShadowEvent> = {
	shadow: (state, { request }, at) => reduceRequest(state, request, at),
	'shadow-begun': reduceBegun,
	'shadow-left': reduceLeft,
	'shadows-waiting': (state, { left, goOn }, at) => {
		const { title, hint } = messages.waitingHere(left, goOn);
		return noted(state, at, 'info', title, { hint });
	},
	'shadow-seen': (state, event) => only(reduceSeen(state, event)),
	'shadow-shown': only,
	'shadow-copying': (state, { copied }) => only(withShadow(state, { copied })),
	'shadow-applied': (state, event, at) => only(reduceApplied(state, event, at)),
	'shadow-discarded': (state, event, at) => only(reduceDiscarded(state, event, at)),
	'shadow-set-apart': (state, { isApart }) => only(withShadow(state, { isSetApart: isApart || undefined })),
	'shadow-dropped': (state, event, at) => only(reduceDropped(state, event, at)),
	'shadow-failed': (state, { failure: { message, hint, detail } }, at) => {
		const idle = withShadow(state, { isBusy: false, copied: undefined });
		return noted(idle, at, 'error', messages.failed(message), { hint, detail });
	},
};

function withShadow(state: SessionState, change: Partial<ShadowState>): SessionState {
	return state.shadow === undefined ? state : { ...state, shadow: { ...state.shadow, ...change } };
}

function reduceRequest(state: SessionState, request: ShadowRequest, at: number): Step {
	const { shadow } = state;
	if (shadow === undefined) return noted(state, at, 'info', ...whyNone(state));
	if (request.do === 'leave') return only(queueNews(state, request.paths, 'left'));
	if (request.do === 'show') return withEffects(state, { type: 'shadow', request });
	if (request.do !== 'look') {
		if (shadow.isBusy) return only(state);
		const why = whyNotNow(state, request.do.startsWith('apply') ? 'apply' : 'discard');
		if (why !== null) return noted(state, at, 'warning', why);
	}
	return withEffects(withShadow(state, { isBusy: true }), { type: 'shadow', request });
}

function whyNone({ leftShadow, profile, agent }: SessionState): [title: string, words?: { readonly hint: string }] {
	if (leftShadow !== undefined)
		return [
			'This agent works on the files themselves. What the session changed before waits in a shadow.',
			{ hint: `acp-tui shadow show ${leftShadow.id} lists it, /agent sandbox shadow goes on in it` },
		];
	if (profile.sandbox === 'shadow' && agent === null) return ['The agent did not start, so it has changed nothing.'];
	const hint = '--sandbox shadow, or /agent, lets an agent work on a copy-on-write view of the workspace';
	return ['This agent works on the files themselves: no changes wait to be applied.', { hint }];
}

export function whyNotNow(
	{ turn, mode }: Pick<SessionState, 'turn' | 'mode'>,
	what: 'apply' | 'discard',
): string | null {
	if (turn !== null) return messages.NOT_IN_TURN;
	return what === 'apply' && mode.mode === 'plan' ? messages.NOT_IN_PLAN : null;
}

function reduceBegun(state: SessionState, { id, notices }: Of<'shadow-begun'>, at: number): Step {
	const isSame = state.shadow?.id === id;
	const shadow: ShadowState = {
		id,
		changes: isSame ? (state.shadow?.changes ?? []) : [],
		isBusy: true,
		isUnreported: !isSame,
		reviews: state.shadow?.reviews ?? 0,
		...(isSame && state.profile.sandbox !== 'shadow' ? defined({ notedWaiting: state.shadow?.notedWaiting }) : {}),
	};
	const withNotes = isSame
		? state
		: notices.reduce((next, notice) => note(next, at, 'info', notice), noteLeftBehind(state, at));
	// Pending changes of an earlier session are listed at once.
	return withEffects({ ...withNotes, shadow, leftShadow: undefined }, { type: 'shadow', request: { do: 'look' } });
}

/** Notes once that the session's agent does not see its pending changes in a shadow. */
function reduceLeft(state: SessionState, { left }: Of<'shadow-left'>, at: number): Step {
	if (state.shadow?.id === left.id) return only(noteNotSeen(state, left, at));
	const isNoted = state.leftShadow?.id === left.id && state.leftShadow.count === left.count;
	return only(isNoted ? state : noteLeft({ ...state, leftShadow: left }, left, at));
}

/** The same for the shadow of this run: another sandbox, or another agent, replaced it. */
function noteNotSeen(state: SessionState, { count }: LeftShadow, at: number): SessionState {
	if (state.shadow?.notedWaiting === count) return state;
	const next = withShadow(state, { notedWaiting: count });
	return note(next, at, 'warning', messages.waitingAtHand(count), {
		hint: `/changes shows ${count === 1 ? 'it' : 'them'}, /agent sandbox shadow goes on in it`,
	});
}

function noteLeft(state: SessionState, { id, count }: LeftShadow, at: number): SessionState {
	return note(state, at, 'warning', messages.waitingLeft(count), { hint: messages.waitingLeftHint(id) });
}

function noteLeftBehind(state: SessionState, at: number): SessionState {
	const count = changeRows(state.shadow?.changes ?? []).length;
	if (state.shadow === undefined || count === 0) return state;
	return note(state, at, 'info', messages.waitingBefore(count), {
		hint: `acp-tui shadow show ${state.shadow.id}, or go on with that session: /resume`,
	});
}

function reduceSeen(state: SessionState, { changes, isTurnOver }: Of<'shadow-seen'>): SessionState {
	const { shadow, mode } = state;
	if (shadow === undefined) return state;
	const isReviewDue = isTurnOver === true && mode.mode !== 'plan' && hasNews(shadow.changes, changes);
	const seen = withShadow(state, {
		changes,
		isBusy: false,
		copied: undefined,
		isUnreported: false,
		reviews: shadow.reviews + (isReviewDue ? 1 : 0),
	});
	return shadow.isUnreported === true && state.connection.phase === 'ready' ? queueLeftOver(seen) : seen;
}

/** Queues, for a session that begins in a shadow with pending changes, what the user does not have. */
export function queueLeftOver(state: SessionState): SessionState {
	const changes = state.shadow?.changes ?? [];
	return queueNews(
		state,
		changes.map(({ path }) => path),
		'left',
	);
}

/** Queues news for the agent, unless another one replaced it, which works on the files themselves. */
function queueNews(state: SessionState, paths: readonly string[], what: RestoredFile['direction']): SessionState {
	return state.profile.sandbox === 'shadow' ? withNews(state, paths, what) : state;
}

function hasNews(before: readonly ShadowChange[], now: readonly ShadowChange[]): boolean {
	const known = new Set(before.map(({ path, version }) => `${version} ${path}`));
	return now.some(({ path, version }) => !known.has(`${version} ${path}`));
}

function reduceApplied(state: SessionState, event: Of<'shadow-applied'>, at: number): SessionState {
	const { report, isByMode, isPart } = event;
	const reported =
		isPart === true
			? queueNews(state, report.applied, 'applied-part')
			: queueNews(without(state, report.applied, 'applied'), report.applied, 'applied');
	const { skipped, kept } = report;
	if (skipped.length === 0 && kept.length === 0) return reported;
	const title = skipped.length === 0 ? messages.applied(report.applied.length) : messages.notApplied(skipped);
	// Changes that the mode could not apply are shown in the review next.
	const level = skipped.length === 0 || isByMode === true ? 'info' : 'warning';
	return note(reported, at, level, title, { detail: messages.reasons(report) });
}

function reduceDiscarded(state: SessionState, { report, isPart }: Of<'shadow-discarded'>, at: number): SessionState {
	const { discarded, skipped } = report;
	const reported =
		isPart === true
			? queueNews(state, discarded, 'discarded-part')
			: queueNews(without(state, discarded, 'discarded'), discarded, 'discarded');
	// The rest of the file in the review shows that a part was applied.
	if (skipped.length === 0)
		return isPart === true ? reported : note(reported, at, 'info', messages.discarded(discarded));
	return note(reported, at, 'warning', `Not discarded: ${named(skipped.map(({ path }) => path))}.`, {
		detail: messages.reasons({ skipped, kept: [] }),
	});
}

function reduceDropped(state: SessionState, { report }: Of<'shadow-dropped'>, at: number): SessionState {
	const { discarded, skipped } = report;
	if (discarded.length + skipped.length === 0) return state;
	const reported = queueNews(settleShadowed(state, discarded, 'discarded'), discarded, 'dropped');
	const known = discarded.length === 0 ? reported : note(reported, at, 'info', messages.dropped(discarded));
	if (skipped.length === 0) return known;
	const title = `Still in the shadow though plan mode was on: ${named(skipped.map(({ path }) => path))}.`;
	return note(known, at, 'warning', title, { detail: messages.reasons({ skipped, kept: [] }) });
}

function without(state: SessionState, paths: readonly string[], fate: 'applied' | 'discarded'): SessionState {
	const gone = new Set(paths);
	const changes = state.shadow?.changes.filter(({ path }) => !gone.has(path)) ?? [];
	return settleShadowed(withShadow(state, { changes }), paths, fate);
}
