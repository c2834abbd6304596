import type { AgentEvent } from '../../agent-event.js';
import { defined } from '../../defined.js';
import { limits, roughSize } from '../../limits.js';
import { isNewSentence } from '../../text/new-sentence.js';
import type { SessionState } from '../state.js';
import { append, appendBeforeStream, lastInStream, note, updateEntry, type WithoutId } from './append.js';
import type { CompactionEntry, Entry } from './entry.js';
import { depthOf, subtreeEnd } from './entry-depth.js';
import { entryAt, findLastEntry, lastEntry, replaceEntry } from './entry-list.js';
import { addToParent, findParent } from './entry-parents.js';
import { reduceEcho } from './injected.js';

type TextEvent = Extract<AgentEvent, { type: 'text' }>;
type BlockEvent = Extract<AgentEvent, { type: 'block' }>;
type CompactionEvent = Extract<AgentEvent, { type: 'compaction' }>;

export function reduceText(state: SessionState, event: TextEvent, at: number): SessionState {
	if (event.text === '') return state;
	if (event.parentId !== undefined) return reduceInnerText(state, event, event.parentId, at);
	if (isBanner(state, event)) return reduceBanner(state, event, at);
	const { messageId } = event;
	const isContinued = messageId !== undefined && event.role !== 'user';
	const index = isContinued ? lastInStream(state) : state.entries.size - 1;
	const last = ownEntry(entryAt(state.entries, index));
	const id = defined({ messageId });
	// More of a message that is too long already.
	if (last?.kind === 'note' && last.leftOut?.what === nameOf(event))
		return leaveOut(state, event, event.text.length, at);
	switch (event.role) {
		case 'agent':
		case 'thought': {
			const kind = event.role === 'agent' ? 'message' : 'thought';
			const isMore = last?.kind === kind && last.isStreaming && last.messageId === messageId;
			const silence = at - (state.turn?.lastWordAt ?? at);
			if (isMore && (kind === 'thought' || !isNewSentence(last.text, event.text, silence)))
				return grow(state, last, event, at, index);
			return begin(state, { kind, at, ...id, text: event.text, isStreaming: true }, event);
		}
		case 'user':
			if (isEchoOfPrompt(state, event.text)) return state;
			return (
				reduceEcho(state, event.text, at) ??
				(state.turn === null ? reduceUserText(state, event, last, at) : reduceWordsForUser(state, event.text, at))
			);
	}
}

const FOR_USER = 'The agent sent this as your words';

/** In a turn the user's words are known: others must not stand in a briefing as what the user asked. */
function reduceWordsForUser(state: SessionState, text: string, at: number): SessionState {
	const last = lastEntry(state.entries);
	const known = last?.kind === 'note' && last.from === 'agent' && last.title === FOR_USER ? last : undefined;
	const detail = boundedText(known?.detail ?? '', text);
	if (known === undefined)
		return append(state, { kind: 'note', at, level: 'info', from: 'agent', title: FOR_USER, detail });
	return updateEntry(state, state.entries.size - 1, () => ({ ...known, detail }));
}

function reduceUserText(state: SessionState, event: TextEvent, last: Entry | undefined, at: number): SessionState {
	const { messageId, text } = event;
	const isMore = last?.kind === 'user' && messageId !== undefined && last.messageId === messageId;
	if (isMore) return grow(state, last, event, at);
	return begin(state, { kind: 'user', at, ...defined({ messageId }), text, blocks: [] }, event);
}

/** Whether it is text before any prompt: some adapters greet so. It answers nothing. */
function isBanner({ turn, isPrompted }: SessionState, { role }: TextEvent): boolean {
	return role === 'agent' && isPrompted === false && (turn === null || turn.isPromptWaiting === true);
}

function reduceBanner(state: SessionState, { text }: TextEvent, at: number): SessionState {
	const last = lastEntry(state.entries);
	if (last?.kind !== 'note' || last.isBanner !== true)
		return append(state, {
			kind: 'note',
			at,
			level: 'info',
			from: 'agent',
			title: boundedText('', text),
			isBanner: true,
		});
	return updateEntry(state, state.entries.size - 1, () => ({ ...last, title: boundedText(last.title, text) }));
}

type TextEntry = Extract<Entry, { readonly kind: 'message' | 'thought' | 'user' }>;

function nameOf({ role, messageId }: TextEvent): string {
	return `${role} ${messageId ?? ''}`;
}

function grow(
	state: SessionState,
	last: TextEntry,
	event: TextEvent,
	at: number,
	index = state.entries.size - 1,
): SessionState {
	const room = Math.max(0, limits.messageChars - last.text.length);
	const text = last.text + event.text.slice(0, room);
	const grown = { ...state, entries: replaceEntry(state.entries, index, { ...last, text }) };
	return event.text.length <= room ? grown : leaveOut(grown, event, event.text.length - room, at);
}

function begin(state: SessionState, entry: WithoutId<TextEntry>, event: TextEvent): SessionState {
	const left = entry.text.length - limits.messageChars;
	if (left <= 0) return append(state, entry);
	return leaveOut(append(state, { ...entry, text: entry.text.slice(0, limits.messageChars) }), event, left, entry.at);
}

function leaveOut(state: SessionState, event: TextEvent, chars: number, at: number): SessionState {
	const what = nameOf(event);
	const last = lastEntry(state.entries);
	const known = last?.kind === 'note' && last.leftOut?.what === what ? last : undefined;
	const count = (known?.leftOut?.count ?? 0) + chars;
	const news = { title: `… ${roughSize(count)} of this message left out`, leftOut: { what, count } };
	if (known !== undefined) return updateEntry(state, state.entries.size - 1, () => ({ ...known, ...news }));
	return append(state, { kind: 'note', at, level: 'warning', from: 'client', ...news });
}

