import type { Failure } from '../failure.js';
import type { ExitStatus } from '../tool-call.js';
import type { AuthStatus } from './auth-status.js';
import type { SignInAddress } from './sign-in-address.js';

export type SignInChoice = {
	readonly methodId: string;
	readonly isPlain?: true;
	/** Runs a program without the agent's sandbox, in which it failed. The user has to agree to the line. */
	readonly isOutside?: true;
	readonly agreedTo?: string;
};

/** Why a command needs the user's consent: another program, no sandbox, or no restriction in plan mode. */
export type SignInConsent = 'other-program' | 'outside' | 'plan';

export type SignInEvent =
	| { readonly type: 'auth-status'; readonly status: AuthStatus }
	/** Address that the agent printed while it signs in: the user may have to open it. */
	| { readonly type: 'auth-address'; readonly address: SignInAddress }
	/** The user wants to sign in, or goes on with a sign-in that was left: the methods are shown. */
	| { readonly type: 'sign-in' }
	| ({ readonly type: 'sign-in-begun' } & SignInChoice)
	/** The method's command needs the user's consent: they see its line first. */
	| { readonly type: 'sign-in-asks'; readonly methodId: string; readonly line: string; readonly because: SignInConsent }
	| { readonly type: 'sign-in-declined' }
	| { readonly type: 'sign-in-stop' }
	| { readonly type: 'sign-in-left' }
	| { readonly type: 'signed-in-elsewhere' }
	| { readonly type: 'sign-out' }
	/** `needsRestart`: the agent reads its credentials only at a start. */
	| { readonly type: 'signed-in'; readonly methodId: string; readonly needsRestart: boolean }
	| { readonly type: 'sign-in-failed'; readonly methodId: string; readonly failure: Failure }
	| { readonly type: 'signed-out' }
	| { readonly type: 'sign-out-failed'; readonly failure: Failure }
	/** The program of a sign-in runs, and gets the whole terminal. Its output is for the screen alone. */
	| { readonly type: 'sign-in-program-started'; readonly programId: string; readonly line: string }
	| { readonly type: 'sign-in-program-output'; readonly programId: string; readonly data: string }
	| { readonly type: 'sign-in-program-ended'; readonly programId: string; readonly exit: ExitStatus };
