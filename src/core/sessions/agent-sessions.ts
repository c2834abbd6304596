import { fail, type Result, succeed } from '../failure.js';
import type { SessionOpened, SessionParams } from '../session-params.js';

export type ListedSession = {
	readonly sessionId: string;
	readonly cwd: string;
	readonly title: string | null;
	/** Ms since the epoch; null: not sent. */
	readonly updatedAt: number | null;
	readonly additionalDirectories: readonly string[];
};

export type SessionPage = {
	readonly sessions: readonly ListedSession[];
	/** Null: the last page. Opaque, and never saved. */
	readonly nextCursor: string | null;
	/** Entries without an id or a folder, or beyond the bound. */
	readonly leftOut: number;
};

/** An agent's methods for sessions beside `session/new`. Each fails with `usage` where the agent did not announce it. */
export type AgentSessions = {
	/** `session/list`; without a folder those of all. `listAgentSessions` goes through the pages. */
	listSessions(
		query: { readonly cwd?: string; readonly cursor?: string },
		signal?: AbortSignal,
	): Promise<Result<SessionPage>>;
	/** The history comes as updates, mostly before the answer, at any time: aborting `signal` fails with `cancelled`. */
	loadSession(sessionId: string, params: SessionParams, signal: AbortSignal): Promise<Result<SessionOpened>>;
	/** `session/resume`: {@link loadSession} without the history. */
	resumeSession(sessionId: string, params: SessionParams, signal: AbortSignal): Promise<Result<SessionOpened>>;
	/** `session/fork`: a session with another id that knows what this one knows now. */
	forkSession(sessionId: string, params: SessionParams, signal: AbortSignal): Promise<Result<SessionOpened>>;
	/** `session/close` where the agent has it; otherwise does nothing. Nobody waits for the answer. */
	closeSession(sessionId: string): Promise<void>;
	/** `session/delete`; also of a session that is gone. */
	deleteSession(sessionId: string): Promise<Result<void>>;
	/** `session/set_title`: the title as the agent took it. */
	setSessionTitle(sessionId: string, title: string): Promise<Result<string>>;
};

type ListBounds = {
	readonly sessions: number;
	/** Requested pages; those without a session count too. */
	readonly pages: number;
};

type AgentSessionList = {
	readonly sessions: readonly ListedSession[];
	readonly cutShort?: 'bounds' | 'same-cursor' | 'failed';
	/** Entries without an id or a folder, or with an id that came before. */
	readonly leftOut: number;
};

/** Enough for a search by hand. */
const LIST_BOUNDS: ListBounds = { sessions: 10_000, pages: 200 };

/** All pages of an agent's list, within bounds. A later page that fails ends the list; the first one fails it. @public */
export async function listAgentSessions(
	agent: Pick<AgentSessions, 'listSessions'>,
	query: { readonly cwd?: string },
	{ signal, bounds = LIST_BOUNDS }: { readonly signal?: AbortSignal; readonly bounds?: ListBounds } = {},
): Promise<Result<AgentSessionList>> {
	const byId = new Map<string, ListedSession>();
	const cursors = new Set<string>();
	let cursor: string | null = null;
	let leftOut = 0;
	const cut = (cutShort?: AgentSessionList['cutShort']): Result<AgentSessionList> =>
		succeed({ sessions: [...byId.values()], leftOut, ...(cutShort === undefined ? {} : { cutShort }) });

	for (let page = 0; page < bounds.pages; page += 1) {
		if (signal?.aborted === true) return fail('cancelled', 'The list was called off.');
		const asked = cursor === null ? query : { ...query, cursor };
		const answer = await agent.listSessions(asked, signal);
		if (!answer.ok) return page === 0 || answer.failure.code === 'cancelled' ? answer : cut('failed');
		leftOut += answer.value.leftOut;
		for (const session of answer.value.sessions) {
			// The first one with an id counts: lists come with the newest first.
			if (byId.has(session.sessionId)) leftOut += 1;
			else if (byId.size < bounds.sessions) byId.set(session.sessionId, session);
			else return cut('bounds');
		}
		cursor = answer.value.nextCursor;
		if (cursor === null) return cut();
		if (cursors.has(cursor)) return cut('same-cursor');
		cursors.add(cursor);
	}
	return cut('bounds');
}
