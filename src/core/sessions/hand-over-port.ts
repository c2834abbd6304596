import type { Result } from '../failure.js';
import type { SessionState } from '../session/state.js';

/** What a hand-over needs of this machine. Implemented in `cli/`. */
export type HandOverPort = {
	/** Characters that its first prompt has at most. */
	readonly maxChars: number;
	/** Takes what looks like a secret out of a text. */
	redact(text: string): string;
	/**
	 * Looks whether an agent can go on with this session; nothing is started. Returns the name that it is started by. Fails
	 * with a sentence where nobody knows it, where it is not on this machine, and where it is the session's own.
	 */
	check(agent: string, from: SessionState): Promise<Result<string>>;
};
