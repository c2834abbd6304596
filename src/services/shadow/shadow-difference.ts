import type { Side } from './shadow-side.js';

export type Difference = {
	/** Relative to the workspace, with `/`. */
	readonly path: string;
	readonly view: Side | null;
	readonly real: Side | null;
	/** The outermost folder that the view lacks above this path. */
	readonly goneFolder: string | null;
	/** The entry of the view's own layer that makes this difference and others. */
	readonly cover: string | null;
};

export type Look = {
	readonly differences: readonly Difference[];
	/** Entries of the view's own layer without a known difference; not all are listed. */
	readonly idle: readonly string[];
	/** Outermost folders of the view's own layer that hide the workspace's content. */
	readonly opaque: readonly string[];
	/** False when there may be more: hidden content could not be read. */
	readonly isComplete: boolean;
	/** Why the changed side is unknown; follows a path and a colon. */
	readonly doubt?: string;
};

export function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
	return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
