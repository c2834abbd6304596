import { sanitizeLine } from '../text/sanitize.js';

/** A text of a stranger as one harmless line of at most `most` characters; null where it is none or empty. */
export function textOf(value: unknown, most: number): string | null {
	if (typeof value !== 'string') return null;
	const line = sanitizeLine(value.slice(0, most * 2)).trim();
	if (line === '') return null;
	return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

export function hasControls(text: string): boolean {
	return sanitizeLine(text) !== text || text.includes('\n');
}
