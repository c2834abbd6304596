import type { ShadowedFile, ToolCall } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import { updateEntry } from './append.js';
import { entryAt } from './entry-list.js';

/** The call with the files of the workspace that it changed in a shadow. History of an older session may have none. */
export function inItsShadow({ turn, sandbox, cwd }: SessionState, call: ToolCall): ToolCall {
	if (turn === null || sandbox.agent !== 'shadow' || call.status !== 'completed') return call;
	const paths = new Set(call.content.flatMap((item) => (item.type === 'diff' ? [item.path] : [])));
	const shadowed = [...paths]
		.filter((path) => path.startsWith(`${cwd}/`))
		.map((path) => call.shadowed?.find((file) => file.path === path) ?? { path, fate: 'waits' as const });
	return shadowed.length === 0 ? call : { ...call, shadowed };
}

/** Calls whose changes of these files (relative to the workspace) waited until now. */
export function settleShadowed(
	state: SessionState,
	paths: readonly string[],
	fate: Exclude<ShadowedFile['fate'], 'waits'>,
): SessionState {
	const settled = new Set(paths.map((path) => `${state.cwd}/${path}`));
	let next = state;
	for (let index = 0; index < state.entries.size; index += 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind !== 'tool' || entry.call.shadowed === undefined) continue;
		const { call } = entry;
		const shadowed = entry.call.shadowed.map((file) =>
			file.fate === 'waits' && settled.has(file.path) ? { ...file, fate } : file,
		);
		if (shadowed.every((file, at) => file === entry.call.shadowed?.[at])) continue;
		next = updateEntry(next, index, () => ({ ...entry, call: { ...call, shadowed } }));
	}
	return next;
}
