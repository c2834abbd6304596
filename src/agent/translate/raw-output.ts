import { isObject, type JsonObject, objectOf } from '../json.js';
import { embeddedJson, plainName } from './input/walk.js';

/** Wrapper objects of results. Others may hold anything and are not searched. */
const WRAPPERS = [
	...['metadata', 'result', 'results', 'details', 'data', 'output'],
	...['outputs', 'response', 'value', 'content', 'contents'],
	...['items', 'structuredContent', 'structured_content', 'returnDisplay', 'toolResult', 'tool_result', 'exit'],
	...['exitStatus', 'exit_status'],
];
const DEEPEST = 3;
const MOST_ITEMS = 200;

/** Objects of a raw output that describe the result, the outermost level first; those of a list share a level. */
export function levelsOf(raw: unknown): readonly (readonly JsonObject[])[] {
	const levels: JsonObject[][] = [];
	let level: readonly unknown[] = [unwrapped(raw)];
	for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
		const objects = level
			.flatMap((item) => (Array.isArray(item) ? item.slice(0, MOST_ITEMS) : [item]))
			.filter(isObject);
		levels.push(objects);
		level = objects.flatMap((object) => WRAPPERS.map((key) => object[key]));
	}
	return levels;
}

export function findIn<T>(raw: unknown, read: (object: JsonObject) => T | undefined): T | undefined {
	for (const object of levelsOf(raw).flat()) {
		const found = read(object);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Fields of a report on a result, unlike JSON that a program printed. */
const REPORTED = new Set(
	(
		'query command cmd cwd result results output outputs stdout stderr content text message error success ok iserror exitcode ' +
		'exit code status signal duration durationms pid id type truncated'
	).split(' '),
);

/** Parses a report that an agent wrote as JSON into a string. */
function unwrapped(raw: unknown): unknown {
	if (typeof raw !== 'string') return raw;
	const value = embeddedJson(raw);
	const [first] = Array.isArray(value) ? value : [value];
	const names = Object.keys(objectOf(first)).map(plainName);
	return names.length > 1 && names.every((name) => REPORTED.has(name)) ? value : raw;
}

/** Fields with a tool's whole output, the most complete first. */
const OUTPUT_KEYS = [
	...['aggregated_output', 'aggregatedOutput', 'combined_output', 'combinedOutput', 'output', 'formatted_output'],
	...['formattedOutput', 'stdoutAndStderr'],
];
/** Ambiguous names of the same: beside content they may be a part, or a message to the model. */
const OTHER_OUTPUT_KEYS = ['text', 'content', 'result', 'value', 'llmContent', 'returnDisplay', 'message'];
/** Fields that repeat the input, and are no result. */
const SAYS_WHAT =
	/^(?:query|command|commands|cmd|argv|args|cwd|directory|dir|path|file|.*id|pid|status|state|type|kind|name|title|shell|env|time|timestamp|duration|.*at|mimetype|data|uri|url|success|signal)$/;

/** A tool's output as text; empty where there was none. `isAlone`: nothing else holds output, so every text counts. */
export function textIn(raw: unknown, isRun: boolean, isAlone: boolean): string | undefined {
	const value = unwrapped(raw);
	if (typeof value === 'string') return isRun || isAlone ? value : undefined;
	if (Array.isArray(value)) return isRun || isAlone ? listText(value, isRun) : undefined;
	const found = findIn(value, (object) => objectText(object, isRun || isAlone));
	if (found !== undefined || !isRun || !isAlone) return found;
	const rest = textsWithin(value, 0);
	return rest.length === 0 ? undefined : rest.join('\n');
}

/** Texts of a list of blocks or results; undefined where something else is among them. */
function listText(list: readonly unknown[], isRun: boolean): string | undefined {
	const blocks = blocksText(list);
	if (blocks !== undefined) return blocks;
	if (list.some((item) => isObject(item) && PICTURES.has(String(item['type'])))) return undefined;
	const texts = list.slice(0, MOST_ITEMS).flatMap((item) => textIn(item, isRun, true) ?? []);
	return texts.length === 0
		? undefined
		: texts
				.filter((text) => text !== '')
				.map(withoutEnd)
				.join('\n');
}

const PICTURES: ReadonlySet<string> = new Set(['image', 'audio', 'resource', 'resource_link']);

function withoutEnd(text: string): string {
	return text.replace(/\n$/, '');
}

function objectText(object: JsonObject, takesOthers: boolean): string | undefined {
	const whole = firstText(object, OUTPUT_KEYS);
	// The agent does not use an empty `output` beside filled parts.
	if (whole !== undefined && whole !== '') return whole;
	const parts = partsOf(object);
	if (parts !== undefined && parts !== '') return parts;
	const other = takesOthers ? firstText(object, OTHER_OUTPUT_KEYS) : undefined;
	return other !== undefined && other !== '' ? other : (whole ?? parts ?? other);
}

function firstText(object: JsonObject, keys: readonly string[]): string | undefined {
	let empty: string | undefined;
	for (const key of keys) {
		const value = object[key];
		const text = typeof value === 'string' ? value : Array.isArray(value) ? blocksText(value) : undefined;
		if (text !== undefined && text !== '') return text;
		empty ??= text;
	}
	return empty;
}

function partsOf(object: JsonObject): string | undefined {
	const found = ['stdout', 'stderr'].flatMap((name) =>
		Object.entries(object).flatMap(([key, value]) => {
			const text = typeof value === 'string' ? value : Array.isArray(value) ? blocksText(value) : undefined;
			return plainName(key) === name && text !== undefined ? [text] : [];
		}),
	);
	if (found.length === 0) return undefined;
	const [first = '', second = ''] = found;
	return first === '' || second === '' ? `${first}${second}` : `${withoutEnd(first)}\n${second}`;
}

/** Texts of content blocks, ACP's or MCP's; undefined when something else is among them. */
function blocksText(list: readonly unknown[]): string | undefined {
	const texts = list.map((item) => {
		if (typeof item === 'string') return item;
		const block = objectOf(item);
		const inner = block['type'] === 'content' ? objectOf(block['content']) : block;
		return inner['type'] === 'text' && typeof inner['text'] === 'string' ? inner['text'] : null;
	});
	return texts.length === 0 || texts.includes(null) ? undefined : texts.join('\n');
}

function textsWithin(value: unknown, level: number): readonly string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [withoutEnd(value)];
	if (level > DEEPEST || typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).flatMap((item) => textsWithin(item, level + 1));
	return Object.entries(value).flatMap(([key, item]) =>
		SAYS_WHAT.test(plainName(key)) ? [] : textsWithin(item, level + 1),
	);
}
