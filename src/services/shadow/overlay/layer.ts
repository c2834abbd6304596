import { type BigIntStats, lstatSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import { link, lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf, isMissing } from '../../errno.js';
import { removeTree } from '../../files/remove-tree.js';
import { createPace } from '../../snapshots/pace.js';
import { inParent, setFolderMode } from '../in-parent.js';
import { statsAt } from '../side.js';

type Taken = {
	readonly path: string;
	readonly at: string;
	readonly isFolder: boolean;
	readonly before: BigIntStats;
	readonly since: bigint;
};

/**
 * Takes entries out of an overlay's upper folder, which its owner's processes may be using: every folder on the way is
 * held open, so that none can be swapped for a link, and taken entries are set aside until the view was remounted.
 * Those written to meanwhile are put back.
 */
export class LayerTaker {
	readonly #upper: string;
	readonly #aside: string;
	readonly #taken: Taken[] = [];

	constructor(upper: string, aside: string) {
		this.#upper = upper;
		this.#aside = aside;
	}

	async take(path: string, isStill: (stats: BigIntStats) => boolean = () => true): Promise<boolean> {
		return (await this.takeAll([path], isStill)).has(path);
	}

	/** Takes several of the same folder at once, as there may be very many; returns which were taken. */
	async takeAll(
		paths: readonly string[],
		isStill: (stats: BigIntStats) => boolean = () => true,
	): Promise<ReadonlySet<string>> {
		const taken = new Set<string>();
		const [first] = paths;
		if (first === undefined) return taken;
		await mkdir(this.#aside, { recursive: true, mode: 0o700 });
		const pace = createPace();
		await inParent(this.#upper, first, async (via) => {
			for (const path of paths) {
				await pace();
				const one = this.#takeOne(path, `${dirname(via)}/${basename(path)}`, isStill);
				// Of several, each that cannot be taken is met again by itself.
				if (await (paths.length === 1 ? one : one.catch(() => false))) taken.add(path);
			}
		});
		return taken;
	}

	async #takeOne(path: string, named: string, isStill: (stats: BigIntStats) => boolean): Promise<boolean> {
		const at = join(this.#aside, `${process.hrtime.bigint()}`);
		try {
			const via = asOnDisk(named);
			const before = lstatSync(via, { bigint: true });
			if (!isStill(before)) return false;
			// A folder that may not be written in cannot be moved either.
			if (before.isDirectory()) await setFolderMode(via, Number(before.mode & 0o777n) | 0o700).catch(() => {});
			renameSync(via, at);
			const since = lstatSync(at, { bigint: true }).ctimeNs;
			// Nothing comes back to a name that is none.
			if (via === named) this.#taken.push({ path, at, isFolder: before.isDirectory(), before, since });
			else await removeTree(at);
			return true;
		} catch (error) {
			if (isMissing(error)) return false;
			throw error;
		}
	}

	get count(): number {
		return this.#taken.length;
	}

	/**
	 * Deletes the taken entries after the remount. Returns true when one was put back, as it was written to meanwhile,
	 * or may be yet (`isOpen`, of the file or of one in the folder).
	 */
	async finish(isOpen: (path: string) => boolean = () => false): Promise<boolean> {
		let isBack = false;
		const pace = createPace();
		for (const taken of this.#taken.splice(0)) {
			await pace();
			if ((await this.#wasWritten(taken)) || isOpen(taken.path)) isBack = (await this.#putBack(taken)) || isBack;
			if (taken.isFolder) await removeTree(taken.at);
			else unlinkSync(taken.at);
		}
		return isBack;
	}

	async #wasWritten({ at, before, isFolder, since }: Taken): Promise<boolean> {
		const now = statsAt(at);
		if (now === null) return false;
		if (isFolder) return hasNewer(at, since);
		return now.isFile() && (now.size !== before.size || now.mtimeNs !== before.mtimeNs);
	}

	async #putBack({ path, at, isFolder, before }: Taken): Promise<boolean> {
		const isBack = await inParent(this.#upper, path, async (via) => {
			try {
				if (isFolder) {
					await rename(at, via);
					await setFolderMode(via, Number(before.mode & 0o777n));
				} else await link(at, via);
				return true;
			} catch (error) {
				// What the agent made there since is newer.
				if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOTEMPTY') return false;
				throw error;
			}
		});
		return isBack === true;
	}
}

/** A path whose last name may be invalid UTF-8, as the disk has it. */
function asOnDisk(path: string): string | Buffer {
	const name = basename(path);
	if (!name.includes('\ufffd') || statsAt(path) !== null) return path;
	const found = readdirSync(dirname(path), { encoding: 'buffer' }).find((each) => each.toString() === name);
	return found === undefined ? path : Buffer.concat([Buffer.from(`${dirname(path)}/`), found]);
}

/** The content of a moved folder keeps its times; later writes have newer ones. */
async function hasNewer(folder: string, since: bigint): Promise<boolean> {
	// What no path leads to, or nobody may enter, is not looked at.
	for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
		const at = join(folder, entry.name);
		const stats = await lstat(at, { bigint: true }).catch(() => null);
		if (stats !== null && stats.mtimeNs > since) return true;
		if (entry.isDirectory() && (await hasNewer(at, since))) return true;
	}
	return false;
}
