import type { AgentProfile } from '../../agents/profile.js';
import { freshSession, reduceSwitchAgent, startAnew } from '../connection.js';
import { leaveSession } from '../entries/earlier-work.js';
import { RESTARTED } from '../messages.js';
import { withdrawQuestions } from '../questions/answers.js';
import { andThen, type Step, withEffects } from '../reducers/step.js';
import type { SessionState } from '../state.js';

/** Leaves the open session for an older one, whose transcript follows: the agent is asked for that as soon as possible. */
export function leaveForResume(state: SessionState, at: number): Step {
	const { turn, sessionId } = state;
	const stop =
		turn === null || sessionId === null ? [] : [{ type: 'cancel-turn' as const, turnId: turn.id, sessionId }];
	return andThen(withdrawQuestions(state), (next) => {
		const fresh: SessionState = {
			...freshSession(next),
			earlier: leaveSession(state, at),
			connection: { phase: 'opening', since: at },
		};
		// What was sent before any session was there is meant for this one.
		const { isQueuePaused } = sessionId === null ? state : fresh;
		return withEffects({ ...fresh, isQueuePaused }, ...stop, { type: 'open-session' });
	});
}

export function startForResume(state: SessionState, profile: AgentProfile, at: number): Step {
	const earlier = leaveSession(state, at);
	const started =
		profile === state.profile
			? startAnew(state, { ended: RESTARTED, noted: null }, at)
			: reduceSwitchAgent(state, profile, at, null);
	const { queue, connection } = started.state;
	const isQueuePaused = state.sessionId === null ? state.isQueuePaused : queue.length > 0;
	return { ...started, state: { ...freshSession(started.state), queue, isQueuePaused, connection, earlier } };
}
