import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../errno.js';
import type { OwnedGuard } from '../guard/process-guard.js';
import { makePrivateFolder } from './private-folder.js';

export type TemporaryFolder = {
	/** Made on the first call. Throws the system's error. */
	path(): Promise<string>;
	remove(): Promise<void>;
};

/**
 * A private folder below the system's temporary one, or another, removed with its content by `remove`, which never
 * throws, or by the watchdog when this process is killed.
 */
export function createTemporaryFolder(
	guard: Pick<OwnedGuard, 'addFolder' | 'removeFolder'>,
	parent: string | null = null,
): TemporaryFolder {
	let made: Promise<string> | null = null;
	const make = async (): Promise<string> => {
		if (parent !== null) await makePrivateFolder(parent);
		return makeWatched(parent ?? tmpdir(), guard);
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

/** Registers the folder with the watchdog first, as this process may be killed at any time. */
function makeWatched(parent: string, guard: Pick<OwnedGuard, 'addFolder' | 'removeFolder'>): string {
	for (;;) {
		const path = join(parent, `acp-tui-${randomBytes(6).toString('base64url').slice(0, 6)}`);
		guard.addFolder(path);
		try {
			mkdirSync(path, { mode: 0o700 });
			return path;
		} catch (error) {
			guard.removeFolder(path);
			if (errnoOf(error) !== 'EEXIST') throw error;
		}
	}
}

/** Package managers and the system make read-only folders. */
async function removed(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true, maxRetries: 2 });
	} catch {
		const { removeTree } = await import('../files/remove-tree.js');
		await removeTree(path);
	}
}
