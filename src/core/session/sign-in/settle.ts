import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import type { SignInAddress } from '../../sign-in/sign-in-address.js';
import type { Prompt, SessionState } from '../state.js';
import { methodOf } from './sign-in-state.js';

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
	const { choice: tried } = signIn.step;
	return { ...state, signIn: { ...signIn, step: { type: 'choosing', failure, tried } } };
}

export function showAddress(state: SessionState, address: SignInAddress, message?: string): SessionState {
	const { signIn } = state;
	if (signIn?.step.type !== 'running') return state;
	return { ...state, signIn: { ...signIn, step: { ...signIn.step, address, ...defined({ message }) } } };
}
