import { defined } from '../../defined.js';
import type { AppEvent } from '../../event.js';
import { errorClassOf } from '../../failure-class.js';
import { addKinds, allCalls, type KindCounts } from '../../usage/call-counts.js';
import { addCosts, type CostMeter, noCost, readCost } from '../../usage/cost.js';
import { noSessionUsage, type OpenTurn, type SessionUsage } from '../../usage/session-usage.js';
import { addTotals, noUsage, totalsOf } from '../../usage/totals.js';
import type { TurnOutcome, TurnUsage, UsageTotals } from '../../usage/turn-usage.js';
import type { PastUsage, UsageEvent, UsageReport } from '../../usage/usage-report.js';
import { noted } from '../entries/append.js';
import { countCalls, countSteered } from '../entries/earlier-work.js';
import type { Entry } from '../entries/entry.js';
import { entryAt } from '../entries/entry-list.js';
import { askedTime } from '../entries/question-time.js';
import { modelOption } from '../options/model-option.js';
import type { SessionState, Turn } from '../state.js';
import { type Reducers, withEffects } from '../step.js';

/** Turns with figures of their own; the sums count all. */
const MOST_TURNS = 500;

export function followUsage(before: SessionState, after: SessionState, event: AppEvent, at: number): SessionState {
	if (event.type === 'session-restored') {
		const { usageSoFar = noSessionUsage } = event.restored.state;
		return { ...after, usageSoFar: { ...usageSoFar, open: null, queued: {} } };
	}
	const known = after.usageSoFar ?? noSessionUsage;
	let next = seeEvent(known, before, after, event, at);
	if (before.queue !== after.queue)
		next = { ...next, queued: Object.fromEntries(after.queue.map(({ id }) => [id, next.queued[id] ?? at])) };
	if (before.turn?.id !== after.turn?.id) {
		if (before.turn !== null) next = endTurn(next, before.turn, { before, after, event, at });
		if (after.turn !== null) next = { ...next, open: beginTurn(known, after.turn, after, at) };
		if (isNewSession(before, after, event)) next = noSessionUsage;
	} else if (isNewSession(before, after, event)) next = noSessionUsage;
	return next === known ? after : { ...after, usageSoFar: next };
}

function isNewSession(before: SessionState, after: SessionState, event: AppEvent): boolean {
	return event.type === 'new-session' && after.connection.phase === 'opening' && before.connection !== after.connection;
}

function seeEvent(
	known: SessionUsage,
	before: SessionState,
	after: SessionState,
	event: AppEvent,
	at: number,
): SessionUsage {
	switch (event.type) {
		case 'usage':
			return event.usage.cost === undefined ? known : withCost(known, readCost(known.cost, event.usage.cost));
		case 'agent-connected':
			return before.connection.phase === 'starting'
				? { ...known, handshakeMs: Math.max(0, at - before.connection.since) }
				: known;
		case 'session-opened':
			return {
				...known,
				...(before.connection.phase === 'opening' ? { openMs: Math.max(0, at - before.connection.since) } : {}),
				cost: openedCost(known.cost, event.resumed === 'resume' || event.resumed === 'load'),
			};
		case 'side-question-counted':
			return withTurn(known, { ...event.turn, isAside: true });
		case 'agent-failed':
			return before.turn === null ? withError(known, errorClassOf(event.failure)) : known;
		case 'prompt-sent':
			return known.open === null || after.turn?.id !== event.turnId
				? known
				: { ...known, open: { ...known.open, sentAt: at } };
		case 'text':
		case 'block':
		case 'tool':
		case 'plan':
			return seeUpdate(known, event, at);
		default:
			return known;
	}
}

/** First output after a prompt: time without anything to see. */
function seeUpdate(known: SessionUsage, event: AppEvent, at: number): SessionUsage {
	const { open } = known;
	if (open?.sentAt === undefined) return known;
	const isText = event.type === 'text' && event.role === 'agent';
	if (open.firstUpdateAt !== undefined && (!isText || open.firstTextAt !== undefined)) return known;
	return {
		...known,
		open: {
			...open,
			firstUpdateAt: open.firstUpdateAt ?? at,
			...(isText ? { firstTextAt: open.firstTextAt ?? at } : {}),
		},
	};
}

function withCost(known: SessionUsage, cost: CostMeter): SessionUsage {
	return cost === known.cost ? known : { ...known, cost };
}

/** The agent's sum may go on in a resumed session; earlier cost is unknown. */
function openedCost(cost: CostMeter, isResumed: boolean): CostMeter {
	if (!isResumed) return { ...noCost, open: cost.open };
	return cost.seen === null ? { ...cost, isBaselineMissing: true } : cost;
}

function beginTurn(known: SessionUsage, turn: Turn, state: SessionState, at: number): OpenTurn {
	const since = known.queued[turn.prompt.id];
	return {
		model: modelOption(state.configOptions)?.value ?? null,
		...(since === undefined ? {} : { queueMs: Math.max(0, at - since) }),
	};
}

type TurnEnd = {
	readonly before: SessionState;
	readonly after: SessionState;
	readonly event: AppEvent;
	readonly at: number;
};

