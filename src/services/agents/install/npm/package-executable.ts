import { chmod, open, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fail, type Result, succeed } from '../../../../core/failure.js';
import { isRecord } from '../../../../core/is-record.js';
import { isWithin } from '../../../files/path-inside.js';
import { NPM } from '../install-messages.js';
import { packageFolder, readManifest } from './package-tree.js';

export type PackageExecutable = { readonly command: string; readonly isNodeScript: boolean };

/**
 * Finds a package's program by its `bin`, as npx would: the one that the plan names, else the only one, else the one
 * named like the package. It must be a file inside of the package's own folder, links resolved.
 */
export async function findPackageExecutable(
	folder: string,
	name: string,
	wanted: string | null,
): Promise<Result<PackageExecutable>> {
	const place = packageFolder(folder, name);
	const manifest = await readManifest(place);
	const bins = binsOf(manifest?.['bin'], unscoped(name));
	const target = choose(bins, unscoped(name), wanted);
	if (target === null) return NPM.noExecutable(name, wanted, [...bins.keys()]);
	try {
		const file = await realpath(join(place, target));
		const root = await realpath(place);
		if (!isWithin(root, file) || file === root)
			return fail('invalid', `The program that ${name} names lies outside of the package; nothing was kept.`);
		if (!(await stat(file)).isFile()) return NPM.executableMissing(name);
		const isNodeScript = await startsWithNode(file);
		if (!isNodeScript) await chmod(file, 0o755);
		return succeed({
			command: relative(await realpath(folder), file)
				.split(sep)
				.join('/'),
			isNodeScript,
		});
	} catch {
		return NPM.executableMissing(name);
	}
}

function unscoped(name: string): string {
	return name.split('/').at(-1) ?? name;
}

function binsOf(bin: unknown, usual: string): ReadonlyMap<string, string> {
	if (typeof bin === 'string') return new Map([[usual, bin]]);
	if (!isRecord(bin)) return new Map();
	return new Map(Object.entries(bin).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function choose(bins: ReadonlyMap<string, string>, usual: string, wanted: string | null): string | null {
	if (wanted !== null) return bins.get(wanted) ?? null;
	const targets = new Set(bins.values());
	return targets.size === 1 ? ([...targets][0] ?? null) : (bins.get(usual) ?? null);
}

/** True for a program of Node.js: it is started with that of this process, where a system knows no shebangs too. */
async function startsWithNode(file: string): Promise<boolean> {
	await using handle = await open(file, 'r');
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(200), 0, 200, 0);
	const [first = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
	if (first.startsWith('#!')) return /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?|\S*\/)node\s*$/.test(first);
	return /\.[cm]?js$/.test(file);
}
