import type { AppEvent } from '../../core/event.js';
import { streamEvent } from './stream-event.js';

const MAX_STRING = 64 * 1024;
const MAX_ITEMS = 1000;
const MAX_DEPTH = 24;

/**
 * JSON line of an event, empty for an event that scripts do not see. What an agent can make arbitrarily large is cut
 * and says so; text of messages is whole.
 */
export function eventLine(event: AppEvent, at: number): string {
	const shown = streamEvent(event);
	if (shown === null) return '';
	return jsonLine({ ...(event.type === 'text' ? shown : (bound(shown, 0) as object)), at });
}

export function jsonLine(value: unknown): string {
	const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeUnit)}\n`;
}

function bound(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return cut(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return '… (deeper than can be shown)';
	if (Array.isArray(value)) {
		const items = value.slice(0, MAX_ITEMS).map((item) => bound(item, depth + 1));
		return value.length > MAX_ITEMS ? [...items, `… (${value.length - MAX_ITEMS} more)`] : items;
	}
	const entries = Object.entries(value).slice(0, MAX_ITEMS);
	return Object.fromEntries(entries.map(([key, item]) => [key, bound(item, depth + 1)]));
}

function cut(text: string): string {
	if (text.length <= MAX_STRING) return text;
	return `${text.slice(0, MAX_STRING)}… (${text.length - MAX_STRING} more characters)`;
}
