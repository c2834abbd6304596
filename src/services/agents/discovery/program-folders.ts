import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { isWithin } from '../../files/inside.js';
import { endings, lookAt } from '../../programs/executable.js';
import { pathOutside } from '../../programs/find-program.js';
import { real } from '../../programs/repository-folders.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type ProgramFolders = {
	readonly folders: readonly string[];
	/** The absolute file for a bare name; null where no executable has it. */
	find(name: string): Promise<string | null>;
};

/**
 * Reads the folders of the PATH and `~/.local/bin`, without those below `repositories` (real paths). Nothing is
 * started.
 */
export async function openProgramFolders(
	env: Environment,
	{ home, repositories }: { readonly home: string; readonly repositories: readonly string[] },
): Promise<ProgramFolders> {
	const besides = join(home, '.local', 'bin');
	const outside = await pathOutside(repositories, env);
	const local = await pathOutside(repositories, { PATH: [besides].join(delimiter) });
	const folders = [...new Set([...outside, ...local])];
	const contents = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
	const names = contents.map((files) => new Set(files));
	return {
		folders,
		async find(name) {
			for (const [at, folder] of folders.entries()) {
				for (const ending of endings(env)) {
					if (names[at]?.has(name + ending) !== true) continue;
					const file = join(folder, name + ending);
					if ((await lookAt(file)) !== 'executable') continue;
					const target = await real(file);
					if (!repositories.some((repository) => isWithin(repository, target))) return file;
				}
			}
			return null;
		},
	};
}
