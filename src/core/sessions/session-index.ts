import type { Result } from '../failure.js';
import type { SessionRecord } from './record.js';

/** One session of a list. Of one that its agent alone knows `createdAt` and `prompts` may be 0: unknown. @public */
export type SessionRow = SessionRecord & {
	/** Whose title it is; `words`: the first ones of the conversation. */
	readonly titleFrom?: 'person' | 'agent' | 'words';
	/** Written by a newer version of this program: it may be read, never changed. */
	readonly isReadOnly: boolean;
	/** Of a session that its agent alone knows: its folders beside `cwd`. */
	readonly additionalDirectories?: readonly string[];
	/** What its files take on the disk; 0 for a session that its agent alone knows. */
	readonly bytes: number;
};

/** Characters of a title that a list keeps. @public */
export const MOST_TITLE = 200;

/** Which rows are wanted; everything absent: all. @public */
export type SessionQuery = {
	/** Of this folder alone (absolute, links resolved). */
	readonly cwd?: string;
	/** Of the agent with this name. */
	readonly agent?: string;
};

/** Rows, newest first. @public */
export type SessionList = {
	readonly rows: readonly SessionRow[];
	/** Logs that cannot be read at all, by their ids: left out of the rows. */
	readonly unreadable: readonly string[];
};

/** A row that fits a search. @public */
export type SessionHit = SessionRow & {
	/** One line around the first place that fits; null where only the title does. */
	readonly excerpt: string | null;
	/** Where in `excerpt` the words are that were looked for: start and end, in UTF-16 units. */
	readonly marks: readonly (readonly [start: number, end: number])[];
};

/** What is found by an id, a beginning of one, or the agent's id. @public */
export type FoundSession =
	| { readonly type: 'found'; readonly row: SessionRow }
	| { readonly type: 'none' }
	/** Several begin so. */
	| { readonly type: 'several'; readonly rows: readonly SessionRow[] };

/** What cleaning up removes: what is older than `before`, then the oldest until the rest takes `maxBytes` at most. @public */
export type PruneLimits = {
	/** Milliseconds since the epoch; null: no age is too old. */
	readonly before: number | null;
	readonly maxBytes: number | null;
	/** Says what would go, and removes nothing. */
	readonly isDryRun?: boolean;
};

/** What was removed, or would be. @public */
export type Pruned = {
	readonly rows: readonly SessionRow[];
	readonly bytes: number;
	/** Those that could not be removed, and why. */
	readonly failed: readonly { readonly id: string; readonly because: string }[];
};

/**
 * The records of sessions that are on this machine: listed, searched, named, removed. What it keeps for speed may be
 * deleted at any time. Implemented in `services/`; no method throws.
 * @public
 */
export type SessionIndexPort = {
	/**
	 * All rows that fit, newest first. `onRows` is given what is known at once, and whatever is found to be newer, before
	 * the promise settles with the whole; each time it is the whole list so far.
	 */
	list(
		query?: SessionQuery,
		watch?: { readonly signal?: AbortSignal; readonly onRows?: (rows: readonly SessionRow[]) => void },
	): Promise<SessionList>;
	/**
	 * The rows whose title fits fuzzily, or where everything of `text` was said (words between quotes stand together), the
	 * best first. A signal that aborts ends it with what was found so far.
	 */
	search(
		text: string,
		query?: SessionQuery,
		watch?: {
			readonly signal?: AbortSignal;
			readonly onHits?: (hits: readonly SessionHit[]) => void;
			/** Only the best so many (default 200). */
			readonly most?: number;
		},
	): Promise<readonly SessionHit[]>;
	/** By our id, the agent's, or an unambiguous beginning of either. */
	find(id: string, query?: SessionQuery): Promise<FoundSession>;
	/** Gives a record the user's title, also while it runs. Fails with `not-found`, `invalid`, `no-permission`, `disk-full`. */
	rename(id: string, title: string): Promise<Result<void>>;
	/** Removes a record with all that belongs to it. Fails with `not-found`, `denied` (it runs), `no-permission`. */
	delete(id: string): Promise<Result<void>>;
	/** Cleans up; never what runs. */
	prune(limits: PruneLimits): Promise<Pruned>;
};
