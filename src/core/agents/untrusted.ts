import { sanitizeLine } from '../text/sanitize.js';

/** Whether a value of parsed JSON is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of a stranger as one harmless line of at most `most` characters; null where it is none or empty. */
export function textOf(value: unknown, most: number): string | null {
	if (typeof value !== 'string') return null;
	const line = sanitizeLine(value.slice(0, most * 2)).trim();
	if (line === '') return null;
	return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Whether a text has characters that steer a terminal, hide or reorder, or a line break. */
export function hasControls(text: string): boolean {
	return sanitizeLine(text) !== text || text.includes('\n');
}
