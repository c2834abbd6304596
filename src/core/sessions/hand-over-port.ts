import type { Result } from '../failure.js';
import type { SessionState } from '../session/state.js';

export type HandOverPort = {
	readonly maxChars: number;
	redact(text: string): string;
	/** Checks whether an agent can go on with this session, and gives its launch name; starts nothing. */
	check(agent: string, from: SessionState): Promise<Result<string>>;
};
