import type * as z from 'zod';
import { nearest } from '../../core/text/nearest.js';
import { findBindingProblems } from '../../view/keys/table.js';
import { BASES } from '../../view/theme/user-theme.js';
import { oneOf } from '../one-of.js';
import { quote } from '../usage-error.js';
import { configJsonSchema, configSchema } from './schema.js';
import type { ConfigFile } from './settings.js';
import type { ConfigPath } from './values.js';

/** What a config file holds without what is wrong in it, and what that is: the file, the line, the key, what was expected. */
export type Validated = { readonly content: ConfigFile; readonly problems: readonly string[] };

/** Checks what a config file holds. */
export function validateConfig(data: unknown, placeOf: (path: ConfigPath) => string): Validated {
	const problems: string[] = [];
	let rest = data;
	let result = configSchema.safeParse(rest);
	// What is wrong is taken out, so that what else is wrong shows.
	for (let round = 0; !result.success && round < MOST_ROUNDS; round += 1) {
		const { issues } = result.error;
		// What is wrong then was left behind by taking out.
		for (const issue of round > 0 ? [] : issues.flatMap(oneKeyEach)) {
			const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
			problems.push(`${placeOf([...issue.path, ...unknown])}: ${describe(issue, data)}`);
		}
		rest = without(rest, issues);
		result = configSchema.safeParse(rest);
	}
	const content: ConfigFile = result.success ? result.data : {};
	return { content, problems: [...problems, ...keyProblems(content, placeOf)] };
}

/** Taking out leaves at most a parent that now misses something. */
const MOST_ROUNDS = 3;

function oneKeyEach(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
	return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];
}

/** A copy without the places of the issues; where something is missing, without what it is missing in. */
function without(data: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
	const copy: unknown = structuredClone(data);
	for (const issue of issues) {
		const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
		for (const path of paths) {
			const isMissing = valueAt(data, path) === undefined;
			const target = isMissing ? path.slice(0, -1) : path;
			const last = target.at(-1);
			if (last === undefined) return {};
			const parent = valueAt(copy, target.slice(0, -1));
			if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last);
		}
	}
	return copy;
}

/** Names of keys, and keys that would mean two things. */
function keyProblems({ keys }: ConfigFile, placeOf: (path: ConfigPath) => string): readonly string[] {
	return findBindingProblems(keys ?? {}).map(
		({ id, message, hint }) => `${placeOf(['keys', id])}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
	);
}

function describe(issue: z.core.$ZodIssue, data: unknown): string {
	const place = issue.path.length === 0 ? 'the file' : keyPath(issue.path);
	if (issue.code === 'unrecognized_keys') return unknownKey(issue);
	if (issue.code === 'invalid_value')
		return `${place} must be ${oneOf(issue.values.map(String))}${bypassHint(place, valueAt(data, issue.path))}`;
	if (issue.path[0] === 'themes' && issue.path.length > 2) return themeSentence(place, issue);
	if (issue.code === 'invalid_key') return `${place}: a name may have ${issue.issues[0]?.message ?? 'other letters'}`;
	if (issue.code === 'invalid_union') return `${place} must be a string or a list of strings`;
	if (issue.code === 'too_small') {
		return issue.origin === 'string'
			? `${place} must not be empty`
			: `${place} must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`;
	}
	if (issue.code === 'too_big') return `${place} must be at most ${issue.maximum}`;
	if (issue.code === 'invalid_type') return wrongType(place, issue, data);
	return `${place}: ${issue.message}`;
}

function bypassHint(place: string, value: unknown): string {
	return place === 'mode' && value === 'bypassPermissions'
		? '; bypassPermissions is set on the command line only: --mode bypassPermissions --allow-bypass'
		: '';
}

function themeSentence(place: string, issue: z.core.$ZodIssue): string {
	// themes.NAME.base, themes.NAME.colors.ROLE
	if (issue.path.length < 4) return `${place} must be ${issue.path[2] === 'base' ? oneOf(BASES) : 'an object'}`;
	return `${place} must be a colour: "#rrggbb", a number from 0 to 15, or "default"`;
}

function unknownKey(issue: z.core.$ZodIssueUnrecognizedKeys): string {
	const key = issue.keys[0] ?? '';
	const known = knownKeys(issue.path);
	const meant = nearest(key, known);
	const hint = meant === null ? `known here: ${listed(known)}` : `did you mean ${meant}?`;
	return `unknown key ${quote(keyPath([...issue.path, key]))}; ${hint}`;
}

/** More names than these are not read in a sentence. */
const MOST_NAMES = 25;

function listed(names: readonly string[]): string {
	if (names.length <= MOST_NAMES) return names.join(', ');
	const more = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more ("acp-tui config schema" lists them)`;
}

function wrongType(place: string, issue: z.core.$ZodIssueInvalidType, data: unknown): string {
	const names: Readonly<Record<string, string>> = {
		string: 'a string',
		number: 'a number',
		boolean: 'true or false',
		array: 'a list',
		object: 'an object',
		record: 'an object',
	};
	const expected = names[issue.expected] ?? issue.expected;
	const isMissing = valueAt(data, issue.path) === undefined;
	return isMissing ? `${place} is missing; it must be ${expected}` : `${place} must be ${expected}`;
}

/** A part of the JSON Schema, as far as it says which keys there may be. */
type SchemaNode = {
	readonly properties?: Readonly<Record<string, SchemaNode>>;
	readonly additionalProperties?: SchemaNode | boolean;
	readonly propertyNames?: { readonly enum?: readonly string[] };
	readonly items?: SchemaNode;
};

/** The keys that the schema knows at a place. */
function knownKeys(path: readonly PropertyKey[]): readonly string[] {
	let node: SchemaNode = JSON.parse(configJsonSchema());
	for (const part of path) {
		const values = typeof node.additionalProperties === 'object' ? node.additionalProperties : {};
		node = typeof part === 'number' ? (node.items ?? {}) : (node.properties?.[String(part)] ?? values);
	}
	return Object.keys(node.properties ?? {}).concat(node.propertyNames?.enum ?? []);
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
	let value = data;
	for (const part of path) {
		if (typeof value !== 'object' || value === null) return undefined;
		value = Reflect.get(value, part);
	}
	return value;
}

function keyPath(path: readonly PropertyKey[]): string {
	return path
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
		.join('')
		.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
