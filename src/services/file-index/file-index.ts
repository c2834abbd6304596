import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileHit, FileIndexPort } from '../../core/attachment-ports.js';
import { listByGit } from './git-list.js';
import { createPathList } from './path-list.js';
import { type Found, type Slices, searchPaths } from './search.js';
import { listByWalk } from './walk.js';

/** What an index is made with. */
export type FileIndexOptions = {
	readonly workspace: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** How long a list is taken as it is, in ms (5000 unless told). */
	readonly freshFor?: number;
	readonly slices?: Slices;
};

const FRESH_FOR = 5000;
/** Between two words about a growing list, in ms. */
const WORD_EVERY = 100;

/** A keystroke waits for no more than this, in ms. */
const SLICE = 4;

const CHANGES = ['diff', 'staged'];
/** How many files stand before git's changes when little was typed: both are still on the menu's rows. */
const BEFORE_CHANGES = 6;
const LITTLE = 2;

/** The files of a workspace: git's own list where there is one, else by walking. Listed on the first search. */
export function createFileIndex(options: FileIndexOptions): FileIndexPort {
	const { freshFor = FRESH_FOR } = options;
	const slices = options.slices ?? { longest: SLICE, now: () => performance.now(), pause: () => nextTurn() };
	const ending = new AbortController();
	const listeners = new Set<() => void>();
	let list = createPathList();
	let hasGit = false;
	let last: Found | null = null;
	let listing: Promise<void> | null = null;
	let listedAt: number | null = null;
	let listedIn = 0;
	let toldAt = Number.NEGATIVE_INFINITY;

	function tell(): void {
		toldAt = slices.now();
		for (const listener of listeners) listener();
	}

	async function listAll(): Promise<void> {
		// The first list can be searched while it grows; later ones take its place when they are whole.
		const isFirst = listedAt === null;
		const startedAt = slices.now();
		const fresh = isFirst ? list : createPathList();
		const onGrowth = (): void => {
			if (isFirst && slices.now() - toldAt >= WORD_EVERY) tell();
		};
		const how = { workspace: options.workspace, env: options.env, signal: ending.signal, onGrowth };
		const isGit = await listByGit(fresh, how);
		if (!isGit) await listByWalk(fresh, how);
		if (ending.signal.aborted) return;
		hasGit = isGit;
		listedAt = slices.now();
		listedIn = listedAt - startedAt;
		list = fresh;
		last = null;
		tell();
	}

	function refresh(): void {
		if (ending.signal.aborted) return;
		listing ??= listAll().finally(() => {
			listing = null;
		});
	}

	function wake(): void {
		// A large workspace, where listing takes long, is listed less often.
		if (listedAt === null || slices.now() - listedAt > freshFor + 10 * listedIn) refresh();
	}

	return {
		async search(query, { limit, recent, signal }) {
			wake();
			const searched = list;
			const before = last;
			const used = new Map(recent.map((path, since) => [path, since]));
			const found = await searchPaths(searched, query, { limit, recent: used, before, signal, slices });
			if (found === null) return [];
			if (searched === list) last = found;
			const hits = found.best.map((index): FileHit => {
				const path = searched.paths[index] ?? '';
				return { path, kind: path.endsWith('/') ? 'folder' : 'file', isRecent: used.has(path) };
			});
			return hasGit ? withChanges(hits, query) : hits;
		},
		async list() {
			if (listedAt === null) refresh();
			await listing;
			return list.paths.filter((path) => !list.isDropped(path));
		},
		refresh,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close() {
			ending.abort();
			listeners.clear();
		},
	};
}

function withChanges(hits: readonly FileHit[], query: string): readonly FileHit[] {
	const names = CHANGES.filter((name) => name.startsWith(query));
	const changes = names.map((path): FileHit => ({ path, kind: 'changes', isRecent: false }));
	const at = query.length <= LITTLE ? BEFORE_CHANGES : 0;
	return changes.length === 0 ? hits : [...hits.slice(0, at), ...changes, ...hits.slice(at)];
}
