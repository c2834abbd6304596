import { realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import { errnoOf, messageOf } from '../errno.js';
import { cleanRuns } from './clean.js';
import { collect } from './collect.js';
import { type Entry, isSameEntry } from './entry.js';
import { gapsOf } from './gaps.js';
import { findRepository, type GitRepository } from './git-repository.js';
import { type Listing, listByWalking, listWithGit } from './list-files.js';
import { putBack } from './put-back.js';
import type { EarlierFiles, SnapshotLimits } from './read-entry.js';
import { createRun, dropFrom, findEarlier, type KeptRun, type OwnRun, openRun, runsFolder } from './run.js';
import type { Step } from './timeline.js';
import { compare, createView, inOrder, type View } from './view.js';
import { createWatch, type Watch } from './watch.js';

/** Which workspace, where its versions are kept, and the environment that git is found in. */
export type SnapshotsOptions = {
	readonly workspace: string;
	readonly stateDir: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** 10 MB a file, 256 MB a run and 100,000 files unless told. */
	readonly limits?: Partial<SnapshotLimits>;
};

/** Versions of one workspace, and the care for those of all. */
export type Snapshots = SnapshotsPort & {
	/** Removes what is older, of every workspace, and the oldest above four times the limit of a run. */
	clean(olderThanMilliseconds: number): Promise<void>;
	/** Stops watching and whatever is under way; settles when everything is written. Idempotent. */
	close(): Promise<void>;
};

type Place = {
	readonly root: string;
	readonly runs: string;
	readonly repository: GitRepository | null;
	readonly run: OwnRun;
	readonly earlier: EarlierFiles | null;
	/** Path of the state folder inside the workspace, with `/` at its end: what we write there is no change. Null when it lies elsewhere. */
	readonly own: string | null;
};

const MEGABYTE = 1024 * 1024;
const DEFAULT_LIMITS: SnapshotLimits = {
	maxFileBytes: 10 * MEGABYTE,
	maxTotalBytes: 256 * MEGABYTE,
	maxFiles: 100_000,
};
/** What all runs of all workspaces may take, as a multiple of what one may. */
const RUNS_ALTOGETHER = 4;

/**
 * Creates the versions of a workspace. What git has unchanged is left to git and found again by its
 * blob; everything else is kept in the state directory by content. Git is asked, never told: it lists
 * files and reads objects, so that nothing of the person's repository is touched and no program that
 * its configuration names is run.
 */
export function createSnapshots(options: SnapshotsOptions): Snapshots {
	const limits = { ...DEFAULT_LIMITS, ...options.limits };
	const folder = join(resolve(options.stateDir), 'snapshots');
	const closing = new AbortController();
	const { signal } = closing;
	const gaps = new Map<string, string>();
	const opened = new Map<string, Promise<KeptRun | null>>();
	const watches = new Set<Watch>();
	let place: Promise<Place> | null = null;
	let isGitUsable = true;
	let lastAt: number | null = null;
	let count = 0;
	let last: Promise<unknown> = Promise.resolve();

	const inTurn = <T>(task: (at: Place) => Promise<Result<T>>): Promise<Result<T>> => {
		const mine = last.then(async () => {
			try {
				if (signal.aborted) return cancelled();
				place ??= findPlace();
				return await task(await place);
			} catch (error) {
				place = count === 0 ? null : place;
				return signal.aborted ? cancelled() : unexpected(error);
			}
		});
		last = mine;
		return mine;
	};
	const findPlace = async (): Promise<Place> => {
		const root = await realpath(options.workspace);
		const runs = runsFolder(folder, root);
		const [repository, earlier] = await Promise.all([findRepository(root, options.env, signal), findEarlier(runs)]);
		const state = await realpath(options.stateDir).catch(() => resolve(options.stateDir));
		const inside = relative(root, state);
		const isInside = inside !== '' && !inside.startsWith('..') && resolve(root, inside) === state;
		const own = isInside ? `${inside.split(sep).join('/')}/` : null;
		return { root, runs, repository, earlier, own, run: createRun(runs, limits.maxTotalBytes) };
	};
	const list = async ({ root, repository, own }: Place): Promise<Listing> => {
		const byGit = repository !== null && isGitUsable ? await listWithGit(repository.git, limits.maxFiles) : null;
		// A repository that keeps git busy for ever does so the next time, too.
		isGitUsable = byGit !== null;
		const listing = byGit ?? (await listByWalking(root, limits.maxFiles));
		return own === null
			? listing
			: { ...listing, paths: new Set([...listing.paths].filter((path) => !path.startsWith(own))) };
	};
	const follow = async (watch: Watch, at: Place, paths: Iterable<string> | null): Promise<void> => {
		const { current } = at.run.timeline;
		await watch.follow(paths ?? current.keys(), (path) => current.has(path));
	};
	const viewOf = async (at: Place, snapshot: Snapshot): Promise<View | null> => {
		const [id = '', number = ''] = snapshot.id.split('.');
		let run: Promise<KeptRun | null>;
		if (id === at.run.id) {
			run = Promise.resolve(at.run);
		} else {
			run = opened.get(id) ?? openRun(at.runs, id);
			opened.set(id, run);
		}
		const found = await run;
		const take = found?.takes.get(Number(number));
		return found && take ? createView(found, take, at.repository) : null;
	};

	return {
		take() {
			return inTurn(async (at) => {
				const { root, repository, run, earlier } = at;
				const startedAt = Date.now();
				const listing = await list(at);
				const known = run.timeline.current;
				const context = { root, limits, repository, store: run.store, known, lastAt, earlier, gaps, signal };
				const found = await collect(context, listing);
				if (signal.aborted) return cancelled();
				const isFirst = lastAt === null;
				// The first version is written down as a whole.
				const changes = isFirst ? [] : found.steps.filter((step) => isChange(step, known));
				const version = run.timeline.apply(found.steps);
				lastAt = startedAt;
				count += 1;
				run.takes.set(count, { version, at: startedAt });
				if (isFirst) run.journal.begin(known);
				run.journal.take(count, { version, at: startedAt }, changes);
				await run.writeFacts(root);
				for (const watch of watches) await follow(watch, at, null);
				return succeed({
					id: `${run.id}.${count}`,
					at: startedAt,
					gaps: gapsOf([...gaps, ...found.gaps], listing, limits.maxFiles),
				});
			});
		},
		between: (from, to) =>
			inTurn(async (at) => {
				const [older, newer] = [await viewOf(at, from), await viewOf(at, to)];
				return older === null || newer === null ? gone() : succeed(await compare(older, newer));
			}),
		read: (snapshot, path) =>
			inTurn(async (at) => {
				const view = await viewOf(at, snapshot);
				return view === null ? gone() : succeed(await view.text(path));
			}),
		restore: (to, expected, paths) =>
			inTurn(async (at) => {
				const [wanted, still] = [await viewOf(at, to), await viewOf(at, expected)];
				if (wanted === null || still === null) return gone();
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
					if (because === null) {
						restored.push(path);
					} else {
						refused.push({ path, because });
					}
				}
				return succeed({ restored, refused });
			}),
		watch(onHint) {
			let watch: Watch | null = null;
			let isStopped = false;
			void inTurn(async (at) => {
				if (!isStopped) {
					watch = createWatch(at.root, onHint);
					watches.add(watch);
					await follow(watch, at, lastAt === null ? (await list(at)).paths : null);
				}
				return succeed(null);
			});
			return () => {
				isStopped = true;
				if (watch !== null) {
					watch.stop();
					watches.delete(watch);
				}
			};
		},
		async drop(snapshot) {
			await inTurn(async ({ run, runs }) => {
				const [id = '', number = ''] = snapshot.id.split('.');
				if (id === run.id && run.takes.delete(Number(number))) {
					run.timeline.keepOnly(new Set([...run.takes.values()].map(({ version }) => version)));
					run.journal.drop(Number(number));
					await run.removed();
				} else if (id !== run.id) {
					opened.delete(id);
					await dropFrom(runs, id, Number(number));
				}
				return succeed(null);
			});
		},
		async clean(olderThanMilliseconds) {
			const own = await place?.then(
				({ run }) => run.folder,
				() => '',
			);
			await cleanRuns(folder, {
				before: Date.now() - olderThanMilliseconds,
				maxBytes: limits.maxTotalBytes * RUNS_ALTOGETHER,
				own: own ?? '',
			});
		},
		async close() {
			closing.abort();
			for (const watch of watches) watch.stop();
			watches.clear();
			const at = await place?.catch(() => null);
			await last;
			await at?.run.journal.flush();
			await at?.run.removed();
		},
	};
}

/** What is to be written down: facts that were brought up to date are not. */
function isChange({ path, entry, before }: Step, known: ReadonlyMap<string, Entry>): boolean {
	return before !== undefined || !isSameEntry(known.get(path) ?? null, entry);
}

function cancelled(): Result<never> {
	return fail('cancelled', 'The look at the workspace was ended.');
}

function gone(): Result<never> {
	return fail('not-found', 'This version of the workspace is not kept any more.', {
		hint: 'Versions are kept for 30 days, and as long as there is room for them.',
	});
}

function unexpected(error: unknown): Result<never> {
	const code = errnoOf(error) === 'ENOENT' ? 'not-found' : 'internal';
	return fail(code, `The workspace could not be looked at (${errnoOf(error) || 'unknown error'}).`, {
		hint: 'Check that its folder is there and may be read.',
		detail: messageOf(error),
	});
}
