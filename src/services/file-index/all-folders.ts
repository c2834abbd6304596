import { basename, dirname, resolve } from 'node:path';
import type { FileHit, FileIndexPort } from '../../core/attachment-ports.js';
import { type FileIndexOptions, FolderIndex, type ScoredHit } from './file-index.js';

export type AllFoldersOptions = FileIndexOptions & { readonly additionalDirectories: () => readonly string[] };

type Search = Parameters<FileIndexPort['search']>[1];

/** Points that a hit outside of the workspace loses to an equal one inside. */
const OUTSIDE_PENALTY = 20;

/**
 * The files of the workspace and the additional directories. The former are found by their path in the workspace, the
 * latter by their folder's name and path (`lib/src/a.ts`) or by their absolute path, which is the hit's path.
 */
export function createFileIndex(options: AllFoldersOptions): FileIndexPort {
	return new AllFoldersIndex(options);
}

class AllFoldersIndex implements FileIndexPort {
	readonly #options: AllFoldersOptions;
	readonly #workspace: FolderIndex;
	readonly #others = new Map<string, FolderIndex>();
	readonly #listeners = new Set<() => void>();

	constructor(options: AllFoldersOptions) {
		this.#options = options;
		this.#workspace = new FolderIndex(options);
		this.#workspace.subscribe(this.#announce);
	}

	async search(query: string, options: Search): Promise<readonly FileHit[]> {
		const folders = this.#options.additionalDirectories();
		const whole = wholePath(query, this.#options.workspace);
		const meant = folders.filter((folder) => whole !== null && isPartOf(folder, whole));
		const searches = (meant.length > 0 ? meant : folders).map((folder) =>
			this.#searchFolder(folder, meant.length > 0 ? innerQuery(folder, whole ?? '') : query, options),
		);
		if (meant.length === 0) searches.unshift(this.#workspace.searchScored(query, options));
		const found = await Promise.all(searches);
		// Candidates come in order: among equals the first stays first.
		const sorted = found.length === 1 ? found.flat() : found.flat().sort((one, other) => other.points - one.points);
		return sorted.map(({ hit }) => hit);
	}

	async list(): Promise<readonly string[]> {
		const lists = this.#options
			.additionalDirectories()
			.map(async (folder) => (await this.#of(folder).list()).map((path) => `${dirname(folder)}/${path}`));
		return (await Promise.all([this.#workspace.list(), ...lists])).flat();
	}

	refresh(): void {
		this.#workspace.refresh();
		for (const folder of this.#options.additionalDirectories()) this.#of(folder).refresh();
	}

	subscribe(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	close(): void {
		this.#listeners.clear();
		this.#workspace.close();
		for (const index of this.#others.values()) index.close();
	}

	readonly #announce = (): void => {
		for (const listener of this.#listeners) listener();
	};

	#of(folder: string): FolderIndex {
		const known = this.#others.get(folder);
		if (known !== undefined) return known;
		const made = new FolderIndex({ ...this.#options, workspace: folder, prefix: `${basename(folder)}/` });
		made.subscribe(this.#announce);
		this.#others.set(folder, made);
		return made;
	}

	async #searchFolder(folder: string, query: string, options: Search): Promise<readonly ScoredHit[]> {
		const above = `${dirname(folder)}/`;
		const recent = options.recent.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(above.length)] : []));
		const found = await this.#of(folder).searchScored(query, { ...options, recent });
		return found.map(({ hit, points }) => ({
			hit: { ...hit, path: above + hit.path },
			points: points - OUTSIDE_PENALTY,
		}));
	}
}

/** A query that is an absolute path, or leads out of the workspace; null for all others. */
function wholePath(query: string, workspace: string): string | null {
	if (query.startsWith('/')) return query;
	if (!query.startsWith('../')) return null;
	const path = resolve(workspace, query);
	return query.endsWith('/') ? `${path}/` : path;
}

function isPartOf(folder: string, path: string): boolean {
	return `${folder}/`.startsWith(path) || path.startsWith(`${folder}/`);
}

function innerQuery(folder: string, path: string): string {
	return path.startsWith(`${folder}/`) ? basename(folder) + path.slice(folder.length) : `${basename(folder)}/`;
}
