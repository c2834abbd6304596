import { jsonIn } from '../../../core/json-in.js';
import { plainName as asRead } from '../../../core/policy/plain-name.js';
import { weakMemo } from '../../../core/weak-memo.js';
import { isObject } from '../../json.js';

/** Plain value with its field and the names above it, the nearest first. */
export type Leaf = { readonly key: string; readonly above: readonly string[]; readonly value: unknown };

/** `isCut`: there is more than was visited. */
export type Leaves = { readonly leaves: readonly Leaf[]; readonly isCut: boolean };

/** Values visited, their depth, and characters of JSON in a string. */
const MOST_LEAVES = 20_000;
const MOST_LEVELS = 24;
const MOST_JSON_CHARS = 200_000;

/** Plain values at any depth, also in strings of JSON. Names are {@link plainName}s; a list's items have its name. */
export function leavesOf(input: unknown): Leaves {
	return typeof input === 'object' && input !== null ? leavesOfObject(input) : gather(input);
}

/** Inputs never change and are visited more than once. */
const leavesOfObject = weakMemo<object, Leaves>(gather);

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

/** Value of a string with JSON of a list or object, or of a string that holds one; undefined for any other. */
export function embeddedJson(text: string): unknown {
	if (!/^\s*[[{"]/.test(text)) return undefined;
	// Too long to be parsed: treated as something unknown.
	if (text.length > MOST_JSON_CHARS) return /^\s*"/.test(text) ? undefined : {};
	const value = jsonIn(text);
	// Shorter than the text around it, so this ends.
	if (typeof value === 'string') return embeddedJson(value);
	return typeof value === 'object' && value !== null ? value : undefined;
}

/** Field name without case, width, marks and separators: what it may mean; {@link isPlainlyNamed} says if it is that. */
export function plainName(name: string): string {
	// Fast path: most names are plain, and inputs may have very many.
	return /^[a-z0-9]*$/.test(name) ? name : asRead(name).replaceAll(/[^a-z0-9]/g, '');
}

export function isPlainlyNamed(name: string): boolean {
	return /^[\w-]*$/.test(name) || /^[A-Za-z0-9_-]+$/.test(name.normalize('NFKC'));
}

/** True for a field name that means a path: `file_path`, `targetFile`, `workdir`, `output-folder`. */
export function isPathName(key: string): boolean {
	return /(?:path|paths|file|files|filename|filenames|dir|dirs|directory|directories|folder|folders|cwd|uri)$/.test(
		key,
	);
}
