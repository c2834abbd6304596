import { defined } from '../../defined.js';
import { isCardOfChild } from '../../subagents/card-id.js';
import { isOpenCall, type ToolCall } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import type { ChildSteps, ToolEntry } from './entry.js';
import { depthOf, parentIndex, subtreeEnd } from './entry-depth.js';
import { type EntryList, entryAt, replaceEntry } from './entry-list.js';

type Tally = Omit<ChildSteps, 'steps' | 'isBackground'>;

const NO_STEPS: ChildSteps = { steps: 0, calls: 0, failed: 0, open: 0, isBackground: false };
const NOTHING: Tally = { calls: 0, failed: 0, open: 0 };

export function tallyOf(call: ToolCall): Tally {
	return {
		// The card of a child session is no call of a tool.
		calls: isCardOfChild(call.id) ? 0 : 1,
		failed: call.status === 'failed' && !isCardOfChild(call.id) ? 1 : 0,
		open: isOpenCall(call) ? 1 : 0,
		...defined({ endedAt: call.endedAt }),
	};
}

/** Whether a call's sub-agent is at work: the call itself, something below it, or in the background. */
export function isSubAgentActive({
	call,
	childSteps,
}: Pick<ToolEntry, 'call'> & { readonly childSteps?: ChildSteps | undefined }): boolean {
	return isOpenCall(call) || (childSteps !== undefined && (childSteps.open > 0 || childSteps.isBackground));
}

export function subAgentEnd(entry: Parameters<typeof isSubAgentActive>[0]): number | undefined {
	if (isSubAgentActive(entry)) return undefined;
	const { call, childSteps } = entry;
	return call.endedAt === undefined ? undefined : Math.max(call.endedAt, childSteps?.endedAt ?? 0);
}

export function countNewChild(state: SessionState, index: number): SessionState {
	const entry = entryAt(state.entries, index);
	const parent = parentIndex(state.entries, index);
	if (entry === undefined || parent < 0) return state;
	const entries = changeChildSteps(state.entries, parent, (childSteps, { call }) => ({
		...childSteps,
		steps: childSteps.steps + 1,
		isBackground: childSteps.isBackground || (state.turn !== null && !isOpenCall(call)),
	}));
	const tally = entry.kind === 'tool' ? tallyOf(entry.call) : NOTHING;
	return countChange({ ...state, entries }, index, NOTHING, tally);
}

export function countChange(state: SessionState, index: number, before: Tally, after: Tally): SessionState {
	let { entries } = state;
	for (let above = parentIndex(entries, index); above >= 0; above = parentIndex(entries, above)) {
		entries = changeChildSteps(entries, above, (childSteps) => ({
			...childSteps,
			calls: childSteps.calls + after.calls - before.calls,
			failed: childSteps.failed + after.failed - before.failed,
			open: childSteps.open + after.open - before.open,
			...latest(childSteps.endedAt, after.endedAt),
		}));
	}
	return entries === state.entries ? state : { ...state, entries };
}

export function recount(list: EntryList, index: number): EntryList {
	let next = list;
	for (let above = index; above >= 0; above = parentIndex(next, above)) {
		const counted = countBelow(next, above);
		if (counted.steps > 0)
			next = changeChildSteps(next, above, (childSteps) => ({ ...counted, isBackground: childSteps.isBackground }));
	}
	return next;
}

function countBelow(list: EntryList, index: number): ChildSteps {
	const entry = entryAt(list, index);
	const end = subtreeEnd(list, index);
	let childSteps = NO_STEPS;
	if (entry === undefined) return childSteps;
	for (let below = index + 1; below < end; below += 1) {
		const one = entryAt(list, below);
		if (one === undefined) continue;
		const tally = one.kind === 'tool' ? tallyOf(one.call) : NOTHING;
		childSteps = {
			steps: childSteps.steps + (depthOf(one) === depthOf(entry) + 1 ? 1 : 0),
			calls: childSteps.calls + tally.calls,
			failed: childSteps.failed + tally.failed,
			open: childSteps.open + tally.open,
			isBackground: false,
			...latest(childSteps.endedAt, tally.endedAt),
		};
	}
	return childSteps;
}

function changeChildSteps(
	list: EntryList,
	index: number,
	change: (childSteps: ChildSteps, entry: ToolEntry) => ChildSteps,
): EntryList {
	const entry = entryAt(list, index);
	if (entry?.kind !== 'tool') return list;
	return replaceEntry(list, index, { ...entry, childSteps: change(entry.childSteps ?? NO_STEPS, entry) });
}

function latest(one: number | undefined, other: number | undefined): { readonly endedAt?: number } {
	const endedAt = Math.max(one ?? 0, other ?? 0);
	return endedAt === 0 ? {} : { endedAt };
}
