import { readlink } from 'node:fs/promises';
import { delimiter, isAbsolute, join, parse, resolve, sep } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { isWithin } from '../files/path-inside.js';
import { endings, lookAt } from './executable.js';
import { real } from './repository-folders.js';

export type FoundProgram =
	| { readonly type: 'found'; readonly file: string }
	| { readonly type: 'missing' }
	| { readonly type: 'not-executable' }
	/** Only files of a repository have the name; `file` is the first. */
	| { readonly type: 'in-repository'; readonly file: string };

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** The absolute folders of `PATH` that are neither below one of `folders` nor lead there. */
export async function pathOutside(folders: readonly string[], env: Environment): Promise<readonly string[]> {
	const entries = pathOf(env).split(delimiter).filter(isAbsolute);
	const isBrought = await Promise.all(entries.map((entry) => leadsThrough(folders, entry)));
	return entries.filter((_, at) => isBrought[at] !== true);
}

/** Whether a path, or any link on its way, leads through one of the folders: who writes there decides what is found. */
async function leadsThrough(folders: readonly string[], path: string): Promise<boolean> {
	for (let at = resolve(path), left = MOST_LINKS; ; left -= 1) {
		if (left === 0 || isIn(folders, at)) return true;
		const link = await firstLink(at);
		if (link === null) return isIn(folders, await real(at));
		at = link;
	}
}

/** As in the system. */
const MOST_LINKS = 40;

async function firstLink(path: string): Promise<string | null> {
	if ((await real(path)) === path) return null;
	const { root } = parse(path);
	const names = path.slice(root.length).split(sep);
	let at = root;
	for (const [index, name] of names.entries()) {
		const next = join(at, name);
		const target = await readlink(next).catch(() => null);
		if (target !== null) return resolve(at, target, ...names.slice(index + 1));
		at = next;
	}
	return null;
}

/**
 * Looks a bare name up on `PATH` as the system would, but ignores files of `folders`, also through a relative entry or
 * a link. `cwd` is the base of relative entries.
 */
export async function findProgram(
	name: string,
	options: { readonly folders: readonly string[]; readonly env: Environment; readonly cwd: string },
): Promise<FoundProgram> {
	const { folders, env, cwd } = options;
	const trusted = new Set(await pathOutside(folders, env));
	let other: FoundProgram = { type: 'missing' };
	for (const entry of pathOf(env).split(delimiter)) {
		for (const ending of endings(env)) {
			const file = join(resolve(cwd, entry), name + ending);
			const look = await lookAt(file);
			if (look === 'executable') {
				if (trusted.has(entry) && !(await leadsThrough(folders, file))) return { type: 'found', file };
				if (other.type !== 'in-repository') other = { type: 'in-repository', file };
			} else if (look === 'not executable' && other.type === 'missing') {
				other = { type: 'not-executable' };
			}
		}
	}
	return other;
}

function isIn(folders: readonly string[], path: string): boolean {
	return folders.some((folder) => isWithin(folder, path));
}

function pathOf(env: Environment): string {
	return env['PATH'] ?? env['Path'] ?? SYSTEM_PATH;
}
