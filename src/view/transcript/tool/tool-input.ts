import { commandOfCall } from '../../../core/command-title.js';
import { defined } from '../../../core/defined.js';
import { fieldsOf } from '../../../core/is-record.js';
import type { ToolCall } from '../../../core/tool-call.js';
import { oneLine } from '../entries/block-summary.js';

const PATH_KEYS = [
	...['file_path', 'filePath', 'path', 'abs_path', 'absolute_path', 'absolutePath', 'notebook_path', 'target_file'],
	...['targetFile', 'filename', 'fileName', 'filepath', 'file', 'dir_path', 'directory', 'uri'],
];

export function placesOf(call: ToolCall): ToolCall['locations'] {
	if (call.locations.length > 0) return call.locations;
	const path = textAt(call.rawInput, PATH_KEYS) ?? textAt(call.rawOutput, PATH_KEYS);
	return path === undefined ? [] : [{ path }];
}

export function foundPlaces({ locations, rawOutput }: ToolCall): ToolCall['locations'] {
	return locations.length > 0 ? locations : matchesIn(rawOutput);
}

const LINE_KEYS = ['line', 'lineNumber', 'line_number', 'startLine', 'start_line', 'lineno'];
const MOST_MATCHES = 100;
const MOST_LEVELS = 3;

function matchesIn(value: unknown, level = 0): ToolCall['locations'] {
	if (level > MOST_LEVELS) return [];
	const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_MATCHES) : [];
	const places = items.flatMap((item) => {
		const path = textAt(item, PATH_KEYS);
		return path === undefined ? [] : [{ path, ...defined({ line: lineIn(item) }) }];
	});
	if (places.length > 0) return places;
	for (const item of items.length > 0 ? items : Object.values(fieldsOf(value)).slice(0, MOST_MATCHES)) {
		const found = matchesIn(item, level + 1);
		if (found.length > 0) return found;
	}
	return [];
}

function lineIn(match: unknown): number | undefined {
	const record = fieldsOf(match);
	for (const key of LINE_KEYS) {
		const line = record[key];
		if (typeof line === 'number' && Number.isInteger(line) && line > 0) return line;
	}
	return undefined;
}

export function commandOf(call: ToolCall): string {
	return oneLine(commandOfCall(call));
}

export function planTitle(call: ToolCall): string {
	const plan = fieldsOf(call.rawInput)['plan'];
	const first = typeof plan === 'string' ? plan.split('\n', 20).find((line) => line.trim() !== '') : undefined;
	return oneLine((first ?? '').replace(/^\s*#{1,6}\s+/, ''));
}

const MOST_VALUES = 20;

/** Whether every value of a call's input is in its card in another form: title, changes, places, prompt. */
export function isInputShown(call: ToolCall): boolean {
	const values = Object.values(fieldsOf(call.rawInput));
	if (values.length === 0 || values.length > MOST_VALUES) return false;
	const shown = [call.title, call.result?.prompt ?? '', ...call.locations.map(({ path }) => path)];
	for (const item of call.content) {
		if (item.type === 'diff') shown.push(item.path, item.newText, item.oldText ?? '');
		if (item.type === 'content' && item.block.type === 'text') shown.push(item.block.text);
	}
	for (const { command, cwd } of call.terminals) shown.push(command, cwd ?? '');
	return values.every((value) => typeof value === 'string' && shown.some((text) => text.includes(value.trim())));
}

function textAt(value: unknown, keys: readonly string[]): string | undefined {
	const record = fieldsOf(value);
	for (const key of keys) {
		const text = record[key];
		if (typeof text === 'string' && text.trim() !== '') return text;
	}
	return undefined;
}
