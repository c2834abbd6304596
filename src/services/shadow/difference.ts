import type { Side } from './side.js';

/** A path whose two sides are not known to be the same. */
export type Difference = {
	/** Relative to the workspace, with `/`. */
	readonly path: string;
	/** What the agent sees; null: nothing. */
	readonly view: Side | null;
	/** What the workspace holds; null: nothing. */
	readonly real: Side | null;
	/** The outermost folder of the workspace that is gone in the view with this path. */
	readonly goneFolder: string | null;
	/** The entry of the view's own layer that makes the difference, where it makes others, too. */
	readonly cover: string | null;
};

/** What a look at both sides found. */
export type Look = {
	/** By path. */
	readonly differences: readonly Difference[];
	/** Entries of the view's own layer that may make no difference: none is told of some of them. */
	readonly idle: readonly string[];
	/** Folders of the view's own layer that hide what the workspace holds there; the outermost. */
	readonly opaque: readonly string[];
	/** False when there may be more, as what folders hide could not be seen. */
	readonly isComplete: boolean;
	/** Why nobody can tell which of both sides changed; words that follow a path and a colon. */
	readonly doubt?: string;
};

/** Puts differences into the order of their paths, names one by one. */
export function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
	return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
