import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from './inside.js';
import { planFileTest } from './plan-folders.js';

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
		// A folder that does not exist yet: nothing is inside it until it does.
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
