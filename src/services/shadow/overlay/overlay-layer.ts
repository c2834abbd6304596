import { type BigIntStats, lstatSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import { link, lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DiscardReport } from '../../../core/shadow/shadow-change.js';
import { errnoOf, isMissing, systemError } from '../../errno.js';
import { isWithin } from '../../files/path-inside.js';
import { removeTree } from '../../files/remove-tree.js';
import { processesIn } from '../../sandbox/agents/sandbox-processes.js';
import { linkAt } from '../../sandbox/linux/place-facts.js';
import { createPace } from '../../snapshots/pace.js';
import { factsOf, isSameFacts } from '../../snapshots/snapshot-entry.js';
import type { Compared } from '../compare-shadow.js';
import { putCopy } from '../copy/copy-entry.js';
import { inParent, inView, removeEmptied, removeEntry, setFolderMode } from '../in-parent.js';
import type { Difference, Look } from '../shadow-difference.js';
import { REASONS } from '../shadow-messages.js';
import { isWhiteout, lookAtSide, statsAt } from '../shadow-side.js';

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
	readonly #removed: string;
	readonly #taken: Taken[] = [];

	constructor(upper: string, removed: string) {
		this.#upper = upper;
		this.#removed = removed;
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
		await mkdir(this.#removed, { recursive: true, mode: 0o700 });
		const pace = createPace();
		await inParent(this.#upper, first, async (via) => {
			for (const path of paths) {
				await pace();
				const one = this.#takeOne(path, `${dirname(via)}/${basename(path)}`, isStill);
				// Among several paths, one that fails is tried again alone.
				if (await (paths.length === 1 ? one : one.catch(() => false))) taken.add(path);
			}
		});
		return taken;
	}

	async #takeOne(path: string, named: string, isStill: (stats: BigIntStats) => boolean): Promise<boolean> {
		const at = join(this.#removed, `${process.hrtime.bigint()}`);
		try {
			const via = asOnDisk(named);
			const before = lstatSync(via, { bigint: true });
			if (!isStill(before)) return false;
			// A folder that may not be written in cannot be moved either.
			if (before.isDirectory()) await setFolderMode(via, Number(before.mode & 0o777n) | 0o700).catch(() => {});
			renameSync(via, at);
			const since = lstatSync(at, { bigint: true }).ctimeNs;
			// Only a path with its own name can be restored.
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
				// A file that the agent made there since is newer.
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
	// A folder that is gone, or may not be entered, is skipped.
	for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
		const at = join(folder, entry.name);
		const stats = await lstat(at, { bigint: true }).catch(() => null);
		if (stats !== null && stats.mtimeNs > since) return true;
		if (entry.isDirectory() && (await hasNewer(at, since))) return true;
	}
	return false;
}

type Settling = {
	readonly applied: ReadonlySet<string>;
	readonly left: readonly Compared[];
	readonly look: Look;
	readonly taker: LayerTaker;
	readonly sides: { readonly upper: string; readonly real: string };
	readonly namespacePid: number | null;
};

/**
 * Takes applied changes out of the upper folder, so that the view shows the workspace's files again and the user's
 * edits of them. Folders stay, as a process may work in them. Those that hide the workspace's content are removed as a
 * whole, once nothing in them differs.
 */
export async function settleOverlay({ applied, left, look, taker, sides, namespacePid }: Settling): Promise<void> {
	const differing = left.flatMap(({ own, source }) => (source === null ? [own] : [own, source]));
	const paths = new Set(differing.map(({ path }) => path));
	const covers = new Set(differing.map(({ cover }) => cover));
	const hides = (path: string): boolean =>
		look.opaque.some((folder) => path !== folder && isWithin(folder, path)) || covers.has(path);
	const seen = new Map(look.differences.map(({ path, view }) => [path, view]));
	for (const path of look.idle) {
		if (paths.has(path) || hides(path)) continue;
		const side = lookAtSide(`${sides.upper}/${path}`);
		if (side === null || side.kind === 'folder') continue;
		if (side.kind === 'odd') {
			if (lookAtSide(`${sides.real}/${path}`) === null) await taker.take(path, isWhiteout);
		} else if (applied.has(path)) {
			// As it was compared: what was written since is the agent's.
			const facts = seen.get(path)?.facts ?? null;
			await taker.take(path, (stats) => isSameFacts(factsOf(stats), facts));
		}
	}
	for (const folder of look.opaque) {
		const isLeft = [...paths].some((path) => isWithin(folder, path));
		const isApplied = [...applied].some((path) => isWithin(folder, path));
		if (isLeft || !isApplied) continue;
		if (namespacePid !== null && isWorkedIn(`${sides.real}/${folder}`, namespacePid)) continue;
		await taker.take(folder);
	}
	for (const path of applied) {
		// Folders that the workspace lacks, as all of their content was applied as deleted.
		if (lookAtSide(`${sides.real}/${path}`) === null && lookAtSide(`${sides.upper}/${path}`)?.kind === 'folder') {
			// A folder with a change that was not applied stays.
			await removeEntry(sides.upper, path).catch(() => {});
		}
	}
}

function isWorkedIn(folder: string, namespacePid: number): boolean {
	return processesIn(namespacePid).some((pid) => {
		const cwd = linkAt(`/proc/${pid}/cwd`);
		return cwd !== null && isWithin(folder, cwd);
	});
}

type Discarding = {
	readonly wanted: readonly Difference[];
	readonly all: readonly Difference[];
	readonly taker: LayerTaker;
	readonly sides: { readonly upper: string; readonly real: string };
	readonly viewRoot: string | null;
};

export async function discardInOverlay(discarding: Discarding): Promise<DiscardReport> {
	const { wanted, all, taker } = discarding;
	const discarded: string[] = [];
	const skipped: { readonly path: string; readonly reason: string }[] = [];
	const names = new Set(wanted.map(({ path }) => path));
	const whole = wholeCovers(all, names);
	for (const cover of whole) await taker.take(cover);
	const plain = await takePlain(wanted, taker);
	// The innermost first: folders go once they are empty.
	for (const difference of wanted.toReversed()) {
		const { path, cover } = difference;
		if (whole.has(path) || (cover !== null && whole.has(cover)) || plain.has(path)) {
			discarded.push(path);
			continue;
		}
		const reason = await discardOne(difference, discarding).catch((error: unknown) =>
			REASONS.notWritten(systemError(error).why),
		);
		if (reason === null) discarded.push(path);
		else skipped.push({ path, reason });
	}
	const folders = new Map(discarded.map((path) => [dirname(path), path]));
	for (const path of folders.values()) await removeEmptied(discarding.sides.upper, discarding.sides.real, path);
	return { discarded: discarded.reverse(), skipped };
}

async function takePlain(wanted: readonly Difference[], taker: LayerTaker): Promise<ReadonlySet<string>> {
	const byFolder = new Map<string, string[]>();
	for (const { path, view, real, cover } of wanted) {
		if (cover !== null || view === null || view.kind === 'folder' || real?.kind === 'folder') continue;
		const folder = dirname(path);
		const paths = byFolder.get(folder);
		if (paths === undefined) byFolder.set(folder, [path]);
		else paths.push(path);
	}
	const all: string[] = [];
	for (const paths of byFolder.values()) all.push(...(await taker.takeAll(paths).catch(() => [])));
	return new Set(all);
}

function wholeCovers(all: readonly Difference[], names: ReadonlySet<string>): ReadonlySet<string> {
	const whole = new Set<string>();
	const broken = new Set<string>();
	for (const { path, cover } of all) {
		if (cover !== null && names.has(path)) whole.add(cover);
		else if (cover !== null) broken.add(cover);
	}
	for (const { path } of all) if (!names.has(path) && whole.has(path)) broken.add(path);
	return new Set([...whole].filter((cover) => !broken.has(cover)));
}

async function discardOne(difference: Difference, { all, taker, sides, viewRoot }: Discarding): Promise<string | null> {
	const { path, view, real, cover } = difference;
	if (view?.kind === 'folder') {
		if (real?.kind === 'folder') {
			const done = await inParent(sides.upper, path, (via) => setFolderMode(via, real.mode));
			return done === true ? null : REASONS.noChange;
		}
		if (real === null) return (await removeEntry(sides.upper, path)) ? null : REASONS.noChange;
	}
	const isFolderAgainstFile = view?.kind === 'folder' || (view !== null && real?.kind === 'folder');
	if (isFolderAgainstFile) {
		const isAlone = cover === null && all.every((each) => each.cover !== path);
		return isAlone && (await taker.take(path)) ? null : REASONS.folderInTheWay;
	}
	if (real === null || cover === null) return (await taker.take(path)) ? null : REASONS.noChange;
	if (viewRoot === null) return REASONS.notMounted;
	return showAgain(viewRoot, sides.real, difference);
}

/** Where the upper folder hides more than this path, the view gets a copy of the workspace's file. */
async function showAgain(viewRoot: string, realRoot: string, { path, real }: Difference): Promise<string | null> {
	return inView(viewRoot, path, async ({ via }) => {
		if (real?.kind === 'folder') await mkdir(via, real.mode);
		else if (real !== null) await putCopy(real, `${realRoot}/${path}`, via);
		return null;
	});
}
