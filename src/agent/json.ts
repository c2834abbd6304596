import { isRecord } from '../core/is-record.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject: (value: unknown) => value is JsonObject = isRecord;

export function objectOf(value: unknown): JsonObject {
	return isObject(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
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

export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export function compact<const T extends object>(value: T): Compact<T> {
	const entries = Object.entries(value).filter(([, property]) => property !== undefined);
	return Object.fromEntries(entries) as Compact<T>;
}
