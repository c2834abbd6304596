import type { Failure } from '../../failure.js';
import type { LifecycleEvent } from '../../lifecycle-event.js';
import { type FailedStrategy, MOST_DEATHS, type Resuming } from '../../resuming/resuming.js';
import { noteBranch } from '../branching/branch.js';
import { note } from '../entries/append.js';
import { startNext } from '../prompts/submit-prompt.js';
import { settleReturn } from '../recovery/agent-crash.js';
import { reportEnd } from '../recovery/report-end.js';
import type { SessionState } from '../state.js';
import type { Step } from '../step.js';

export function withResuming(state: SessionState, news: Partial<Resuming>): SessionState {
	return state.resuming === undefined ? state : { ...state, resuming: { ...state.resuming, ...news } };
}

export function withFailedStrategy(state: SessionState, { strategy, failure }: FailedStrategy): SessionState {
	return withResuming(state, { failed: [...(state.resuming?.failed ?? []), { strategy, failure }] });
}

export function withNewer(state: SessionState, sessionId: string): SessionState {
	const { resuming } = state;
	if (resuming === undefined) return state;
	const { newer: _, ...rest } = resuming;
	return { ...state, resuming: { ...rest, sessionId, failed: [] } };
}

/** State for the next way when the agent ended while it resumed; null: another cause, or too often. */
export function nextAfterExit(state: SessionState, failure: Failure): SessionState | null {
	const { resuming } = state;
	if (resuming?.strategy === undefined || resuming.deaths >= MOST_DEATHS) return null;
	const { strategy, deaths, diedAt } = resuming;
	const failed = diedAt === strategy ? withFailedStrategy(state, { strategy, failure }) : state;
	return withResuming(failed, { deaths: deaths + 1, diedAt: strategy });
}

export function noteResumed(
	state: SessionState,
	{ resumed: how, resumeFailures = [] }: Extract<LifecycleEvent, { type: 'session-opened' }>,
	at: number,
): SessionState {
	if (how === undefined) return reportEnd(state, at, { words: 'was started again.' });
	const agent = state.agent?.title ?? state.profile.launch.name;
	const detail = resumeFailures.map(({ failure }) => failure.message).join('\n') || undefined;
	if (state.branchKind !== undefined) return noteBranch(reportEnd(state, at), state.branchKind, how, detail ?? '', at);
	const hasEnded = state.recovery?.ended !== undefined;
	if (how !== 'new') {
		const forgets = ` ${agent} does not remember all of what is above: part of it was said in another session.`;
		const more = state.missing === undefined ? '' : forgets;
		if (hasEnded) return reportEnd(state, at, { words: `was started again with its session resumed.${more}`, detail });
		return note(state, at, 'info', `Session resumed.${more}`, { detail });
	}
	const lost = 'could not resume this session: it has a new one and remembers nothing of what is above.';
	const hint = 'the transcript stays; say in your next prompt what the agent has to know';
	if (hasEnded) return reportEnd(state, at, { words: `was started again, but ${lost}`, detail, hint });
	return note(state, at, 'warning', `${agent} ${lost}`, { detail, hint });
}

/** The session is set up: the queue is sent. Nobody works on an earlier plan. */
export function reduceReady(state: SessionState, _: unknown, at: number): Step {
	const { resuming: _resuming, ...ready } = settleReturn(state);
	const isIdlePlan = ready.resumed !== undefined && ready.plan !== null && ready.turn === null;
	return startNext(isIdlePlan ? { ...ready, planHalt: ready.planHalt ?? 'ended' } : ready, at);
}
