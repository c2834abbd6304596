import type { Result } from '../failure.js';
import type { AuthStatus } from './auth-status.js';

/** Signing in to a connected agent, and out. No method throws; after the process ended they fail with `agent-exit`. */
export type SignInCalls = {
	/**
	 * Signs in by a method of type `agent` (`authenticate`). It may take minutes, in a browser; aborting `signal` sends
	 * `$/cancel_request` and fails with `cancelled` at once. Fails with `auth-required` when the sign-in was refused.
	 * `apiKey` goes to a method that takes one; no failure repeats it.
	 */
	authenticate(methodId: string, options: { readonly apiKey?: string }, signal: AbortSignal): Promise<Result<void>>;
	/** Signs out. Fails with `usage`, and sends nothing, where the agent has none. Its sessions may be refused afterwards. */
	logout(): Promise<Result<void>>;
	/** What the agent says of its account: asked where it can be (`auth/status`), else what it told last; null: nothing. */
	authStatus(): Promise<Result<AuthStatus | null>>;
};
