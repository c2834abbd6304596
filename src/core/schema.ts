import { type Fields, isRecord } from './is-record.js';
import { once } from './once.js';

/** Types a value of an untrusted file, without unknown fields; undefined for damage. `write`: its logged part. */
export type Reader<T> = ((value: unknown) => T | undefined) & { readonly write?: Write };

type Write = (value: unknown) => unknown;

/** The type that a schema describes. */
export type Read<R extends Reader<unknown>> = Exclude<ReturnType<R>, undefined>;

type Optional<T> = { readonly optional: Reader<T> };
type Unlogged<T> = { readonly unlogged: true; readonly of?: T };
type Assumed<T> = { readonly assumed: T };

/** An optional field; an invalid value counts as missing. */
export function optional<T>(reader: Reader<T>): Optional<T> {
	return { optional: reader };
}

/** An optional field, or a member of a union, that is not logged. */
export function unlogged<T>(): Unlogged<T> {
	return { unlogged: true };
}

/** A field that is not logged and always read as this value. */
export function assumed<T>(value: T): Assumed<T> {
	return { assumed: value };
}

/** A field that is written and read as this value, whatever it is. */
export function blank<T>(value: T): Reader<T> {
	return withWrite<T>(
		() => value,
		() => value,
	);
}

type Field = Reader<unknown> | Optional<unknown> | Unlogged<unknown> | Assumed<unknown>;
type ShapeFields = Readonly<Record<string, Field>>;

type Flat<T> = T extends unknown ? { readonly [K in keyof T]: T[K] } : never;

type ShapeOf<F> = Flat<
	{
		[K in keyof F as F[K] extends Reader<unknown> | Assumed<unknown> ? K : never]: F[K] extends Assumed<infer T>
			? T
			: F[K] extends Reader<unknown>
				? Read<F[K]>
				: never;
	} & {
		[K in keyof F as F[K] extends Optional<unknown> | Unlogged<unknown> ? K : never]?: F[K] extends Optional<infer T>
			? T
			: F[K] extends Unlogged<infer T>
				? T
				: never;
	}
>;

/** An object with these fields; undefined without a required one. */
export function shape<F extends ShapeFields>(fields: F): Reader<ShapeOf<F>> {
	// Lazy: a start needs few of the hundreds of shapes.
	const parts = once(() => partsOf(fields));
	const copy = (value: Fields): ShapeOf<F> | undefined => {
		const { rows, added } = parts();
		const kept = copied(rows, value);
		return (kept === undefined || added === null ? kept : { ...kept, ...added }) as ShapeOf<F> | undefined;
	};
	const read = (value: unknown): ShapeOf<F> | undefined => {
		if (!isRecord(value)) return undefined;
		const { rows, added } = parts();
		if (added !== null) return copy(value);
		let same = 0;
		for (const { key, read, isNeeded } of rows) {
			// No field is called like a property of `Object.prototype`.
			const raw = value[key];
			if (raw === undefined) {
				if (isNeeded) return undefined;
				continue;
			}
			const field = read(raw);
			if (field === raw) same += 1;
			else if (field === undefined && isNeeded) return undefined;
			else return copy(value);
		}
		// Most objects are what they should be: a long log is read much faster where they are not copied.
		return same === countFields(value) ? (value as ShapeOf<F>) : copy(value);
	};
	return withWrite(read, (value) => {
		const { writers } = parts();
		const written: Record<string, unknown> = {};
		for (const [key, field] of Object.entries(value as Fields)) {
			const write = writers.get(key);
			if (write !== undefined && field !== undefined) written[key] = write === null ? field : write(field);
		}
		return written;
	});
}

function partsOf(fields: ShapeFields) {
	const rows = Object.entries(fields).flatMap(([key, field]): readonly Row[] => {
		if ('unlogged' in field || 'assumed' in field) return [];
		return typeof field === 'function'
			? [{ key, read: field, isNeeded: true }]
			: [{ key, read: field.optional, isNeeded: false }];
	});
	const constants = Object.entries(fields).flatMap(([key, field]) =>
		'assumed' in field ? [[key, field.assumed]] : [],
	);
	const added = constants.length === 0 ? null : Object.fromEntries(constants);
	return { rows, added, writers: new Map(rows.map(({ key, read }) => [key, read.write ?? null])) };
}

