const MAX_STRING = 64 * 1024;
const MAX_ITEMS = 1000;
const MAX_DEPTH = 24;

/** One line of JSON without a character that a terminal acts on. */
export function jsonLine(value: unknown): string {
	const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeUnit)}\n`;
}

/** Cuts what an agent can make arbitrarily large, and says so. */
export function bounded<T>(value: T): T {
	return bound(value, 0) as T;
}

function bound(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return cut(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return '… (deeper than can be shown)';
	if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => bound(item, depth + 1));
	const entries = Object.entries(value).slice(0, MAX_ITEMS);
	return Object.fromEntries(entries.map(([key, item]) => [key, bound(item, depth + 1)]));
}

function cut(text: string): string {
	if (text.length <= MAX_STRING) return text;
	return `${text.slice(0, MAX_STRING)}… (${text.length - MAX_STRING} more characters)`;
}
