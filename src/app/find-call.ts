import { entryAt } from '../core/session/entries/entry-list.js';
import type { SessionState } from '../core/session/state.js';
import { isOpenCall, type ToolCall } from '../core/tool-call.js';

/** Newest open call that `matches`: ACP does not say which call a file or terminal request belongs to. */
export function findOpenCall(state: SessionState, matches: (call: ToolCall) => boolean): ToolCall | undefined {
	const first = state.turn?.firstEntry ?? Math.max(0, state.entries.size - 50);
	for (let index = state.entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'tool' && isOpenCall(entry.call) && matches(entry.call)) return entry.call;
	}
	return undefined;
}

export function namesPath(call: ToolCall, path: string): boolean {
	return (
		call.locations.some((location) => location.path === path) ||
		call.content.some((content) => content.type === 'diff' && content.path === path)
	);
}
