import { type DiffContent, type DiffLines, isOpenCall, type ToolCall, type ToolContent } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import { settleEntry, updateEntry } from './append.js';
import { runsOn } from './call-outcome.js';
import { countChange, tallyOf } from './child-steps.js';
import type { ToolEntry } from './entry.js';
import { subtreeEnd } from './entry-depth.js';
import { entryAt, findCallIndex } from './entry-list.js';

/** The same state when no tool call is at `index`. */
export function changeCard(state: SessionState, index: number, change: (entry: ToolEntry) => ToolEntry): SessionState {
	const before = entryAt(state.entries, index);
	if (before?.kind !== 'tool') return state;
	const after = change(before);
	const next = countOutlived(
		updateEntry(state, index, () => after),
		before,
		after,
	);
	if (before.call.status === after.call.status) return next;
	if (isOpenCall(before.call) && !isOpenCall(after.call))
		return countChange(endWords(next, index, after), index, tallyOf(before.call), tallyOf(after.call));
	return countChange(next, index, tallyOf(before.call), tallyOf(after.call));
}

/** Counts the calls that go on though their turn, or they themselves, are over. */
function countOutlived(state: SessionState, before: ToolEntry, after: ToolEntry): SessionState {
	const change = Number(isOutlived(after)) - Number(isOutlived(before));
	return change === 0 ? state : { ...state, outlived: Math.max(0, (state.outlived ?? 0) + change) };
}

function isOutlived({ call }: ToolEntry): boolean {
	return call.ending === 'outlived' || (!isOpenCall(call) && runsOn(call));
}

/** A sub-agent that is done streams no more. */
function endWords(state: SessionState, index: number, { at, call }: ToolEntry): SessionState {
	const last = subtreeEnd(state.entries, index) - 1;
	return last > index ? settleEntry(state, last, call.endedAt ?? at) : state;
}

export function newCall(id: string, at: number): ToolCall {
	return { id, title: '', kind: 'other', status: 'pending', content: [], locations: [], startedAt: at, terminals: [] };
}

export function locateChanges(state: SessionState, callId: string, lines: readonly (DiffLines | null)[]): SessionState {
	return changeCard(state, findCallIndex(state, callId), (entry) => {
		let at = 0;
		const content = entry.call.content.map((item): ToolContent => {
			if (item.type !== 'diff') return item;
			const found = lines[at];
			at += 1;
			return found === undefined ? item : { ...item, lines: found };
		});
		return { ...entry, call: { ...entry.call, content } };
	});
}

export function withKnownLines(known: readonly ToolContent[], content: readonly ToolContent[]): readonly ToolContent[] {
	const located = known.filter((item): item is DiffContent => item.type === 'diff' && item.lines !== undefined);
	if (located.length === 0) return content;
	return content.map((item) => {
		if (item.type !== 'diff' || item.lines !== undefined) return item;
		const same = located.find(
			({ path, oldText, newText }) => path === item.path && oldText === item.oldText && newText === item.newText,
		);
		return same?.lines === undefined ? item : { ...item, lines: same.lines };
	});
}
