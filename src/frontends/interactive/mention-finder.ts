import type { FileHit, FileIndexPort } from '../../core/attachment-ports.js';
import { mentionsIn } from '../../core/mention.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';

export type MentionFinderOptions = {
	readonly index: FileIndexPort;
	/** Recently used paths, the latest first; asked once per mention. */
	readonly recent: () => readonly string[];
	readonly onResults: (query: string, hits: readonly FileHit[]) => void;
};

const MOST_HITS = 50;

export function createMentionFinder({ index, recent, onResults }: MentionFinderOptions) {
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
		/** Null ends the search. The same query again changes nothing. */
		setQuery(query: string | null): void {
			if (query === current) return;
			if (current === null) used = recent();
			current = query;
			if (query === null) searching?.abort();
			else start(query);
		},
		stop(): void {
			unsubscribe();
			searching?.abort();
		},
	};
}

const MOST_RECENT = 20;
const MOST_ENTRIES = 300;
const MOST_PROMPTS = 30;

/** Files that the session is about, the latest first, each once; absolute in the folders beside the workspace. */
export function recentFiles(session: SessionState, prompts: readonly string[]): readonly string[] {
	const found = new Set<string>();
	const { entries, cwd, additionalDirectories } = session;
	const isKnown = (path: string): boolean =>
		!path.startsWith('/') || additionalDirectories.some((folder) => path.startsWith(`${folder}/`));
	const add = (path: string): void => {
		const own = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
		if (own !== '' && isKnown(own) && found.size < MOST_RECENT) found.add(own.replace(/^\.\//, ''));
	};
	for (let index = entries.size - 1; index >= Math.max(0, entries.size - MOST_ENTRIES); index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'tool') for (const { path } of entry.call.locations) add(path);
		if (entry?.kind === 'user') for (const { path } of mentionsIn(entry.text)) add(path);
	}
	for (const prompt of prompts.slice(-MOST_PROMPTS).toReversed()) {
		for (const { path } of mentionsIn(prompt.slice(0, 10_000))) add(path);
	}
	return [...found];
}
