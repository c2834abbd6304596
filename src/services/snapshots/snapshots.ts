import { realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { Serial } from '../../core/serial.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import { errnoOf } from '../errno.js';
import type { EarlierFiles, SnapshotLimits } from './collect-snapshot.js';
import { collect } from './collect-snapshot.js';
import { findRepository, type GitRepository } from './git-repository.js';
import { type Listing, listByWalking, listWithGit } from './list-files.js';
import { putBack } from './put-back.js';
import { type Entry, isSameEntry } from './snapshot-entry.js';
import {
	cleanRuns,
	createRun,
	dropFrom,
	findEarlier,
	type OwnRun,
	openRun,
	runsFolder,
	type StoredRun,
} from './snapshot-run.js';
import type { Step } from './snapshot-timeline.js';
import { compare, createView, inOrder, type View } from './snapshot-view.js';
import { gapsOf, SNAPSHOTS } from './snapshots-messages.js';
import { Watch } from './watch-workspace.js';

/** `env` is for finding git. */
export type SnapshotsOptions = {
	readonly workspace: string;
	readonly stateDir: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Defaults: 10 MB a file, 256 MB a run and 100,000 files. */
	readonly limits?: Partial<SnapshotLimits>;
};

export type Snapshots = SnapshotsPort & {
	/** Removes older versions of every workspace, and the oldest beyond four times the limit of a run. */
	clean(olderThanMilliseconds: number): Promise<void>;
	/** Stops watching and running work; resolves when everything is written. Idempotent. */
	close(): Promise<void>;
};

type Place = {
	readonly root: string;
	readonly runs: string;
	readonly repository: GitRepository | null;
	readonly run: OwnRun;
	readonly earlier: EarlierFiles | null;
	/**
	 * The state folder inside the workspace, with a trailing `/`: our own files are no change. Null when it lies
	 * elsewhere.
	 */
	readonly own: string | null;
};

const MEGABYTE = 1_000_000;
const DEFAULT_LIMITS: SnapshotLimits = {
	maxFileBytes: 10 * MEGABYTE,
	maxTotalBytes: 256 * MEGABYTE,
	maxFiles: 100_000,
};
/** The limit for all runs of all workspaces, as a multiple of one run's. */
const RUNS_ALTOGETHER = 4;

/**
 * Creates the versions of a workspace. Unchanged git content is left to git and found again by its blob; everything
 * else is stored by content in the state directory. Git is only read: it lists files and reads objects, so that the
 * user's repository stays untouched and no program of its configuration runs.
 */
export function createSnapshots(options: SnapshotsOptions): Snapshots {
	return new WorkspaceSnapshots(options);
}

class WorkspaceSnapshots implements Snapshots {
	readonly #options: SnapshotsOptions;
	readonly #limits: SnapshotLimits;
	readonly #folder: string;
	readonly #closing = new AbortController();
	/** Path → why it could not be kept. */
	readonly #gaps = new Map<string, string>();
	readonly #opened = new Map<string, Promise<StoredRun | null>>();
	readonly #watches = new Set<Watch>();
	#place: Promise<Place> | null = null;
	#isGitUsable = true;
	#lastAt: number | null = null;
	#count = 0;
	readonly #serial = new Serial();

	constructor(options: SnapshotsOptions) {
		this.#options = options;
		this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
		this.#folder = join(resolve(options.stateDir), 'snapshots');
	}

	take(): Promise<Result<Snapshot>> {
		return this.#inTurn((at) => this.#take(at));
	}

	between(from: Snapshot, to: Snapshot): ReturnType<Snapshots['between']> {
		return this.#inTurn(async (at) => {
			const [older, newer] = [await this.#viewOf(at, from), await this.#viewOf(at, to)];
			return older === null || newer === null ? SNAPSHOTS.gone() : succeed(await compare(older, newer));
		});
	}

	read(snapshot: Snapshot, path: string): ReturnType<Snapshots['read']> {
		return this.#inTurn(async (at) => {
			const view = await this.#viewOf(at, snapshot);
			return view === null ? SNAPSHOTS.gone() : succeed(await view.text(path));
		});
	}

	restore(to: Snapshot, expected: Snapshot, paths: readonly string[]): ReturnType<Snapshots['restore']> {
		return this.#inTurn(async (at) => {
			const [wanted, still] = [await this.#viewOf(at, to), await this.#viewOf(at, expected)];
			if (wanted === null || still === null) return SNAPSHOTS.gone();
			const restored: string[] = [];
			const refused: { readonly path: string; readonly because: string }[] = [];
			for (const path of inOrder(paths, wanted)) {
				const entry = wanted.entry(path);
				const because = await putBack({
					root: at.root,
					path,
					wanted: entry,
					expected: still.entry(path),
					bytes: () => wanted.bytes(entry),
					blobOf: at.repository?.blobOf ?? null,
					since: to.at,
				});
				if (because === null) restored.push(path);
				else refused.push({ path, because });
			}
			return succeed({ restored, refused });
		});
	}

	watch(onHint: () => void): () => void {
		let watch: Watch | null = null;
		let isStopped = false;
		void this.#inTurn(async (at) => {
			if (!isStopped) {
				watch = new Watch(at.root, onHint);
				this.#watches.add(watch);
				await follow(watch, at, this.#lastAt === null ? (await this.#list(at)).paths : null);
			}
			return succeed(null);
		});
		return () => {
			isStopped = true;
			if (watch === null) return;
			watch.stop();
			this.#watches.delete(watch);
		};
	}

	async drop(snapshot: Snapshot): Promise<void> {
		await this.#inTurn(async ({ run, runs }) => {
			const [id, number] = partsOf(snapshot);
			if (id === run.id && run.takes.delete(number)) {
				run.timeline.keepOnly(new Set([...run.takes.values()].map(({ version }) => version)));
				run.journal.drop(number);
				await run.removed();
			} else if (id !== run.id) {
				this.#opened.delete(id);
				await dropFrom(runs, id, number);
			}
			return succeed(null);
		});
	}

	async clean(olderThanMilliseconds: number): Promise<void> {
		const at = await this.#place?.catch(() => null);
		await cleanRuns(this.#folder, {
			before: Date.now() - olderThanMilliseconds,
			maxBytes: this.#limits.maxTotalBytes * RUNS_ALTOGETHER,
			own: at?.run.folder ?? '',
		});
	}

	async close(): Promise<void> {
		this.#closing.abort();
		for (const watch of this.#watches) watch.stop();
		this.#watches.clear();
		const at = await this.#place?.catch(() => null);
		await this.#serial.settled();
		await at?.run.journal.flush();
		await at?.run.removed();
	}

	/** Runs tasks one after another, in the place that the first one finds. */
	#inTurn<T>(task: (at: Place) => Promise<Result<T>>): Promise<Result<T>> {
		const { signal } = this.#closing;
		return this.#serial.run(async () => {
			try {
				if (signal.aborted) return SNAPSHOTS.cancelled();
				this.#place ??= findPlace(this.#options, this.#folder, this.#limits, signal);
				return await task(await this.#place);
			} catch (error) {
				this.#place = this.#count === 0 ? null : this.#place;
				return signal.aborted ? SNAPSHOTS.cancelled() : unexpected(error);
			}
		});
	}

	async #take(at: Place): Promise<Result<Snapshot>> {
		const { root, repository, run, earlier } = at;
		const { signal } = this.#closing;
		const [limits, gaps, lastAt, known] = [this.#limits, this.#gaps, this.#lastAt, run.timeline.current];
		const startedAt = Date.now();
		const listing = await this.#list(at);
		const found = await collect(
			{ root, limits, repository, store: run.store, known, lastAt, earlier, gaps, signal },
			listing,
		);
		if (signal.aborted) return SNAPSHOTS.cancelled();
		// The first version is written down as a whole.
		const changes = lastAt === null ? [] : found.steps.filter((step) => isChange(step, known));
		const record = { version: run.timeline.apply(found.steps), at: startedAt };
		this.#lastAt = startedAt;
		this.#count += 1;
		run.takes.set(this.#count, record);
		if (lastAt === null) run.journal.begin(known);
		run.journal.take(this.#count, record, changes);
		await run.writeFacts(root);
		for (const watch of this.#watches) await follow(watch, at, null);
		return succeed({
			id: `${run.id}.${this.#count}`,
			at: startedAt,
			gaps: gapsOf([...gaps, ...found.gaps], listing, limits.maxFiles),
		});
	}

	async #list({ root, repository, own }: Place): Promise<Listing> {
		const { maxFiles } = this.#limits;
		const byGit = repository !== null && this.#isGitUsable ? await listWithGit(repository.git, maxFiles) : null;
		// A repository that keeps git busy for ever does so the next time, too.
		this.#isGitUsable = byGit !== null;
		const listing = byGit ?? (await listByWalking(root, maxFiles));
		return own === null
			? listing
			: { ...listing, paths: new Set([...listing.paths].filter((path) => !path.startsWith(own))) };
	}

	async #viewOf(at: Place, snapshot: Snapshot): Promise<View | null> {
		const [id, number] = partsOf(snapshot);
		if (id !== at.run.id && !this.#opened.has(id)) this.#opened.set(id, openRun(at.runs, id));
		const run = id === at.run.id ? at.run : await this.#opened.get(id);
		const take = run?.takes.get(number);
		return run && take ? createView(run, take, at.repository) : null;
	}
}

async function findPlace(
	{ workspace, stateDir, env }: SnapshotsOptions,
	folder: string,
	{ maxTotalBytes }: SnapshotLimits,
	signal: AbortSignal,
): Promise<Place> {
	const root = await realpath(workspace);
	const runs = runsFolder(folder, root);
	const [repository, earlier] = await Promise.all([findRepository(root, env, signal), findEarlier(runs)]);
	const state = await realpath(stateDir).catch(() => resolve(stateDir));
	const inside = relative(root, state);
	const isInside = inside !== '' && !inside.startsWith('..') && resolve(root, inside) === state;
	const own = isInside ? `${inside.split(sep).join('/')}/` : null;
	return { root, runs, repository, earlier, own, run: createRun(runs, maxTotalBytes) };
}

async function follow(watch: Watch, { run }: Place, paths: Iterable<string> | null): Promise<void> {
	const { current } = run.timeline;
	await watch.follow(paths ?? current.keys(), (path) => current.has(path));
}

function partsOf({ id }: Snapshot): readonly [run: string, take: number] {
	const [run = '', take = ''] = id.split('.');
	return [run, Number(take)];
}

/** True for steps to save: refreshed facts alone are not. */
function isChange({ path, entry, before }: Step, known: ReadonlyMap<string, Entry>): boolean {
	return before !== undefined || !isSameEntry(known.get(path) ?? null, entry);
}

function unexpected(error: unknown): Result<never> {
	const code = errnoOf(error) === 'ENOENT' ? 'not-found' : 'internal';
	return fail(code, `The workspace could not be looked at (${errnoOf(error) || 'unknown error'}).`, {
		hint: 'Check that its folder is there and may be read.',
		detail: messageOf(error),
	});
}