function ownEntry(last: Entry | undefined): Entry | undefined {
	if (last === undefined || depthOf(last) > 0) return undefined;
	return 'parentId' in last && last.parentId !== undefined ? undefined : last;
}

function reduceInnerText(state: SessionState, event: TextEvent, parentId: string, at: number): SessionState {
	const kind = event.role === 'thought' ? 'thought' : 'message';
	const parent = findParent(state, parentId);
	const index = (parent < 0 ? state.entries.size : subtreeEnd(state.entries, parent)) - 1;
	const last = entryAt(state.entries, index);
	const isPrompt = event.role === 'user';
	const isSame =
		last?.kind === kind &&
		last.isStreaming &&
		last.parentId === parentId &&
		(last.kind === 'thought' || (last.isPrompt === true) === isPrompt) &&
		last.messageId === event.messageId &&
		parent < 0 === (depthOf(last) === 0);
	if (isSame) return updateEntry(state, index, () => ({ ...last, text: boundedText(last.text, event.text) }));
	const id = defined({ messageId: event.messageId });
	const text = boundedText('', event.text);
	const mark = isPrompt ? { isPrompt: true as const } : {};
	return addToParent(state, { kind, at, ...id, parentId, text, isStreaming: true, ...mark }, parentId);
}

const REST = '\n\n… the rest is left out';

function boundedText(text: string, more: string): string {
	if (text.length >= limits.innerChars) return text;
	const whole = text + more;
	return whole.length < limits.innerChars ? whole : `${whole.slice(0, limits.innerChars)}${REST}`;
}

/** Whether it is the prompt sent back, as some agents do. Only words before the agent's first entry can be. */
function isEchoOfPrompt(state: SessionState, text: string): boolean {
	const { turn } = state;
	if (turn === null || lastEntry(state.entries)?.kind !== 'user') return false;
	return turn.prompt.text.includes(text.trim());
}

/** A block of the agent that is not text; text for its model alone continues the last entry of its kind. */
export function reduceBlock(state: SessionState, event: BlockEvent, at: number): SessionState {
	const { role, block, messageId, parentId } = event;
	const known = defined({ messageId, parentId });
	if (block.type !== 'text') return addToParent(state, { kind: 'block', at, role, block, ...known }, parentId);
	const parent = findParent(state, parentId);
	const index = (parent < 0 ? state.entries.size : subtreeEnd(state.entries, parent)) - 1;
	const last = entryAt(state.entries, index);
	const isSame =
		last?.kind === 'block' &&
		last.isStreaming === true &&
		last.role === role &&
		last.messageId === messageId &&
		last.parentId === parentId &&
		last.block.type === 'text' &&
		parent < 0 === (depthOf(last) === 0);
	if (isSame && last.block.type === 'text') {
		const text = boundedText(last.block.text, block.text);
		return updateEntry(state, index, () => ({ ...last, block: { ...block, text } }));
	}
	const bounded = { ...block, text: boundedText('', block.text) };
	return addToParent(state, { kind: 'block', at, role, block: bounded, ...known, isStreaming: true }, parentId);
}

export function reduceUnknown(state: SessionState, label: string, json: string, at: number): SessionState {
	// Streaming text stays last, so the previous note may be the last entry but one.
	for (const index of [state.entries.size - 1, state.entries.size - 2]) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'unknown' && entry.label === label) {
			return updateEntry(state, index, () => ({ ...entry, json, count: entry.count + 1 }));
		}
		if ((entry?.kind !== 'message' && entry?.kind !== 'thought') || !entry.isStreaming) break;
	}
	return appendBeforeStream(state, { kind: 'unknown', at, label, json, count: 1 });
}

export function reduceCompaction(
	state: SessionState,
	{ compactionId, status, summary, error }: CompactionEvent,
	at: number,
): SessionState {
	return changeCompaction(state, compactionId, at, (known) => {
		const isReplaced = summary !== undefined && 'id' in known;
		const version = isReplaced ? { summaryVersion: (known.summaryVersion ?? 0) + 1 } : {};
		return { ...known, status, ...defined({ summary, error }), ...version };
	});
}

export function reduceCompactionChunk(state: SessionState, id: string, text: string, at: number): SessionState {
	return changeCompaction(state, id, at, (known) => ({ ...known, summary: boundedText(known.summary, text) }));
}

/** Changes a compaction; the first word of it adds its entry. */
function changeCompaction(
	state: SessionState,
	compactionId: string,
	at: number,
	change: <T extends WithoutId<CompactionEntry>>(known: T) => T,
): SessionState {
	const index = findLastEntry(
		state.entries,
		(entry) => entry.kind === 'compaction' && entry.compactionId === compactionId,
	);
	return index < 0
		? append(state, change({ kind: 'compaction', at, compactionId, status: 'in_progress', summary: '' }))
		: updateEntry(state, index, (entry) => (entry.kind === 'compaction' ? change(entry) : entry));
}

export function reduceJunk(state: SessionState, count: number, at: number): SessionState {
	const counted = { ...state, junkLines: state.junkLines + count };
	if (state.junkLines > 0) return counted;
	return note(
		counted,
		at,
		'warning',
		'The agent prints lines on its standard output that are not protocol; they are skipped.',
		{ hint: '/status counts them' },
	);
}
