import type { Steering } from '../../steering.js';
import type { SessionState } from '../state.js';

export function steeringOf({ steering }: Pick<SessionState, 'steering'>, promptId: string): Steering | undefined {
	return steering?.find((each) => each.promptId === promptId);
}

/** Whether the agent has this prompt, and has not answered yet: it cannot be sent, changed or moved. */
export function isBeingSteered(state: Pick<SessionState, 'steering' | 'turn'>, promptId: string): boolean {
	const known = steeringOf(state, promptId);
	// Steering that still waited when its turn ended becomes an ordinary prompt.
	return known?.status === 'sent' || (known?.status === 'waiting' && known.turnId === state.turn?.id);
}

export function withoutSteering(state: SessionState, promptId: string): SessionState {
	const steering = state.steering?.filter((each) => each.promptId !== promptId) ?? [];
	return { ...state, steering: steering.length === 0 ? undefined : steering };
}

export function isUncertain(state: Pick<SessionState, 'steering'>, promptId: string): boolean {
	return steeringOf(state, promptId)?.status === 'uncertain';
}

/** {@link withoutSteering} where it is unknown if the agent took the prompt. */
export function withoutUncertain(state: SessionState, promptId: string | undefined): SessionState {
	return promptId !== undefined && isUncertain(state, promptId) ? withoutSteering(state, promptId) : state;
}

/** Whether words can be sent into the running turn: it was not stopped, and the agent announced `_session/steering`. */
export function canSteer({ turn, agent, sessionId, connection }: SessionState): boolean {
	const isRunning = turn !== null && turn.cancelledAt === undefined && sessionId !== null;
	return isRunning && connection.phase === 'ready' && agent?.steering === true;
}
