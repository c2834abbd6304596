import {
	CLOCK_SLACK,
	type Entry,
	type FileFacts,
	factsOf,
	isFresh,
	isSameFacts,
	millisecondsOf,
	permissionsOf,
} from './entry.js';
import type { Listing } from './list-files.js';
import { type PathStatus, sweep } from './list-files.js';
import { createPace, forEachBounded, Quick, SMALL_BYTES } from './pace.js';
import { type CollectContext, readFileEntry, readLinkEntry, type Seen } from './read-entry.js';
import { GAPS } from './snapshots-messages.js';
import type { Step } from './timeline.js';

const READERS = 4;

export type Collected = {
	readonly steps: readonly Step[];
	/** Path → why it cannot be kept; for paths without an entry. */
	readonly gaps: ReadonlyMap<string, string>;
};

/** Compares the workspace with its known state, reading only what may have changed. */
export async function collect(context: CollectContext, listing: Listing): Promise<Collected> {
	const { root, known, signal } = context;
	const gaps = new Map<string, string>();
	const steps: Step[] = [];
	const files = new Map<string, Seen>();
	const links = new Map<string, Seen>();
	const gone = (path: string): void => {
		context.gaps.delete(path);
		if (known.has(path)) steps.push({ path, entry: null });
	};
	await sweep(root, allPaths(listing, known), (path, found) => {
		const before = known.get(path);
		if (found === 'missing') {
			gone(path);
			if (path.includes('\ufffd')) gaps.set(path, GAPS.oddName);
		} else if (found === 'unreadable') {
			gaps.set(path, GAPS.hidden);
		} else if (before !== undefined && before.kind !== 'unseen' && isUnchanged(before, found)) {
			// Nothing can have been written since.
		} else if (found.isFile()) {
			files.set(path, seenOf(found));
		} else if (found.isSymbolicLink()) {
			links.set(path, seenOf(found));
		} else {
			gone(path);
			gaps.set(path, found.isDirectory() ? GAPS.nested : GAPS.device);
		}
	});
	const newcomers = findNewcomers(context, [...files, ...links]);
	const settle = (path: string, entry: Entry | null): void => {
		if (entry === null) {
			gone(path);
			return;
		}
		const before = newcomers.get(path);
		steps.push(
			before === undefined ? { path, entry } : { path, entry, before: before === 'same' ? entry : { kind: 'unseen' } },
		);
	};
	if (context.lastAt === null) await spareReading(context, files, settle);
	await readSmall(context, files, settle);
	await forEachBounded(files, { width: READERS, signal }, async ([path, found]) =>
		settle(path, await readFileEntry(context, path, found)),
	);
	await forEachBounded(links, { width: READERS, signal }, async ([path, found]) =>
		settle(path, await readLinkEntry(context, path, found)),
	);
	return { steps, gaps };
}

/** Reads the small files synchronously, in slices, and removes them from `files`; stops on a slow disk. */
async function readSmall(
	context: CollectContext,
	files: Map<string, Seen>,
	settle: (path: string, entry: Entry | null) => void,
): Promise<void> {
	const quick = new Quick();
	const pace = createPace();
	for (const [path, found] of files) {
		if (!quick.isQuick() || context.signal.aborted) return;
		if (found.facts.size <= BigInt(SMALL_BYTES)) {
			settle(path, await readFileEntry(context, path, found, quick));
			files.delete(path);
			await pace();
		}
	}
}

function* allPaths(listing: Listing, known: ReadonlyMap<string, Entry>): Generator<string> {
	yield* listing.paths;
	// What came to be ignored is still compared: an ignore rule must not hide a change.
	for (const path of known.keys()) {
		if (!listing.paths.has(path)) yield path;
	}
}

function seenOf(found: Exclude<PathStatus, string>): Seen {
	return { facts: factsOf(found), mode: permissionsOf(found.mode), bornNs: found.birthtimeNs };
}

function isUnchanged(before: Exclude<Entry, { kind: 'unseen' }>, found: Exclude<PathStatus, string>): boolean {
	const isSameKind = before.kind === 'file' ? found.isFile() : found.isSymbolicLink();
	return isSameKind && isSameFacts(before.facts, factsOf(found));
}

/** New files older than our last scan, which were ignored or elsewhere. `same`: unwritten since that scan. */
function findNewcomers(
	{ known, lastAt }: CollectContext,
	seen: readonly (readonly [string, Seen])[],
): ReadonlyMap<string, 'same' | 'unseen'> {
	const newcomers = new Map<string, 'same' | 'unseen'>();
	if (lastAt === null) return newcomers;
	let inodes: Set<bigint> | null = null;
	const limit = lastAt - CLOCK_SLACK;
	for (const [path, { facts, bornNs }] of seen) {
		// Where births are not recorded, the last change is the best that is known.
		const born = bornNs === 0n ? facts.ctimeNs : bornNs;
		if (known.has(path) || millisecondsOf(born) >= limit) continue;
		inodes ??= new Set(
			[...known.values()].flatMap((entry) => ('facts' in entry && entry.facts ? [entry.facts.ino] : [])),
		);
		if (!inodes.has(facts.ino)) newcomers.set(path, millisecondsOf(facts.ctimeNs) < limit ? 'same' : 'unseen');
	}
	return newcomers;
}

/** Settles the files whose content an earlier run or git has, and removes them from `files`. */
async function spareReading(
	{ repository, earlier, store, signal }: CollectContext,
	files: Map<string, Seen>,
	settle: (path: string, entry: Entry) => void,
): Promise<void> {
	if (earlier !== null) {
		await forEachBounded([...files], { width: READERS, signal }, async ([path, found]) => {
			const old = earlier.files.get(path);
			const isSame = old?.sha !== undefined && isSameFacts(old.facts, found.facts);
			if (isSame && (await store.adopt(old.sha, old.size, earlier.contents))) {
				files.delete(path);
				settle(path, { ...old, mode: found.mode });
			}
		});
	}
	if (repository !== null) {
		const now = Date.now();
		const pace = createPace();
		const facts = new Map<string, FileFacts>();
		for (const [path, found] of files) {
			if (!isFresh(found.facts, now)) facts.set(path, found.facts);
			await pace();
		}
		for (const [path, blob] of await repository.findUntouched(facts)) {
			await pace();
			const found = files.get(path);
			if (found !== undefined) {
				files.delete(path);
				const { mode, facts } = found;
				settle(path, { kind: 'file', mode, size: Number(facts.size), from: 'git', blob, facts });
			}
		}
	}
}
