import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Result } from '../../core/failure.js';
import { isMissing } from '../errno.js';
import { factsOf, markOf } from '../snapshots/entry.js';
import type { ResolvedPath } from './resolve-path.js';

type Mark = string | null | undefined;

/**
 * Marks of files by what the system says of them; null where there is none, undefined where only reading tells. `locate`
 * resolves a folder, once for all files in it: of thousands of files that takes most of the time.
 */
export async function marksOf(
	paths: readonly string[],
	locate: (folder: string) => Promise<Result<{ readonly path: ResolvedPath }>>,
): Promise<readonly Mark[]> {
	const folders = new Map<string, Promise<string | null | undefined>>();
	const realOf = async (folder: string): Promise<string | null | undefined> => {
		const located = await locate(folder);
		if (!located.ok) return undefined;
		const { real, missing } = located.value.path;
		return missing.length > 0 ? null : real;
	};
	return Promise.all(
		paths.map(async (path) => {
			const folder = dirname(path);
			const known = folders.get(folder) ?? realOf(folder);
			folders.set(folder, known);
			const real = await known;
			return typeof real === 'string' ? markAt(join(real, basename(path))) : real;
		}),
	);
}

function markAt(path: string): Mark {
	try {
		const stats = lstatSync(path, { bigint: true });
		return stats.isFile() ? markOf(factsOf(stats)) : undefined;
	} catch (error) {
		return isMissing(error) ? null : undefined;
	}
}
