import { realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { autoRunPart } from '../../core/policy/auto-run-files.js';
import { errnoOf } from '../errno.js';
import { isWithin, relativeTo } from './path-inside.js';
import { resolvePath } from './resolve-path.js';

export type RootOptions = {
	readonly workspace: string;
	readonly additionalDirectories?: () => readonly string[];
	/**
	 * Plan folders of the running agent, the same array until another agent runs. A segment that is a star stands for
	 * any one name, such as a project's hash.
	 */
	readonly planFolders?: () => readonly string[];
	/** True when a plan folder in the workspace came with its repository; without this function all of them did. */
	readonly isFromRepository?: (folder: string) => Promise<boolean>;
	/** See `AutoRunFolders`; without it only names count. */
	readonly autoRunFolderOf?: (real: string, root: string) => Promise<string | null>;
	/** Folders of this program's own (rules, trust): outside; a workspace inside one of them is inside. */
	readonly ownFolders?: readonly string[];
};

/** The boundary of the workspace, resolved. */
export type Roots = {
	readonly workspace: string;
	/** True for a resolved path inside the workspace or a further folder that is not this program's own. */
	isInside(real: string): boolean;
	rootOf(real: string): string | null;
	isPlanFile(real: string): Promise<boolean>;
};

const none: readonly string[] = [];

type Boundary = { readonly inner: readonly string[]; isPlanFile(real: string): Promise<boolean> };

export function createRoots(options: RootOptions): Roots {
	const workspace = resolveExisting(options.workspace);
	const own = (options.ownFolders ?? []).map(resolveDeepest);
	const isOwn = (real: string): boolean =>
		own.some((folder) => isWithin(folder, real) && !(isWithin(folder, workspace) && isWithin(workspace, real)));
	const resolved = new Map<string, string>();
	// Once for each folder: a link that is changed later moves no boundary.
	const realOf = (folder: string): string => {
		const real = resolved.get(folder) ?? resolveExisting(folder);
		resolved.set(folder, real);
		return real;
	};
	let listed: readonly string[] = [];
	let boundary = boundaryOf(listed);

	function boundaryOf(additional: readonly string[]): Boundary {
		return {
			inner: [workspace, ...additional.map(realOf)],
			isPlanFile: planFileTest({
				folders: options.planFolders ?? (() => none),
				inner: [options.workspace, ...additional].map((given) => ({ given: resolve(given), real: realOf(given) })),
				isFromRepository: options.isFromRepository ?? (async () => true),
			}),
		};
	}

	function current(): Boundary {
		const now = options.additionalDirectories?.() ?? listed;
		if (now !== listed) {
			listed = now;
			boundary = boundaryOf(now);
		}
		return boundary;
	}

	return {
		workspace,
		isInside: (real) => current().inner.some((folder) => isWithin(folder, real)) && !isOwn(real),
		rootOf: (real) => current().inner.find((folder) => isWithin(folder, real)) ?? null,
		isPlanFile: (real) => current().isPlanFile(real),
	};
}

/** A path with its links resolved; unchanged where nothing exists. */
export function resolveExisting(path: string): string {
	try {
		return realpathSync.native(path);
	} catch {
		// A folder that does not exist yet is taken as it is: nothing can be in it.
		return resolve(path);
	}
}

/** Like `resolveExisting`, for a folder of which only the upper part may exist. */
function resolveDeepest(path: string): string {
	const absolute = resolve(path);
	const above = dirname(absolute);
	try {
		return realpathSync.native(absolute);
	} catch {
		// Not made yet: the links above it are resolved all the same.
		return above === absolute ? absolute : join(resolveDeepest(above), basename(absolute));
	}
}

/** Every path is absolute. */
type PlanFolderOptions = {
	readonly folders: () => readonly string[];
	/** The folders that agents may edit, as given and resolved. */
	readonly inner: readonly { readonly given: string; readonly real: string }[];
	/** True when a folder below the workspace came with the repository, or when that is unknown. */
	readonly isFromRepository: (folder: string) => Promise<boolean>;
};

type PlanFolder = { readonly base: string; readonly segments: readonly string[]; readonly isInner: boolean };

/**
 * Tells whether a resolved path is a plan that an agent writes in plan mode. Never fails: what cannot be read is no
 * plan. A plan file may be written in plan mode, unasked, so a cloned repository must not choose where plans are. A
 * folder in the user's home may be a link of theirs. One inside the workspace counts only under its own name (a link
 * there leads to another real path), only when the repository did not bring it, and only for Markdown files directly in
 * it.
 */
function planFileTest({ folders, inner, isFromRepository }: PlanFolderOptions): (real: string) => Promise<boolean> {
	let known: { readonly folders: readonly string[]; readonly found: Promise<readonly PlanFolder[]> } | null = null;
	const fromRepository = new Map<string, Promise<boolean>>();
	const isBrought = (folder: string): Promise<boolean> => {
		const asked = fromRepository.get(folder) ?? isFromRepository(folder).catch(() => true);
		fromRepository.set(folder, asked);
		return asked;
	};
	return async (real) => {
		const now = folders();
		if (known?.folders !== now) known = { folders: now, found: locate(now, inner) };
		for (const folder of await known.found) {
			if (!isBelow(folder, real) || isAutoRun(folder, real)) continue;
			if (!folder.isInner) return true;
			if (isPlainPlan(folder, real) && (await isOwnFile(real)) && !(await isBrought(folder.base))) return true;
		}
		return false;
	};
}

async function locate(folders: readonly string[], inner: PlanFolderOptions['inner']): Promise<readonly PlanFolder[]> {
	const found: PlanFolder[] = [];
	for (const folder of folders) {
		const root = parse(folder).root;
		const names = resolve(folder).slice(root.length).split(sep);
		const star = names.indexOf('*');
		const fixed = join(root, ...names.slice(0, star === -1 ? names.length : star));
		const segments = star === -1 ? [] : names.slice(star);
		const around = inner.find(({ given, real }) => isWithin(given, fixed) || isWithin(real, fixed));
		if (around !== undefined) {
			const below = relativeTo(isWithin(around.given, fixed) ? around.given : around.real, fixed);
			const base = join(around.real, below);
			// Files below `.git` decide what git runs.
			if (!base.toLowerCase().split(sep).includes('.git')) found.push({ base, segments, isInner: true });
			continue;
		}
		const base = await resolvePath(fixed);
		if (!base.ok || inner.some(({ real }) => isWithin(real, base.value.real))) continue;
		found.push({ base: base.value.real, segments, isInner: false });
	}
	return found;
}

function isBelow({ base, segments }: PlanFolder, real: string): boolean {
	if (real === base || !isWithin(base, real)) return false;
	const names = relativeTo(base, real).split('/');
	const areFitting = segments.every((segment, index) => segment === '*' || segment === names[index]);
	return names.length > segments.length && areFitting;
}

/** A Markdown file directly in the folder. */
function isPlainPlan({ base, segments }: PlanFolder, real: string): boolean {
	const names = relativeTo(base, real).split('/').slice(segments.length);
	return names.length === 1 && /\.md$/i.test(names[0] ?? '');
}

function isAutoRun({ base, segments }: PlanFolder, real: string): boolean {
	return autoRunPart(relativeTo(base, real).split('/').slice(segments.length).join('/')) !== null;
}

/** A regular file without hard links, or none yet: writing to one name changes the file under all of its names. */
async function isOwnFile(real: string): Promise<boolean> {
	try {
		const facts = await lstat(real);
		return facts.isFile() && facts.nlink === 1;
	} catch (error) {
		return errnoOf(error) === 'ENOENT';
	}
}
