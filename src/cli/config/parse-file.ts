import { type Document, LineCounter, parseDocument } from 'yaml';
import { once } from '../../core/once.js';
import { messageOf } from '../../services/errno.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';
import { plainJson } from './file-format.js';
import type { ConfigPath } from './values.js';

type ParsedFile = {
	readonly data: unknown;
	/** `FILE:LINE` of a value, or the file alone where its line cannot be told. */
	readonly placeOf: (path: ConfigPath) => string;
};

/** Parses YAML, or JSON with comments and trailing commas. Throws a UsageError with the place: `FILE:LINE:COLUMN`. */
export function parseFile(file: string, written: string, isJson: boolean): ParsedFile {
	return parseText(file, isJson ? plainJson(written) : written, isJson);
}

function parseText(file: string, text: string, isJson: boolean): ParsedFile {
	const lines = new LineCounter();
	// JSON is YAML, so that one reader knows the lines of both.
	const document = once(() =>
		parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: !isJson, prettyErrors: false }),
	);
	const placeOf = (path: ConfigPath): string => {
		const line = path.length === 0 ? null : lineOf(document, lines, path);
		return line === null ? file : `${file}:${line}`;
	};
	return { data: isJson ? jsonData(file, text) : yamlData(file, document, lines), placeOf };
}

/** Reads one key of a JSON file that other programs read, and that has no comments, as {@link parseFile} does a file. */
export function parseKey(file: string, text: string, key: string): ParsedFile {
	const { data, placeOf } = parseText(file, text, true);
	const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
	return { data: value, placeOf: (path) => placeOf([key, ...path]) };
}

function jsonData(file: string, text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text);
	} catch (error) {
		const where = findJsonError(text);
		throw unreadable(where === null ? file : `${file}:${where.place}`, where?.words ?? String(error));
	}
}

function yamlData(file: string, document: () => Document, lines: LineCounter): unknown {
	try {
		const { errors, warnings } = document();
		// A warning is a tag that nobody knows: what it means is not guessed.
		const [error] = [...errors, ...warnings];
		if (error === undefined) return document().toJS();
		const { line, col } = lines.linePos(error.pos[0]);
		throw unreadable(`${file}:${line}:${col}`, error.message);
	} catch (failure) {
		if (failure instanceof UsageError) throw failure;
		// Nested too deeply, or aliases that would grow without end.
		throw unreadable(file, messageOf(failure));
	}
}

function unreadable(place: string, reason: string): UsageError {
	const sentence = reason.split('\n', 1)[0] ?? '';
	return new UsageError(messages.unreadable(place, sentence.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').trim()));
}

/** The line, from 1, on which the value at `path` begins; null when there is none. */
function lineOf(document: () => Document, lines: LineCounter, path: ConfigPath): number | null {
	try {
		const node: unknown = document().getIn(path, true);
		const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
		return Array.isArray(range) ? lines.linePos(Number(range[0])).line : null;
	} catch {
		// Nested too deeply to be read again: the file alone is named.
		return null;
	}
}

type Expected = Exclude<keyof typeof messages.jsonExpected, 'no comment'>;

const SPACE = /[ \t\r\n]*/y;
const TOKEN =
	/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[[\]{}:,]/y;

/** Where a text stops being JSON and what is expected there: `LINE:COLUMN` from 1, and words. Null: it is JSON. */
function findJsonError(text: string): { readonly place: string; readonly words: string } | null {
	const open: string[] = [];
	let expected: Expected = 'value';
	let at = 0;
	for (;;) {
		SPACE.lastIndex = at;
		SPACE.test(text);
		at = SPACE.lastIndex;
		if (at >= text.length && expected === 'nothing') return null;
		TOKEN.lastIndex = at;
		const token = TOKEN.exec(text)?.[0];
		const after: Expected | null = token === undefined ? null : step(token, expected, open);
		if (after === null || token === undefined) break;
		expected = after;
		at += token.length;
	}
	const before = text.slice(0, at).split('\n');
	const isComment = /^(?:\/\/|\/\*|#)/.test(text.slice(at, at + 2));
	const words = messages.jsonExpected[isComment ? 'no comment' : expected];
	return { place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`, words };
}

/** The next expectation; null for a token that was not expected. */
function step(token: string, expected: Expected, open: string[]): Expected | null {
	const isValueNext = expected === 'value' || expected === 'value or ]';
	const done = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
	const close = (bracket: string): Expected | null => (open.pop() === bracket ? done() : null);
	switch (token) {
		case '{':
		case '[':
			if (!isValueNext) return null;
			open.push(token);
			return token === '{' ? 'name or }' : 'value or ]';
		case '}':
			return expected === 'name or }' || expected === 'comma or end' ? close('{') : null;
		case ']':
			return expected === 'value or ]' || expected === 'comma or end' ? close('[') : null;
		case ',':
			if (expected !== 'comma or end') return null;
			return open.at(-1) === '{' ? 'name' : 'value';
		case ':':
			return expected === 'colon' ? 'value' : null;
		default:
			if (token.startsWith('"') && (expected === 'name' || expected === 'name or }')) return 'colon';
			return isValueNext ? done() : null;
	}
}
