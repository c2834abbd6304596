import { type Document, LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../../services/errno.js';
import { UsageError } from '../usage-error.js';
import { findJsonError } from './json-error.js';
import * as messages from './messages.js';
import type { ConfigPath } from './values.js';

export type ParsedFile = {
	readonly data: unknown;
	/** `FILE:LINE` of a value, or the file alone where its line cannot be told. */
	readonly placeOf: (path: ConfigPath) => string;
};

/** Reads the text of a JSON or YAML file. Throws a UsageError that says where it is wrong: `FILE:LINE:COLUMN`. */
export function parseFile(file: string, text: string, isJson: boolean): ParsedFile {
	const lines = new LineCounter();
	let parsed: Document | null = null;
	// JSON is YAML, so that one reader knows the lines of both.
	const document = (): Document => {
		parsed ??= parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: !isJson, prettyErrors: false });
		return parsed;
	};
	const placeOf = (path: ConfigPath): string => {
		const line = path.length === 0 ? null : lineOf(document, lines, path);
		return line === null ? file : `${file}:${line}`;
	};
	return { data: isJson ? jsonData(file, text) : yamlData(file, document, lines), placeOf };
}

/** Reads one key of a JSON file, as {@link parseFile} does a file. */
export function parseKey(file: string, text: string, key: string): ParsedFile {
	const { data, placeOf } = parseFile(file, text, true);
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
