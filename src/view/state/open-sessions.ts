import type { WantedResume } from '../../core/resuming/resuming.js';

/** Request for another session beside the open ones. Absent fields are as in the session that it is opened from. */
export type WantedSession = {
	/** The agent's name, as `-a` takes it. */
	readonly agent?: string;
	/** Its folder, absolute. */
	readonly cwd?: string;
	/** A git worktree of the repository of that folder; without a name a new one. */
	readonly worktree?: { readonly name: string | null };
	/** Its agent gets a process of its own, which no other session shares. */
	readonly isIsolated?: true;
	/** The older session that it resumes; a new one without. */
	readonly resume?: WantedResume;
	/** The first prompt with which it goes on from the session that it is opened from, in that one's mode and folders. */
	readonly handOver?: string;
};

export type OpenSessionsRequest =
	| { readonly do: 'list' }
	| { readonly do: 'open'; readonly wanted: WantedSession }
	| { readonly do: 'show'; readonly id: string }
	/** Bring the one with this number to the front, from 1. */
	| { readonly do: 'show-number'; readonly number: number }
	/** The one after (1) or before (-1) the one in front. */
	| { readonly do: 'step'; readonly by: 1 | -1 }
	/** Goes to the session that waits longest for the user, else to one with news. */
	| { readonly do: 'show-waiting' }
	/**
	 * Closes a session, by default the one in front. A working one is closed at the second request, or with `isSure`.
	 */
	| { readonly do: 'close'; readonly id: string | null; readonly isSure?: true };

/** Activity of a session that is not in front. */
export type SessionActivity = 'starting' | 'idle' | 'working' | 'waiting' | 'done' | 'failed';

/** One of several open sessions, as list and footer show it. Texts are sanitised. */
export type OpenSessionRow = {
	readonly id: string;
	/** From 1, in the order in which they were opened. */
	readonly number: number;
	readonly name: string;
	/** Words beside its name in the list. */
	readonly detail: string;
	readonly activity: SessionActivity;
	readonly isInFront: boolean;
	/** Our id of its record; absent: nothing is kept of it. */
	readonly recordId?: string;
};

/** The session in front; null while there is one only. */
export function sessionInFront(rows: readonly OpenSessionRow[]): OpenSessionRow | null {
	return rows.length < 2 ? null : (rows.find(({ isInFront }) => isInFront) ?? null);
}

/** The session that has this record and is not in front; undefined where none of this program does. */
export function openSessionOf(rows: readonly OpenSessionRow[], recordId: string | null): OpenSessionRow | undefined {
	return recordId === null ? undefined : rows.find((row) => !row.isInFront && row.recordId === recordId);
}

/** Number of sessions not in front that work, or wait for an answer. */
export function othersAtWork(rows: readonly OpenSessionRow[]): number {
	return rows.filter(({ isInFront, activity }) => !isInFront && (activity === 'working' || activity === 'waiting'))
		.length;
}
