import { isObject, textOf } from '../../json.js';
import { leavesFolder, namesPlaceOfShell } from './paths.js';
import { embeddedJson, isPlainlyNamed, plainName } from './walk.js';

/** What a field may hold to be harmless. */
export type Shape = (value: unknown) => boolean;
/** The fields that are known to be harmless for a kind of request, by their {@link plainName}. */
export type Table = ReadonlyMap<string, Shape>;

/** Null stands for a field that is not there. */
export const isNothing: Shape = (value) => value === null;
/** A number, perhaps written as a text. */
export const isNumber: Shape = (value) =>
	isNothing(value) || typeof value === 'number' || /^-?\d{1,15}$/.test(textOf(value) ?? 'x');
/** Yes or no, perhaps written as a text. */
export const isFlag: Shape = (value) =>
	isNothing(value) || typeof value === 'boolean' || value === 'true' || value === 'false';
/** Words for people or for a model: whatever they say, they do nothing. JSON in them would be fields again. */
export const isWords: Shape = (value) =>
	isNothing(value) || (typeof value === 'string' && embeddedJson(value) === undefined && !isInBraces(value.trim()));
/** One of a tool's own words: a file type, an order, an encoding. */
export const isToken: Shape = (value) =>
	isNothing(value) || (typeof value === 'string' && /^[\w][\w.+-]{0,79}$|^$/.test(value));
/** Any text: one that was gathered as a text to be written. */
export const isText: Shape = (value) => isNothing(value) || typeof value === 'string';
/** Pages, as `1-5`. */
export const isPageRange: Shape = (value) =>
	isNothing(value) || (typeof value === 'string' && /^[\d,\s-]{0,40}$/.test(value));
/** A path was gathered as one and is checked as one; here it only must be a single plain name of a place. */
export const isPath: Shape = (value) =>
	isNothing(value) ||
	(typeof value === 'string' && !/[\n\r\0]/.test(value) && !/^\s*[[{]|^[a-z][\w+.-]+:/i.test(value));
/** A pattern below the folder that is searched; an absolute one was gathered as a path. */
export const isPattern: Shape = (value) =>
	isNothing(value) ||
	(typeof value === 'string' &&
		embeddedJson(value) === undefined &&
		!leavesFolder(value) &&
		!ELSEWHERE.test(value) &&
		!namesPlaceOfShell(value));
/** A home folder, an absolute alternative, an address. */
const ELSEWHERE = /^~|[{,(|][/~]|^[a-z][\w+.-]+:\/\//i;

/** As fields are written in forms that are not quite JSON. */
function isInBraces(text: string): boolean {
	return text.startsWith('{') && text.endsWith('}');
}

/** A value of a shape, or a list of such. */
export function oneOrMore(shape: Shape): Shape {
	return (value) => (Array.isArray(value) ? value.every(shape) : shape(value));
}

/** A list of values of a shape. */
export function listOf(shape: Shape): Shape {
	return (value) => Array.isArray(value) && value.every(shape);
}

/** An object all of whose fields a table knows. */
export function object(table: Table): Shape {
	return (value) => isObject(value) && unknownFields(table, value).length === 0;
}

/** A table of rows, each a shape and the plain names of the fields that have it, with blanks between them. */
export function table(...rows: readonly (readonly [shape: Shape, names: string])[]): Table {
	return new Map(rows.flatMap(([shape, names]) => names.split(' ').map((name) => [name, shape] as const)));
}

/** The fields of an object that a table does not know, by name. A name in other letters than plain ones is not known. */
export function unknownFields(known: Table, fields: object): readonly string[] {
	return Object.entries(fields).flatMap(([key, value]) =>
		isPlainlyNamed(key) && known.get(plainName(key))?.(value) === true ? [] : [key],
	);
}
