import { fail, type Result, succeed } from '../../../src/core/failure.js';
import type { FileChange, Snapshot, SnapshotsPort } from '../../../src/core/snapshots.js';

/** Snapshots of a disk that is a map; the test says when and how they fail. */
export type FakeSnapshots = {
	readonly port: SnapshotsPort;
	/** The disk by absolute paths below `/w`; set before the first snapshot. */
	disk: Map<string, string>;
	/** What a snapshot waits for. */
	onTake: () => Promise<Result<void>>;
	/** Paths, relative, that are not kept. */
	readonly notSaved: Set<string>;
	/** Paths, relative, that no snapshot knows of. */
	readonly ignored: Set<string>;
	/** Ids of the snapshots that are kept. */
	alive(): string[];
	taken(): number;
	/** Something may have changed: what the watch says. */
	hint(): void;
	isWatching(): boolean;
};

export function createFakeSnapshots(): FakeSnapshots {
	const kept = new Map<string, ReadonlyMap<string, string>>();
	const watchers = new Set<() => void>();
	let count = 0;
	const filesOf = (snapshot: Snapshot): ReadonlyMap<string, string> => kept.get(snapshot.id) ?? new Map();
	const fake: FakeSnapshots = {
		disk: new Map(),
		onTake: async () => succeed(undefined),
		notSaved: new Set(),
		ignored: new Set(),
		alive: () => [...kept.keys()],
		taken: () => count,
		hint: () => {
			for (const watcher of watchers) watcher();
		},
		isWatching: () => watchers.size > 0,
		port: {
			async take() {
				const ready = await fake.onTake();
				if (!ready.ok) return ready;
				const id = `k${++count}`;
				const files = [...fake.disk].map(([path, text]) => [path.slice('/w/'.length), text] as const);
				kept.set(id, new Map(files.filter(([path]) => !fake.ignored.has(path))));
				const gaps = [...fake.notSaved].map((path) => ({ path, because: 'too large' }));
				return succeed({ id, at: count, gaps });
			},
			async between(from, to) {
				if (!kept.has(from.id) || !kept.has(to.id)) return fail('not-found', 'The snapshot is gone.');
				const [before, after] = [filesOf(from), filesOf(to)];
				const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
				return succeed(
					paths
						.filter((path) => before.get(path) !== after.get(path))
						.map((path): FileChange => {
							const kind = !before.has(path) ? 'added' : after.has(path) ? 'modified' : 'deleted';
							return { path, kind, canRestore: !fake.notSaved.has(path) };
						}),
				);
			},
			async read(snapshot, path) {
				const text = filesOf(snapshot).get(path);
				return succeed({ exists: text !== undefined, text: text ?? null });
			},
			async restore(to, expected, paths) {
				if (!kept.has(to.id) || !kept.has(expected.id)) return fail('not-found', 'The snapshot is gone.');
				const restored: string[] = [];
				const refused: { path: string; because: string }[] = [];
				for (const path of paths) {
					const because = fake.notSaved.has(path)
						? 'it was not kept'
						: fake.disk.get(`/w/${path}`) !== filesOf(expected).get(path)
							? 'it was changed since'
							: null;
					if (because !== null) {
						refused.push({ path, because });
						continue;
					}
					const text = filesOf(to).get(path);
					if (text === undefined) fake.disk.delete(`/w/${path}`);
					else fake.disk.set(`/w/${path}`, text);
					restored.push(path);
				}
				return succeed({ restored, refused });
			},
			watch(onHint) {
				watchers.add(onHint);
				return () => watchers.delete(onHint);
			},
			async drop(snapshot) {
				kept.delete(snapshot.id);
			},
		},
	};
	return fake;
}
