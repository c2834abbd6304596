import { type Node as JsonNode, parseTree } from 'jsonc-parser';
import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';

/** Where a value stands in a text, from `start` to before `end`. */
export type Place = {
	readonly start: number;
	readonly end: number;
	readonly kind: 'object' | 'list' | 'other';
	/** Its items stand on lines of their own, by indentation, as YAML alone has it. */
	readonly isBlock: boolean;
	readonly items: readonly Item[];
};

/** An entry of an object or a list: from its key, from the dash of a block list, else from its value. */
export type Item = {
	/** Null in a list. */
	readonly key: string | null;
	readonly start: number;
	/** Behind the colon or the dash. */
	readonly valueFrom: number;
	/** Null where there is a key alone. */
	readonly value: Place | null;
};

/** The end of an item without blanks, comments and line ends behind it. */
export function endOf({ value, valueFrom }: Item): number {
	return value === null ? valueFrom : value.end;
}

/** The value of a JSON file with comments; null for an empty one. */
export function jsonPlaces(text: string): Place | null {
	const tree = parseTree(text, [], { allowTrailingComma: true });
	return tree === undefined ? null : jsonPlace(tree);
}

function jsonPlace({ offset, length, type, children = [] }: JsonNode): Place {
	const items = children.map((child): Item => {
		const [key, value] = type === 'object' ? (child.children ?? []) : [undefined, child];
		const valueFrom = value?.offset ?? child.offset + child.length;
		const found = value === undefined ? null : jsonPlace(value);
		return { key: key === undefined ? null : String(key.value), start: child.offset, valueFrom, value: found };
	});
	const kind = type === 'object' ? 'object' : type === 'array' ? 'list' : 'other';
	return { start: offset, end: offset + length, kind, isBlock: false, items };
}

/** The value of a YAML file; null for an empty one. */
export function yamlPlaces(text: string): Place | null {
	const { contents } = parseDocument(text);
	return contents === null || (isScalar(contents) && contents.source === '') ? null : yamlPlace(text, contents);
}

function yamlPlace(text: string, node: unknown): Place | null {
	const [start = 0, until = 0] = rangeOf(node) ?? [];
	if (rangeOf(node) === null) return null;
	const isList = isSeq(node);
	const isBlock = (isMap(node) || isList) && node.flow !== true;
	const items = (isMap(node) || isList ? node.items : []).map((item) => yamlItem(text, item, isBlock));
	const last = items.at(-1);
	// Comments and line ends behind it are no part of it.
	const end = isBlock && last !== undefined ? endOf(last) : start + text.slice(start, until).trimEnd().length;
	return { start, end, kind: isMap(node) ? 'object' : isList ? 'list' : 'other', isBlock, items };
}

function yamlItem(text: string, item: unknown, isBlock: boolean): Item {
	if (!isPair(item)) {
		const value = yamlPlace(text, item);
		const at = value?.start ?? 0;
		const start = isBlock ? text.lastIndexOf('-', at - 1) : at;
		return { key: null, start, valueFrom: isBlock ? start + 1 : at, value };
	}
	const [start, end] = rangeOf(item.key) ?? [0, 0];
	const value = yamlPlace(text, item.value);
	const colon = text.indexOf(':', end);
	return {
		key: isScalar(item.key) ? String(item.key.value) : '',
		start,
		valueFrom: value === null || colon < 0 ? end : colon + 1,
		value,
	};
}

function rangeOf(node: unknown): readonly [number, number] | null {
	const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
	return Array.isArray(range) ? [Number(range[0]), Number(range[1])] : null;
}
