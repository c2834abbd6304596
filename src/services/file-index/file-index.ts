import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileHit, FileIndexPort } from '../../core/attachment-ports.js';
import { listByGit, listByWalk } from './list-paths.js';
import { createPathList, type PathList } from './path-list.js';
import { type Found, type Slices, searchPaths } from './search-files.js';

export type FileIndexOptions = {
	readonly workspace: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly slices?: Slices;
	/** Put before every path; git's changes are offered only without a prefix. */
	readonly prefix?: string;
};

export type ScoredHit = { readonly hit: FileHit; readonly points: number };

/** Milliseconds until a list is stale. */
const FRESH_FOR = 5000;
/** Milliseconds between announcements of a growing list. */
const ANNOUNCED_EVERY = 100;

/** Milliseconds; the longest delay of a keystroke. */
const SLICE = 4;

const CHANGES = ['diff', 'staged'];
const BEFORE_CHANGES = 6;
const LITTLE = 2;

/** The files of one folder: git's list, else the walked one. Listed on the first search. */
export class FolderIndex {
	readonly #options: FileIndexOptions;
	readonly #slices: Slices;
	readonly #ending = new AbortController();
	readonly #listeners = new Set<() => void>();
	#list = createPathList();
	#hasGit = false;
	#last: Found | null = null;
	#listing: Promise<void> | null = null;
	#listedAt: number | null = null;
	#listedIn = 0;
	#announcedAt = Number.NEGATIVE_INFINITY;

	constructor(options: FileIndexOptions) {
		this.#options = options;
		this.#slices = options.slices ?? { longest: SLICE, now: () => performance.now(), pause: () => nextTurn() };
	}

	async searchScored(
		query: string,
		{ limit, recent, signal }: Parameters<FileIndexPort['search']>[1],
	): Promise<readonly ScoredHit[]> {
		const slices = this.#slices;
		// A large workspace, where listing takes long, is listed less often.
		if (this.#listedAt === null || slices.now() - this.#listedAt > FRESH_FOR + 10 * this.#listedIn) this.refresh();
		const list = this.#list;
		const used = new Map(recent.map((path, since) => [path, since]));
		const found = await searchPaths(list, query, { limit, recent: used, before: this.#last, signal, slices });
		if (found === null) return [];
		if (list === this.#list) this.#last = found;
		const hits = found.best.map(({ index, points }): ScoredHit => {
			const path = list.paths[index] ?? '';
			return { hit: { path, kind: path.endsWith('/') ? 'folder' : 'file', isRecent: used.has(path) }, points };
		});
		return this.#hasGit && this.#options.prefix === undefined ? withChanges(hits, query) : hits;
	}

	async list(): Promise<readonly string[]> {
		if (this.#listedAt === null) this.refresh();
		await this.#listing;
		return this.#list.paths.filter((path) => !this.#list.isDropped(path));
	}

	refresh(): void {
		if (this.#ending.signal.aborted) return;
		this.#listing ??= this.#listAll().finally(() => {
			this.#listing = null;
		});
	}

	subscribe(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	close(): void {
		this.#ending.abort();
		this.#listeners.clear();
	}

	async #listAll(): Promise<void> {
		// The first list can be searched while it grows; later ones take its place when they are whole.
		const isFirst = this.#listedAt === null;
		const startedAt = this.#slices.now();
		const fresh = isFirst ? this.#list : createPathList();
		const onGrowth = (): void => {
			if (isFirst && this.#slices.now() - this.#announcedAt >= ANNOUNCED_EVERY) this.#announce();
		};
		const { workspace, env } = this.#options;
		const how = { workspace, env, signal: this.#ending.signal, onGrowth };
		const { prefix } = this.#options;
		const into = prefix === undefined ? fresh : withPrefix(fresh, prefix);
		const isGit = await listByGit(into, how);
		if (!isGit) await listByWalk(into, how);
		if (this.#ending.signal.aborted) return;
		this.#hasGit = isGit;
		this.#listedAt = this.#slices.now();
		this.#listedIn = this.#listedAt - startedAt;
		this.#list = fresh;
		this.#last = null;
		this.#announce();
	}

	#announce(): void {
		this.#announcedAt = this.#slices.now();
		for (const listener of this.#listeners) listener();
	}
}

function withPrefix(list: PathList, prefix: string): PathList {
	return { ...list, add: (path) => list.add(prefix + path), drop: (path) => list.drop(prefix + path) };
}

/** Changes are placed by taking the score of the hit that they precede. */
function withChanges(hits: readonly ScoredHit[], query: string): readonly ScoredHit[] {
	const names = CHANGES.filter((name) => name.startsWith(query));
	const at = query.length <= LITTLE ? BEFORE_CHANGES : 0;
	const points = hits[Math.min(at, hits.length - 1)]?.points ?? 0;
	const changes = names.map((path): ScoredHit => ({ hit: { path, kind: 'changes', isRecent: false }, points }));
	return changes.length === 0 ? hits : [...hits.slice(0, at), ...changes, ...hits.slice(at)];
}
