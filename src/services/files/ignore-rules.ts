import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readTextWithin } from './read-regular.js';

/** Folders of build output, dependencies and tools' records; never walked. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
	...['.git', '.hg', '.svn', '.jj', 'node_modules', 'bower_components', '.venv', '__pycache__', '.tox', '.mypy_cache'],
	...['.pytest_cache', '.ruff_cache', '.gradle', '.terraform'],
]);

export const RULE_FILES: readonly string[] = ['.gitignore', '.ignore'];
const MOST_RULE_BYTES = 1024 * 1024;
/** Git's default on these systems. */
const IS_CASE_IGNORED = process.platform === 'darwin' || process.platform === 'win32';

export type IgnoreRules = { isIgnored(name: string): boolean };

const NO_RULES: IgnoreRules = { isIgnored: () => false };

/** Reads a folder's rules; `nameInParent` is its name with a trailing `/`, empty for the outermost. */
export async function readIgnoreRules(
	folder: string,
	parent: { readonly rules: IgnoreRules; readonly nameInParent: string } | null,
	names: ReadonlySet<string>,
): Promise<IgnoreRules> {
	const above: IgnoreRules =
		parent === null ? NO_RULES : { isIgnored: (name) => parent.rules.isIgnored(parent.nameInParent + name) };
	const files = RULE_FILES.filter((name) => names.has(name)).map((name) => join(folder, name));
	if (parent === null) files.unshift(join(folder, '.git/info/exclude'));
	let own: Ignore | null = null;
	for (const file of files) {
		const text = await readTextWithin(file, MOST_RULE_BYTES);
		// Rules that cannot be read ignore nothing: more is kept than needed. Git follows no link either.
		if (text === null) continue;
		own ??= ignore({ allowRelativePaths: true, ignoreCase: IS_CASE_IGNORED });
		try {
			own.add(text);
		} catch {
			// Rules that cannot be understood hide nothing.
		}
	}
	if (own === null) return above;
	const rules = own;
	return {
		isIgnored(name) {
			const { ignored, unignored } = rules.test(name);
			return ignored || (!unignored && above.isIgnored(name));
		},
	};
}

type Walk = {
	readonly isSkipped: (entry: Dirent) => boolean;
	/** Gets each path, of a folder with a trailing `/`; false ends the walk. */
	readonly take: (path: string) => boolean;
	readonly onClosed?: (folder: string) => void;
	/** Between some folders and the next; false ends the walk. */
	readonly mayGoOn?: () => boolean;
};
type Folder = { readonly path: string; readonly parent: Parameters<typeof readIgnoreRules>[1] };

const AT_ONCE = 8;

/** Walks what no rule ignores, and follows no link. Level by level: what lies near the top is there first. */
export async function walkUnignored(
	root: string,
	{ isSkipped, take, onClosed, mayGoOn = () => true }: Walk,
): Promise<void> {
	let isOver = false;
	const visit = async ({ path, parent }: Folder): Promise<readonly Folder[]> => {
		const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
		if (entries === null) onClosed?.(path);
		const files = new Set(entries?.filter((entry) => entry.isFile()).map(({ name }) => name));
		const rules = await readIgnoreRules(join(root, path), parent, files);
		const folders: Folder[] = [];
		for (const entry of entries ?? []) {
			const nameInParent = `${entry.name}${entry.isDirectory() ? '/' : ''}`;
			if (isOver || isSkipped(entry) || rules.isIgnored(nameInParent)) continue;
			isOver = !take(path + nameInParent);
			if (entry.isDirectory()) folders.push({ path: path + nameInParent, parent: { rules, nameInParent } });
		}
		return folders;
	};
	for (let level: readonly Folder[] = [{ path: '', parent: null }]; level.length > 0; ) {
		const below: Folder[] = [];
		for (let from = 0; from < level.length; from += AT_ONCE) {
			below.push(...(await Promise.all(level.slice(from, from + AT_ONCE).map(visit))).flat());
			if (isOver || !mayGoOn()) return;
		}
		level = below;
	}
}
