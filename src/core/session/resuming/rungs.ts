import type { Failure } from '../../failure.js';
import type { LifecycleEvent } from '../../lifecycle-event.js';
import { type FailedRung, MOST_DEATHS, type Resuming } from '../../sessions/resuming.js';
import { tellBranch } from '../branching/branch.js';
import { note } from '../entries/append.js';
import { startNext } from '../prompts/submit.js';
import { settleReturn } from '../recovery/crash.js';
import type { SessionState } from '../state.js';
import type { Step } from '../step.js';

export function withResuming(state: SessionState, news: Partial<Resuming>): SessionState {
	return state.resuming === undefined ? state : { ...state, resuming: { ...state.resuming, ...news } };
}

export function withFailedRung(state: SessionState, { rung, failure }: FailedRung): SessionState {
	return withResuming(state, { failed: [...(state.resuming?.failed ?? []), { rung, failure }] });
}

export function withNewer(state: SessionState, sessionId: string): SessionState {
	const { resuming } = state;
	if (resuming === undefined) return state;
	const { newer: _, ...rest } = resuming;
	return { ...state, resuming: { ...rest, sessionId, failed: [] } };
}

/**
 * The agent ended while it was asked for an older session: the state in which it is started again for the next way.
 * Null where the end has another cause, or came too often.
 */
export function nextRungAfterExit(state: SessionState, failure: Failure): SessionState | null {
	const { resuming } = state;
	if (resuming?.rung === undefined || resuming.deaths >= MOST_DEATHS) return null;
	const { rung, deaths, diedAt } = resuming;
	const failed = diedAt === rung ? withFailedRung(state, { rung, failure }) : state;
	return withResuming(failed, { deaths: deaths + 1, diedAt: rung });
}

type Opened = Extract<LifecycleEvent, { type: 'session-opened' }>;

export function tellResumed(
	state: SessionState,
	{ resumed: how, resumeFailures = [] }: Opened,
	at: number,
): SessionState {
	if (how === undefined) return state;
	const agent = state.agent?.title ?? state.profile.launch.name;
	const detail = resumeFailures.map(({ failure }) => failure.message).join('\n');
	if (state.branchKind !== undefined) return tellBranch(state, state.branchKind, how, detail, at);
	if (how !== 'new')
		return note(
			state,
			at,
			'info',
			state.missing === undefined
				? 'Session resumed.'
				: `Session resumed. ${agent} does not remember all of what is above: part of it was said in another session.`,
			{
				detail: detail || undefined,
			},
		);
	return note(
		state,
		at,
		'warning',
		`${agent} could not resume this session: it has a new one and remembers nothing of what is above.`,
		{ detail: detail || undefined, hint: 'the transcript stays; say in your next prompt what the agent has to know' },
	);
}

/** The session is set up: the queue is sent. Nobody works on an earlier plan. */
export function reduceReady(state: SessionState, _: unknown, at: number): Step {
	const { resuming: _resuming, ...ready } = settleReturn(state);
	const isIdlePlan = ready.resumed !== undefined && ready.plan !== null && ready.turn === null;
	return startNext(isIdlePlan ? { ...ready, planHalt: ready.planHalt ?? 'ended' } : ready, at);
}
