import type { Entry, ToolEntry } from '../../../src/core/session/entries/entry.js';
import { type EntryList, emptyEntries, pushEntry } from '../../../src/core/session/entries/entry-list.js';
import type { TerminalView, ToolCall } from '../../../src/core/tool-call.js';
import type { Line } from '../../../src/view/line.js';
import { lineText } from '../../../src/view/spans.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import type { RenderContext } from '../../../src/view/transcript/render-context.js';

/** A context with its own cache, 100 cells wide, at the time 10 000. */
export function contextOf(patch: Partial<RenderContext> = {}): RenderContext {
	return {
		width: 100,
		cwd: '/home/ada/shop',
		isOpen: () => null,
		areAllOpen: false,
		now: 10_000,
		spinner: 2,
		cache: createRenderCache(),
		...patch,
	};
}

/** A list of these entries. */
export function listOf(entries: readonly Entry[]): EntryList {
	return entries.reduce(pushEntry, emptyEntries);
}

/** Lines as text, without the blanks at their ends. */
export function texts(lines: readonly Line[]): string[] {
	return lines.map((line) => lineText(line).trimEnd());
}

/** A tool call's card. */
export function tool(patch: Partial<ToolCall> = {}, id = 't1'): ToolEntry {
	return {
		kind: 'tool',
		id,
		at: 0,
		call: {
			id,
			title: 'Read src/a.ts',
			kind: 'read',
			status: 'completed',
			content: [],
			locations: [],
			startedAt: 1000,
			endedAt: 1100,
			terminals: [],
			...patch,
		},
	};
}

/** A terminal with this output. */
export function terminal(output: string, patch: Partial<TerminalView> = {}): TerminalView {
	return { id: 'term1', command: '', output, outputStart: 0, startedAt: 0, released: false, ours: true, ...patch };
}

/** A message of the agent. */
export function message(text: string, id = 'm1', isStreaming = false): Entry {
	return { kind: 'message', id, at: 0, text, isStreaming };
}

/** A prompt of the user. */
export function user(text: string, id = 'u1'): Entry {
	return { kind: 'user', id, at: 0, text, blocks: [] };
}
