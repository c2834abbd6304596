import { entryAt } from '../core/session/entries/entry-list.js';
import { findCallIndex } from '../core/session/entries/find-call.js';
import type { SessionState } from '../core/session/state.js';
import { isOpenCall, type ToolCall } from '../core/tool-call.js';

/** The tool call with this id, or null. */
export function findCall(state: SessionState, id: string): ToolCall | null {
	const entry = entryAt(state.entries, findCallIndex(state, id));
	return entry?.kind === 'tool' ? entry.call : null;
}

/**
 * The one open tool call that a file or terminal request belongs to. ACP does not say which it is,
 * so the newest open call that `matches` is taken; undefined when there is none.
 */
export function findOpenCall(state: SessionState, matches: (call: ToolCall) => boolean): ToolCall | undefined {
	const first = state.turn?.firstEntry ?? Math.max(0, state.entries.size - 50);
	for (let index = state.entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'tool' && isOpenCall(entry.call) && matches(entry.call)) return entry.call;
	}
	return undefined;
}

/** True when the call names this path, as given. */
export function namesPath(call: ToolCall, path: string): boolean {
	return (
		call.locations.some((location) => location.path === path) ||
		call.content.some((content) => content.type === 'diff' && content.path === path)
	);
}
