import type { ContentBlock } from '../../content.js';
import { defined } from '../../defined.js';
import type { AppEvent } from '../../event.js';
import { limits } from '../../limits.js';
import type { ToolCall } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import { addEntries, countDropped, noEarlierWork } from './earlier-work.js';
import type { Entry } from './entry.js';
import { nextAtMost } from './entry-depth.js';
import { eachEntry, entriesOf } from './entry-list.js';

/** Cost of an entry or event besides its text, in characters. */
const BASE = 200;

function weightOfEvent(event: AppEvent): number {
	if (event.type === 'text') return event.text.length;
	if (event.type === 'terminal-output' || event.type === 'command-output') return event.data.length;
	if (event.type === 'block') return sizeOfBlock(event.block);
	return event.type === 'tool' ? BASE + charsOf(event.patch, limits.contentChars) : 0;
}

/** Characters of a value's texts, keys included; stops at `most`. No recursion: it may be nested deeply. */
export function charsOf(value: unknown, most: number): number {
	let size = 0;
	const open: unknown[] = [value];
	while (open.length > 0 && size < most) {
		const one = open.pop();
		size += 1;
		if (typeof one === 'string') size += one.length;
		else if (Array.isArray(one)) for (const item of one) open.push(item);
		else if (typeof one === 'object' && one !== null) {
			for (const key of Object.keys(one)) {
				size += key.length;
				open.push((one as Readonly<Record<string, unknown>>)[key]);
			}
		}
	}
	return size;
}

export function sizeOfBlock(block: ContentBlock): number {
	switch (block.type) {
		case 'text':
			return block.text.length;
		case 'image':
		case 'audio':
			return block.data.length;
		case 'resource':
			return (block.text?.length ?? 0) + (block.blob?.length ?? 0) + block.uri.length;
		case 'resource_link':
			return block.uri.length + block.name.length + (block.description?.length ?? 0);
		case 'unknown':
			return block.label.length + block.json.length;
	}
}

function weightOfEntry(entry: Entry): number {
	switch (entry.kind) {
		case 'message':
		case 'thought':
			return BASE + entry.text.length;
		case 'user':
			return BASE + entry.text.length + entry.blocks.reduce((sum, block) => sum + sizeOfBlock(block), 0);
		case 'block':
			return BASE + sizeOfBlock(entry.block);
		case 'tool':
			return BASE + weightOfCall(entry.call);
		case 'user-command':
			return BASE + entry.command.line.length + (entry.command.terminal?.output.length ?? 0);
		case 'note':
		case 'compaction':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return BASE;
	}
}

function weightOfCall({ terminals, ...call }: ToolCall): number {
	const output = terminals.reduce((sum, terminal) => sum + terminal.output.length, 0);
	return output + charsOf(call, 2 * limits.contentChars);
}

/** Drops the oldest entries where the transcript is too large. `kept` counts what came. */
export function trimTranscript(before: SessionState, event: AppEvent, after: SessionState): SessionState {
	const came = weightOfEvent(event);
	const weight = (after.weight ?? 0) + came;
	if (after.entries.size <= limits.entries && weight <= limits.transcriptChars) {
		return came === 0 && after.weight === before.weight ? after : { ...after, weight };
	}
	return dropOldest(after);
}

function dropOldest(state: SessionState): SessionState {
	const all = [...eachEntry(state.entries)];
	const weights = all.map(weightOfEntry);
	let weight = weights.reduce((sum, one) => sum + one, 0);
	let first = 0;
	const isTooMuch = (): boolean => all.length - first > limits.entries * 0.75 || weight > limits.transcriptChars * 0.75;
	while (first < all.length - 1 && isTooMuch()) {
		weight -= weights[first] ?? 0;
		first += 1;
	}
	// Text that was counted when it came may have been replaced since.
	if (first === 0) return { ...state, weight };
	// Not into the middle of a sub-agent's work, if that can be helped.
	const top = nextAtMost(state.entries, first, 0);
	if (top < all.length) first = top;
	const [oldest] = all;
	const known = oldest?.kind === 'note' && oldest.leftOut?.what === 'entries' ? oldest.leftOut.count - 1 : 0;
	const count = known + first;
	const note: Entry = {
		kind: 'note',
		id: known > 0 && oldest !== undefined ? oldest.id : `e${state.nextEntry}`,
		at: oldest?.at ?? 0,
		level: 'warning',
		from: 'client',
		title: `… ${count.toLocaleString('en')} older entries left out: the transcript grew too long`,
		leftOut: { what: 'entries', count },
	};
	const { turn, firstOfAgent = 0 } = state;
	const ofTurn = turn === null ? [] : all.slice(turn.firstEntry, first);
	return {
		...state,
		...defined({ usageSoFar: countDropped(state, ofTurn) }),
		weight,
		terminals: withoutThoseOf(all.slice(0, first), state.terminals),
		earlier: addEntries(state.earlier ?? noEarlierWork, all.slice(0, first)),
		nextEntry: state.nextEntry + 1,
		entries: entriesOf([note, ...all.slice(first)]),
		firstOfAgent: firstOfAgent === 0 ? 0 : Math.max(1, firstOfAgent - first + 1),
		turn: turn === null ? null : { ...turn, firstEntry: Math.max(1, turn.firstEntry - first + 1) },
	};
}

/** Removes the agent's own terminals of dropped cards; ours live on until they end. */
function withoutThoseOf(dropped: readonly Entry[], terminals: SessionState['terminals']): SessionState['terminals'] {
	const kept = new Map(terminals);
	for (const entry of dropped) {
		if (entry.kind !== 'tool') continue;
		for (const { id, ours } of entry.call.terminals) if (!ours) kept.delete(id);
	}
	return kept.size === terminals.size ? terminals : kept;
}
