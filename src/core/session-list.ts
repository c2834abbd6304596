import type { AgentsHere } from './agents/agent-list.js';
import type { Failure } from './failure.js';
import type { EntryList } from './session/entries/entry-list.js';
import type { SessionAbilities } from './session-abilities.js';
import type { SessionHit, SessionRow } from './session-index.js';
import type { SavedShadow } from './shadow/saved-shadow.js';

export type SessionPreview = {
	readonly exchanges: readonly { readonly prompt: string; readonly answer: string }[];
	readonly earlier: number;
	readonly problem: string | null;
};

type DeletePlace = 'here' | 'agent' | 'both';

/** State of the agent's own list: `none` without an agent that has one, `more` while it has further pages. */
type AgentSessionsState = {
	readonly type: 'none' | 'loading' | 'more' | 'complete' | 'failed';
	readonly count: number;
	readonly title: string;
	readonly failure?: Failure;
	readonly can: SessionAbilities;
	readonly agent: string;
};

export type SessionListState = {
	readonly scope: SessionScope;
	/** Newest first: our own, merged with the agent's list. Texts are not sanitised. */
	readonly sessions: readonly SessionRow[];
	readonly isLoading: boolean;
	/** Ids of logs that are too damaged to be listed. */
	readonly unreadable?: readonly string[];
	readonly failure: Failure | null;
	readonly agentSessions: AgentSessionsState;
	/** Shadows of the sessions; absent while unknown. */
	readonly shadows?: readonly SavedShadow[];
	readonly found: { readonly text: string; readonly hits: readonly SessionHit[] } | null;
	readonly isSearching: boolean;
	readonly previews: ReadonlyMap<string, SessionPreview>;
	/** Null while none is read, or it is on its way. */
	readonly reading: { readonly key: string; readonly entries?: EntryList; readonly failure?: Failure } | null;
	/** Result of the last change, in a sentence; the number makes it differ from the one before. */
	readonly outcome: { readonly id: number; readonly text: string; readonly isFailure: boolean } | null;
};

type SessionScope = 'folder' | 'all';

export type SessionListRequest =
	/** At a new session: sessions of this folder, changes pending in shadows and, where asked for, agents of this machine. */
	| { readonly type: 'recent'; readonly withAgents?: boolean }
	| { readonly type: 'open'; readonly scope: SessionScope }
	| { readonly type: 'more' }
	| { readonly type: 'search'; readonly text: string }
	| { readonly type: 'preview'; readonly key: string }
	| { readonly type: 'read'; readonly key: string }
	| { readonly type: 'rename'; readonly key: string; readonly title: string }
	| { readonly type: 'delete'; readonly key: string; readonly at: DeletePlace }
	| { readonly type: 'close' };

/** A session of this folder that was left a while ago; `age` in words. */
export type RecentSession = { readonly id: string; readonly title: string; readonly age: string };

/** Recent sessions and agents of this machine, for the first screen. */
export type StartOffers = {
	/** Newest first, at most {@link MOST_RECENT}. */
	readonly recents: readonly RecentSession[];
	/** Null where they were not looked for. */
	readonly agents: AgentsHere | null;
	/** When this was known, in ms since the epoch. */
	readonly at: number;
};

export const MOST_RECENT = 3;

/** Events of the list of sessions. None is logged. */
export type SessionListEvent =
	| { readonly type: 'session-list'; readonly request: SessionListRequest }
	/** Null: the list was closed. */
	| { readonly type: 'session-list-changed'; readonly list: SessionListState | null }
	| { readonly type: 'start-offers'; readonly offers: StartOffers };

/** Reports back with `session-list-changed`. */
export type SessionListEffect = { readonly type: 'session-list'; readonly request: SessionListRequest };

/** Key of a row as long as the list is open: agents may give their sessions the same ids. */
export function rowKey({ id, agent }: Pick<SessionRow, 'id' | 'agent'>): string {
	return `${agent}/${id}`;
}

export function recordIdOf({ id, where }: Pick<SessionRow, 'id' | 'where'>): string | null {
	return where.includes('here') ? id : null;
}

export function isForgotten(
	{ agent, sessionId, where }: SessionRow,
	{ agentSessions }: Pick<SessionListState, 'agentSessions'>,
): boolean {
	const isComplete = agentSessions.type === 'complete' && agentSessions.agent === agent;
	return isComplete && sessionId !== null && !where.includes('agent');
}
