import type { Result } from './failure.js';
import type { SessionRecord } from './session-record.js';

/** Of a session that its agent alone knows `createdAt` and `prompts` may be 0: unknown. @public */
export type SessionRow = SessionRecord & {
	/** Origin of the title; `words`: the first ones of the conversation. */
	readonly titleFrom?: 'person' | 'agent' | 'words';
	/** Written by a newer version of this program: it may be read, never changed. */
	readonly isReadOnly: boolean;
	/** From the agent's list, of a session that its agent alone knows. */
	readonly additionalDirectories?: readonly string[];
	/** On the disk; 0 for a session that its agent alone knows. */
	readonly bytes: number;
};

/** Characters of a title in a list. @public */
export const MOST_TITLE = 200;

/** Filter of rows; everything absent: all. @public */
export type SessionQuery = { readonly cwd?: string; readonly agent?: string };

/** Rows, newest first. @public */
export type SessionList = {
	readonly rows: readonly SessionRow[];
	/** Ids of unreadable logs, which are left out of the rows. */
	readonly unreadable: readonly string[];
	/** Why lists and searches take longer than they should. */
	readonly trouble?: string;
};

/** A row that matches a search. @public */
export type SessionHit = SessionRow & {
	/** One line around the first match; null where only the title matches. */
	readonly excerpt: string | null;
	/** Matches in `excerpt`: start and end, in UTF-16 units. */
	readonly marks: readonly (readonly [start: number, end: number])[];
};

export type FoundSession =
	| { readonly type: 'found'; readonly row: SessionRow }
	| { readonly type: 'none' }
	| { readonly type: 'several'; readonly rows: readonly SessionRow[] };

/** Removes sessions older than `before`, then the oldest until the rest takes `maxBytes` at most. @public */
export type PruneLimits = {
	/** Ms since the epoch; null: no bound. */
	readonly before: number | null;
	readonly maxBytes: number | null;
	readonly isDryRun?: boolean;
};

export type Pruned = {
	readonly rows: readonly SessionRow[];
	readonly bytes: number;
	readonly failed: readonly { readonly id: string; readonly because: string }[];
};

/** Records of sessions on this machine. Implemented in `services/`; no method throws. @public */
export type SessionIndexPort = {
	/** Newest first. `onRows` gets the cached list at once, and the whole list again after each update. */
	list(
		query?: SessionQuery,
		watch?: { readonly signal?: AbortSignal; readonly onRows?: (rows: readonly SessionRow[]) => void },
	): Promise<SessionList>;
	/** Rows whose title or conversation matches `text`, the best first. An abort returns those found so far. */
	search(
		text: string,
		query?: SessionQuery,
		watch?: {
			readonly signal?: AbortSignal;
			readonly onHits?: (hits: readonly SessionHit[]) => void;
			/** Default 200. */
			readonly most?: number;
		},
	): Promise<readonly SessionHit[]>;
	/** By our id, the agent's, or an unambiguous beginning of either. */
	find(id: string, query?: SessionQuery): Promise<FoundSession>;
	/** Also while it runs. Fails with `not-found`, `invalid`, `no-permission`, `disk-full`. */
	rename(id: string, title: string): Promise<Result<void>>;
	/** Removes a record with all its files. Fails with `not-found`, `denied` (it runs), `no-permission`. */
	delete(id: string): Promise<Result<void>>;
	/** Never removes a running session. */
	prune(limits: PruneLimits): Promise<Pruned>;
};
