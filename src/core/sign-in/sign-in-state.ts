import type { AuthMethod } from '../auth-method.js';
import type { Failure } from '../failure.js';
import type { SignInAddress } from './sign-in-address.js';
import type { SignInChoice, SignInConsent } from './sign-in-event.js';

export type RefusedSwitch =
	| { readonly type: 'set-agent-mode'; readonly modeId: string }
	| { readonly type: 'set-config-option'; readonly optionId: string; readonly value: string | boolean };

export type SignInStep =
	/** The user chooses a way. `command`: a line that the method runs, to be agreed to; `because`: why. */
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
			/** Ms since the epoch. */
			readonly since: number;
			readonly address?: SignInAddress;
			/** Message of the agent's request, which may contain a code. */
			readonly message?: string;
			readonly isStopping?: true;
	  }
	| { readonly type: 'repeating'; readonly choice: SignInChoice }
	| { readonly type: 'left' };

export type SignInState = {
	/** Null: the user wants to sign in. A refused prompt is in front of the queue. */
	readonly refusal: Failure | null;
	readonly methods: readonly AuthMethod[];
	readonly switches: readonly RefusedSwitch[];
	readonly step: SignInStep;
	/** The queue was held when the user left; it goes on after a success. */
	readonly isQueueHeld?: true;
};

type WithSignIn = { readonly signIn?: SignInState };

export function isAwaitingSignIn({ signIn }: WithSignIn): boolean {
	if (signIn === undefined || signIn.refusal === null) return false;
	return signIn.step.type === 'choosing' || signIn.step.type === 'running';
}

export function shownSignIn({ signIn }: WithSignIn): SignInState | undefined {
	return signIn?.step.type === 'choosing' || signIn?.step.type === 'running' ? signIn : undefined;
}

export function methodOf({ methods }: SignInState, { methodId }: SignInChoice): AuthMethod | undefined {
	return methods.find(({ id }) => id === methodId);
}
