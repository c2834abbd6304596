import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readIgnoreRules } from '../files/ignore-rules.js';
import type { Listing } from './git-list.js';
import { MOST_PATHS, type PathList } from './path-list.js';

/** Folders never listed, whatever the ignore rules say. */
const NEVER = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules', '__pycache__', '.venv', '.DS_Store']);
const AT_ONCE = 8;
const DEEPEST = 64;

type Parent = Parameters<typeof readIgnoreRules>[1];
type Folder = { readonly path: string; readonly parent: Parent; readonly depth: number };

export async function listByWalk(list: PathList, { workspace, signal, onGrowth }: Listing): Promise<void> {
	let level: readonly Folder[] = [{ path: '', parent: null, depth: 0 }];
	// Level by level: what lies near the top is there first.
	while (level.length > 0 && !signal.aborted && list.paths.length < MOST_PATHS) {
		const below: Folder[] = [];
		for (let from = 0; from < level.length && !signal.aborted; from += AT_ONCE) {
			const visited = level.slice(from, from + AT_ONCE).map((folder) => visit(workspace, folder, list));
			for (const folders of await Promise.all(visited)) below.push(...folders);
			onGrowth();
		}
		level = below;
	}
}

async function visit(workspace: string, folder: Folder, list: PathList): Promise<readonly Folder[]> {
	const entries = await entriesOf(join(workspace, folder.path));
	const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
	const rules = await readIgnoreRules(join(workspace, folder.path), folder.parent, names);
	const folders: Folder[] = [];
	for (const entry of entries) {
		if (NEVER.has(entry.name)) continue;
		const isFolder = entry.isDirectory();
		const nameInParent = entry.name + (isFolder ? '/' : '');
		if (rules.isIgnored(nameInParent)) continue;
		const path = folder.path + nameInParent;
		list.add(path);
		if (isFolder && folder.depth < DEEPEST)
			folders.push({ path, parent: { rules, nameInParent }, depth: folder.depth + 1 });
	}
	return folders;
}

async function entriesOf(path: string): Promise<readonly Dirent[]> {
	try {
		const entries = await readdir(path, { withFileTypes: true });
		return entries.filter((each) => each.isDirectory() || each.isFile() || each.isSymbolicLink());
	} catch {
		// A folder that may not be read, or is gone by now, has nothing to offer.
		return [];
	}
}
