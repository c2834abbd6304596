import type { Failure } from '../failure.js';
import type { ExitStatus } from '../tool-call.js';
import type { AuthStatus } from './auth-status.js';
import type { SignInAddress } from './sign-in-address.js';

/** How the user chose to sign in. A key that belongs to it never comes in an event. */
export type SignInChoice = {
	readonly methodId: string;
	/** Of a method that runs the agent's own program: without the arguments that the agent is usually started with. */
	readonly isPlain?: true;
	/** Of a program that did not succeed in the agent's sandbox: without it. The user has to agree to the line. */
	readonly isOutside?: true;
	/** The command line that the user saw and agreed to. */
	readonly agreedTo?: string;
};

/** Why a command needs the user's consent: what it is, that no sandbox holds it, or that nothing holds it in plan mode. */
export type SignInConsent = 'other-program' | 'outside' | 'plan';

/** Signing in and out: what the user does, and what comes of it. */
export type SignInEvent =
	/** What the agent says of the account that it works with. */
	| { readonly type: 'auth-status'; readonly status: AuthStatus }
	/** An address that the agent printed while it signs in: the user may have to open it. */
	| { readonly type: 'auth-address'; readonly address: SignInAddress }
	/** The user wants to sign in, or goes on with a sign-in that was left: the ways are shown. */
	| { readonly type: 'sign-in' }
	| ({ readonly type: 'sign-in-begun' } & SignInChoice)
	/** What the method runs needs the user's consent: they see its line first. */
	| { readonly type: 'sign-in-asks'; readonly methodId: string; readonly line: string; readonly because: SignInConsent }
	/** The user does not want it run. */
	| { readonly type: 'sign-in-declined' }
	/** The user stops the sign-in that runs. */
	| { readonly type: 'sign-in-stop' }
	/** The user leaves the ways to sign in without choosing one. */
	| { readonly type: 'sign-in-left' }
	/** The user signed in elsewhere: the agent is started anew, and what it refused is asked for once more. */
	| { readonly type: 'signed-in-elsewhere' }
	| { readonly type: 'sign-out' }
	/** The sign-in that ran succeeded. `needsRestart`: the agent learns of it when it is started anew. */
	| { readonly type: 'signed-in'; readonly methodId: string; readonly needsRestart: boolean }
	/** It failed; `cancelled` when the user stopped it. */
	| { readonly type: 'sign-in-failed'; readonly methodId: string; readonly failure: Failure }
	| { readonly type: 'signed-out' }
	| { readonly type: 'sign-out-failed'; readonly failure: Failure }
	/** The program of a sign-in runs, and gets the whole terminal. What it writes is for the screen alone. */
	| { readonly type: 'sign-in-program-started'; readonly programId: string; readonly line: string }
	| { readonly type: 'sign-in-program-output'; readonly programId: string; readonly data: string }
	| { readonly type: 'sign-in-program-ended'; readonly programId: string; readonly exit: ExitStatus };
