import { getLocation, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../../core/failure.js';
import { isNestedDeeper } from '../../core/json-in.js';
import { once } from '../../core/once.js';
import { UsageError } from '../errors.js';
import * as messages from './config-messages.js';
import type { ConfigPath } from './config-values.js';
import { plainJson } from './file-format.js';

/** No setting has so many. */
const MOST_LEVELS = 100;

type ParsedFile = {
	readonly data: unknown;
	/** `FILE:LINE` of a value, or the file alone where its line is not known. */
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
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch (error) {
		const where = findJsonError(text);
		throw unreadable(where === null ? file : `${file}:${where.place}`, where?.words ?? String(error));
	}
	if (isNestedDeeper(data, MOST_LEVELS)) throw unreadable(file, messages.tooDeep);
	return data;
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

/** Words for the errors of jsonc-parser: what is expected there. */
const EXPECTED: Readonly<Record<string, keyof typeof messages.jsonExpected>> = {
	ValueExpected: 'value',
	PropertyNameExpected: 'name',
	ColonExpected: 'colon',
	CommaExpected: 'comma or end',
	CloseBraceExpected: 'comma or end',
	CloseBracketExpected: 'comma or end',
	EndOfFileExpected: 'nothing',
};

/** Where a text stops being JSON and what is expected there: `LINE:COLUMN` from 1, and words. Null: no place is known. */
function findJsonError(text: string): { readonly place: string; readonly words: string } | null {
	const errors: ParseError[] = [];
	try {
		parse(text, errors, { disallowComments: true });
	} catch {
		// Nested too deeply: JSON.parse has said what it found.
	}
	const [first] = errors;
	if (first === undefined) return null;
	const before = text.slice(0, first.offset).split('\n');
	const isComment = /^(?:\/\/|\/\*|#)/.test(text.slice(first.offset, first.offset + 2));
	const names = errors.map(({ error }) => printParseErrorCode(error));
	const isBrokenWord = /^(?:Invalid|Unexpected)(?!Symbol)/.test(names[0] ?? '');
	// Where it expects nothing, something stands behind the end.
	const isName = names[0] !== 'ColonExpected' && getLocation(text, first.offset).isAtPropertyKey;
	const expected = isName
		? 'name'
		: isBrokenWord
			? 'value'
			: (names.map((name) => EXPECTED[name]).find((each) => each) ?? 'nothing');
	const words = messages.jsonExpected[isComment ? 'no comment' : expected];
	return { place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`, words };
}