function logged(reader: Reader<unknown>, value: unknown): unknown {
	return reader.write === undefined ? value : reader.write(value);
}

/** A schema that is read and written by functions of its own. */
export function withWrite<T>(read: (value: unknown) => T | undefined, write: Write | undefined): Reader<T> {
	// Set only where there is a writer: `undefined` would be taken for one.
	return write === undefined ? read : Object.assign((value: unknown) => read(value), { write });
}

type Row = { readonly key: string; readonly read: Reader<unknown>; readonly isNeeded: boolean };

function copied(rows: readonly Row[], value: Fields): object | undefined {
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

/** A row for each member of a union by the text in `key`: its other fields, a whole schema, or one not logged. */
type Members = Readonly<Record<string, ShapeFields | Reader<object> | Unlogged<object>>>;

type VariantOf<K extends string, M> = {
	[V in keyof M & string]: M[V] extends Reader<unknown>
		? Read<M[V]>
		: M[V] extends Unlogged<infer T>
			? Flat<{ readonly [key in K]: V } & T>
			: Flat<{ readonly [key in K]: V } & ShapeOf<M[V]>>;
}[keyof M & string];

/** A table of events by their type. */
export type EventOf<M extends Members> = VariantOf<'type', M>;

export function variant<K extends string, M extends Members>(key: K, members: M): Reader<VariantOf<K, M>> {
	const readers = once(() => memberReaders(key, members) as ReadonlyMap<unknown, Reader<VariantOf<K, M>>>);
	const read = (value: unknown): VariantOf<K, M> | undefined =>
		isRecord(value) ? readers().get(value[key])?.(value) : undefined;
	return withWrite(read, (value) => {
		const reader = readers().get((value as Fields)[key]);
		return reader === undefined ? undefined : logged(reader, value);
	});
}

export function memberReaders(key: string, members: Members): ReadonlyMap<unknown, Reader<object>> {
	const readers = new Map<unknown, Reader<object>>();
	for (const [word, member] of Object.entries(members)) {
		if (typeof member === 'function') readers.set(word, member);
		else if (!isUnlogged(member)) readers.set(word, shape({ [key]: exactly(word), ...member }));
	}
	return readers;
}

function isUnlogged(member: ShapeFields | Unlogged<object>): member is Unlogged<object> {
	return member['unlogged'] === true;
}

/** A text, cut to at most `most` characters. */
export function text(most: number): Reader<string> {
	return (value) => (typeof value !== 'string' ? undefined : value.length <= most ? value : value.slice(0, most));
}

/** A text of at most `most` characters; a longer one is invalid. */
export function shortText(most: number): Reader<string> {
	return (value) => (typeof value === 'string' && value.length <= most ? value : undefined);
}

/** A text of this form. */
export function matching(form: RegExp): Reader<string> {
	return (value) => (typeof value === 'string' && form.test(value) ? value : undefined);
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
	const { write } = reader;
	return withWrite(
		(value) => (value === null ? null : reader(value)),
		write && ((value) => (value === null ? null : write(value))),
	);
}

export function either<A, B>(one: Reader<A>, other: Reader<B>): Reader<A | B> {
	return withWrite<A | B>(
		(value) => one(value) ?? other(value),
		(value) => logged(one(value) === undefined ? other : one, value),
	);
}

/** A list of at most `most` items; invalid ones are left out. */
export function list<T>(reader: Reader<T>, most: number): Reader<readonly T[]> {
	const read = (value: unknown): readonly T[] | undefined => {
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
	const { write } = reader;
	return withWrite(read, write && ((value) => (value as readonly unknown[]).map(write)));
}

export function byName<T>(reader: Reader<T>, most: number): Reader<Readonly<Record<string, T>>> {
	const read = (value: unknown): Readonly<Record<string, T>> | undefined => {
		if (!isRecord(value)) return undefined;
		const kept: [string, T][] = [];
		for (const [name, item] of Object.entries(value)) {
			if (kept.length >= most) break;
			const one = reader(item);
			if (one !== undefined) kept.push([name, one]);
		}
		return Object.fromEntries(kept);
	};
	return withWrite(read, (value) =>
		Object.fromEntries(Object.entries(value as Fields).map(([name, item]) => [name, logged(reader, item)])),
	);
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
