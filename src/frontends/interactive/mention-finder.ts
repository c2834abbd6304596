import type { FileHit, FileIndexPort } from '../../core/attachment-ports.js';

export type MentionFinderOptions = {
	readonly index: FileIndexPort;
	/** Recently used paths, the latest first; asked once per mention. */
	readonly recent: () => readonly string[];
	readonly onResults: (query: string, hits: readonly FileHit[]) => void;
};

export type MentionFinder = {
	/** Null ends the search. The same query again changes nothing. */
	readonly setQuery: (query: string | null) => void;
	stop(): void;
};

/** Hits in a menu. */
const MOST_HITS = 50;

export function createMentionFinder({ index, recent, onResults }: MentionFinderOptions): MentionFinder {
	let current: string | null = null;
	let used: readonly string[] = [];
	let searching: AbortController | null = null;
	let isOutdated = false;

	async function search(query: string): Promise<void> {
		searching?.abort();
		const mine = new AbortController();
		searching = mine;
		const hits = await index.search(query, { limit: MOST_HITS, recent: used, signal: mine.signal });
		if (mine.signal.aborted) return;
		searching = null;
		onResults(query, hits);
		if (isOutdated && current !== null) start(current);
	}

	function start(query: string): void {
		isOutdated = false;
		search(query).catch(() => {
			// The index does not throw; without results there is no menu, and the draft is what matters.
		});
	}

	const unsubscribe = index.subscribe(() => {
		// A running search is not restarted with each growth of the index: it would never end.
		if (current !== null && searching === null) start(current);
		else isOutdated = current !== null;
	});

	return {
		setQuery(query) {
			if (query === current) return;
			if (current === null) used = recent();
			current = query;
			if (query === null) searching?.abort();
			else start(query);
		},
		stop() {
			unsubscribe();
			searching?.abort();
		},
	};
}
