import type { Result } from '../failure.js';
import type { AuthStatus } from './auth-status.js';

/** Sign-in methods of a connected agent. No method throws; after the process ended they fail with `agent-exit`. */
export type SignInCalls = {
	/**
	 * Signs in by a method of type `agent` (`authenticate`). It may take minutes, in a browser; aborting `signal` sends
	 * `$/cancel_request` and fails with `cancelled` at once. Fails with `auth-required` when the sign-in was refused.
	 * `apiKey` goes to a method that takes one; no failure repeats it.
	 */
	authenticate(methodId: string, options: { readonly apiKey?: string }, signal: AbortSignal): Promise<Result<void>>;
	/** Fails with `usage`, and sends nothing, where the agent has no `logout`. Its sessions may be refused afterwards. */
	logout(): Promise<Result<void>>;
	/** Asks for the account where possible (`auth/status`), else returns the last report; null: none. */
	authStatus(): Promise<Result<AuthStatus | null>>;
};
