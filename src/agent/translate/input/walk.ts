import { plainName as asRead } from '../../../core/policy/plain-name.js';
import { isObject } from '../../json.js';

/** A plain value of an input with the field that holds it, and the names above it, the nearest first. */
export type Leaf = { readonly key: string; readonly above: readonly string[]; readonly value: unknown };

/** The plain values of an input; `isCut`: there is more of it than was looked at. */
export type Leaves = { readonly leaves: readonly Leaf[]; readonly isCut: boolean };

/** So many values are looked at, and so far down; a string that holds JSON is looked into up to this length. */
const MOST_LEAVES = 20_000;
const MOST_LEVELS = 24;
const MOST_JSON_CHARS = 200_000;

/**
 * Every plain value of an input, at any depth, and those in strings that hold JSON. Names are as
 * {@link plainName} makes them; an item of a list has the name of its list.
 */
export function leavesOf(input: unknown): Leaves {
	if (typeof input !== 'object' || input === null) return gather(input);
	const known = gathered.get(input);
	if (known !== undefined) return known;
	const leaves = gather(input);
	gathered.set(input, leaves);
	return leaves;
}

/** Inputs that were gone through: what came from an agent is never changed, and is looked at more than once. */
const gathered = new WeakMap<object, Leaves>();

function gather(input: unknown): Leaves {
	const leaves: Leaf[] = [];
	let isCut = false;

	function walk(value: unknown, names: readonly string[], level: number): void {
		if (leaves.length >= MOST_LEAVES || level > MOST_LEVELS) {
			isCut = true;
			return;
		}
		if (Array.isArray(value)) {
			for (const item of value) walk(item, names, level + 1);
		} else if (isObject(value)) {
			for (const [key, item] of Object.entries(value)) walk(item, [plainName(key), ...names], level + 1);
		} else {
			const [key = '', ...above] = names;
			leaves.push({ key, above, value });
			const embedded = typeof value === 'string' ? embeddedJson(value) : undefined;
			if (embedded !== undefined) walk(embedded, names, level + 1);
		}
	}

	walk(input, [], 0);
	return { leaves, isCut };
}

/** What a string holds that is JSON of a list or an object, or of a string that holds one; undefined for any other. */
export function embeddedJson(text: string): unknown {
	if (!/^\s*[[{"]/.test(text)) return undefined;
	// Too long to be looked into: it holds something that nobody knows.
	if (text.length > MOST_JSON_CHARS) return /^\s*"/.test(text) ? undefined : {};
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'string') return value === text ? undefined : embeddedJson(value);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * A field's name without what spellings differ in: case, width, marks, look-alike letters, and the signs between
 * words. It finds what a name may mean; whether it is that name, {@link isPlainlyNamed} says.
 */
export function plainName(name: string): string {
	// Most names are plain already, and an input may have very many.
	return /^[a-z0-9]*$/.test(name) ? name : asRead(name).replaceAll(/[^a-z0-9]/g, '');
}

/** True for a name of plain letters, digits and signs between words, in whatever width. */
export function isPlainlyNamed(name: string): boolean {
	return /^[\w-]*$/.test(name) || /^[A-Za-z0-9_-]+$/.test(name.normalize('NFKC'));
}

/** True for a field's name that means a path: `file_path`, `targetFile`, `workdir`, `output-folder`. */
export function isPathName(key: string): boolean {
	return /(?:path|paths|file|files|filename|filenames|dir|dirs|directory|directories|folder|folders|cwd|uri)$/.test(
		key,
	);
}
