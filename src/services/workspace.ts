import { constants } from 'node:fs';
import { lstat, open, readlink, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { WorkspacePort } from '../core/ports.js';

const MOST_BYTES = 4096;
const SHORT_SHA = 7;

/**
 * Facts of the workspace for display. The branch is read from `.git` itself: running git would run what a cloned
 * repository's configuration says.
 */
export function createWorkspace(cwd: string): WorkspacePort {
	return {
		async branch() {
			try {
				const folder = await findGitFolder(resolve(cwd));
				return folder === null ? null : await readBranch(join(folder, 'HEAD'));
			} catch {
				// The branch is an ornament: whatever cannot be read is shown as no branch.
				return null;
			}
		},
		async hasFolder(path) {
			const found = await stat(path).catch(() => null);
			return found?.isDirectory() === true;
		},
	};
}

async function findGitFolder(start: string): Promise<string | null> {
	for (let folder = start; ; folder = dirname(folder)) {
		const found = await gitFolderIn(folder);
		if (found !== null || folder === dirname(folder)) return found;
	}
}

async function gitFolderIn(folder: string): Promise<string | null> {
	const path = join(folder, '.git');
	const text = await readSmallFile(path);
	if (text === 'folder') return path;
	// Worktrees and submodules have a file that names the real folder.
	const target = text === null ? undefined : /^gitdir: *(.+?)\s*$/m.exec(text.content)?.[1];
	return target === undefined ? null : resolve(folder, target);
}

async function readBranch(head: string): Promise<string | null> {
	const facts = await lstat(head);
	if (facts.isSymbolicLink()) {
		// Git before 1.5 wrote HEAD as a link.
		return cleanName(/^refs\/heads\/(.+)$/.exec(await readlink(head))?.[1]);
	}
	const text = await readSmallFile(head);
	if (text === null || text === 'folder') return null;
	const line = text.content.split('\n', 1)[0]?.trim() ?? '';
	const ref = /^ref: *(.+)$/.exec(line)?.[1];
	if (ref !== undefined) return cleanName(ref.replace(/^refs\/heads\//, ''));
	return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(line) ? line.slice(0, SHORT_SHA) : null;
}

/** `.invalid` is HEAD's placeholder with the reftable format, which is not read here. */
function cleanName(name: string | undefined): string | null {
	const isUsable = name !== undefined && name !== '.invalid' && !/[\u0000-\u0020\u007f-\u009f]/.test(name);
	return isUsable ? name : null;
}

/** Never blocks on a FIFO and never reads more than a few kilobytes, whatever a repository put there. */
async function readSmallFile(path: string): Promise<'folder' | { readonly content: string } | null> {
	await using handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);
	if (handle === null) return null;
	const facts = await handle.stat();
	if (facts.isDirectory()) return 'folder';
	if (!facts.isFile()) return null;
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
	return { content: buffer.toString('utf8', 0, bytesRead) };
}
