import { isRecord } from '../core/is-record.js';
/** A JSON object that nobody has looked into yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for JSON objects; lists and null are none. */
export const isObject: (value: unknown) => value is JsonObject = isRecord;

/** The object itself, or an empty one for anything else: for looking into optional nested objects. */
export function objectOf(value: unknown): JsonObject {
	return isObject(value) ? value : {};
}

/** A string that is not empty, else undefined. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Cuts text to `limit` characters and says how much is missing. */
export function bounded(text: string, limit: number): string {
	return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

/** JSON for showing, cut to a sane length; empty when the value cannot be written (nested too deeply). */
export function boundedJson(value: unknown, limit = 2000): string {
	try {
		return bounded(JSON.stringify(value ?? null), limit);
	} catch {
		// Only a nesting deeper than the stack gets here; the label beside it still says what came.
		return '';
	}
}

/** What {@link compact} makes of a type: a property that may be undefined becomes one that may be absent. */
export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes the properties that are undefined, so that absent means absent in our own types. */
export function compact<const T extends object>(value: T): Compact<T> {
	const entries = Object.entries(value).filter(([, property]) => property !== undefined);
	return Object.fromEntries(entries) as Compact<T>;
}
