import { fail, type Result, succeed } from '../failure.js';
import type { AgentSessions, ListedSession } from './agent-sessions.js';

/** How far an agent's list is followed. */
export type ListBounds = {
	/** Sessions that are taken. */
	readonly sessions: number;
	/** Pages that are asked for; those without a session count too. */
	readonly pages: number;
};

/** What an agent listed. */
export type AgentSessionList = {
	/** In the agent's order, each id once. */
	readonly sessions: readonly ListedSession[];
	/** There is more, or was not understood: why, in a few words. Absent: this is all. */
	readonly cutShort?: 'bounds' | 'same-cursor' | 'failed';
	/** Entries that were none: without an id or a folder, or with an id that came before. */
	readonly leftOut: number;
};

/** Enough for whoever looks for a session by hand. */
export const LIST_BOUNDS: ListBounds = { sessions: 10_000, pages: 200 };

/**
 * Goes through the pages of an agent's list (ACP `session/list`): pages may be empty and still name a next one. An
 * agent that names a cursor twice, or never comes to an end, is listened to no further. Fails as the first page does;
 * when a later one fails, what came before is the answer.
 */
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
