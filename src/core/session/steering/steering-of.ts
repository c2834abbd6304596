import type { Steering } from '../../steering.js';
import type { SessionState } from '../state.js';

/** What is under way with this prompt into the running turn; undefined: nothing. */
export function steeringOf({ steering }: Pick<SessionState, 'steering'>, promptId: string): Steering | undefined {
	return steering?.find((each) => each.promptId === promptId);
}

/** The agent has this prompt, and has not said yet what it does with it: nobody may send, change or move it. */
export function isBeingSteered(state: Pick<SessionState, 'steering' | 'turn'>, promptId: string): boolean {
	const known = steeringOf(state, promptId);
	// One that waited for its turn's own prompt is an ordinary prompt when that turn is over.
	return known?.status === 'sent' || (known?.status === 'waiting' && known.turnId === state.turn?.id);
}

/** The state in which nothing is under way with this prompt. */
export function withoutSteering(state: SessionState, promptId: string): SessionState {
	const steering = state.steering?.filter((each) => each.promptId !== promptId) ?? [];
	return { ...state, steering: steering.length === 0 ? undefined : steering };
}

/** Nobody knows whether the agent took this prompt. */
export function isUncertain(state: Pick<SessionState, 'steering'>, promptId: string): boolean {
	return steeringOf(state, promptId)?.status === 'uncertain';
}

/** The same where nobody knows whether the agent took it. */
export function withoutUncertain(state: SessionState, promptId: string | undefined): SessionState {
	return promptId !== undefined && isUncertain(state, promptId) ? withoutSteering(state, promptId) : state;
}

/** Whether words can be sent into the turn that runs: it was not stopped, and the agent announced `_session/steering`. */
export function canSteer({ turn, agent, sessionId, connection }: SessionState): boolean {
	const isRunning = turn !== null && turn.cancelledAt === undefined && sessionId !== null;
	return isRunning && connection.phase === 'ready' && agent?.steering === true;
}
