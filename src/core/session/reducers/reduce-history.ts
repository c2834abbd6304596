import type { AgentEvent } from '../../agent-event.js';
import { settleStreaming } from '../entries/append.js';
import type { Entry } from '../entries/entry.js';
import { type EntryList, eachEntry, emptyEntries, entriesOf, findLastEntry } from '../entries/entry-list.js';
import { settleCalls } from '../entries/reduce-tools.js';
import type { SessionState } from '../state.js';
import { onAgent } from './reduce-agent.js';

const OF_CONVERSATION: ReadonlySet<string> = new Set<AgentEvent['type']>([
	...(['text', 'message-ended', 'block', 'tool', 'compaction', 'compaction-chunk', 'unknown'] as const),
	...(['terminal-started', 'terminal-output', 'terminal-exited', 'terminal-released'] as const),
]);

export function isOfConversation({ type }: AgentEvent): boolean {
	return OF_CONVERSATION.has(type);
}

/** Puts a history into the transcript, before this entry or at its end. Folded apart: its ids mean nothing else here. */
export function reduceHistory(
	state: SessionState,
	before: string | null,
	events: readonly AgentEvent[],
	at: number,
): SessionState {
	let folded: SessionState = {
		...state,
		entries: emptyEntries,
		turn: null,
		isPrompted: true,
		firstOfAgent: 0,
		awaitedParents: new Set(),
		terminals: new Map(),
	};
	for (const event of events) if (isOfConversation(event)) folded = foldOne(folded, event, at);
	const settled = settleCalls(settleStreaming(folded, at), 0, at);
	const { size } = settled.entries;
	if (size === 0) return state;
	const index = placeOf(state, before);
	const { turn, firstOfAgent = 0 } = state;
	const isNowBehind = turn !== null && index <= turn.firstEntry;
	return {
		...state,
		entries: inserted(state.entries, index, settled.entries),
		nextEntry: settled.nextEntry,
		terminals: new Map([...state.terminals, ...settled.terminals]),
		weight: settled.weight ?? 0,
		turn: isNowBehind ? { ...turn, firstEntry: turn.firstEntry + size } : turn,
		// The entries with these ids are finished.
		firstOfAgent: turn === null ? state.entries.size + size : firstOfAgent + (index <= firstOfAgent ? size : 0),
	};
}

function foldOne(state: SessionState, event: AgentEvent, at: number): SessionState {
	// The row of an event's type takes that event; the compiler cannot see that the two belong together.
	const row = onAgent[event.type] as (state: SessionState, event: AgentEvent, at: number) => { state: SessionState };
	return row(state, event, at).state;
}

function placeOf({ entries, turn }: SessionState, before: string | null): number {
	const end = turn?.firstEntry ?? entries.size;
	if (before === null) return end;
	const found = findLastEntry(entries, (entry) => entry.id === before);
	return found < 0 ? end : found;
}

function inserted(list: EntryList, index: number, more: EntryList): EntryList {
	const entries: Entry[] = [...eachEntry(list)];
	return entriesOf([...entries.slice(0, index), ...eachEntry(more), ...entries.slice(index)]);
}
