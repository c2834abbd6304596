import type { LinkFacts } from './link-facts.js';

export type ShadowChange = {
	/** Relative to the workspace, with `/`. */
	readonly path: string;
	readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
	readonly from?: string;
	/** In the view; of a deleted path, in the workspace. Folders: only empty ones, or with changed permissions. */
	readonly kind: 'file' | 'link' | 'folder';
	/** Null for binary files, or those too large to compare. */
	readonly added: number | null;
	readonly removed: number | null;
	/** Where they change in the workspace; `before` is null for what is new, and executable or world-writable. */
	readonly mode?: { readonly before: number | null; readonly after: number };
	/** New, world-writable folder that contains it. */
	readonly openFolder?: { readonly path: string; readonly mode: number };
	/** Bytes of a file so large that it is applied only when the user says so. */
	readonly size?: number;
	readonly link?: LinkFacts;
	/** Git's own (settings, hooks, attributes), which can make git run programs: the policy decides about it. */
	readonly isProtected?: true;
	/** Both sides changed since they were the same: it is applied only when the user chose so for this path. */
	readonly conflict: null | { readonly reason: string };
	/** Version of both compared sides: `apply` refuses a newer one. */
	readonly version: string;
};

export type ReviewedChange = {
	readonly path: string;
	readonly version: string;
	/** With a conflict: the view's side replaces the workspace's, which is saved beside it. */
	readonly isOverConflict?: true;
	/** A part of the change: this text in place of the view's; the rest waits. */
	readonly text?: string;
};

/** A part of the change of a text, as it was reviewed. */
export type ReviewedPart = ReviewedChange & { readonly text: string };

export type CopiedBytes = { readonly done: number; readonly total: number };

export type ApplyReport = {
	readonly applied: readonly string[];
	/** Removed from the workspace; absent for none. */
	readonly deleted?: readonly string[];
	/** Old paths of renamed files; absent for none. */
	readonly sources?: readonly string[];
	/** Left as they are, in the workspace and in the view, with the reason. */
	readonly skipped: readonly { readonly path: string; readonly reason: string }[];
	/** With conflicts: copies of the workspace's side. Paths relative to the workspace. */
	readonly kept: readonly { readonly path: string; readonly at: string }[];
};

export type DiscardReport = {
	readonly discarded: readonly string[];
	readonly skipped: readonly { readonly path: string; readonly reason: string }[];
};

/** Both sides of a file; null for a missing, binary or too large one. */
export type ShadowTexts = { readonly before: string | null; readonly after: string | null };
