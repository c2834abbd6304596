import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from '../files/inside.js';
import { endings, lookAt } from './executable.js';
import { real } from './repository-folders.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a search for a program came to. */
export type FoundProgram =
	| { readonly type: 'found'; readonly file: string }
	| { readonly type: 'missing' }
	| { readonly type: 'not-executable' }
	/** Only files that a repository may have brought have the name; `file` is the first. */
	| { readonly type: 'in-repository'; readonly file: string };

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** The folders of `PATH` that are absolute and neither are in one of `folders` nor lead there. */
export async function pathOutside(folders: readonly string[], env: Environment): Promise<readonly string[]> {
	const entries = pathOf(env).split(delimiter).filter(isAbsolute);
	const places = await Promise.all(entries.map(real));
	return entries.filter((entry, at) => ![entry, places[at] ?? entry].some((path) => isIn(folders, path)));
}

/**
 * Looks a bare name up on `PATH` as the system would, but takes no file of `folders`, neither through a
 * relative entry nor through a link. `cwd` is what relative entries would count from.
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
				if (trusted.has(entry) && !isIn(folders, await real(file))) return { type: 'found', file };
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
