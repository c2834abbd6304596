import { clip } from '../text/clip.js';
import { sanitizeLine } from '../text/sanitize.js';

const MOST_LEVELS = 3;
const MOST_ITEMS = 10;
const MOST_CHARS = 500;

export function shortJson(value: unknown): string {
	return clip(sanitizeLine(JSON.stringify(cut(value, MOST_LEVELS)) ?? 'nothing'), MOST_CHARS);
}

function cut(value: unknown, levels: number): unknown {
	if (typeof value === 'string') return clip(value, MOST_CHARS);
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return '…';
	if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => cut(item, levels - 1));
	const kept: [string, unknown][] = [];
	for (const key in value) {
		if (kept.length >= MOST_ITEMS) break;
		kept.push([clip(key, MOST_CHARS), cut((value as Readonly<Record<string, unknown>>)[key], levels - 1)]);
	}
	return Object.fromEntries(kept);
}
