import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../errno.js';
import { probeSibling, replaceFile } from '../../files/replace-file.js';
import { type FileFacts, factsIn, isSameFacts, markOf } from '../../snapshots/snapshot-entry.js';
import type { Difference } from '../shadow-difference.js';
import { type Side, statsAt } from '../shadow-side.js';
import { BaseNames } from './base-names.js';

/**
 * The last time at which a path was equal on both sides, and whether it existed then. `ours`: contents of the workspace's
 * file before and after parts of the change were applied, none of which is an edit of the user.
 */
type Sync = { readonly at: bigint; readonly existed: boolean | null; readonly ours?: readonly string[] | undefined };

type Pair = { readonly view: FileFacts; readonly real: FileFacts };

type Saved = { readonly turn: bigint; readonly paths: Map<string, Sync>; readonly same: Map<string, Pair> };

const FILE = 'sync.json';

/** Large files remembered as equal on both sides; beyond them the oldest shows up as a change again. */
const MOST_PAIRS = 1000;
/** Contents remembered of one file. */
const MOST_OURS = 100;

/**
 * The last time at which each path was equal on both sides: the agent does not know later changes of the workspace. An
 * untouched path stays equal until the agent touches it; its knowledge of the path dates from that turn at the
 * earliest, so the turn's beginning counts. Times are the file system's.
 */
export class SyncTimes {
	readonly names: BaseNames;
	readonly #folder: string;
	readonly #real: string;
	readonly #hasNames: boolean;
	#turn: bigint;
	readonly #paths: Map<string, Sync>;
	readonly #same: Map<string, Pair>;
	#isChanged = true;

	private constructor(folder: string, real: string, hasNames: boolean, { turn, paths, same }: Saved) {
		this.#hasNames = hasNames;
		this.#folder = folder;
		this.#real = real;
		this.#turn = turn;
		this.#paths = paths;
		this.#same = same;
		this.names = new BaseNames(real);
	}

	/** Opens a new or left shadow's times. `hasNames`: the workspace's names are scanned when a turn begins. */
	static async open(folder: string, real: string, createdAt: number, hasNames = true): Promise<SyncTimes> {
		const kept = await readSaved(join(folder, FILE));
		// A damaged record leaves only that both sides were the same at the beginning.
		const isNew = kept === null && (await lstat(join(folder, FILE)).then(() => false, isMissing));
		const turn = isNew ? await now(folder) : BigInt(createdAt) * 1_000_000n;
		return new SyncTimes(folder, real, hasNames, kept ?? { turn, paths: new Map(), same: new Map() });
	}

