import { lstat, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../errno.js';
import { replaceFile, temporaryBeside, writeNewFile } from '../../files/replace-file.js';
import { type FileFacts, isSameFacts } from '../../snapshots/entry.js';
import type { Difference } from '../difference.js';
import { type FactsRow, factsRow, rowFacts } from '../facts-row.js';
import { REASONS } from '../messages.js';
import { type Side, statsAt } from '../side.js';
import { BaseNames } from './base-names.js';

/** When a path was last the same in the view and in the workspace, and whether something was there then. */
type Sync = { readonly at: bigint; readonly existed: boolean | null };

type Pair = { readonly view: FileFacts; readonly real: FileFacts };

type Kept = {
	readonly turn: bigint;
	readonly paths: Map<string, Sync>;
	readonly same: Map<string, Pair>;
};

const FILE = 'sync.json';

async function isMissingFile(path: string): Promise<boolean> {
	return lstat(path).then(() => false, isMissing);
}

/** Large files that are remembered as the same on both sides; an older one is shown as a change once more. */
const MOST_PAIRS = 1000;

/**
 * When each path was last the same on both sides: what changed in the workspace after that is not known to the agent.
 * A path that the agent has not touched is the same until it does; what it knows of it is from the turn at the most, so
 * the beginning of the turn in which it touched the path first counts. Times are those of the file system.
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

	private constructor(folder: string, real: string, hasNames: boolean, { turn, paths, same }: Kept) {
		this.#hasNames = hasNames;
		this.#folder = folder;
		this.#real = real;
		this.#turn = turn;
		this.#paths = paths;
		this.#same = same;
		this.names = new BaseNames(real);
	}

	/** Those of a shadow that is new, or was left. `hasNames`: it is looked at which files there are when a turn begins. */
	static async open(folder: string, real: string, createdAt: number, hasNames = true): Promise<SyncTimes> {
		const kept = await readKept(join(folder, FILE));
		// Of one that is damaged nobody knows more than that both sides were the same at its beginning.
		const isNew = kept === null && (await isMissingFile(join(folder, FILE)));
		const turn = isNew ? await now(folder) : BigInt(createdAt) * 1_000_000n;
		return new SyncTimes(folder, real, hasNames, kept ?? { turn, paths: new Map(), same: new Map() });
	}

	/** Notes what differs by now; what it held back then is kept. */
	note(differences: readonly Difference[]): void {
		for (const { path } of differences) {
			if (this.#paths.has(path)) continue;
			this.#paths.set(path, { at: this.#turn, existed: this.names.had(path) });
			this.#isChanged = true;
		}
	}

	/** A new turn: whatever does not differ is the same now. */
	async beginTurn(differences: readonly Difference[]): Promise<void> {
		this.note(differences);
		const still = new Set(differences.map(({ path }) => path));
		for (const path of [...this.#paths.keys()]) if (!still.has(path)) this.#paths.delete(path);
		this.#turn = await now(this.#folder);
		this.#isChanged = true;
		this.scanNames();
	}

	/** Looks again at the names of the workspace, where they are looked at. */
	scanNames(): void {
		if (this.#hasNames) this.names.scan();
	}

	/** The path was made the same on both sides just now. */
	settled(path: string): void {
		const stats = statsAt(join(this.#real, path));
		this.#paths.set(path, { at: stats?.ctimeNs ?? this.#turn, existed: stats !== null });
		this.#isChanged = true;
	}

	/** The content is the same on both sides while they have these facts: for files that are too large to be read. */
	same(path: string, view: FileFacts, real: FileFacts): void {
		this.#same.delete(path);
		this.#same.set(path, { view, real });
		const [oldest] = this.#same.keys();
		if (this.#same.size > MOST_PAIRS && oldest !== undefined) this.#same.delete(oldest);
		this.#isChanged = true;
	}

	/** True where {@link same} was said of just these. */
	isSame(path: string, view: Side, real: Side): boolean {
		const pair = this.#same.get(path);
		if (pair === undefined || !isSameFacts(pair.real, real.facts)) return false;
		return (
			isSameFacts(pair.view, view.facts) || (this.#hasOtherNames(path, pair.view) && isSameFile(pair.view, view.facts))
		);
	}

	/** Whether other large files are hard links of this one: each name that goes changes the file's own time. */
	#hasOtherNames(path: string, { ino }: FileFacts): boolean {
		return [...this.#same].some(([other, { view }]) => other !== path && view.ino === ino);
	}

	/** Why a difference is a conflict; null when the workspace's side is as it was. */
	conflictOf({ path, view, real }: Difference): string | null {
		const { at, existed } = this.#paths.get(path) ?? { at: this.#turn, existed: this.names.had(path) };
		if (real === null) {
			if (existed === true) return REASONS.removedInWorkspace;
			return existed === null && this.#mayHaveBeenRemoved(path, at) ? REASONS.perhapsRemoved : null;
		}
		if (view?.kind === 'folder' && real.kind === 'folder') return null;
		const isNewer = changedAt(real) > at || existed === false || this.names.isMoved(path);
		if (!isNewer) return null;
		return view === null ? REASONS.changedDeleted : REASONS.changedInWorkspace;
	}

	/** Writes down what must outlive this program. What cannot be written, on a full disk, is tried again. */
	async save(): Promise<void> {
		// What is for single commands ends with this program.
		if (!this.#isChanged || !this.#hasNames) return;
		this.#isChanged = false;
		const paths = [...this.#paths].map(([path, { at, existed }]) => [path, `${at}`, existed]);
		const same = [...this.#same].map(([path, { view, real }]) => [path, factsRow(view), factsRow(real)]);
		const text = JSON.stringify({ turn: `${this.#turn}`, paths, same });
		await replaceFile(join(this.#folder, FILE), text).catch(() => {
			this.#isChanged = true;
		});
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

/** Just before the time that a file would get that is written now: the system takes it from its last tick. */
async function now(folder: string): Promise<bigint> {
	const probe = temporaryBeside(join(folder, FILE));
	await writeNewFile(probe, '', { isFlushed: false });
	try {
		return (await lstat(probe, { bigint: true })).ctimeNs - 1n;
	} finally {
		await rm(probe, { force: true });
	}
}

async function readKept(file: string): Promise<Kept | null> {
	try {
		const {
			turn,
			paths,
			same = [],
		} = JSON.parse(await readFile(file, 'utf8')) as {
			readonly turn: string;
			readonly paths: readonly (readonly [string, string, boolean | null])[];
			readonly same?: readonly (readonly [string, FactsRow, FactsRow])[];
		};
		return {
			turn: BigInt(turn),
			paths: new Map(paths.map(([path, at, existed]) => [path, { at: BigInt(at), existed }])),
			same: new Map(same.map(([path, view, real]) => [path, { view: rowFacts(view), real: rowFacts(real) }])),
		};
	} catch {
		// There is none yet, or half of one: then the folders' times decide.
		return null;
	}
}
