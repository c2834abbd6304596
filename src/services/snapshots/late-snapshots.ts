import type { AllFoldersOptions } from './all-folders.js';
import type { Snapshots } from './snapshots.js';

/** `createAllSnapshots`, loaded when the first of them is asked for: the interface is drawn before. */
export function createLateSnapshots(options: AllFoldersOptions): Snapshots {
	let made: Promise<Snapshots> | null = null;
	const load = (): Promise<Snapshots> => {
		made ??= import('./all-folders.js').then(({ createAllSnapshots }) => createAllSnapshots(options));
		return made;
	};
	return {
		take: async () => (await load()).take(),
		between: async (from, to) => (await load()).between(from, to),
		read: async (snapshot, path) => (await load()).read(snapshot, path),
		restore: async (to, expected, paths) => (await load()).restore(to, expected, paths),
		watch(onHint) {
			let isOver = false;
			let stop = (): void => {};
			void load().then((snapshots) => {
				if (!isOver) stop = snapshots.watch(onHint);
			});
			return () => {
				isOver = true;
				stop();
			};
		},
		drop: async (snapshot) => (await load()).drop(snapshot),
		clean: async (olderThanMilliseconds) => (await load()).clean(olderThanMilliseconds),
		// What was never loaded has nothing to close.
		close: async () => (await made)?.close(),
	};
}
