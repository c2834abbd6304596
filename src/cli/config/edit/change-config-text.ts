import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { isRecord } from '../../../core/is-record.js';
import { UsageError } from '../../errors.js';
import { parseFile } from '../parse-file.js';
import { addInBlock, hasComments, linesAfter, removeInBlock, replaceInBlock } from './edit-block.js';
import { addInBrackets, removeInBrackets, type Written } from './edit-brackets.js';
import { eolOf, indentAt, indentUnit, lineEnd, spliced } from './splice.js';
import { endOf, type Item, jsonPlaces, type Place, yamlPlaces } from './value-places.js';

export type ConfigText = { readonly file: string; readonly text: string; readonly isJson: boolean };

type Path = readonly string[];

/**
 * The text of a config file with a value at a path, or with nothing there (undefined); everything else stays as it is
 * written, comments too. Throws a UsageError where that cannot be done, as where YAML has an alias there.
 */
export function changeText(given: ConfigText, path: Path, value: unknown): string {
	const { file, text, isJson } = given;
	const before = dataOf(given, text);
	const wanted = filled(withValue(before, path, value) ?? {});
	for (const way of [changeMembers, change]) {
		const changed = way(given, before, path, value);
		// A duplicate key or an anchor could give the changed text another meaning.
		if (changed !== null && isDeepStrictEqual(filled(parseFile(file, changed, isJson).data), wanted)) return changed;
	}
	throw new UsageError(
		`${path.join('.')} cannot be changed by itself in ${file}: it is there twice, or an alias of YAML; change the file itself`,
	);
}

/** The text with what differs in an object, whose other members and comments stay; null where there is no object. */
function changeMembers(given: ConfigText, data: unknown, path: Path, value: unknown): string | null {
	const old = valueIn(data, path);
	if (!isRecord(old) || !isRecord(value) || Object.keys(value).length === 0) return null;
	const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
	let now: { readonly text: string; readonly data: unknown } = { text: given.text, data };
	// Removed keys come last: an object that is empty in between would be removed itself.
	for (const key of [...Object.keys(value), ...gone]) {
		const then = [...path, key];
		const parts = [{ ...given, text: now.text }, now.data, then, value[key]] as const;
		now = { text: changeMembers(...parts) ?? change(...parts), data: withValue(now.data, then, value[key]) };
	}
	return now.text;
}

function dataOf({ file, isJson }: ConfigText, text: string): unknown {
	return parseFile(file, text, isJson).data ?? {};
}

/** Data without objects that hold nothing: one with a comment in it stays when its last key goes. */
function filled(data: unknown): unknown {
	if (!isRecord(data)) return data ?? null;
	const entries = Object.entries(data).map(([key, value]) => [key, filled(value)] as const);
	const left = entries.filter(([, value]) => value !== null);
	return left.length === 0 ? null : Object.fromEntries(left);
}

/** The value at a path; undefined where there is none. */
export function valueIn(data: unknown, path: Path): unknown {
	return path.reduce<unknown>(
		(each, key) => (isRecord(each) && Object.hasOwn(each, key) ? each[key] : undefined),
		data,
	);
}

/** Data with another value at a path; an object that has nothing left goes as well. */
export function withValue(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	const { [key]: old, ...others } = isRecord(data) ? data : {};
	const next =
		rest.length === 0 ? value : old === undefined && value === undefined ? undefined : withValue(old, rest, value);
	if (next === undefined) return old === undefined ? data : Object.keys(others).length === 0 ? undefined : others;
	return { ...(isRecord(data) ? data : {}), [key]: next };
}

/** A list that grows at its end, or loses values, is changed one value after the other: comments between them stay. */
function change(given: ConfigText, data: unknown, path: Path, value: unknown): string {
	const { text, isJson } = given;
	const old = valueIn(data, path);
	if (value === undefined ? old === undefined : isDeepStrictEqual(old, value)) return text;
	const root = isJson ? jsonPlaces(text) : yamlPlaces(text);
	const place = root === null ? null : placeAt(root, path);
	if (place?.kind === 'list' && Array.isArray(old) && Array.isArray(value) && value.length > 0) {
		const last = value.length - 1;
		if (value.length > old.length && isDeepStrictEqual(value.slice(0, old.length), old)) {
			const most = change(given, data, path, value.slice(0, last));
			const then = { ...given, text: most };
			return addTo(then, placeNow(then, path), null, value[last]);
		}
		const gone = old.findIndex((each, at) => !isDeepStrictEqual(each, value[at]));
		const left = old.toSpliced(gone, 1);
		if (value.length < old.length && isWithin(value, left)) {
			const less = removeAt(text, [{ place, at: gone }]);
			return change({ ...given, text: less }, withValue(data, path, left), path, value);
		}
	}
	if (root === null) return withRoot(given, nested(path, value));
	return changeIn(given, root, path, value);
}

function isWithin(some: readonly unknown[], all: readonly unknown[]): boolean {
	let at = 0;
	for (const each of all) if (at < some.length && isDeepStrictEqual(each, some[at])) at += 1;
	return at === some.length;
}

