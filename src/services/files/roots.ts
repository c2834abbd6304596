import { realpathSync } from 'node:fs';
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path';
import { resolvePath } from './resolve-path.js';

/** What `createFiles` is told about where it may go. Every path is absolute. */
export type RootOptions = {
	readonly workspace: string;
	/** Further folders that count as inside. */
	readonly additionalDirectories?: readonly string[];
	/** Where agents keep their plans. A segment that is a star stands for any one name, such as a project's hash. */
	readonly planFolders?: readonly string[];
	/**
	 * This program's own folders: rules and trust are kept there, so they count as outside wherever the
	 * workspace is, unless it is inside of one of them.
	 */
	readonly ownFolders?: readonly string[];
};

/** The resolved walls. */
export type Roots = {
	readonly workspace: string;
	/** True for a resolved path inside the workspace or a further folder that is not this program's own. */
	isInside(real: string): boolean;
	isPlanFile(real: string): Promise<boolean>;
};

type PlanFolder = { readonly base: string; readonly segments: readonly string[] };

/** Resolves the walls once: a link that is changed later moves none of them. */
export function createRoots(options: RootOptions): Roots {
	const workspace = resolveExisting(options.workspace);
	const additional = (options.additionalDirectories ?? []).map(resolveExisting);
	const inner = [workspace, ...additional];
	const own = (options.ownFolders ?? []).map(resolveDeepest).filter((folder) => !isWithin(folder, workspace));
	let plans: Promise<readonly PlanFolder[]> | null = null;
	return {
		workspace,
		isInside: (real) => inner.some((folder) => isWithin(folder, real)) && !own.some((folder) => isWithin(folder, real)),
		async isPlanFile(real) {
			plans ??= resolvePlanFolders(options.planFolders ?? [], [resolve(options.workspace), ...inner], inner);
			return (await plans).some((folder) => isInPlanFolder(folder, real));
		},
	};
}

/** True for the folder itself and everything below it; both are resolved paths. */
export function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path from a folder, with `/`; an empty string for the folder itself. */
export function relativeTo(folder: string, path: string): string {
	return relative(folder, path).split(sep).join('/');
}

function resolveExisting(path: string): string {
	try {
		return realpathSync.native(path);
	} catch {
		// A folder that does not exist yet: nothing is inside it until it does.
		return resolve(path);
	}
}

/** Like `resolveExisting`, for a folder of which only the upper part may exist yet. */
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

async function resolvePlanFolders(
	folders: readonly string[],
	givenInner: readonly string[],
	inner: readonly string[],
): Promise<readonly PlanFolder[]> {
	const found: PlanFolder[] = [];
	for (const folder of folders) {
		const root = parse(folder).root;
		const segments = resolve(folder).slice(root.length).split(sep);
		const star = segments.indexOf('*');
		const fixed = join(root, ...segments.slice(0, star === -1 ? segments.length : star));
		const base = await resolvePath(fixed);
		if (!base.ok) {
			continue;
		}
		// A repository's own `plans` that is a link must not make the place it points to writable in plan mode.
		const isGivenInside = givenInner.some((wall) => isWithin(wall, fixed));
		if (isGivenInside && !inner.some((wall) => isWithin(wall, base.value.real))) {
			continue;
		}
		found.push({ base: base.value.real, segments: star === -1 ? [] : segments.slice(star) });
	}
	return found;
}

function isInPlanFolder(folder: PlanFolder, real: string): boolean {
	if (real === folder.base || !isWithin(folder.base, real)) {
		return false;
	}
	const names = relativeTo(folder.base, real).split('/');
	return (
		names.length > folder.segments.length &&
		folder.segments.every((segment, index) => segment === '*' || segment === names[index])
	);
}
