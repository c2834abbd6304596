import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { textOf } from '../../../core/agents/checked-names.js';
import type { Environment } from '../../../core/environment.js';
import { isRecord } from '../../../core/is-record.js';
import { isWithin } from '../../files/path-inside.js';
import { lookAt } from '../../programs/executable.js';
import { real } from '../../programs/repository-folders.js';
import { readManifest } from '../install/npm/package-tree.js';

type GlobalPackage = {
	readonly version: string | null;
	/** The absolute executable; null where the package has none on the disk. */
	readonly path: string | null;
};

export type NpmGlobal = {
	find(name: string): Promise<GlobalPackage | null>;
	/** The version of the package `name` where `file` belongs to it; null otherwise. */
	versionOf(file: string, name: string): Promise<string | null>;
};

/**
 * npm's global prefixes: the one of the environment, of the user's `.npmrc`, and those to which folders of the PATH
 * belong (`PREFIX/bin`). npm itself is not started: that takes a second, and reads the project's settings.
 */
export function openNpmGlobal(
	env: Environment,
	{
		home,
		folders,
		repositories,
	}: { readonly home: string; readonly folders: readonly string[]; readonly repositories: readonly string[] },
): NpmGlobal {
	const prefixes = findPrefixes(env, home, folders);
	const isOfRepository = async (file: string): Promise<boolean> => {
		const target = await real(file);
		return repositories.some((repository) => isWithin(repository, target));
	};
	const packageFolder = async (name: string): Promise<{ readonly prefix: string; readonly folder: string } | null> => {
		for (const prefix of await prefixes) {
			const folder = join(prefix, ...(process.platform === 'win32' ? [] : ['lib']), 'node_modules', ...name.split('/'));
			if ((await readManifest(folder)) !== null) return { prefix, folder };
		}
		return null;
	};
	return {
		async find(name) {
			const found = await packageFolder(name);
			if (found === null) return null;
			const manifest = await readManifest(found.folder);
			const bin = executableName(manifest ?? {}, name);
			const file = bin === null ? null : join(found.prefix, process.platform === 'win32' ? '' : 'bin', bin);
			const path = file !== null && (await lookAt(file)) === 'executable' ? file : null;
			return path !== null && (await isOfRepository(path))
				? null
				: { version: textOf(manifest?.['version'], 60), path };
		},
		async versionOf(file, name) {
			const found = await packageFolder(name);
			if (found === null || !isWithin(await real(found.folder), await real(file))) return null;
			return textOf((await readManifest(found.folder))?.['version'], 60);
		},
	};
}

async function findPrefixes(env: Environment, home: string, folders: readonly string[]): Promise<readonly string[]> {
	const named = env['npm_config_prefix'] ?? env['NPM_CONFIG_PREFIX'] ?? (await prefixOfNpmrc(home));
	const ofPath = folders.map((folder) => (process.platform === 'win32' ? folder : dirname(folder)));
	const all = [...(named === undefined ? [] : [named]), ...ofPath].filter(isAbsolute);
	return [...new Set(all)];
}

async function prefixOfNpmrc(home: string): Promise<string | undefined> {
	const text = await readFile(join(home, '.npmrc'), 'utf8').catch(() => '');
	const written = /^\s*prefix\s*=\s*"?([^"\r\n]+?)"?\s*$/m.exec(text)?.[1];
	return written?.replace(/^~(?=\/)/, home).replace(/^\$\{HOME\}/, home);
}

/** The package's executable as npx chooses it: the only one, else the one named like the package. */
function executableName({ bin }: Readonly<Record<string, unknown>>, name: string): string | null {
	const own = name.replace(/^@[^/]*\//, '');
	if (typeof bin === 'string') return own;
	if (!isRecord(bin)) return null;
	const names = Object.keys(bin).filter((each) => /^[\w.-]+$/.test(each));
	return names.includes(own) ? own : names.length === 1 ? (names[0] ?? null) : null;
}
