export const unchangedLines = (count: number): string => `⋯ ${count} unchanged lines`;

export const NEW_FILE = 'new file';
export const NEW_EMPTY_FILE = 'new file, empty';
export const EVERYTHING_REMOVED = 'everything removed';
export const NO_CHANGES = 'no changes';

export function binaryContent(before: number | null, after: number): string {
	return `binary content, ${before === null ? '' : `${before} → `}${after} characters`;
}

export const lineEndingsChanged = (change: string): string => `line endings: ${change}`;
export const NEWLINE_REMOVED = 'newline removed at the end';
export const NEWLINE_ADDED = 'newline added at the end';

export function indentationChanged(hadTabs: boolean, hasTabs: boolean): string {
	return `indented with ${hasTabs ? 'a tab' : 'spaces'}, was ${hadTabs ? 'a tab' : 'spaces'}`;
}
