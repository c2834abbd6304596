import type { Failure } from '../../failure.js';
import type { AuthMethod } from '../../sign-in/auth-method.js';
import type { SignInAddress } from '../../sign-in/sign-in-address.js';
import type { SignInChoice, SignInConsent } from '../../sign-in/sign-in-event.js';

/** A switch of the agent's mode or of an option that was refused: it is asked for once more after the sign-in. */
export type RefusedSwitch =
	| { readonly type: 'set-agent-mode'; readonly modeId: string }
	| { readonly type: 'set-config-option'; readonly optionId: string; readonly value: string | boolean };

/** How far a sign-in is. */
export type SignInStep =
	/**
	 * The user chooses a way. `failure`: what became of the last attempt, by `tried`. `command`: the line that the chosen
	 * method runs, which the user has to agree to, `because` why.
	 */
	| {
			readonly type: 'choosing';
			readonly failure?: Failure;
			readonly tried?: SignInChoice;
			readonly command?: string;
			readonly because?: SignInConsent;
	  }
	| {
			readonly type: 'running';
			readonly choice: SignInChoice;
			/** Milliseconds since the epoch. */
			readonly since: number;
			/** What the agent printed for the user to open, or asked them to. */
			readonly address?: SignInAddress;
			/** What it said when it asked: there may be a code in it. */
			readonly message?: string;
			readonly isStopping?: true;
	  }
	/** It succeeded, and what was refused is asked for once more. */
	| { readonly type: 'repeating'; readonly choice: SignInChoice }
	/** The user left it; `/login` goes on. */
	| { readonly type: 'left' };

/** A sign-in from the refusal, or the user's wish, to the answer to what was refused. */
export type SignInState = {
	/** What the agent refused; null: nothing, the user wants to sign in. A refused prompt is the first of the queue. */
	readonly refusal: Failure | null;
	readonly methods: readonly AuthMethod[];
	readonly switches: readonly RefusedSwitch[];
	readonly step: SignInStep;
	/** The queue was held when the user left; it goes on after a success. */
	readonly isQueueHeld?: true;
};

type WithSignIn = { readonly signIn?: SignInState };

/** Whether nothing may be sent before the user has signed in, or left the sign-in. */
export function isAwaitingSignIn({ signIn }: WithSignIn): boolean {
	if (signIn === undefined || signIn.refusal === null) return false;
	return signIn.step.type === 'choosing' || signIn.step.type === 'running';
}

/** The sign-in that the user is asked about or waits for; undefined where there is none. */
export function shownSignIn({ signIn }: WithSignIn): SignInState | undefined {
	return signIn?.step.type === 'choosing' || signIn?.step.type === 'running' ? signIn : undefined;
}

/** The method of a sign-in by its id. */
export function methodOf({ methods }: SignInState, { methodId }: SignInChoice): AuthMethod | undefined {
	return methods.find(({ id }) => id === methodId);
}
