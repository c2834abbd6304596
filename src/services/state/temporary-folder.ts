import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnedGuard } from '../guard/process-guard.js';
import { makePrivateFolder } from './private-folder.js';

/** A private folder for what a run needs and nobody keeps. */
export type TemporaryFolder = {
	/** Its path; it is made when it is first asked for. Throws the system's error when it cannot be. */
	path(): Promise<string>;
	/** Removes it with what is in it. Never throws. */
	remove(): Promise<void>;
};

/** A folder below the system's temporary one, or another. The watchdog removes it when this program is killed. */
export function createTemporaryFolder(
	guard: Pick<OwnedGuard, 'addFolder' | 'removeFolder'>,
	parent: string | null = null,
): TemporaryFolder {
	let made: Promise<string> | null = null;
	const make = async (): Promise<string> => {
		if (parent !== null) await makePrivateFolder(parent);
		const path = await mkdtemp(join(parent ?? tmpdir(), 'acp-tui-'));
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
				await removed(path);
				guard.removeFolder(path);
			} catch {
				// The watchdog tries once more when this program has ended.
			}
		},
	};
}

/** Package managers and the system make folders that nobody may change. */
async function removed(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true, maxRetries: 2 });
	} catch {
		const { removeTree } = await import('../shadow/remove-tree.js');
		await removeTree(path);
	}
}