function placeNow({ text, isJson }: ConfigText, path: Path): Place | null {
	const root = isJson ? jsonPlaces(text) : yamlPlaces(text);
	return root === null ? null : placeAt(root, path);
}

function placeAt(root: Place, path: Path): Place | null {
	return path.reduce<Place | null>(
		(place, key) => place?.items.findLast((item) => item.key === key)?.value ?? null,
		root,
	);
}

function nested(path: Path, value: unknown): unknown {
	return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** The first value of a file that has none. */
function withRoot({ text, isJson }: ConfigText, value: unknown): string {
	const lines = isJson ? writtenJson(text, null, value).lines('').split(/\r?\n/) : (blockLines(text, value) ?? []);
	return spliced(text, [linesAfter(text, text.length, lines)]);
}

type Step = { readonly place: Place; readonly at: number };

function changeIn(given: ConfigText, root: Place, path: Path, value: unknown): string {
	const { text } = given;
	const steps: Step[] = [];
	let place = root;
	for (const [depth, key] of path.entries()) {
		const rest = path.slice(depth + 1);
		const at = place.items.findLastIndex((item) => item.key === key);
		const item = place.items[at];
		if (item === undefined) return addTo(given, place, key, nested(rest, value));
		steps.push({ place, at });
		if (rest.length === 0 && value === undefined) return removeAt(text, steps);
		if (rest.length === 0 || item.value?.kind !== 'object') return replaceAt(given, place, item, nested(rest, value));
		place = item.value;
	}
	return text;
}

function written({ text, isJson }: ConfigText, key: string | null, value: unknown): Written {
	return isJson ? writtenJson(text, key, value) : writtenFlow(key, value);
}

function addTo(given: ConfigText, place: Place | null, key: string | null, value: unknown): string {
	const { text } = given;
	if (place === null) return text;
	if (!place.isBlock) return spliced(text, addInBrackets(text, place, written(given, key, value)));
	const lines = blockLines(text, key === null ? [value] : { [key]: value }) ?? [];
	return spliced(text, addInBlock(text, place, lines));
}

function replaceAt(given: ConfigText, place: Place, item: Item, value: unknown): string {
	const { text } = given;
	if (place.isBlock) return spliced(text, replaceInBlock(text, item, wordOf(value), blockLines(text, value)));
	const { start, end } = item.value ?? { start: item.valueFrom, end: item.valueFrom };
	const { lines, line } = written(given, null, value);
	const isInLines = text.slice(place.start, place.end).includes('\n');
	return spliced(text, [{ start, end, text: isInLines ? lines(indentAt(text, item.start)) : line }]);
}

/** Takes the last step's item out; what it leaves empty goes too, unless a comment stands in it. */
function removeAt(text: string, steps: readonly Step[]): string {
	const step = steps.at(-1);
	const item = step?.place.items[step.at];
	if (step === undefined || item === undefined) return text;
	const { place, at } = step;
	const above = steps.at(-2);
	const owner = above?.place.items[above.at];
	const splices = place.isBlock ? removeInBlock(text, item) : removeInBrackets(text, place, at);
	if (place.items.length > 1 || owner === undefined) return spliced(text, splices);
	const to = place.isBlock ? lineEnd(text, place.end) : place.end;
	const isPlain = !hasComments(text, owner.start, item.start) && !hasComments(text, endOf(item), to);
	if (isPlain) return removeAt(text, steps.slice(0, -1));
	const empty = { start: owner.valueFrom, end: owner.valueFrom, text: ' {}' };
	return spliced(text, place.isBlock ? [...splices, empty] : splices);
}

/** Longer lists have a line for each of their values. */
const MOST_IN_LINE = 60;

/** A value of JSON, behind its key where it has one. */
function writtenJson(text: string, key: string | null, value: unknown): Written {
	const before = key === null ? '' : `${JSON.stringify(key)}: `;
	const line = before + inLine(value);
	const isShort = Array.isArray(value) && line.length <= MOST_IN_LINE;
	const whole = isShort ? line : before + JSON.stringify(value, null, indentUnit(text));
	return { line, lines: (indent) => whole.replaceAll('\n', eolOf(text) + indent) };
}

/** The same in brackets of YAML. */
function writtenFlow(key: string | null, value: unknown): Written {
	const line = `${key === null ? '' : `${wordOf(key)}: `}${inLine(value)}`;
	return { line, lines: () => line };
}

function inLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
	if (!isRecord(value)) return JSON.stringify(value);
	const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inLine(each)}`);
	return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A value that YAML has behind a key: a word, or brackets. */
function wordOf(value: unknown): string {
	return typeof value === 'object' && value !== null ? inLine(value) : yaml(value, '  ').trimEnd();
}

/** A value of YAML in lines of a block; null where it is a word. */
function blockLines(text: string, value: unknown): readonly string[] | null {
	const isWord = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
	return isWord ? null : yaml(value, indentUnit(text)).trimEnd().split('\n');
}

function yaml(value: unknown, unit: string): string {
	const indent = unit.startsWith('\t') ? 2 : unit.length;
	return stringify(value, { indent, lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: MOST_TEXT });
}

/** A text stays in its line, however long it is. */
const MOST_TEXT = 1_000_000;
