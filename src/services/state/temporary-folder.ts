import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnedGuard } from '../guard/process-guard.js';

/** A private folder for what a run needs and nobody keeps. */
export type TemporaryFolder = {
	/** Its path; it is made when it is first asked for. Throws the system's error when it cannot be. */
	path(): Promise<string>;
	/** Removes it with what is in it. Never throws. */
	remove(): Promise<void>;
};

/** A folder below the system's temporary one. The watchdog removes it when this program is killed. */
export function createTemporaryFolder(guard: Pick<OwnedGuard, 'addFolder' | 'removeFolder'>): TemporaryFolder {
	let made: Promise<string> | null = null;
	const make = async (): Promise<string> => {
		const path = await mkdtemp(join(tmpdir(), 'acp-tui-'));
		guard.addFolder(path);
		return path;
	};
	return {
		path() {
			made ??= make();
			return made;
		},
		async remove() {
			const path = await made?.catch(() => null);
			if (path === undefined || path === null) return;
			try {
				await rm(path, { recursive: true, force: true, maxRetries: 2 });
				guard.removeFolder(path);
			} catch {
				// The watchdog tries once more when this program has ended.
			}
		},
	};
}