function endTurn(known: SessionUsage, turn: Turn, { before, after, event, at }: TurnEnd): SessionUsage {
	const { open } = known;
	const error = failureOf(event);
	// A prompt that was never sent is none of the session.
	if (turn.isPromptWaiting === true) return { ...known, open: null };
	const entries = entriesOf(turn, { before, after, event });
	const toolCalls = addKinds(open?.dropped ?? {}, countCalls(entries));
	const steered = countSteered(entries);
	const waitMs = askedTime(turn, at);
	const { usage } = before;
	const ended: TurnUsage = {
		startedAt: turn.startedAt,
		endedAt: at,
		agent: before.profile.launch.name,
		sessionId: before.sessionId,
		model: open?.model ?? null,
		outcome: outcomeOf(event),
		...(known.lastPromptId === turn.prompt.id ? { isRepeat: true as const } : {}),
		...(steered === 0 ? {} : { steered }),
		...defined({ error, tokens: event.type === 'turn-ended' ? event.usage : undefined, queueMs: open?.queueMs }),
		...(known.cost.open.length === 0 ? {} : { cost: known.cost.open }),
		...(usage === null ? {} : { context: { used: usage.used, size: usage.size } }),
		...(Object.keys(toolCalls).length === 0 ? {} : { toolCalls }),
		workMs: Math.max(0, at - turn.startedAt - waitMs),
		waitMs,
		...defined({
			firstUpdateMs: since(open?.sentAt, open?.firstUpdateAt),
			firstTextMs: since(open?.sentAt, open?.firstTextAt),
		}),
	};
	const counted: SessionUsage = {
		...withTurn(known, ended),
		lastPromptId: turn.prompt.id,
		open: null,
		cost: { ...known.cost, open: [] },
	};
	return error === undefined ? counted : withError(counted, error);
}

function withTurn(known: SessionUsage, turn: TurnUsage): SessionUsage {
	return {
		...known,
		totals: addTotals(known.totals, totalsOf(turn)),
		toolCalls: addKinds(known.toolCalls, turn.toolCalls ?? {}),
		turns: [...known.turns.slice(1 - MOST_TURNS), turn],
	};
}

function since(from: number | undefined, to: number | undefined): number | undefined {
	return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
}

/** The turn's entries once it is over; a new session has none of them any more. */
function entriesOf(turn: Turn, { before, after, event }: Pick<TurnEnd, 'before' | 'after' | 'event'>): Entry[] {
	const { entries, turn: next } = event.type === 'new-session' ? { ...before, turn: null } : after;
	return entriesBetween(
		entries,
		turn.firstEntry,
		next === null || next.id === turn.id ? entries.size : next.firstEntry,
	);
}

function entriesBetween(list: SessionState['entries'], from: number, to: number): Entry[] {
	const entries: Entry[] = [];
	for (let index = from; index < to; index += 1) {
		const entry = entryAt(list, index);
		if (entry !== undefined) entries.push(entry);
	}
	return entries;
}

function outcomeOf(event: AppEvent): TurnOutcome {
	if (event.type === 'turn-ended') return event.reason;
	if (event.type === 'agent-exited' || event.type === 'restart-agent' || event.type === 'kill-agent')
		return 'agent-exit';
	return event.type === 'new-session' ? 'cancelled' : 'failed';
}

function failureOf(event: AppEvent): string | undefined {
	if (event.type === 'turn-failed' || event.type === 'agent-failed') return errorClassOf(event.failure);
	return event.type === 'agent-exited' && !event.exit.expected ? 'process' : undefined;
}

function withError(known: SessionUsage, error: string): SessionUsage {
	return { ...known, errors: { ...known.errors, [error]: (known.errors[error] ?? 0) + 1 } };
}

/** Figures of the running turn (null: none) and of the session with it, and the running turn's calls. */
export function usageNow(
	state: SessionState,
	at: number,
): { readonly turn: UsageTotals | null; readonly session: UsageTotals; readonly running: KindCounts } {
	const { totals, cost, open } = state.usageSoFar ?? noSessionUsage;
	const { turn } = state;
	if (turn === null) return { turn: null, session: { ...totals, cost: addCosts(totals.cost, cost.open) }, running: {} };
	const waitMs = askedTime(turn, at);
	const entries = entriesBetween(state.entries, turn.firstEntry, state.entries.size);
	const running = addKinds(open?.dropped ?? {}, countCalls(entries));
	const now: UsageTotals = {
		...noUsage,
		prompts: 1 + countSteered(entries),
		cost: cost.open,
		toolCalls: allCalls(running),
		workMs: Math.max(0, at - turn.startedAt - waitMs),
		waitMs,
	};
	return { turn: now, session: addTotals(totals, now), running };
}

export const onUsage: Reducers<UsageEvent> = {
	'show-usage': (state) => withEffects(state, { type: 'read-usage' }),
	'usage-read': (state, { past }, at) => noted(state, at, 'info', 'Usage', { usage: reportOf(state, past, at) }),
};

/** With what no log has yet: a day that has less than the session would look wrong. */
function withOpen({ today, week, ...past }: PastUsage, open: UsageTotals): PastUsage {
	return { ...past, today: addTotals(today, open), week: addTotals(week, open) };
}

function reportOf(state: SessionState, past: PastUsage | null, at: number): UsageReport {
	const known = state.usageSoFar ?? noSessionUsage;
	const { turn, session, running } = usageNow(state, at);
	const turns = known.turns.filter(({ isAside }) => isAside !== true);
	const last = turns.at(-1);
	const begun = turns.findLast(({ firstUpdateMs }) => firstUpdateMs !== undefined);
	const { usage } = state;
	return {
		turn: turn ?? (last === undefined ? null : totalsOf(last)),
		isTurnRunning: turn !== null,
		session,
		past: past === null ? null : withOpen(past, turn ?? { ...noUsage, cost: known.cost.open }),
		context: usage === null ? null : { used: usage.used, size: usage.size },
		toolCalls: addKinds(known.toolCalls, running),
		errors: known.errors,
		...defined({
			handshakeMs: known.handshakeMs,
			openMs: known.openMs,
			firstUpdateMs: begun?.firstUpdateMs,
			firstTextMs: begun?.firstTextMs,
		}),
	};
}
