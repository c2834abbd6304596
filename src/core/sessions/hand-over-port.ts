import type { Result } from '../failure.js';
import type { SessionState } from '../session/state.js';

export type HandOverPort = {
	readonly maxChars: number;
	redact(text: string): string;
	/**
	 * Checks whether an agent can go on with this session; nothing is started. Returns its launch name. Fails with a
	 * sentence where the agent is unknown, not on this machine, or the session's own.
	 */
	check(agent: string, from: SessionState): Promise<Result<string>>;
};
