import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../errno.js';
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

/** Tells the watchdog first: this program may be killed at any moment. */
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

/** Package managers and the system make folders that nobody may change. */
async function removed(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true, maxRetries: 2 });
	} catch {
		const { removeTree } = await import('../shadow/remove-tree.js');
		await removeTree(path);
	}
}
