import { isRecord } from '../core/is-record.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject: (value: unknown) => value is JsonObject = isRecord;

export function objectOf(value: unknown): JsonObject {
	return isObject(value) ? value : {};
}

/** A text that is not empty, cut to `limit` characters where there is one. */
export function textOf(value: unknown, limit = Number.POSITIVE_INFINITY): string | undefined {
	return typeof value === 'string' && value !== '' ? bounded(value, limit) : undefined;
}

/** Cuts text to `limit` characters and says how much is missing. */
export function bounded(text: string, limit: number): string {
	return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

/** JSON for display, cut to `limit` characters; empty when the value is nested too deeply. */
export function boundedJson(value: unknown, limit = 2000): string {
	try {
		return bounded(JSON.stringify(value ?? null), limit);
	} catch {
		return '';
	}
}
