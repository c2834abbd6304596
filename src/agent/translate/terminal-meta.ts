import type { AgentEvent } from '../../core/agent-event.js';
import { defined } from '../../core/defined.js';
import { isObject, type JsonObject, objectOf, textOf } from '../json.js';
import type { Faults } from './faults.js';

/** Terminals in a tool call's `_meta`. Both output fields append. Content may name none: `toolCallId` says whose. */
export function terminalEvents(update: JsonObject, toolCallId: string, faults: Faults): AgentEvent[] {
	const meta = update['_meta'];
	if (!isObject(meta)) return [];
	const events: AgentEvent[] = [];
	const read = (key: string, make: (value: JsonObject, terminalId: string) => AgentEvent | null) => {
		const value = meta[key];
		if (value === undefined || value === null) return;
		const terminalId = textOf(objectOf(value)['terminal_id']);
		const event = terminalId === undefined ? null : make(objectOf(value), terminalId);
		if (event === null) faults.push(`_meta.${key}`);
		else events.push(event);
	};
	read('terminal_info', (value, terminalId) =>
		defined({
			type: 'terminal-started' as const,
			terminalId,
			command: textOf(objectOf(update['rawInput'])['command']) ?? '',
			cwd: textOf(value['cwd']),
			ours: false,
			toolCallId,
		}),
	);
	const output = (value: JsonObject, terminalId: string): AgentEvent | null => {
		const { data } = value;
		if (typeof data !== 'string') return null;
		// A sentence of the adapter, not of the command.
		const isExit = isObject(meta['terminal_exit']) && LAST_WORDS.test(data);
		return { type: 'terminal-output', terminalId, data: isExit ? '' : data, toolCallId };
	};
	read('terminal_output', output);
	read('terminal_output_delta', output);
	read('terminal_exit', (value, terminalId) => {
		const { exit_code: code, signal } = value;
		const exit = {
			code: codeInWords(meta) ?? (typeof code === 'number' ? code : null),
			signal: typeof signal === 'string' ? signal : null,
		};
		return { type: 'terminal-exited', terminalId, exit, toolCallId };
	});
	return events;
}

const LAST_WORDS = /^\s*Command (?:exited with code (-?\d{1,10})|aborted)\.?\s*$/;

/** Exit code below the output, where the adapter's field only says that the command failed. */
function codeInWords(meta: JsonObject): number | null {
	for (const key of ['terminal_output', 'terminal_output_delta']) {
		const { data } = objectOf(meta[key]);
		const code = typeof data === 'string' ? LAST_WORDS.exec(data)?.[1] : undefined;
		if (code !== undefined) return Number(code);
	}
	return null;
}
