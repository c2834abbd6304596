import type { Failure } from '../../failure.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Step } from '../step.js';
import type { RefusedSwitch, SignInState, SignInStep } from './sign-in-state.js';

export function askToSignIn(
	state: SessionState,
	refusal: Failure,
	switches: readonly RefusedSwitch[] = [],
): SessionState {
	const { signIn } = state;
	const methods = refusal.authMethods ?? state.agent?.authMethods ?? [];
	const waiting = [...(signIn?.switches ?? []), ...switches];
	return {
		...state,
		signIn: {
			refusal,
			methods: methods.length === 0 ? (signIn?.methods ?? []) : methods,
			switches: waiting,
			step: stepOf(signIn, refusal),
			...(signIn?.isQueueHeld === undefined ? {} : { isQueueHeld: true }),
		},
	};
}

function stepOf(signIn: SignInState | undefined, refusal: Failure): SignInStep {
	const step = signIn?.step;
	switch (step?.type) {
		case 'repeating': {
			const message = `The sign-in succeeded, but the agent still refuses: ${refusal.message}`;
			const failure: Failure = { code: 'auth-required', message };
			return { type: 'choosing', failure, tried: step.choice };
		}
		// What goes on is about the same refusal.
		case 'choosing':
		case 'running':
			return step;
		case 'left':
		case undefined:
			return { type: 'choosing' };
	}
}

export function reduceRefusedSession(state: SessionState, failure: Failure, at: number): Step {
	const isAgain = state.signIn?.step.type === 'repeating';
	// The ways to sign in say it once more; afterwards the transcript tells why nothing was sent.
	const noted = isAgain ? state : note(state, at, 'warning', failure.message);
	return only({ ...askToSignIn(noted, failure), connection: { phase: 'signed-out', failure } });
}

export function reduceRefusedSwitch(state: SessionState, failure: Failure, refused: RefusedSwitch, at: number): Step {
	return only(askToSignIn(note(state, at, 'warning', failure.message), failure, [refused]));
}
