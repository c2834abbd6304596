import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defined } from '../../core/defined.js';
import { type Result, succeed } from '../../core/failure.js';
import type { PathFact } from '../../core/policy/policy-types.js';
import type { FilesPort } from '../../core/ports.js';
import { Serial } from '../../core/serial.js';
import { isMissing } from '../errno.js';
import { factsOf, markOf } from '../snapshots/snapshot-entry.js';
import { FILES } from './file-failure.js';
import { linksBehind } from './links-behind.js';
import { isWithin, relativeTo } from './path-inside.js';
import { type ReadOptions, readText } from './read-text.js';
import { type ResolvedPath, resolvePath, show } from './resolve-path.js';
import { createRoots, type RootOptions, type Roots } from './roots.js';
import { writeText } from './write-text.js';

/** Resolves paths and opens files, on this machine or in a view of it. */
export type FileAccess = {
	resolve(given: string): Promise<Result<ResolvedPath>>;
	read(real: string, where: string, options: ReadOptions): Promise<Result<string>>;
	write(target: ResolvedPath, where: string, content: string): Promise<Result<void>>;
	linksBehind(pattern: string, areWords?: boolean): Promise<readonly string[] | null>;
};

const MACHINE_FILES: FileAccess = { resolve: resolvePath, read: readText, write: writeText, linksBehind };

/** `maxReadBytes` bounds one answer of `read` (default 10 MB). */
export type FilesOptions = RootOptions & { readonly maxReadBytes?: number };

type Located = { readonly fact: PathFact; readonly path: ResolvedPath; readonly where: string };

const DEFAULT_MAX_READ_BYTES = 10_000_000;

/**
 * Text files inside the workspace, the additional directories and the plan folders; nothing else is ever opened.
 * `relative` of a path fact is set for the workspace only. `access` may be a view of this machine, in which the
 * workspace has the same path.
 */
export function createFiles(options: FilesOptions, access: FileAccess = MACHINE_FILES): FilesPort {
	const roots = createRoots(options);
	const maxReadBytes = options.maxReadBytes ?? DEFAULT_MAX_READ_BYTES;
	const writes = new Serial();
	const locate = (given: string, expected?: string | null): Promise<Result<Located>> =>
		locateIn(access, roots, given, expected);
	return {
		async inspect(path) {
			const resolved = await access.resolve(path);
			return resolved.ok
				? factOf(path, resolved.value.real, roots, options.autoRunFolderOf)
				: { given: path, real: null, relative: null, isInside: false, isPlanFile: false };
		},
		async read(path, { line, limit, real } = {}) {
			if (!isCount(line) || !isCount(limit)) return FILES.oddLine(show(path));
			const located = await locate(path, real);
			if (!located.ok) return located;
			const { where, path: resolved } = located.value;
			return access.read(resolved.real, where, { maxReadBytes, ...defined({ line, limit }) });
		},
		// Only real files have marks: in a view a file is compared by reading it.
		...(access === MACHINE_FILES ? { marks: (paths) => marksOf(paths, locate) } : {}),
		linksBehind: access.linksBehind,
		async write(path, content, real) {
			if (!content.isWellFormed()) return FILES.brokenText(show(path));
			// Two paths may be one file, which only looking tells; and one write may make what the next one misses.
			return writes.run(async () => {
				const located = await locate(path, real);
				return located.ok ? access.write(located.value.path, located.value.where, content) : located;
			});
		},
	};
}

async function locateIn(
	access: FileAccess,
	roots: Roots,
	given: string,
	expected?: string | null,
): Promise<Result<Located>> {
	const resolved = await access.resolve(given);
	if (!resolved.ok) return resolved;
	const fact = await factOf(given, resolved.value.real, roots);
	if (!fact.isInside && !fact.isPlanFile) return FILES.outside(show(given), show(roots.workspace));
	const where = show(fact.relative === null || fact.relative === '' ? resolved.value.real : fact.relative);
	// A link was changed since: the decision was about another file.
	if (expected !== undefined && expected !== resolved.value.real) return FILES.moved(where);
	return /[\\/]$/.test(given) && resolved.value.missing.length > 0
		? FILES.notAFile(where, 'written as a folder')
		: succeed({ fact, path: resolved.value, where });
}

async function factOf(
	given: string,
	real: string,
	roots: Roots,
	autoRunFolderOf?: RootOptions['autoRunFolderOf'],
): Promise<PathFact> {
	const root = roots.isInside(real) ? roots.rootOf(real) : null;
	if (root === null) return { given, real, relative: null, isInside: false, isPlanFile: await roots.isPlanFile(real) };
	const autoRunFolder = (await autoRunFolderOf?.(real, root)) ?? null;
	return {
		given,
		real,
		relative: root === roots.workspace ? relativeTo(root, real) : null,
		isInside: true,
		...(root === roots.workspace ? {} : { root }),
		...(autoRunFolder === null
			? {}
			: { autoRunFolder: isWithin(root, autoRunFolder) ? relativeTo(root, autoRunFolder) : autoRunFolder }),
		isPlanFile: await roots.isPlanFile(real),
	};
}

function isCount(value: number | undefined): boolean {
	return value === undefined || (Number.isInteger(value) && value >= 0);
}

type Mark = string | null | undefined;

/**
 * Marks of files by what the system says of them; null where there is none, undefined where only reading tells. `locate`
 * resolves a folder, once for all files in it: of thousands of files that takes most of the time.
 */
async function marksOf(
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
