import { defined } from '../../defined.js';
import type { Prompt } from '../../prompt-schema.js';
import type { SessionState } from '../state.js';
import { only, type Step } from '../step.js';
import type { Entry, NoteEntry, UserEntry } from './entry.js';
import { depthOf } from './entry-depth.js';
import { entryAt, findLastEntry, insertEntry, lastEntry, pushEntry, replaceEntry } from './entry-list.js';

export type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Ends the agent's last text entry: whatever comes next is another entry. A sub-agent's goes on. */
export function settleStreaming(state: SessionState, at: number): SessionState {
	const index = lastInStream(state);
	const last = entryAt(state.entries, index);
	return last === undefined || depthOf(last) > 0 ? state : settleEntry(state, index, at);
}

/** Index of the entry that may be streaming: the last, but for words that were sent into the turn meanwhile. */
export function lastInStream({ entries }: SessionState): number {
	let index = entries.size - 1;
	for (let entry = entryAt(entries, index); entry?.kind === 'user' && entry.isSteered === true; ) {
		index -= 1;
		entry = entryAt(entries, index);
	}
	return index;
}

export function settleEntry(state: SessionState, index: number, at: number): SessionState {
	return updateEntry(state, index, (entry) => settleText(entry, at));
}

/** The entry as it is when nothing more of its text comes. */
export function settleText(entry: Entry, at: number): Entry {
	if (entry.kind === 'message' && entry.isStreaming) return { ...entry, isStreaming: false };
	if (entry.kind === 'thought' && entry.isStreaming) return { ...entry, isStreaming: false, endedAt: at };
	if (entry.kind !== 'block' || entry.isStreaming !== true) return entry;
	const { isStreaming: _, ...whole } = entry;
	return whole;
}

/** Adds an entry at the end under a fresh id, and settles streaming text. */
export function append(state: SessionState, entry: WithoutId<Entry>): SessionState {
	const settled = settleStreaming(state, entry.at);
	// The union's members stay themselves: only the id is added.
	const added = { ...entry, id: `e${settled.nextEntry}` } as Entry;
	return { ...settled, entries: pushEntry(settled.entries, added), nextEntry: settled.nextEntry + 1 };
}

/** Adds an entry under this id, before streaming text at the end; does not count towards fresh ids. */
export function appendUnnumbered(state: SessionState, id: string, entry: WithoutId<Entry>): SessionState {
	const appended = appendBeforeStream(state, entry);
	const index = findLastEntry(appended.entries, (one) => one.id === `e${state.nextEntry}`);
	const added = entryAt(appended.entries, index);
	if (added === undefined) return state;
	return { ...appended, entries: replaceEntry(appended.entries, index, { ...added, id }), nextEntry: state.nextEntry };
}

/** Adds an entry that is not the agent's: before streaming text, so that a sentence is not torn in two. */
export function appendBeforeStream(state: SessionState, entry: WithoutId<Entry>): SessionState {
	const last = lastEntry(state.entries);
	const isStreaming = (last?.kind === 'message' || last?.kind === 'thought') && last.isStreaming && depthOf(last) === 0;
	if (last === undefined || !isStreaming) return append(state, entry);
	const added = { ...entry, id: `e${state.nextEntry}` } as Entry;
	const entries = pushEntry(replaceEntry(state.entries, state.entries.size - 1, added), last);
	return { ...state, entries, nextEntry: state.nextEntry + 1 };
}

/** Adds an entry about the time before the running turn: above its prompt. */
export function appendBeforeTurn(state: SessionState, entry: WithoutId<Entry>): SessionState {
	const { turn } = state;
	if (turn === null) return append(state, entry);
	const added = { ...entry, id: `e${state.nextEntry}` } as Entry;
	return {
		...state,
		entries: insertEntry(state.entries, turn.firstEntry, added),
		nextEntry: state.nextEntry + 1,
		turn: { ...turn, firstEntry: turn.firstEntry + 1 },
	};
}

export function promptEntry(prompt: Prompt, sentAlong: string, at: number): WithoutId<UserEntry> {
	return {
		kind: 'user',
		at,
		promptId: prompt.id,
		text: prompt.text,
		...defined({ pastes: prompt.pastes, command: prompt.command?.line }),
		blocks: prompt.blocks.filter((block) => block.type !== 'text'),
		...defined({ sentAlong: sentAlong || undefined }),
	};
}

type NoteFields = {
	readonly [K in 'detail' | 'hint' | 'from' | 'isTail' | 'isAnswer' | 'progressOf' | 'usage']?:
		| NoteEntry[K]
		| undefined;
};

export function note(
	state: SessionState,
	at: number,
	level: NoteEntry['level'],
	title: string,
	extra: NoteFields = {},
): SessionState {
	const { from = 'client', ...rest } = extra;
	const add = from === 'client' ? appendBeforeStream : append;
	return add(state, { kind: 'note', at, level, from, title, ...defined(rest) });
}

/** {@link note} where nothing else is to be done. */
export function noted(...given: Parameters<typeof note>): Step {
	return only(note(...given));
}

/** The same state when nothing is at `index`. */
export function updateEntry(state: SessionState, index: number, change: (entry: Entry) => Entry): SessionState {
	const entry = entryAt(state.entries, index);
	if (entry === undefined) return state;
	const changed = change(entry);
	return changed === entry ? state : { ...state, entries: replaceEntry(state.entries, index, changed) };
}
