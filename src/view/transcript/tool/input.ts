import type { ToolCall } from '../../../core/tool-call.js';
import { oneLine } from '../entries/block-summary.js';

const PATH_KEYS = [
	...['file_path', 'filePath', 'path', 'abs_path', 'absolute_path', 'absolutePath', 'notebook_path', 'target_file'],
	...['targetFile', 'filename', 'fileName', 'filepath', 'file', 'dir_path', 'directory', 'uri'],
];
const COMMAND_KEYS = ['command', 'cmd', 'command_line', 'commandLine', 'shell_command', 'script', 'argv'];

/** The places that a call names: those that it says, else the one that its input holds. */
export function placesOf(call: ToolCall): ToolCall['locations'] {
	if (call.locations.length > 0) return call.locations;
	const path = textAt(call.rawInput, PATH_KEYS) ?? textAt(call.rawOutput, PATH_KEYS);
	return path === undefined ? [] : [{ path }];
}

/** The command that a call's input holds, in one line; empty when there is none. */
export function commandOf(call: ToolCall): string {
	const terminal = call.terminals.find(({ command }) => command !== '');
	if (terminal !== undefined) return oneLine(terminal.command);
	const record = recordOf(call.rawInput);
	for (const key of COMMAND_KEYS) {
		const value = record[key];
		if (typeof value === 'string' && value.trim() !== '') return oneLine(value);
		if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
			return oneLine(value.join(' '));
	}
	return '';
}

/** The first line of a plan that a call's input holds, without Markdown's signs of a heading; empty when there is none. */
export function planTitle(call: ToolCall): string {
	const plan = recordOf(call.rawInput)['plan'];
	const first = typeof plan === 'string' ? plan.split('\n', 20).find((line) => line.trim() !== '') : undefined;
	return oneLine((first ?? '').replace(/^\s*#{1,6}\s+/, ''));
}

/** The most values of an input that are looked for in what the card shows. */
const MOST_VALUES = 20;

/** Whether everything that a call's input holds is in its card in another form: title, changes, places, prompt. */
export function isInputShown(call: ToolCall): boolean {
	const values = Object.values(recordOf(call.rawInput));
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
	const record = recordOf(value);
	for (const key of keys) {
		const text = record[key];
		if (typeof text === 'string' && text.trim() !== '') return text;
	}
	return undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
