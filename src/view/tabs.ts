import { sanitizeText } from '../core/text/sanitize.js';

/** Null without tabs, and when `drawn` does not begin with all of the indentation. */
export function tabbedIndentation(
	source: string,
	drawn: string,
): { readonly text: string; readonly cells: number } | null {
	const text = /^[ \t]*/.exec(source)?.[0] ?? '';
	if (!text.includes('\t')) return null;
	const spaces = sanitizeText(text);
	return drawn.startsWith(spaces) ? { text, cells: spaces.length } : null;
}
