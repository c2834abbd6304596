import { methodsOf } from '../../core/once.js';
import type { AllFoldersOptions } from './all-folders.js';
import type { Snapshots } from './snapshots.js';

/** `createAllSnapshots`'s options; the state folder may be made when first needed. */
export type LazySnapshotsOptions = Omit<AllFoldersOptions, 'stateDir'> & {
	readonly stateDir: string | (() => Promise<string>);
};

/** `createAllSnapshots`, imported with the first call: the first frame comes before. */
export function createLazySnapshots(options: LazySnapshotsOptions): Snapshots {
	let made: Promise<Snapshots> | null = null;
	const load = (): Promise<Snapshots> => {
		made ??= make(options);
		return made;
	};
	return {
		...methodsOf(load, 'take', 'between', 'read', 'restore', 'drop', 'clean'),
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
		// Nothing to close where it was never loaded.
		close: async () => (await made)?.close(),
	};
}

async function make({ stateDir, ...options }: LazySnapshotsOptions): Promise<Snapshots> {
	const [{ createAllSnapshots }, folder] = await Promise.all([
		import('./all-folders.js'),
		typeof stateDir === 'string' ? stateDir : stateDir().catch(() => NO_FOLDER),
	]);
	return createAllSnapshots({ ...options, stateDir: folder });
}

/** A path where no folder can be made: snapshots then fail with a message. */
const NO_FOLDER = '/dev/null/acp-tui';
