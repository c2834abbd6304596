import { sanitizeText } from '../../../core/text/sanitize.js';
import { type Line, styled } from '../../line.js';
import { firstLines, hiddenLine } from '../transcript-layout.js';
import { omitted } from '../transcript-messages.js';

const MAX_DEPTH = 8;
const MAX_ITEMS = 200;
const MAX_STRING = 4000;
const MAX_CHARS = 40_000;

/** Indented JSON, bounded in depth, items and length; `…` stands for what was left out. Never throws. */
export function boundedJson(value: unknown): string {
	let chars = 0;
	const write = (item: unknown, depth: number): string => {
		if (chars > MAX_CHARS) return '…';
		const text = writeOne(item, depth);
		chars += text.length;
		return text;
	};
	const writeOne = (item: unknown, depth: number): string => {
		if (typeof item === 'string') {
			return JSON.stringify(item.length > MAX_STRING ? `${item.slice(0, MAX_STRING)}…` : item);
		}
		if (item === null || typeof item !== 'object') return String(item);
		const isList = Array.isArray(item);
		const entries = Object.entries(item);
		if (entries.length === 0) return isList ? '[]' : '{}';
		if (depth >= MAX_DEPTH) return isList ? '[…]' : '{…}';
		const indent = '  '.repeat(depth + 1);
		const parts: string[] = [];
		for (const [key, part] of entries.slice(0, MAX_ITEMS)) {
			if (chars > MAX_CHARS) break;
			parts.push(`${indent}${isList ? '' : `${JSON.stringify(key)}: `}${write(part, depth + 1)}`);
		}
		if (parts.length < entries.length) parts.push(`${indent}… ${entries.length - parts.length} more`);
		const [open, close] = isList ? ['[', ']'] : ['{', '}'];
		return `${open}\n${parts.join(',\n')}\n${'  '.repeat(depth)}${close}`;
	};
	return write(value, 0);
}

/** Whether a raw value holds anything: agents send `{}` before they know. */
export function hasRaw(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return false;
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Text of a raw value that is a string or a single text block; undefined for any other. */
export function plainText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (!Array.isArray(value) || value.length !== 1) return undefined;
	const only: unknown = value[0];
	if (only === null || typeof only !== 'object' || Object.keys(only).length !== 2) return undefined;
	const { type, text }: { readonly type?: unknown; readonly text?: unknown } = only;
	return type === 'text' && typeof text === 'string' ? text : undefined;
}

export function renderRaw(label: string, value: unknown, width: number, most: number): Line[] {
	const text = sanitizeText(typeof value === 'string' ? value.slice(0, MAX_CHARS) : boundedJson(value));
	const shown = firstLines(text, width, most, { color: 'muted' });
	return [
		[styled(label, { color: 'muted', bold: true })],
		...shown.lines,
		...(shown.hidden > 0 ? [hiddenLine(omitted.lines(shown.hidden), width, false)] : []),
	];
}

const REASONS = ['error', 'message', 'reason', 'stderr', 'text', 'content', 'output', 'formatted_output', 'details'];

export function reasonIn(rawOutput: unknown, depth = 0): string {
	if (typeof rawOutput === 'string') return rawOutput.slice(0, MAX_CHARS).trim();
	if (rawOutput === null || typeof rawOutput !== 'object' || depth > 3) return '';
	if (Array.isArray(rawOutput)) {
		const parts: readonly unknown[] = rawOutput;
		return parts
			.slice(0, 20)
			.map((part) => reasonIn(part, depth + 1))
			.filter((part) => part !== '')
			.join('\n');
	}
	const record: Readonly<Record<string, unknown>> = { ...rawOutput };
	for (const key of REASONS) {
		const found = reasonIn(record[key], depth + 1);
		if (found !== '') return found;
	}
	return '';
}
