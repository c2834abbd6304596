import type { FileHit, FileIndexPort } from '../../core/attachment-ports.js';

/** What finding needs. */
export type MentionFinderOptions = {
	readonly index: FileIndexPort;
	/** The paths that were used lately, the latest first; asked once for each mention. */
	readonly recent: () => readonly string[];
	readonly found: (query: string, hits: readonly FileHit[]) => void;
};

/** Searches while somebody types a mention. */
export type MentionFinder = {
	/** The query as it is now; null ends the search. The same query again changes nothing. */
	readonly want: (query: string | null) => void;
	stop(): void;
};

/** More is never looked through in a menu. */
const MOST_HITS = 50;

/** A finder over an index: one search at a time, the newest query wins, and a growing list is searched again. */
export function createMentionFinder({ index, recent, found }: MentionFinderOptions): MentionFinder {
	let wanted: string | null = null;
	let used: readonly string[] = [];
	let searching: AbortController | null = null;
	let isAgain = false;

	async function search(query: string): Promise<void> {
		searching?.abort();
		const mine = new AbortController();
		searching = mine;
		const hits = await index.search(query, { limit: MOST_HITS, recent: used, signal: mine.signal });
		if (mine.signal.aborted) return;
		searching = null;
		found(query, hits);
		if (isAgain && wanted !== null) start(wanted);
	}

	function start(query: string): void {
		isAgain = false;
		search(query).catch(() => {
			// The index does not throw; without results there is no menu, and the draft is what matters.
		});
	}

	const unsubscribe = index.subscribe(() => {
		// A search that runs is let finish: starting over with each growth would never end.
		if (wanted !== null && searching === null) start(wanted);
		else isAgain = wanted !== null;
	});

	return {
		want(query) {
			if (query === wanted) return;
			if (wanted === null) used = recent();
			wanted = query;
			if (query === null) searching?.abort();
			else start(query);
		},
		stop() {
			unsubscribe();
			searching?.abort();
		},
	};
}
