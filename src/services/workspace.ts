import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { WorkspacePort } from '../core/ports.js';
import { gitFileTarget } from './files/git-file.js';
import { readBounded } from './files/read-bounded.js';
import { findTop } from './git/find-top.js';

const MOST_BYTES = 4096;
const SHORT_SHA = 7;

/**
 * Facts of the workspace for display. The branch is read from `.git` itself: running git would run what a cloned
 * repository's configuration says.
 */
export function createWorkspace(cwd: string): WorkspacePort {
	return {
		async branch() {
			const top = await findTop(resolve(cwd));
			if (top === null) return null;
			// The branch is an ornament: whatever cannot be read is shown as no branch.
			const head = await readBounded(join(await gitFolderOf(top), 'HEAD'), MOST_BYTES).catch(() => null);
			return Buffer.isBuffer(head) ? branchIn(head.toString('utf8')) : null;
		},
		async hasFolder(path) {
			const found = await stat(path).catch(() => null);
			return found?.isDirectory() === true;
		},
	};
}

/** Worktrees and submodules have a file that names the real folder. */
async function gitFolderOf(top: string): Promise<string> {
	return (await gitFileTarget(top)) ?? join(top, '.git');
}

function branchIn(head: string): string | null {
	const line = head.split('\n', 1)[0]?.trim() ?? '';
	const ref = /^ref: *(.+)$/.exec(line)?.[1];
	if (ref !== undefined) return cleanName(ref.replace(/^refs\/heads\//, ''));
	return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(line) ? line.slice(0, SHORT_SHA) : null;
}

/** `.invalid` is HEAD's placeholder with the reftable format, which is not read here. */
function cleanName(name: string): string | null {
	return name === '.invalid' || /[\u0000-\u0020\u007f-\u009f]/.test(name) ? null : name;
}
