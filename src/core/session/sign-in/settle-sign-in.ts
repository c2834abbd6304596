import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import type { Prompt } from '../../prompt-schema.js';
import type { SignInAddress } from '../../sign-in/sign-in-address.js';
import { methodOf, type RefusedSwitch, type SignInState, type SignInStep } from '../../sign-in/sign-in-state.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Step } from '../step.js';

export function showAnew(prompt: Prompt): Prompt {
	const { isShown: _shown, ...rest } = prompt;
	return rest;
}

/** An answer shows that the agent is signed in, or something else went wrong: nothing is left to be repeated. */
export function settleSignIn(state: SessionState): SessionState {
	return state.signIn?.step.type === 'repeating' || state.signIn?.step.type === 'left' ? withoutSignIn(state) : state;
}

export function withoutSignIn(state: SessionState): SessionState {
	const { signIn: _gone, ...rest } = state;
	return rest;
}

export function cutOffSignIn(state: SessionState, failure: Failure): SessionState {
	const { signIn } = state;
	if (signIn?.step.type === 'repeating') return withoutSignIn(state);
	if (signIn?.step.type !== 'running') return state;
	const method = methodOf(signIn, signIn.step.choice);
	// A program on the terminal, and a variable that is stored, need no agent.
	if (method?.type !== 'agent') return state;
	return { ...state, signIn: { ...signIn, step: { type: 'choosing', failure, tried: signIn.step.choice } } };
}

export function showAddress(state: SessionState, address: SignInAddress, message?: string): SessionState {
	const { signIn } = state;
	if (signIn?.step.type !== 'running') return state;
	return { ...state, signIn: { ...signIn, step: { ...signIn.step, address, ...defined({ message }) } } };
}

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
		// The step under way is about the same refusal.
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
