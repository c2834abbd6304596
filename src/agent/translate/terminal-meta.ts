import type { AgentEvent } from '../../core/event.js';
import { compact, isObject, type JsonObject, objectOf, textOf } from '../json.js';
import type { Faults } from './faults.js';

/**
 * Terminals that exist only in a tool call's `_meta`: agents that run their commands themselves show
 * the output there, for a terminal that nobody created. `terminal_output` and
 * `terminal_output_delta` both append. Sometimes no content names the terminal, hence the
 * `toolCallId` on each event.
 */
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
		compact({
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
		return typeof data === 'string' ? { type: 'terminal-output', terminalId, data, toolCallId } : null;
	};
	read('terminal_output', output);
	read('terminal_output_delta', output);
	read('terminal_exit', (value, terminalId) => {
		const { exit_code: code, signal } = value;
		const exit = {
			code: typeof code === 'number' ? code : null,
			signal: typeof signal === 'string' ? signal : null,
		};
		return { type: 'terminal-exited', terminalId, exit, toolCallId };
	});
	return events;
}
