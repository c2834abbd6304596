import type { PathFact } from './policy-types.js';

/**
 * Name of a file in versions, lists of changes and for the user: relative to the workspace, or its real path in
 * an additional directory. Null outside of both.
 */
export function fileName({ relative, real, isInside }: PathFact): string | null {
	return relative ?? (isInside ? real : null);
}

/** The path below a folder; any other as it is. */
export function relativeTo(folder: string, path: string): string {
	return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** Where a file lies that {@link fileName} calls so; `cwd` is the workspace. */
export function absolutePath(cwd: string, name: string): string {
	return name.startsWith('/') ? name : `${cwd}/${name}`;
}
