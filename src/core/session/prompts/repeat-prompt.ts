import type { SignInState } from '../../sign-in/sign-in-state.js';
import { withoutSignIn } from '../sign-in/settle-sign-in.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';
import { startNext } from './submit-prompt.js';

export function repeat(state: SessionState, { refusal, switches }: SignInState, at: number): Step {
	if (refusal === null) return only(withoutSignIn(state));
	if (state.connection.phase === 'signed-out') {
		return withEffects({ ...state, connection: { phase: 'opening', since: at } }, { type: 'open-session' });
	}
	const { sessionId } = state;
	const effects = sessionId === null ? [] : switches.map((refused) => ({ ...refused, sessionId }));
	const switched = withEffects(state, ...effects);
	const isNothingSent = state.turn === null && (state.queue.length === 0 || state.isQueuePaused);
	if (isNothingSent) return andThen(switched, (next) => only(withoutSignIn(next)));
	return andThen(switched, (next) => startNext(next, at));
}

export function repeatInSession(state: SessionState): Step {
	const { signIn, sessionId } = state;
	if (signIn?.step.type === 'left') return only(withoutSignIn(state));
	if (signIn?.step.type !== 'repeating') return only(state);
	const effects = sessionId === null ? [] : signIn.switches.map((refused) => ({ ...refused, sessionId }));
	const isNothingSent = state.queue.length === 0 || state.isQueuePaused;
	const next = isNothingSent ? withoutSignIn(state) : { ...state, signIn: { ...signIn, switches: [] } };
	return withEffects(next, ...effects);
}
