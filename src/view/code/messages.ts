// What a diff says beside the lines of the files.

/** Lines that did not change and are left out. */
export const unchangedLines = (count: number): string => `⋯ ${count} unchanged lines`;

/** Where lines are left out, and nobody needs to know how many. */
export const GAP = '⋯';

/** What became of a file whose lines are no news. */
export const NEW_FILE = 'new file';
export const NEW_EMPTY_FILE = 'new file, empty';
export const EMPTY_FILE = 'empty file';
export const EVERYTHING_REMOVED = 'everything removed';
export const NO_CHANGES = 'no changes';

/** Content that is no text; `before` is null for a new file, both in characters. */
export function binaryContent(before: number | null, after: number): string {
	return `binary content, ${before === null ? '' : `${before} → `}${after} characters`;
}

/** What differs beyond the lines. */
export const lineEndingsChanged = (change: string): string => `line endings: ${change}`;
export const NEWLINE_REMOVED = 'no newline at the end any more';
export const NEWLINE_ADDED = 'newline added at the end';
/** Two lines that look the same. */
export const UNSEEN_CHANGE = 'only white space or invisible characters differ';

/** Whether a line is indented with tabs, before and after. */
export function indentationChanged(hadTabs: boolean, hasTabs: boolean): string {
	return `indented with ${hasTabs ? 'a tab' : 'spaces'}, was ${hadTabs ? 'a tab' : 'spaces'}`;
}
