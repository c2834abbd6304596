import { isRecord } from '../../is-record.js';
/** Types a value of a file, undefined for anything else. Files are not trusted: unknown fields are dropped. */
export type Reader<T> = (value: unknown) => T | undefined;

type Optional<T> = { readonly optional: Reader<T> };

/** An optional field; an invalid value counts as missing. */
export function optional<T>(reader: Reader<T>): Optional<T> {
	return { optional: reader };
}

/** Readers of an object's fields: every field has one, so that none is forgotten when a type grows. */
type Fields<T> = {
	readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K>
		? Optional<Exclude<T[K], undefined>>
		: Reader<T[K]>;
};

/** An object with these fields; undefined without a required one. */
export function shape<T extends object>(fields: Fields<T>): Reader<T> {
	const rows = Object.entries<Reader<unknown> | Optional<unknown>>(fields).map(([key, field]) =>
		typeof field === 'function' ? { key, read: field, isNeeded: true } : { key, read: field.optional, isNeeded: false },
	);
	return (value) => {
		if (!isRecord(value)) return undefined;
		let same = 0;
		for (const { key, read, isNeeded } of rows) {
			// None of these names is one that every object has.
			const raw = value[key];
			if (raw === undefined) {
				if (isNeeded) return undefined;
				continue;
			}
			const field = read(raw);
			if (field === raw) same += 1;
			else if (field === undefined && isNeeded) return undefined;
			else return copied(rows, value) as T | undefined;
		}
		// Most objects are what they should be: a long log is read much faster where they are not copied.
		return same === countFields(value) ? (value as T) : (copied(rows, value) as T | undefined);
	};
}

type Row = { readonly key: string; readonly read: Reader<unknown>; readonly isNeeded: boolean };

function copied(rows: readonly Row[], value: Readonly<Record<string, unknown>>): object | undefined {
	const kept: Record<string, unknown> = {};
	for (const { key, read, isNeeded } of rows) {
		const raw = value[key];
		const field = raw === undefined ? undefined : read(raw);
		if (field !== undefined) kept[key] = field;
		else if (isNeeded) return undefined;
	}
	return kept;
}

function countFields(value: object): number {
	let count = 0;
	for (const _ in value) count += 1;
	return count;
}

/**
 * A row for each member of a union by the text in `key`: the fields beside it, a reader of the whole member, or null
 * where it is not read. The compiler finds a missing member or field.
 */
type Members<K extends string, T extends { readonly [key in K]: string }> = {
	readonly [V in T[K]]: Fields<Omit<MemberOf<K, T, V>, K>> | Reader<MemberOf<K, T, V>> | null;
};

type MemberOf<K extends string, T extends { readonly [key in K]: string }, V> = T extends unknown
	? V extends T[K]
		? T
		: never
	: never;

export function variant<K extends string, T extends { readonly [key in K]: string }>(
	key: K,
	members: Members<K, T>,
): Reader<T> {
	const readers = memberReaders(key, members) as ReadonlyMap<unknown, Reader<T>>;
	return (value) => (isRecord(value) ? readers.get(value[key])?.(value) : undefined);
}

export function memberReaders(key: string, members: object): ReadonlyMap<unknown, Reader<unknown>> {
	const readers = new Map<unknown, Reader<unknown>>();
	for (const [word, member] of Object.entries(members)) {
		if (member === null) continue;
		readers.set(word, typeof member === 'function' ? member : shape({ [key]: exactly(word), ...member }));
	}
	return readers;
}

/** A text, cut to at most `most` characters. */
export function text(most: number): Reader<string> {
	return (value) => (typeof value !== 'string' ? undefined : value.length <= most ? value : value.slice(0, most));
}

export function word<T extends string>(words: Readonly<Record<T, true>>): Reader<T> {
	return (value) => (typeof value === 'string' && Object.hasOwn(words, value) ? (value as T) : undefined);
}

/** One of a list that a type is derived from; {@link word} finds missing words of other types. */
export function oneOf<T extends string>(words: readonly T[]): Reader<T> {
	return (value) => words.find((word) => word === value);
}

export function exactly<T extends string | boolean | number>(wanted: T): Reader<T> {
	return (value) => (value === wanted ? wanted : undefined);
}

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** Never NaN or infinite. */
export const number: Reader<number> = (value) =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A whole number from 0 on. */
export const count: Reader<number> = (value) =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Latest time of a date, in ms since the epoch. */
const LAST_TIME = 8.64e15;

/** Ms since the epoch. */
export const time: Reader<number> = (value) =>
	typeof value === 'number' && value >= 0 && value <= LAST_TIME ? value : undefined;

export function orNull<T>(reader: Reader<T>): Reader<T | null> {
	return (value) => (value === null ? null : reader(value));
}

export function either<A, B>(one: Reader<A>, other: Reader<B>): Reader<A | B> {
	return (value) => one(value) ?? other(value);
}

/** A list of at most `most` items; invalid ones are left out. */
export function list<T>(reader: Reader<T>, most: number): Reader<readonly T[]> {
	return (value) => {
		if (!Array.isArray(value)) return undefined;
		const kept: T[] = [];
		let isSame = value.length <= most;
		for (const item of value) {
			if (kept.length >= most) break;
			const one = reader(item);
			if (one !== undefined) kept.push(one);
			isSame &&= one === item;
		}
		return isSame ? value : kept;
	};
}

export function byName<T>(reader: Reader<T>, most: number): Reader<Readonly<Record<string, T>>> {
	return (value) => {
		if (!isRecord(value)) return undefined;
		const kept: [string, T][] = [];
		for (const [name, item] of Object.entries(value)) {
			if (kept.length >= most) break;
			const one = reader(item);
			if (one !== undefined) kept.push([name, one]);
		}
		return Object.fromEntries(kept);
	};
}

const MOST_LEVELS = 100;

/** Any JSON value. One that is nested too deeply becomes a sentence that says so. */
export const json: Reader<unknown> = (value) =>
	typeof value === 'object' && isTooDeep(value) ? '… nested too deeply, left out' : value;

function isTooDeep(value: unknown): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > MOST_LEVELS) return true;
		const next: unknown[] = [];
		for (const one of level) {
			if (typeof one !== 'object' || one === null) continue;
			for (const item of Object.values(one)) if (typeof item === 'object' && item !== null) next.push(item);
		}
		level = next;
	}
	return false;
}

/** How the events of a union are read; null: not logged. */
export type EventReaders<E extends { readonly type: string }> = Members<'type', E>;
