import { isObject, textOf } from '../../json.js';
import { leavesFolder, namesPlaceOfShell } from './input-paths.js';
import { embeddedJson, isPlainlyNamed, plainName } from './walk.js';

export type Shape = (value: unknown) => boolean;
export type Table = ReadonlyMap<string, Shape>;

/** Null counts as an absent field. */
export const isNothing: Shape = (value) => value === null;
export const isNumber: Shape = (value) =>
	isNothing(value) || typeof value === 'number' || /^-?\d{1,15}$/.test(textOf(value) ?? 'x');
export const isFlag: Shape = (value) =>
	isNothing(value) || typeof value === 'boolean' || value === 'true' || value === 'false';
/** Text for people or a model, without effect; JSON in it would be fields again. */
export const isWords: Shape = (value) =>
	isNothing(value) || (typeof value === 'string' && embeddedJson(value) === undefined && !isInBraces(value.trim()));
/** A tool's own word: a file type, an order, an encoding. */
export const isToken: Shape = (value) =>
	isNothing(value) || (typeof value === 'string' && /^[\w][\w.+-]{0,79}$|^$/.test(value));
/** Any text, gathered elsewhere as a text to be written. */
export const isText: Shape = (value) => isNothing(value) || typeof value === 'string';
/** Pages, as `1-5`. */
export const isPageRange: Shape = (value) =>
	isNothing(value) || (typeof value === 'string' && /^[\d,\s-]{0,40}$/.test(value));
/** One plain path, which is gathered and checked elsewhere; programs take a dash for an option. */
export const isPath: Shape = (value) =>
	isNothing(value) ||
	(typeof value === 'string' && !/[\n\r\0]/.test(value) && !/^\s*[[{-]|^[a-z][\w+.-]+:/i.test(value));
/** Pattern below the searched folder; an absolute one is gathered as a path. */
export const isPattern: Shape = (value) =>
	isNothing(value) ||
	(typeof value === 'string' &&
		embeddedJson(value) === undefined &&
		!leavesFolder(value) &&
		!ELSEWHERE.test(value) &&
		!namesPlaceOfShell(value));
/** A home folder, an absolute alternative, an address. */
const ELSEWHERE = /^~|[{,(|][/~]|^[a-z][\w+.-]+:\/\//i;

function isInBraces(text: string): boolean {
	return text.startsWith('{') && text.endsWith('}');
}

export function oneOrMore(shape: Shape): Shape {
	return (value) => (Array.isArray(value) ? value.every(shape) : shape(value));
}

export function listOf(shape: Shape): Shape {
	return (value) => Array.isArray(value) && value.every(shape);
}

export function object(table: Table): Shape {
	return (value) => isObject(value) && unknownFields(table, value).length === 0;
}

/** Rows of a shape and the blank-separated plain names of its fields. */
export function table(...rows: readonly (readonly [shape: Shape, names: string])[]): Table {
	return new Map(rows.flatMap(([shape, names]) => names.split(' ').map((name) => [name, shape] as const)));
}

/** Names of fields that a table does not know; names of other than plain letters are never known. */
export function unknownFields(known: Table, fields: object): readonly string[] {
	return Object.entries(fields).flatMap(([key, value]) =>
		isPlainlyNamed(key) && known.get(plainName(key))?.(value) === true ? [] : [key],
	);
}
