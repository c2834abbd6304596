import { defined } from '../defined.js';
import { isOpenCall, type ToolCall } from '../tool-call.js';
import type { Family, ToolEntry } from './entry.js';
import { depthOf, parentIndex, subtreeEnd } from './entry-depth.js';
import { type EntryList, entryAt, replaceEntry } from './entry-list.js';
import type { SessionState } from './state.js';

/** What one call adds to those above it. */
type Tally = Omit<Family, 'steps' | 'isBackground'>;

const NOBODY: Family = { steps: 0, calls: 0, failed: 0, open: 0, isBackground: false };
const NOTHING: Tally = { calls: 0, failed: 0, open: 0 };

/** What the call counts for. */
export function tallyOf(call: ToolCall): Tally {
	return {
		calls: 1,
		failed: call.status === 'failed' ? 1 : 0,
		open: isOpenCall(call) ? 1 : 0,
		...defined({ endedAt: call.endedAt }),
	};
}

/** Whether a call's sub-agent is at work: the call itself, something below it, or in the background. */
export function isFamilyActive({
	call,
	family,
}: Pick<ToolEntry, 'call'> & { readonly family?: Family | undefined }): boolean {
	return isOpenCall(call) || (family !== undefined && (family.open > 0 || family.isBackground));
}

/** When the work of a call and of what stands below it was over; undefined while it is not. */
export function familyEnd(entry: Parameters<typeof isFamilyActive>[0]): number | undefined {
	if (isFamilyActive(entry)) return undefined;
	const { call, family } = entry;
	return call.endedAt === undefined ? undefined : Math.max(call.endedAt, family?.endedAt ?? 0);
}

/** The entry at `index` is new below its parent: those above it count it. */
export function countNew(state: SessionState, index: number): SessionState {
	const entry = entryAt(state.entries, index);
	const parent = parentIndex(state.entries, index);
	if (entry === undefined || parent < 0) return state;
	const entries = changeFamily(state.entries, parent, (family, { call }) => ({
		...family,
		steps: family.steps + 1,
		isBackground: family.isBackground || (state.turn !== null && !isOpenCall(call)),
	}));
	const tally = entry.kind === 'tool' ? tallyOf(entry.call) : NOTHING;
	return tellAbove({ ...state, entries }, index, NOTHING, tally);
}

/** Those above the entry at `index` count what became of its call. */
export function tellAbove(state: SessionState, index: number, before: Tally, after: Tally): SessionState {
	let { entries } = state;
	for (let above = parentIndex(entries, index); above >= 0; above = parentIndex(entries, above)) {
		entries = changeFamily(entries, above, (family) => ({
			...family,
			calls: family.calls + after.calls - before.calls,
			failed: family.failed + after.failed - before.failed,
			open: family.open + after.open - before.open,
			...latest(family.endedAt, after.endedAt),
		}));
	}
	return entries === state.entries ? state : { ...state, entries };
}

/** Counts anew what stands below the entry at `index` and below those above it. */
export function recount(list: EntryList, index: number): EntryList {
	let next = list;
	for (let above = index; above >= 0; above = parentIndex(next, above)) {
		const counted = countBelow(next, above);
		if (counted.steps > 0)
			next = changeFamily(next, above, (family) => ({ ...counted, isBackground: family.isBackground }));
	}
	return next;
}

function countBelow(list: EntryList, index: number): Family {
	const entry = entryAt(list, index);
	const end = subtreeEnd(list, index);
	let family = NOBODY;
	if (entry === undefined) return family;
	for (let below = index + 1; below < end; below += 1) {
		const one = entryAt(list, below);
		if (one === undefined) continue;
		const tally = one.kind === 'tool' ? tallyOf(one.call) : NOTHING;
		family = {
			steps: family.steps + (depthOf(one) === depthOf(entry) + 1 ? 1 : 0),
			calls: family.calls + tally.calls,
			failed: family.failed + tally.failed,
			open: family.open + tally.open,
			isBackground: false,
			...latest(family.endedAt, tally.endedAt),
		};
	}
	return family;
}

function changeFamily(list: EntryList, index: number, change: (family: Family, entry: ToolEntry) => Family): EntryList {
	const entry = entryAt(list, index);
	if (entry?.kind !== 'tool') return list;
	return replaceEntry(list, index, { ...entry, family: change(entry.family ?? NOBODY, entry) });
}

function latest(one: number | undefined, other: number | undefined): { readonly endedAt?: number } {
	const endedAt = Math.max(one ?? 0, other ?? 0);
	return endedAt === 0 ? {} : { endedAt };
}
