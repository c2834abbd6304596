import type { Result } from '../failure.js';
import type { SessionOpened, SessionParams } from '../session-params.js';

/** A session in an agent's own list. Its texts are as the agent sent them, bounded: whoever shows them sanitises them. */
export type ListedSession = {
	readonly sessionId: string;
	/** Absolute. */
	readonly cwd: string;
	readonly title: string | null;
	/** Ms since the epoch; null: the agent did not say so. */
	readonly updatedAt: number | null;
	readonly additionalDirectories: readonly string[];
};

/** A page of an agent's list. */
export type SessionPage = {
	readonly sessions: readonly ListedSession[];
	/** Where the next page begins; null: this is the last one. Opaque, and never kept. */
	readonly nextCursor: string | null;
	/** How many were left out of the page: without an id or a folder, or one too many. */
	readonly leftOut: number;
};

/**
 * An agent's methods for sessions beside opening a new one. No method throws. Each fails with `usage`, and sends
 * nothing, where the agent did not announce it; else as every request to an agent does, with the agent's code.
 */
export type AgentSessions = {
	/** `session/list`; without a folder those of all. {@link import('./list-agent-sessions.js')} goes through the pages. */
	listSessions(
		query: { readonly cwd?: string; readonly cursor?: string },
		signal?: AbortSignal,
	): Promise<Result<SessionPage>>;
	/**
	 * `session/load`. The history comes as updates of the session, most of it before the answer. It may take any time:
	 * aborting `signal` gives it up and fails with `cancelled`.
	 */
	loadSession(sessionId: string, params: SessionParams, signal: AbortSignal): Promise<Result<SessionOpened>>;
	/** `session/resume`: the same without the history. */
	resumeSession(sessionId: string, params: SessionParams, signal: AbortSignal): Promise<Result<SessionOpened>>;
	/** `session/fork`: a session with another id that knows what the one with this id knows now. */
	forkSession(sessionId: string, params: SessionParams, signal: AbortSignal): Promise<Result<SessionOpened>>;
	/** `session/close` where the agent has it; otherwise does nothing. Nobody waits for what it answers. */
	closeSession(sessionId: string): Promise<void>;
	/** `session/delete`. Of a session that is not there any more as well. */
	deleteSession(sessionId: string): Promise<Result<void>>;
	/** `session/set_title`: the title as the agent took it. */
	setSessionTitle(sessionId: string, title: string): Promise<Result<string>>;
};
