import { basename, dirname, join } from 'node:path';
import type { Environment } from '../../../core/environment.js';
import { type IgnoreRules, RULE_FILES, readIgnoreRules } from '../../files/ignore-rules.js';
import { folderOf, foldersAbove } from '../../files/path-inside.js';
import { findTop } from '../../git/find-top.js';
import { readGit } from '../../git/run-git.js';
import type { LeavesOut, LeftOut } from '../overlay/upper-walk.js';

const CACHES: ReadonlySet<string> = new Set([
	...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.tox', '.nox', '.hypothesis', '.cache'],
	...['.gradle', '.parcel-cache', '.turbo', '.nyc_output', '.vite', '.vite-temp', '.eslintcache', '.swc'],
]);

/** Milliseconds, and bytes of names, for the list of tracked files. */
const LONGEST = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Tells which paths of a workspace git ignores, or are caches. The rules are the workspace's: a command hides nothing
 * with rules that it writes. Tracked files are never ignored.
 */
export class IgnoredPaths implements LeavesOut {
	readonly #real: string;
	readonly #tracked: ReadonlySet<string>;
	readonly #found = new Map<string, boolean>();
	readonly #top: string | null;

	private constructor(real: string, top: string | null, tracked: ReadonlySet<string>) {
		this.#real = real;
		this.#top = top;
		this.#tracked = tracked;
	}

	static async open(real: string, env: Environment): Promise<IgnoredPaths> {
		const top = await findTop(real);
		if (top === null) return new IgnoredPaths(real, top, new Set());
		const [ignored, all] = await Promise.all([
			trackedFiles(real, env, ['--ignored', '--exclude-standard']),
			trackedFiles(real, env, []),
		]);
		const inCaches = all.filter((path) => path.split('/').some((name) => CACHES.has(name)));
		return new IgnoredPaths(
			real,
			top,
			new Set([...ignored, ...inCaches].flatMap((path) => [path, ...foldersAbove(path)])),
		);
	}

	/** For one look: the next may have other rules. */
	look(): LeftOut {
		const known = new Map<string, Promise<IgnoreRules>>();
		const rulesOf = (folder: string): Promise<IgnoreRules> => {
			const rules = known.get(folder) ?? this.#readRules(folder, rulesOf);
			known.set(folder, rules);
			return rules;
		};
		return async (path, isFolder) => {
			if (this.#tracked.has(path)) return false;
			const name = basename(path);
			if (CACHES.has(name)) return true;
			const rules = await rulesOf(join(this.#real, folderOf(path)));
			const isIgnored = rules.isIgnored(isFolder ? `${name}/` : name);
			if (isIgnored && !this.#found.has(path)) this.#found.set(path, true);
			return isIgnored;
		};
	}

	/** Ignored paths that differ since the last call; caches are never reported. */
	takeNew(): readonly string[] {
		const found = [...this.#found].flatMap(([path, isNew]) => (isNew ? [path] : []));
		for (const path of found) this.#found.set(path, false);
		return found;
	}

	get isAnyIgnored(): boolean {
		return this.#found.size > 0;
	}

	/** Rules of a folder, and of those around it up to the repository's top. */
	async #readRules(folder: string, rulesOf: (folder: string) => Promise<IgnoreRules>): Promise<IgnoreRules> {
		const isTop = folder === (this.#top ?? this.#real);
		const parent = isTop ? null : { rules: await rulesOf(dirname(folder)), nameInParent: `${basename(folder)}/` };
		return readIgnoreRules(folder, parent, RULE_FILE_NAMES);
	}
}

async function trackedFiles(cwd: string, env: Environment, more: readonly string[]): Promise<readonly string[]> {
	const args = ['ls-files', '-z', '--cached', ...more];
	const listed = await readGit({ cwd, env, args, timeout: LONGEST, most: MOST_BYTES });
	return listed.ok ? listed.value.bytes.toString().split('\0') : [];
}

const RULE_FILE_NAMES: ReadonlySet<string> = new Set(RULE_FILES);
