import { once } from '../../core/once.js';
import { UsageError } from '../errors.js';
import { unknownKey } from './config-messages.js';
import { configJsonSchema } from './config-schema.js';

export type SchemaNode = {
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly string[];
	readonly properties?: Readonly<Record<string, SchemaNode>>;
	readonly additionalProperties?: SchemaNode | boolean;
	readonly propertyNames?: { readonly enum?: readonly string[]; readonly pattern?: string };
	readonly items?: SchemaNode;
	readonly anyOf?: readonly SchemaNode[];
};

const root = once((): SchemaNode => JSON.parse(configJsonSchema()));

/** The part of the schema at a path; null where it knows none. */
export function schemaAt(path: readonly PropertyKey[]): SchemaNode | null {
	return path.reduce<SchemaNode | null>((node, part) => (node === null ? null : below(node, part)), root());
}

function below(node: SchemaNode, part: PropertyKey): SchemaNode | null {
	if (typeof part === 'number') return node.items ?? null;
	const key = String(part);
	const known = node.properties ?? {};
	if (Object.hasOwn(known, key)) return known[key] ?? null;
	const { additionalProperties: each, propertyNames = {} } = node;
	const isName = propertyNames.enum?.includes(key) ?? new RegExp(propertyNames.pattern ?? '', 'u').test(key);
	if (typeof each === 'object' && isName) return each;
	return node.anyOf?.map((one) => below(one, part)).find((found) => found !== null) ?? null;
}

export function knownKeys({ properties = {}, anyOf = [], propertyNames }: SchemaNode): readonly string[] {
	const all = [properties, ...anyOf.map((each) => each.properties ?? {})].flatMap((each) => Object.keys(each));
	return [...new Set(all), ...(propertyNames?.enum ?? [])];
}

/** Where the schema has a key of this name, two levels deep: `ui.theme`, `agents.NAME.model`. */
export function placesOf(key: string): readonly string[] {
	return Object.entries(root().properties ?? {}).flatMap(([name, node]) => {
		const each = typeof node.additionalProperties === 'object' ? node.additionalProperties : {};
		if (Object.hasOwn(node.properties ?? {}, key)) return [`${name}.${key}`];
		return Object.hasOwn(each.properties ?? {}, key) ? [`${name}.NAME.${key}`] : [];
	});
}

/** The path of a key as it is typed: `ui.theme`; a name that has dots itself stands in double quotes. Throws a UsageError. */
export function settingPath(key: string): readonly [string, ...string[]] {
	const isKey = /^(?:"[^"]+"|[^."]+)(?:\.(?:"[^"]+"|[^."]+))*$/.test(key);
	const parts = isKey ? (key.match(/"[^"]+"|[^."]+/g) ?? []) : [];
	const [first, ...rest] = parts.map((part) => part.replaceAll('"', ''));
	if (first === undefined) throw new UsageError(unknownKey(key, key, knownKeys(root())));
	const path = [first, ...rest] as const;
	for (const [depth, part] of path.entries()) {
		if (schemaAt(path.slice(0, depth + 1)) !== null) continue;
		const above = schemaAt(path.slice(0, depth)) ?? {};
		throw new UsageError(unknownKey(path.slice(0, depth + 1).join('.'), part, knownKeys(above), placesOf(part)));
	}
	return path;
}
