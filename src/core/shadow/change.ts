import type { LinkFacts } from './link-facts.js';

/** One path that differs between an agent's view of the workspace and the workspace itself. */
export type ShadowChange = {
	/** Relative to the workspace, with `/`. */
	readonly path: string;
	/** What applying it does to the workspace. */
	readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
	/** With `renamed`: where the file was. */
	readonly from?: string;
	/** What the path is in the view; of a deleted path, what it is in the workspace. Folders appear only when they are empty or their permissions changed. */
	readonly kind: 'file' | 'link' | 'folder';
	/** Lines added and removed; null for what is no text, or too large to compare. */
	readonly added: number | null;
	readonly removed: number | null;
	/** The permission bits, where those of the workspace are to become others; `before` is null for what is new, and may be run or be written by everybody. */
	readonly mode?: { readonly before: number | null; readonly after: number };
	/** It is to lie in this folder, which is new as well, and which everybody may write. */
	readonly openFolder?: { readonly path: string; readonly mode: number };
	/** Bytes of a file so large that it is applied only when a person says so. */
	readonly size?: number;
	/** Of what is a link in the view. */
	readonly link?: LinkFacts;
	/** It belongs to git and can make git run programs (its settings, hooks, attributes): the policy decides about it. */
	readonly isProtected?: true;
	/** Both sides changed since they were the same: it is applied only when somebody chose so for this path. */
	readonly conflict: null | { readonly reason: string };
	/** Stands for both sides as they were compared: `apply` refuses what is another by now. */
	readonly version: string;
};

/** A change as it was reviewed, to be applied. */
export type ReviewedChange = {
	readonly path: string;
	readonly version: string;
	/** With a conflict: the view's side takes the place of the workspace's, which is kept beside it. */
	readonly isOverConflict?: true;
};

/** Bytes of large files that were copied by now, and that are to be. */
export type CopiedBytes = { readonly done: number; readonly total: number };

/** What came of applying changes. */
export type ApplyReport = {
	readonly applied: readonly string[];
	/** Those of them that are gone from the workspace now; absent without any. */
	readonly deleted?: readonly string[];
	/** Where files were that were renamed; absent without any. */
	readonly sources?: readonly string[];
	/** Left as they are, in the workspace and in the view, with the reason. */
	readonly skipped: readonly { readonly path: string; readonly reason: string }[];
	/** With conflicts: where the workspace's side was kept. Paths relative to the workspace. */
	readonly kept: readonly { readonly path: string; readonly at: string }[];
};

/** What came of discarding changes. */
export type DiscardReport = {
	readonly discarded: readonly string[];
	readonly skipped: readonly { readonly path: string; readonly reason: string }[];
};

/** Both sides of a file as text; null for what is not there, is no text, or too large. */
export type ShadowTexts = { readonly before: string | null; readonly after: string | null };
