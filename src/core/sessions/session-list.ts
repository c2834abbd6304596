import type { Failure } from '../failure.js';
import type { EntryList } from '../session/entries/entry-list.js';
import type { KeptShadow } from '../shadow/kept-shadow.js';
import type { SessionAbilities } from './abilities.js';
import type { SessionHit, SessionRow } from './session-index.js';

/** The end of a session, for a look at it before it is opened. */
export type SessionPreview = {
	/** The last exchanges, the oldest first. */
	readonly exchanges: readonly { readonly prompt: string; readonly answer: string }[];
	/** Exchanges before these. */
	readonly earlier: number;
	/** Why there is nothing to see; null where there is. */
	readonly problem: string | null;
};

/** A session that is read: its transcript, or why there is none. */
type ReadSession = { readonly key: string; readonly entries?: EntryList; readonly failure?: Failure };

/** Where a session is deleted. */
type DeletePlace = 'here' | 'agent' | 'both';

/** The agent's own list: `none` without an agent that has one, `more` while it has further pages. */
type AgentSessionsState = {
	readonly type: 'none' | 'loading' | 'more' | 'complete' | 'failed';
	/** Sessions that came so far. */
	readonly count: number;
	/** The agent's name for the user. */
	readonly title: string;
	/** Why it could not be read. */
	readonly failure?: Failure;
	/** What the agent can do with sessions. */
	readonly can: SessionAbilities;
	/** The name by which it was chosen: whose sessions these are. */
	readonly agent: string;
};

/** The list of sessions while it is open. */
export type SessionListState = {
	/** Sessions of this folder, or of all of them. */
	readonly scope: SessionScope;
	/**
	 * The newest first: what this program keeps, merged with the agent's own list. Texts are as they were written: whoever
	 * shows them sanitises them.
	 */
	readonly sessions: readonly SessionRow[];
	/** What this program keeps is being read. */
	readonly isLoading: boolean;
	/** Logs that are too damaged to be listed, by their ids; absent: none. */
	readonly unreadable?: readonly string[];
	/** Why what this program keeps could not be read; null where it was. */
	readonly failure: Failure | null;
	readonly agentSessions: AgentSessionsState;
	/** The shadows that sessions worked in; absent while that is not known. */
	readonly shadows?: readonly KeptShadow[];
	/** What was said in sessions, for the last search that was carried out; null without one. */
	readonly found: { readonly text: string; readonly hits: readonly SessionHit[] } | null;
	/** A search for what was said runs. */
	readonly isSearching: boolean;
	/** The last previews, by the key of the session. */
	readonly previews: ReadonlyMap<string, SessionPreview>;
	/** The session that is read, or why it cannot be; null while none is, or it is on its way. */
	readonly reading: ReadSession | null;
	/** What the last change came to, in a sentence; the number tells it from the one before. Null without one. */
	readonly outcome: { readonly id: number; readonly text: string; readonly isFailure: boolean } | null;
};

/** Which sessions are listed: those of this folder, or all. */
type SessionScope = 'folder' | 'all';

/** What the user wants of the list of sessions. */
export type SessionListRequest =
	/**
	 * A new session begins: was one of this folder left within a day, and do changes of earlier ones wait in shadows?
	 * Answered with `recent-session` and `shadows-waiting`.
	 */
	| { readonly type: 'recent' }
	/** It was opened, or is to show other folders. */
	| { readonly type: 'open'; readonly scope: SessionScope }
	/** The next page of the agent's list. */
	| { readonly type: 'more' }
	/** Find what was said; an empty text ends the search. */
	| { readonly type: 'search'; readonly text: string }
	| { readonly type: 'preview'; readonly key: string }
	/** Read the whole of it. */
	| { readonly type: 'read'; readonly key: string }
	| { readonly type: 'rename'; readonly key: string; readonly title: string }
	| { readonly type: 'delete'; readonly key: string; readonly at: DeletePlace }
	| { readonly type: 'close' };

/** A session of this folder that was left a while ago; `age` in words. */
export type RecentSession = { readonly title: string; readonly age: string };

/** What has to do with the list of sessions. None of these is kept in a log. */
export type SessionListEvent =
	| { readonly type: 'session-list'; readonly request: SessionListRequest }
	/** The list as it is now; null: it was closed. */
	| { readonly type: 'session-list-changed'; readonly list: SessionListState | null }
	/** The session of this folder that was left last. */
	| { readonly type: 'recent-session'; readonly recent: RecentSession };

/** What the list of sessions wants done; reports back with `session-list-changed`. */
export type SessionListEffect = { readonly type: 'session-list'; readonly request: SessionListRequest };

/** Names a row as long as the list is open: agents may give their sessions the same ids. */
export function rowKey({ id, agent }: Pick<SessionRow, 'id' | 'agent'>): string {
	return `${agent}/${id}`;
}

/** Our id of a session; null where only its agent keeps it. */
export function recordIdOf({ id, where }: Pick<SessionRow, 'id' | 'where'>): string | null {
	return where.includes('here') ? id : null;
}

/** The agent's list was read to its end, and the session, which was one of its own, is not in it. */
export function isForgotten(
	{ agent, sessionId, where }: SessionRow,
	{ agentSessions }: Pick<SessionListState, 'agentSessions'>,
): boolean {
	const isComplete = agentSessions.type === 'complete' && agentSessions.agent === agent;
	return isComplete && sessionId !== null && !where.includes('agent');
}
