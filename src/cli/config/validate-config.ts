import type * as z from 'zod';
import { AGENT_SANDBOXES, COMMAND_SANDBOXES } from '../../core/sandbox/sandbox.js';
import { findKeyBindingProblems } from '../../view/keys/keymap.js';
import * as messages from './config-messages.js';
import { configSchema } from './config-schema.js';
import type { ConfigPath } from './config-values.js';
import { knownKeys, placesOf, schemaAt } from './schema-node.js';
import type { ConfigFile } from './settings.js';

/** Content of a config file without what is wrong in it, and that: the file, the line, the key, what was expected. */
export type Validated = { readonly content: ConfigFile; readonly problems: readonly string[] };

export async function validateConfig(data: unknown, placeOf: (path: ConfigPath) => string): Promise<Validated> {
	const problems: string[] = [];
	let rest = data;
	let result = configSchema.safeParse(rest);
	// Wrong values are removed and the rest is checked again, so that all mistakes are found.
	for (let round = 0; !result.success && round < MOST_ROUNDS; round += 1) {
		const { issues } = result.error;
		// Later rounds only find what the removal left incomplete.
		for (const issue of round > 0 ? [] : issues.flatMap(oneKeyEach)) {
			const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
			problems.push(`${placeOf([...issue.path, ...unknown])}: ${describe(issue, data)}`);
		}
		rest = without(rest, issues);
		result = configSchema.safeParse(rest);
	}
	const content: ConfigFile = result.success ? result.data : {};
	return { content, problems: [...problems, ...(await keyProblems(content, placeOf))] };
}

/** A removed value can leave its parent incomplete, and that the parent's. */
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
async function keyProblems({ keys }: ConfigFile, placeOf: (path: ConfigPath) => string): Promise<readonly string[]> {
	if (keys === undefined) return [];
	// The actions are the interface: what starts without it loads them only for this.
	const { defaultKeyBindings } = await import('../../view/actions/actions.js');
	return findKeyBindingProblems(defaultKeyBindings, keys).map(
		({ id, message, hint }) => `${placeOf(['keys', id])}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
	);
}

function describe(issue: z.core.$ZodIssue, data: unknown): string {
	const key = issue.path.length === 0 ? messages.theFile : keyPath(issue.path);
	const value = valueAt(data, issue.path);
	if (issue.code === 'unrecognized_keys') return unknownKey(issue);
	// themes.NAME.colors.ROLE
	if (issue.path[0] === 'themes' && issue.path.length > 3) return messages.mustBe(key, messages.color);
	switch (issue.code) {
		case 'invalid_value': {
			return `${messages.mustBeOneOf(key, issue.values.map(String))}${whereItBelongs(issue.path, value)}`;
		}
		case 'invalid_key':
			return `${key}: a name may have ${issue.issues[0]?.message}`;
		case 'invalid_union':
			if (issue.path.includes('mcpServers')) return describeServer(issue, data);
			return messages.mustBe(key, UNIONS[keyPath(issue.path.slice(0, 2))] ?? messages.keyList);
		case 'too_small':
			if (issue.origin === 'string') return messages.mustNotBeEmpty(key);
			return messages.mustBeAtLeast(key, issue.minimum, issue.inclusive === true);
		case 'too_big':
			return messages.mustBeAtMost(key, issue.maximum);
		case 'invalid_type':
			return messages.mustBeOfType(key, issue.expected, value === undefined);
		default:
			return `${key}: ${issue.message}`;
	}
}

/** Words that follow where the value is one of another key, or of the command line. */
function whereItBelongs(path: readonly PropertyKey[], value: unknown): string {
	const [first, , last] = path;
	if (path.length === 1 && first === 'mode' && value === 'bypassPermissions') return messages.bypassOnCommandLine;
	if (path.length === 1 && first === 'sandbox' && isOneOf(AGENT_SANDBOXES, value))
		return `; ${value} is a sandbox of agents: agents.NAME.sandbox`;
	if (path.length === 3 && first === 'agents' && last === 'sandbox' && isOneOf(COMMAND_SANDBOXES, value))
		return `; ${value} is for commands: sandbox, at the top`;
	return '';
}

function isOneOf<T extends string>(words: readonly T[], value: unknown): value is T {
	return words.some((word) => word === value);
}

/** Types of keys that take more than one. */
const UNIONS: Readonly<Record<string, string>> = {
	persistence: 'true, false, or an object with sessions, history, drafts, snapshots and log, each true or false',
	'sessions.days': 'a number of days from 1 to 36500, or false',
	'sessions.maxSize': 'a size such as "500MB" or "1GB", or false',
};

/** Reports an MCP server as a command or as an address, by the keys that it has. */
function describeServer(issue: z.core.$ZodIssueInvalidUnion, data: unknown): string {
	const value = valueAt(data, issue.path);
	const isReached = typeof value === 'object' && value !== null && 'url' in value;
	const [first] = issue.errors[isReached ? 1 : 0] ?? [];
	return first === undefined
		? messages.mustBe(keyPath(issue.path), 'an object with a command or a url')
		: describe({ ...first, path: [...issue.path, ...first.path] }, data);
}

function unknownKey(issue: z.core.$ZodIssueUnrecognizedKeys): string {
	const key = issue.keys[0] ?? '';
	const path = keyPath([...issue.path, key]);
	return messages.unknownKey(path, key, knownKeys(schemaAt(issue.path) ?? {}), placesOf(key));
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
