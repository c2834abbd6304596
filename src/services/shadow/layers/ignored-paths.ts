import { dirname, join, relative } from 'node:path';
import type { Environment } from '../../../core/environment.js';
import { type IgnoreRules, RULE_FILES, readIgnoreRules } from '../../files/ignore-rules.js';
import { folderOf, foldersAbove } from '../../files/inside.js';
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

type Rules = { readonly rules: IgnoreRules; readonly nameInParent: string };

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
		const known = new Map<string, Promise<Rules>>();
		const rulesOf = (folder: string): Promise<Rules> => {
			const found = known.get(folder) ?? this.#rulesOf(folder, rulesOf);
			known.set(folder, found);
			return found;
		};
		return async (path, isFolder) => {
			if (this.#tracked.has(path)) return false;
			const name = path.slice(path.lastIndexOf('/') + 1);
			if (CACHES.has(name)) return true;
			const { rules } = await rulesOf(folderOf(path));
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

	async #rulesOf(folder: string, rulesOf: (folder: string) => Promise<Rules>): Promise<Rules> {
		const above = folder === '' ? await this.#above() : await rulesOf(folderOf(folder));
		const nameInParent = folder === '' ? this.#nameInTop() : `${folder.slice(folder.lastIndexOf('/') + 1)}/`;
		const parent = above === null ? null : { rules: above.rules, nameInParent };
		return { rules: await readIgnoreRules(join(this.#real, folder), parent, RULE_FILE_NAMES), nameInParent };
	}

	async #above(): Promise<Rules | null> {
		if (this.#top === null || this.#top === this.#real) return null;
		const folders: string[] = [];
		for (let at = dirname(this.#real); at.length >= this.#top.length; at = dirname(at)) {
			folders.unshift(at);
			if (at === this.#top) break;
		}
		let above: Rules | null = null;
		let before = '';
		for (const folder of folders) {
			const nameInParent = before === '' ? '' : `${relative(before, folder)}/`;
			const parent: Rules | null = above === null ? null : { rules: above.rules, nameInParent };
			above = { rules: await readIgnoreRules(folder, parent, RULE_FILE_NAMES), nameInParent };
			before = folder;
		}
		return above;
	}

	#nameInTop(): string {
		return `${relative(dirname(this.#real), this.#real)}/`;
	}
}

async function trackedFiles(cwd: string, env: Environment, more: readonly string[]): Promise<readonly string[]> {
	const args = ['ls-files', '-z', '--cached', ...more];
	const listed = await readGit({ cwd, env, args, timeout: LONGEST, most: MOST_BYTES });
	return listed.ok ? listed.value.bytes.toString().split('\0') : [];
}

const RULE_FILE_NAMES: ReadonlySet<string> = new Set(RULE_FILES);
