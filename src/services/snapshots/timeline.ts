import { type Entry, isSameEntry } from './entry.js';

/** What became of a path; `before` replaces what earlier versions said of it. */
export type Step = { readonly path: string; readonly entry: Entry | null; readonly before?: Entry };

/** Counts which entries the timeline begins and ceases to hold. */
export type EntryUse = { retain(entry: Entry): void; release(entry: Entry): void };

/**
 * All versions of the workspace that one run of the program saw: the newest in full, of the earlier
 * ones what differs. A version is a number; it counts up when something changed.
 */
export type Timeline = {
	readonly current: ReadonlyMap<string, Entry>;
	/** The newest version; 0 before the first one. */
	version(): number;
	/** Makes a new version of the steps that change something; returns the newest version's number. Entries come retained. */
	apply(steps: Iterable<Step>): number;
	entryAt(version: number, path: string): Entry | null;
	/** The paths that may differ between two versions. */
	changedBetween(one: number, other: number): Iterable<string>;
	/** Every path that any version knows. */
	paths(): Iterable<string>;
	/** Forgets what no version in `live` needs; the newest always stays. */
	keepOnly(live: ReadonlySet<number>): void;
};

type Past = { readonly until: number; readonly entry: Entry | null };

/** Creates an empty timeline. */
export function createTimeline(use: EntryUse): Timeline {
	const current = new Map<string, Entry>();
	/** What a path was, oldest first; each holds from the one before it to its `until`. */
	const past = new Map<string, Past[]>();
	let version = 0;
	const set = (path: string, entry: Entry | null): void => {
		if (entry === null) {
			current.delete(path);
		} else {
			current.set(path, entry);
		}
	};
	const step = ({ path, entry, before }: Step): void => {
		const old = current.get(path) ?? null;
		// The first version is what there was; whatever comes to light later had been there before.
		if (version > 1 && (before !== undefined ? before !== entry : !isSameEntry(old, entry))) {
			const items = past.get(path) ?? [];
			items.push({ until: version - 1, entry: before ?? old });
			past.set(path, items);
		} else if (old !== null) {
			use.release(old);
		}
		set(path, entry);
	};
	return {
		current,
		version: () => version,
		apply(steps) {
			const all = [...steps];
			const isNew =
				version === 0 ||
				all.some(({ path, entry, before }) =>
					before !== undefined ? before !== entry : !isSameEntry(current.get(path) ?? null, entry),
				);
			version += isNew ? 1 : 0;
			all.forEach(step);
			return version;
		},
		entryAt(at, path) {
			const item = past.get(path)?.find(({ until }) => until >= at);
			return item === undefined ? (current.get(path) ?? null) : item.entry;
		},
		*changedBetween(one, other) {
			const first = Math.min(one, other);
			const last = Math.max(one, other);
			for (const [path, items] of past) {
				if (items.some(({ until }) => until >= first && until < last)) yield path;
			}
		},
		*paths() {
			yield* current.keys();
			for (const path of past.keys()) {
				if (!current.has(path)) yield path;
			}
		},
		keepOnly(live) {
			const versions = [...live].sort((one, other) => one - other);
			for (const [path, items] of past) {
				let since = 0;
				const needed = items.filter(({ until, entry }) => {
					const isNeeded = versions.some((at) => at > since && at <= until);
					since = until;
					if (!isNeeded && entry !== null) use.release(entry);
					return isNeeded;
				});
				if (needed.length === 0) {
					past.delete(path);
				} else {
					past.set(path, needed);
				}
			}
		},
	};
}