	note(differences: readonly Difference[]): void {
		for (const { path } of differences) {
			if (this.#paths.has(path)) continue;
			this.#paths.set(path, { at: this.#turn, existed: this.names.had(path) });
			this.#isChanged = true;
		}
	}

	/** A new turn: whatever does not differ is equal now. */
	async beginTurn(differences: readonly Difference[]): Promise<void> {
		this.note(differences);
		const still = new Set(differences.map(({ path }) => path));
		for (const path of [...this.#paths.keys()]) if (!still.has(path)) this.#paths.delete(path);
		this.#turn = await now(this.#folder);
		this.#isChanged = true;
		this.scanNames();
	}

	scanNames(): void {
		if (this.#hasNames) this.names.scan();
	}

	settled(path: string): void {
		const stats = statsAt(join(this.#real, path));
		this.#paths.set(path, { at: stats?.ctimeNs ?? this.#turn, existed: stats !== null });
		this.#isChanged = true;
	}

	/** The workspace's file holds one of these contents, as a part of the change is applied. */
	partly(path: string, contents: readonly string[]): void {
		const sync = this.#syncOf(path);
		const ours = [...new Set([...(sync.ours ?? []), ...contents])].slice(-MOST_OURS);
		this.#paths.set(path, { ...sync, ours });
		this.#isChanged = true;
	}

	/** The content is equal while both sides have these facts: for files too large to be read. */
	same(path: string, view: FileFacts, real: FileFacts): void {
		this.#same.delete(path);
		this.#same.set(path, { view, real });
		const [oldest] = this.#same.keys();
		if (this.#same.size > MOST_PAIRS && oldest !== undefined) this.#same.delete(oldest);
		this.#isChanged = true;
	}

	isSame(path: string, view: Side, real: Side): boolean {
		const pair = this.#same.get(path);
		if (pair === undefined || !isSameFacts(pair.real, real.facts)) return false;
		return (
			isSameFacts(pair.view, view.facts) || (this.#hasOtherNames(path, pair.view) && isSameFile(pair.view, view.facts))
		);
	}

	/** Whether other large files are hard links of this one: each removed name changes the file's ctime. */
	#hasOtherNames(path: string, { ino }: FileFacts): boolean {
		return [...this.#same].some(([other, { view }]) => other !== path && view.ino === ino);
	}

	/** The reason why a difference is a conflict; null when the workspace's side, of this content, is unchanged. */
	conflictOf({ path, view, real }: Difference, content: string | null): string | null {
		const { at, existed, ours = [] } = this.#syncOf(path);
		if (real === null) {
			if (existed === true) return 'it was removed from the workspace since the agent saw it';
			return existed === null && this.#mayHaveBeenRemoved(path, at)
				? 'it may have been removed from the workspace since the agent saw it'
				: null;
		}
		if (view?.kind === 'folder' && real.kind === 'folder') return null;
		if (real.kind === 'file' && content !== null && ours.includes(content)) return null;
		const isNewer = changedAt(real) > at || existed === false || this.names.isMoved(path);
		if (!isNewer) return null;
		return view === null
			? 'the agent deleted it, and it changed in the workspace since'
			: 'the agent changed it, and it changed in the workspace too';
	}

	/** Saves what must outlive this process; retried when that fails, on a full disk say. */
	async save(): Promise<void> {
		// Without names (a layer of single commands) nothing outlives this program.
		if (!this.#isChanged || !this.#hasNames) return;
		this.#isChanged = false;
		const paths = [...this.#paths].map(([path, { at, existed, ours }]) => [path, `${at}`, existed, ours]);
		const same = [...this.#same].map(([path, { view, real }]) => [path, markOf(view), markOf(real)]);
		const text = JSON.stringify({ turn: `${this.#turn}`, paths, same });
		await replaceFile(join(this.#folder, FILE), text).catch(() => {
			this.#isChanged = true;
		});
	}

	#syncOf(path: string): Sync {
		return this.#paths.get(path) ?? { at: this.#turn, existed: this.names.had(path) };
	}

	#mayHaveBeenRemoved(path: string, at: bigint): boolean {
		const stats = statsAt(join(this.#real, dirname(path)));
		return stats !== null && stats.mtimeNs > at;
	}
}

function isSameFile(one: FileFacts, other: FileFacts | null): boolean {
	return other !== null && one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs;
}

function changedAt(side: Side): bigint {
	return side.facts?.ctimeNs ?? 0n;
}

/** Slightly before the time that a file written now would get: the system uses its last tick. */
async function now(folder: string): Promise<bigint> {
	return (await probeSibling(join(folder, FILE))).ctimeNs - 1n;
}

async function readSaved(file: string): Promise<Saved | null> {
	try {
		const {
			turn,
			paths,
			same = [],
		} = JSON.parse(await readFile(file, 'utf8')) as {
			readonly turn: string;
			readonly paths: readonly (readonly [string, string, boolean | null, (readonly string[] | null)?])[];
			readonly same?: readonly (readonly [string, unknown, unknown])[];
		};
		return {
			turn: BigInt(turn),
			paths: new Map(
				paths.map(([path, at, existed, ours]) => [path, { at: BigInt(at), existed, ours: ours ?? undefined }]),
			),
			same: new Map(same.map(([path, view, real]) => [path, { view: factsIn(view), real: factsIn(real) }])),
		};
	} catch {
		// There is none yet, or half of one: then the folders' times decide.
		return null;
	}
}
