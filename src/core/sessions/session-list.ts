import type { Failure } from '../failure.js';
import type { SessionRecord } from './record.js';

/**
 * A session that can be found again: from what this program keeps, from the agent's own list, or from both. Texts are
 * as they were written: whoever shows them sanitises them.
 */
export type ListedSession = Pick<
	SessionRecord,
	'agent' | 'sessionId' | 'title' | 'cwd' | 'branch' | 'lastWords' | 'state' | 'where' | 'cost'
> & {
	/** Names the row as long as the list is open: our id, or the agent's name and its id. */
	readonly key: string;
	/** Our id; null where only the agent keeps the session. */
	readonly recordId: string | null;
	/** Ms since the epoch; null where it is not known. */
	readonly updatedAt: number | null;
	/** Null where only the agent keeps the session. */
	readonly prompts: number | null;
	/** The agent's list was read to its end, and the session is not in it. */
	readonly isForgotten?: true;
};

/** A session in which something was said that the search found, and one line of what was said around it. */
type FoundSession = { readonly recordId: string; readonly excerpt: string };

/** The end of a session, for a look at it before it is opened. */
export type SessionPreview = {
	/** The last exchanges, the oldest first. */
	readonly exchanges: readonly { readonly prompt: string; readonly answer: string }[];
	/** Exchanges before these. */
	readonly earlier: number;
	/** Why there is nothing to see; null where there is. */
	readonly problem: string | null;
};

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
	/** What the agent can do with sessions of its list. */
	readonly can: { readonly delete: boolean; readonly title: boolean; readonly fork: boolean };
	/** The name by which it was chosen: whose sessions these are. */
	readonly agent: string;
};

/** The list of sessions while it is open. */
export type SessionListState = {
	/** Sessions of this folder, or of all of them. */
	readonly scope: SessionScope;
	/** The newest first. */
	readonly sessions: readonly ListedSession[];
	/** What this program keeps is being read. */
	readonly isLoading: boolean;
	/** Why what this program keeps could not be read; null where it was. */
	readonly failure: Failure | null;
	readonly agentSessions: AgentSessionsState;
	/** What was said in sessions, for the last search that was carried out; null without one. */
	readonly found: { readonly text: string; readonly sessions: readonly FoundSession[] } | null;
	/** A search for what was said runs. */
	readonly isSearching: boolean;
	/** The last previews, by the key of the session. */
	readonly previews: ReadonlyMap<string, SessionPreview>;
	/** What the last change came to, in a sentence; the number tells it from the one before. Null without one. */
	readonly outcome: { readonly id: number; readonly text: string; readonly isFailure: boolean } | null;
};

/** Which sessions are listed: those of this folder, or all. */
type SessionScope = 'folder' | 'all';

/** What the user wants of the list of sessions. */
export type SessionListRequest =
	/** It was opened, or is to show other folders. */
	| { readonly type: 'open'; readonly scope: SessionScope }
	/** The next page of the agent's list. */
	| { readonly type: 'more' }
	/** Find what was said; an empty text ends the search. */
	| { readonly type: 'search'; readonly text: string }
	| { readonly type: 'preview'; readonly key: string }
	| { readonly type: 'rename'; readonly key: string; readonly title: string }
	| { readonly type: 'delete'; readonly key: string; readonly at: DeletePlace }
	| { readonly type: 'close' };

/** What has to do with the list of sessions. None of these is kept in a log. */
export type SessionListEvent =
	| { readonly type: 'session-list'; readonly request: SessionListRequest }
	/** The list as it is now; null: it was closed. */
	| { readonly type: 'session-list-changed'; readonly list: SessionListState | null };

/** What the list of sessions wants done; reports back with `session-list-changed`. */
export type SessionListEffect = { readonly type: 'session-list'; readonly request: SessionListRequest };
