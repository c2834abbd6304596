import type { AppEvent } from '../../../src/core/event.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';

export const tool = (patch: ToolCallPatch): AppEvent => ({ type: 'tool', patch });

/** A terminal of ours, unless `parts` says otherwise. */
export const started = (terminalId: string, parts: { ours?: boolean; toolCallId?: string } = {}): AppEvent => ({
	type: 'terminal-started',
	terminalId,
	command: 'npm test',
	cwd: '/w',
	ours: true,
	...parts,
});

export const exited = (terminalId: string, code: number | null = 0, toolCallId?: string): AppEvent => ({
	type: 'terminal-exited',
	terminalId,
	exit: { code, signal: null },
	...(toolCallId === undefined ? {} : { toolCallId }),
});

/** A call that shows a terminal. */
export const shows = (id: string, terminalId: string): AppEvent =>
	tool({ id, kind: 'execute', status: 'in_progress', content: [{ type: 'terminal', terminalId }] });
