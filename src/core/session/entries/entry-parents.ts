import { isOfChildSession } from '../../subagents/card-id.js';
import type { SessionState } from '../state.js';
import { append, settleEntry, type WithoutId } from './append.js';
import { countNewChild, recount } from './child-steps.js';
import type { Entry } from './entry.js';
import { depthOf, parentIdOf, parentIndex, subtreeEnd } from './entry-depth.js';
import { eachEntry, entriesOf, entryAt, findCallIndex, insertEntry } from './entry-list.js';

/** Levels of nested sub-agents; deeper ones are put beside the deepest. */
export const MOST_LEVELS = 16;

/** Awaited parents; further ones get no tree. */
const MOST_AWAITED = 1000;

/** -1 without one, or where it is in an earlier turn while another runs: current events are shown at the end. */
export function findParent(state: SessionState, parentId: string | undefined): number {
	if (parentId === undefined) return -1;
	const index = findNear(state, parentId);
	const entry = entryAt(state.entries, index);
	// The user's own commands have no sub-agents.
	if (entry?.kind !== 'tool') return -1;
	if (isBeforeTurn(state, index) && !isOfChildSession(parentId)) return -1;
	return depthOf(entry) >= MOST_LEVELS ? parentIndex(state.entries, index) : index;
}

/** `findCallIndex`; most often it is a call above the last entry. */
function findNear(state: SessionState, id: string): number {
	const { entries, firstOfAgent = 0 } = state;
	for (let index = entries.size - 1; index >= firstOfAgent; index = parentIndex(entries, index)) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'tool' && entry.call.id === id) return index;
	}
	return findCallIndex(state, id);
}

/** Adds an entry below its parent, behind its siblings; at the end without a parent. */
export function addToParent(state: SessionState, entry: WithoutId<Entry>, parentId: string | undefined): SessionState {
	const parent = findParent(state, parentId);
	const above = entryAt(state.entries, parent);
	if (above === undefined) {
		const added = append(state, entry);
		return parentId === undefined || findCallIndex(state, parentId) >= 0 ? added : awaitParent(added, parentId);
	}
	const index = subtreeEnd(state.entries, parent);
	// The sub-agent's message before this entry is complete.
	const settled = settleEntry(state, index - 1, entry.at);
	const added = { ...entry, id: `e${settled.nextEntry}`, depth: depthOf(above) + 1 } as Entry;
	const entries = insertEntry(settled.entries, index, added);
	const next = isBeforeTurn(state, parent) ? withTurnFrom(settled, 1) : settled;
	return countNewChild({ ...next, entries, nextEntry: settled.nextEntry + 1 }, index);
}

function isBeforeTurn({ turn }: SessionState, index: number): boolean {
	return turn !== null && index < turn.firstEntry;
}

/** Moves the start of the turn: `by` entries were added before it. */
function withTurnFrom(state: SessionState, by: number): SessionState {
	const { turn } = state;
	return turn === null ? state : { ...state, turn: { ...turn, firstEntry: turn.firstEntry + by } };
}

function awaitParent(state: SessionState, parentId: string): SessionState {
	const { awaitedParents = new Set<string>() } = state;
	if (awaitedParents.has(parentId) || awaitedParents.size >= MOST_AWAITED) return state;
	return { ...state, awaitedParents: new Set(awaitedParents).add(parentId) };
}

export function adopt(state: SessionState, id: string): SessionState {
	if (state.awaitedParents?.has(id) !== true) return state;
	const awaited = new Set(state.awaitedParents);
	awaited.delete(id);
	const next: SessionState = { ...state, awaitedParents: awaited };
	const at = findCallIndex(next, id);
	const call = entryAt(next.entries, at);
	if (call === undefined) return next;
	// A call that names its own child as its parent stays above it.
	const root = topOf(next, at);
	const first = next.turn?.firstEntry ?? 0;
	const before: Entry[] = [];
	const rest: Entry[] = [];
	const own: Entry[] = [];
	const isRoot = root === at;
	let isOwn = false;
	for (const [index, entry] of [...eachEntry(next.entries)].entries()) {
		if (depthOf(entry) === 0) isOwn = index >= first && index !== root && parentIdOf(entry) === id;
		if (isOwn) own.push(deeper(entry, depthOf(call) + 1));
		else if (index === at && isRoot) continue;
		else if (isRoot ? own.length === 0 : index <= at) before.push(entry);
		else rest.push(entry);
	}
	if (own.length === 0) return next;
	const entries = entriesOf([...before, ...(isRoot ? [call] : []), ...own, ...rest]);
	return { ...next, entries: recount(entries, isRoot ? before.length : before.length - 1) };
}

/** Moves an entry of the top, with its descendants, below the call that it turned out to belong to. */
export function moveToParent(state: SessionState, index: number): SessionState {
	const entry = entryAt(state.entries, index);
	const parentId = entry === undefined ? undefined : parentIdOf(entry);
	if (entry === undefined || parentId === undefined || depthOf(entry) > 0) return state;
	const parent = findParent(state, parentId);
	const above = entryAt(state.entries, parent);
	const end = subtreeEnd(state.entries, index);
	if (above === undefined) return findCallIndex(state, parentId) >= 0 ? state : awaitParent(state, parentId);
	// In a circle of parents the earliest entry counts as its top.
	const isCircle = parent >= index && parent < end;
	const isEarlier = isBeforeTurn(state, index);
	if (isCircle || (isEarlier && !isOfChildSession(parentId))) return state;
	const to = subtreeEnd(state.entries, parent);
	const all = [...eachEntry(state.entries)];
	const moved = all.slice(index, end).map((one) => deeper(one, depthOf(above) + 1));
	const list =
		to <= index
			? [...all.slice(0, to), ...moved, ...all.slice(to, index), ...all.slice(end)]
			: [...all.slice(0, index), ...all.slice(end, to), ...moved, ...all.slice(to)];
	const at = to <= index ? parent : parent - (parent > index ? end - index : 0);
	const by = Number(isBeforeTurn(state, parent)) - Number(isEarlier);
	return { ...withTurnFrom(state, by * (end - index)), entries: recount(entriesOf(list), at) };
}

function deeper(entry: Entry, by: number): Entry {
	return { ...entry, depth: Math.min(MOST_LEVELS, depthOf(entry) + by) } as Entry;
}

function topOf(state: SessionState, index: number): number {
	let top = index;
	for (let above = parentIndex(state.entries, top); above >= 0; above = parentIndex(state.entries, top)) top = above;
	return top;
}

export function parentTitles(state: SessionState, callId: string | undefined): readonly string[] {
	if (callId === undefined) return [];
	const index = findCallIndex(state, callId);
	const entry = entryAt(state.entries, index);
	if (entry?.kind !== 'tool' || entry.call.parentId === undefined) return [];
	const titles: string[] = [];
	const above = parentIndex(state.entries, index);
	// The parent may be a call of an earlier turn, or unknown: then its title is empty.
	const start = above >= 0 ? above : findCallIndex(state, entry.call.parentId);
	if (start < 0 || start === index) return [''];
	for (let one = start; one >= 0 && titles.length < MOST_LEVELS; one = parentIndex(state.entries, one)) {
		const parent = entryAt(state.entries, one);
		if (parent?.kind === 'tool') titles.unshift(parent.call.title);
	}
	return titles;
}
