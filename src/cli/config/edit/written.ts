import { stringify } from 'yaml';
import { isRecord } from '../../../core/is-record.js';
import type { Written } from './brackets.js';
import { eolOf, indentUnit } from './splice.js';

/** Longer lists have a line for each of their values. */
const MOST_IN_LINE = 60;

/** A value of JSON, behind its key where it has one. */
export function writtenJson(text: string, key: string | null, value: unknown): Written {
	const before = key === null ? '' : `${JSON.stringify(key)}: `;
	const line = before + inLine(value);
	const isShort = Array.isArray(value) && line.length <= MOST_IN_LINE;
	const whole = isShort ? line : before + JSON.stringify(value, null, indentUnit(text));
	return { line, lines: (indent) => whole.replaceAll('\n', eolOf(text) + indent) };
}

/** The same in brackets of YAML. */
export function writtenFlow(key: string | null, value: unknown): Written {
	const line = `${key === null ? '' : `${wordOf(key)}: `}${inLine(value)}`;
	return { line, lines: () => line };
}

function inLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
	if (!isRecord(value)) return JSON.stringify(value);
	const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inLine(each)}`);
	return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A value that YAML has behind a key: a word, or brackets. */
export function wordOf(value: unknown): string {
	return typeof value === 'object' && value !== null ? inLine(value) : yaml(value, '  ').trimEnd();
}

/** A value of YAML in lines of a block; null where it is a word. */
export function blockLines(text: string, value: unknown): readonly string[] | null {
	const isWord = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
	return isWord ? null : yaml(value, indentUnit(text)).trimEnd().split('\n');
}

function yaml(value: unknown, unit: string): string {
	const indent = unit.startsWith('\t') ? 2 : unit.length;
	return stringify(value, { indent, lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: MOST_TEXT });
}

/** A text stays in its line, however long it is. */
const MOST_TEXT = 1_000_000;
