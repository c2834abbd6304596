import { constants, type Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Listing } from './git-list.js';
import { MOST_PATHS, type PathList } from './path-list.js';

/** Where nobody looks for a file to mention, whatever the ignore rules say. */
const NEVER = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules', '__pycache__', '.venv', '.DS_Store']);
const RULE_FILES = ['.gitignore', '.ignore'];
const MOST_RULE_BYTES = 256 * 1024;
const AT_ONCE = 8;
const DEEPEST = 64;

type Rules = { readonly base: string; readonly rules: Ignore };
type Folder = { readonly path: string; readonly rules: readonly Rules[]; readonly depth: number };

/** Fills a list by walking the folders, minding `.gitignore` and `.ignore`. Links are listed, never followed. */
export async function listByWalk(list: PathList, { workspace, signal, onGrowth }: Listing): Promise<void> {
	let level: readonly Folder[] = [{ path: '', rules: [], depth: 0 }];
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
	const rules = await rulesIn(workspace, folder, entries);
	const folders: Folder[] = [];
	for (const entry of entries) {
		if (NEVER.has(entry.name)) continue;
		const isFolder = entry.isDirectory();
		const path = folder.path + entry.name + (isFolder ? '/' : '');
		if (isIgnored(path, rules)) continue;
		list.add(path);
		if (isFolder && folder.depth < DEEPEST) folders.push({ path, rules, depth: folder.depth + 1 });
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

async function rulesIn(workspace: string, folder: Folder, entries: readonly Dirent[]): Promise<readonly Rules[]> {
	const texts: string[] = [];
	for (const name of RULE_FILES) {
		if (!entries.some((each) => each.name === name && each.isFile())) continue;
		texts.push(await readRules(join(workspace, folder.path, name)));
	}
	const text = texts.join('\n').trim();
	if (text === '') return folder.rules;
	try {
		return [...folder.rules, { base: folder.path, rules: ignore({ allowRelativePaths: true }).add(text) }];
	} catch {
		// Rules that cannot be understood hide nothing.
		return folder.rules;
	}
}

async function readRules(path: string): Promise<string> {
	try {
		const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const facts = await handle.stat();
			return facts.isFile() && facts.size <= MOST_RULE_BYTES ? await handle.readFile('utf8') : '';
		} finally {
			await handle.close();
		}
	} catch {
		// As without rules.
		return '';
	}
}

/** The deepest file with a word on a path decides, as in git. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
	for (const { base, rules: own } of rules.toReversed()) {
		const verdict = own.test(path.slice(base.length));
		if (verdict.ignored) return true;
		if (verdict.unignored) return false;
	}
	return false;
}
