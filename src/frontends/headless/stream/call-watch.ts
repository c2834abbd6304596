import { defined } from '../../../core/defined.js';
import type { AppEvent } from '../../../core/event.js';
import { exitOf } from '../../../core/session/entries/call-outcome.js';
import { findCall } from '../../../core/session/entries/entry-list.js';
import type { SessionState } from '../../../core/session/state.js';
import { isOpenCall, type ToolCall, textsOfContent, timeOfCall } from '../../../core/tool-call.js';
import { statsOf } from '../../../view/transcript/tool/diffs.js';
import { bounded } from './json-line.js';
import type { StreamEvent } from './stream-schema.js';

type CallEvent = StreamEvent<'tool-started' | 'tool-updated' | 'tool-ended'>;

/** Events that end no call and come often. */
const QUIET: ReadonlySet<AppEvent['type']> = new Set(['text', 'terminal-output', 'compaction-chunk']);

/** Tells when tool calls begin, change and end, from what is known of them: an agent sends parts. */
export function createCallWatch(getState: () => SessionState) {
	const calls = new Map<string, ToolCall>();
	const open = new Set<string>();

	function look(id: string, isNew: boolean, at: number): readonly CallEvent[] {
		const call = findCall(getState(), id);
		if (call === null) return [];
		const known = isNew ? undefined : calls.get(id);
		if (known === call) return [];
		calls.set(id, call);
		const fields = bounded(fieldsOf(call));
		const isEnd = !isOpenCall(call) && (known === undefined || open.has(id));
		if (isOpenCall(call)) open.add(id);
		else open.delete(id);
		const isChanged = known !== undefined && JSON.stringify(bounded(fieldsOf(known))) !== JSON.stringify(fields);
		const ended = { ...fields, durationMs: timeOfCall(call, call.endedAt ?? at) };
		return [
			...(known === undefined ? [{ type: 'tool-started' as const, ...fields }] : []),
			...(isChanged && !isEnd ? [{ type: 'tool-updated' as const, ...fields }] : []),
			...(isEnd ? [{ type: 'tool-ended' as const, ...ended }] : []),
		];
	}

	return {
		follow(event: AppEvent, at: number): readonly CallEvent[] {
			if (event.type === 'tool') return look(event.patch.id, event.isNew === true, at);
			return QUIET.has(event.type) ? [] : [...open].flatMap((id) => look(id, false, at));
		},
	};
}

function fieldsOf(call: ToolCall) {
	const { id, parentId, name, kind, title, status, locations, content, rawInput } = call;
	const changes = content.flatMap((item) =>
		item.type === 'diff' ? [{ path: item.path, added: statsOf(item).added, removed: statsOf(item).removed }] : [],
	);
	const words = textsOfContent(content);
	// While it grows, it would be sent whole again and again.
	const output = isOpenCall(call)
		? undefined
		: (call.result?.output ?? (words.length === 0 ? undefined : words.join('\n')));
	return {
		id,
		kind,
		title,
		status,
		locations: locations.map(({ path, line }) => ({ path, ...defined({ line }) })),
		changes,
		...defined({ parentId, name, input: rawInput, output, exitCode: exitOf(call)?.code }),
	};
}
