/** Account of an agent (`auth/status`, `_auth/status_update`). */
export type AuthStatus = {
	/** `none`, `api_key`, `subscription`, `authenticated`, …: the agent's own word. */
	readonly kind: string;
	/** For the user; it may hold a mail address, so it is in no log. */
	readonly label: string;
	readonly detail?: string;
};

const SIGNED_OUT: ReadonlySet<string> = new Set(['none', 'unauthenticated', 'signed_out', 'logged_out', 'expired']);
const UNDECIDED: ReadonlySet<string> = new Set(['', 'unknown', 'pending', 'loading', 'checking']);

/** Whether the agent is signed in, or needs no sign-in; null where it does not say. */
export function isSignedIn({ kind }: AuthStatus): boolean | null {
	if (UNDECIDED.has(kind)) return null;
	return !SIGNED_OUT.has(kind);
}
