import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { errnoOf, isMissing } from '../../errno.js';
import { createPace } from '../../snapshots/pace.js';
import { byPath, type Difference, type Look } from '../shadow-difference.js';
import { isWhiteout, lookAtSide, type Side, sideOf } from '../shadow-side.js';

export type UpperWalkOptions = {
	readonly upper: string;
	readonly real: string;
	/** True for a folder of both sides that hides the workspace's content. */
	readonly isOpaque: (path: string) => boolean;
	readonly leftOut?: LeftOut | undefined;
};

/** Whether a path, relative to the workspace, is excluded with its content. */
export type LeftOut = (path: string, isFolder: boolean) => Promise<boolean>;

export type LeavesOut = { look(): LeftOut };

/**
 * Walks the upper folder of an overlay and compares each entry with the workspace: untouched files are not read, except
 * below deleted or replaced folders. Reads no content: two files that may be equal are a difference. Throws the
 * system's error when the upper folder cannot be read.
 */
export async function walkUpper(options: UpperWalkOptions): Promise<Omit<Look, 'isComplete'>> {
	const walk = new UpperWalk(options);
	await walk.folder('', { isReal: true, cover: null });
	return { differences: walk.differences.sort(byPath), idle: walk.idle, opaque: walk.opaque };
}

type Where = { readonly isReal: boolean; readonly cover: string | null };

class UpperWalk {
	readonly differences: Difference[] = [];
	readonly idle: string[] = [];
	readonly opaque: string[] = [];
	readonly #options: UpperWalkOptions;
	readonly #pace = createPace();
	readonly #device: bigint;

	constructor(options: UpperWalkOptions) {
		this.#options = options;
		this.#device = lstatSync(options.real, { bigint: true }).dev;
	}

	/** Walks a folder of upper; returns how many of its entries the view shows, -1 where unknown. */
	async folder(path: string, { isReal, cover }: Where): Promise<number> {
		const names = this.#ownNames(path);
		if (names === null) {
			// The agent removed its own permission to read the folder: its contents stay in the view.
			this.#add(
				path,
				{ kind: 'odd', facts: null },
				isReal ? lookAtSide(`${this.#options.real}/${path}`) : null,
				null,
				cover,
			);
			return -1;
		}
		const isOpaque = path !== '' && isReal && this.#options.isOpaque(path);
		const inner = cover ?? (isOpaque ? path : null);
		if (isOpaque && cover === null) this.opaque.push(path);
		let shown = 0;
		for (const name of names) {
			await this.#pace();
			if (await this.#entry(path === '' ? name : `${path}/${name}`, isReal, inner)) shown += 1;
		}
		if (isOpaque) {
			const own = new Set(names);
			for (const name of this.#realNames(path)) {
				if (!own.has(name)) await this.#gone(`${path}/${name}`, null, inner);
			}
		}
		return shown;
	}

	async #entry(path: string, isParentReal: boolean, cover: string | null): Promise<boolean> {
		const { upper, real } = this.#options;
		const at = `${upper}/${path}`;
		const stats = lookNow(at);
		if (stats === 'gone') return false;
		const realSide = isParentReal ? lookAtSide(`${real}/${path}`) : null;
		const { leftOut } = this.#options;
		if (leftOut !== undefined && (await leftOut(path, isFolderOnEither(stats, realSide)))) return !isGone(stats);
		if (stats === 'odd') {
			this.#add(path, { kind: 'odd', facts: null }, realSide, null, cover);
			return true;
		}
		if (isWhiteout(stats)) {
			this.idle.push(path);
			if (isParentReal) await this.#gone(path, null, cover ?? path);
			return false;
		}
		const view = sideOf(at, stats);
		if (view.kind === 'folder') return this.#viewFolder(path, view, realSide, cover);
		if (realSide?.kind === 'folder') await this.#below(path, path, cover ?? path);
		else if (realSide !== null) this.idle.push(path);
		// A pipe or a socket where the workspace has nothing is of no use to anybody else.
		if (view.kind !== 'odd' || realSide !== null) this.#add(path, view, realSide, null, cover);
		return true;
	}

	async #viewFolder(path: string, view: Side, realSide: Side | null, cover: string | null): Promise<boolean> {
		const isReal = realSide?.kind === 'folder';
		// A folder that replaced another entry hides what the workspace has below that path.
		const inner = cover ?? (realSide !== null && !isReal ? path : null);
		const shown = await this.folder(path, { isReal, cover: inner });
		if (shown < 0) return true;
		if (realSide === null && shown === 0) this.#add(path, view, null, null, cover);
		else if (realSide !== null && !isReal) this.#add(path, view, realSide, null, cover);
		else if (realSide?.kind === 'folder' && view.kind === 'folder' && view.mode !== realSide.mode) {
			this.#add(path, view, realSide, null, cover);
		}
		return true;
	}

	async #gone(path: string, goneFolder: string | null, cover: string | null): Promise<void> {
		const side = lookAtSide(`${this.#options.real}/${path}`);
		if (side === null) return;
		if (side.kind !== 'folder') {
			this.#add(path, null, side, goneFolder, cover);
			return;
		}
		const count = await this.#below(path, goneFolder ?? path, cover);
		if (count === 0) this.#add(path, null, side, goneFolder ?? path, cover);
	}

	async #below(path: string, goneFolder: string, cover: string | null): Promise<number> {
		await this.#pace();
		const names = this.#realNames(path);
		for (const name of names) await this.#gone(`${path}/${name}`, goneFolder, cover);
		return names.length;
	}

	#ownNames(path: string): readonly string[] | null {
		try {
			return readdirSync(`${this.#options.upper}${path === '' ? '' : `/${path}`}`);
		} catch (error) {
			if (path !== '' && errnoOf(error) === 'EACCES') return null;
			// The file was removed meanwhile.
			if (path !== '' && isMissing(error)) return [];
			throw error;
		}
	}

	/** Mounts in the workspace are not part of the overlay. */
	#realNames(path: string): readonly string[] {
		const at = `${this.#options.real}/${path}`;
		try {
			return lstatSync(at, { bigint: true }).dev === this.#device ? readdirSync(at) : [];
		} catch (error) {
			if (isMissing(error) || errnoOf(error) === 'EACCES') return [];
			throw error;
		}
	}

	#add(path: string, view: Side | null, real: Side | null, goneFolder: string | null, cover: string | null): void {
		this.differences.push({ path, view, real, goneFolder, cover });
	}
}

function isGone(stats: BigIntStats | 'odd'): boolean {
	return stats !== 'odd' && isWhiteout(stats);
}

function isFolderOnEither(stats: BigIntStats | 'odd', real: Side | null): boolean {
	return real?.kind === 'folder' || (stats !== 'odd' && stats.isDirectory());
}

function lookNow(path: string) {
	try {
		const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
		if (stats !== undefined) return stats;
		return path.includes('\ufffd') ? 'odd' : 'gone';
	} catch (error) {
		return isMissing(error) ? 'gone' : 'odd';
	}
}
