import { defined } from '../../defined.js';
import { cardOfCall } from '../../subagents/card-id.js';
import { isAtWork } from '../../subagents/subagent.js';
import { isOpenCall, type ToolCall, type ToolCallPatch, type ToolContent, type ToolVerdict } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import { subagentOfCard } from '../subagent-tree.js';
import { settleEntry } from './append.js';
import { afterStop, isRunning, runsOn, withOutcome, withoutEnding } from './call-outcome.js';
import type { Entry } from './entry.js';
import { depthOf, parentIdOf } from './entry-depth.js';
import { entryAt, findCallIndex } from './entry-list.js';
import { addToParent, adopt, moveToParent } from './entry-parents.js';
import { attachTerminals } from './reduce-terminals.js';
import { inItsShadow } from './shadowed-files.js';
import { changeCard, newCall, withKnownLines } from './tool-card.js';

export function reduceTool(state: SessionState, news: ToolCallPatch, at: number, isNew = false): SessionState {
	const patch = withoutSelf(news);
	const index = findCallIndex(state, patch.id);
	if (index < 0 || (isNew && isOfEarlierTurn(state, index))) {
		const made = withOutcome(attachTerminals(state, mergePatch(newCall(patch.id, at), patch, at), at));
		const call = inItsShadow(state, made);
		return adopt(addToParent(state, { kind: 'tool', at, call }, call.parentId), call.id);
	}
	const card = entryAt(state.entries, index);
	const changed = changeCard(state, index, (entry) => {
		const merged = attachTerminals(state, mergePatch(entry.call, patch, at), at);
		const isCancelling =
			state.turn?.cancelledAt !== undefined && index >= state.turn.firstEntry && !isOfWorkingChild(state, entry);
		const wasStopped = entry.call.status === 'cancelled' || (isCancelling && isOpenCall(entry.call));
		const ended = wasStopped ? afterStop(merged, patch) : merged;
		// A call of an earlier turn, marked as ended with it, goes on after all.
		const isLate = state.turn === null || index < state.turn.firstEntry;
		const call =
			isLate && !isOpenCall(entry.call) && isOpenCall(ended) ? { ...ended, ending: 'outlived' as const } : ended;
		return { ...entry, call: inItsShadow(state, withoutEnding(withOutcome(call))) };
	});
	const isNewParent = card?.kind === 'tool' && card.call.parentId === undefined && patch.parentId !== undefined;
	return isNewParent ? moveToParent(changed, index) : changed;
}

/** Whether the call ended in an earlier turn: agents reuse call ids with each prompt. */
function isOfEarlierTurn({ entries, turn }: SessionState, index: number): boolean {
	const card = entryAt(entries, index);
	return card?.kind === 'tool' && !isOpenCall(card.call) && turn !== null && index < turn.firstEntry;
}

function withoutSelf(patch: ToolCallPatch): ToolCallPatch {
	if (patch.parentId !== patch.id) return patch;
	const { parentId: _self, ...rest } = patch;
	return rest;
}

/** The call with the patch. Arrays replace, but file changes stay: some agents show them in their question only. */
function mergePatch(call: ToolCall, patch: ToolCallPatch, at: number): ToolCall {
	const { endedAt: _ended, ...open } = call;
	const status = patch.status ?? call.status;
	const isOver = status !== 'pending' && status !== 'in_progress';
	return {
		...open,
		status,
		...(patch.title === undefined || patch.title === '' ? {} : { title: patch.title }),
		...defined({ name: patch.name, kind: patch.kind }),
		...(patch.content === undefined ? {} : { content: withChanges(call.content, patch.content) }),
		...defined({ locations: patch.locations, rawInput: patch.rawInput, rawOutput: patch.rawOutput }),
		...resultAfter(call, patch),
		// A call stays where it is: who is named first is its parent.
		...(patch.parentId === undefined || call.parentId !== undefined ? {} : { parentId: patch.parentId }),
		...(isOver ? { endedAt: call.endedAt ?? at } : {}),
	};
}

/** The newest reading replaces the last while a call is open; after its end they are merged. */
function resultAfter(call: ToolCall, patch: ToolCallPatch): Pick<ToolCall, 'result'> {
	if (patch.result === undefined) return {};
	return { result: isOpenCall(call) ? patch.result : { ...call.result, ...patch.result } };
}

/** The new content, behind the known file changes where it has none. */
function withChanges(known: readonly ToolContent[], content: readonly ToolContent[]): readonly ToolContent[] {
	if (content.some((item) => item.type === 'diff')) return withKnownLines(known, content);
	const changes = known.filter((item) => item.type === 'diff');
	return changes.length === 0 ? content : [...changes, ...content];
}

/** Open calls are stopping until the agent says so or its turn ends; calls that wait for an answer never began. */
export function stopCalls(state: SessionState, first: number, at: number): SessionState {
	const asked = new Set(state.questions.map((question) => question.toolCallId));
	let next = state;
	for (let index = first; index < next.entries.size; index += 1) {
		next = changeCard(next, index, (entry) => {
			if (!isOpenCall(entry.call)) return entry;
			if (asked.has(entry.call.id)) return { ...entry, call: { ...entry.call, status: 'cancelled', endedAt: at } };
			if (isOfWorkingChild(next, entry)) return entry;
			return { ...entry, call: { ...entry.call, ending: 'stopping' } };
		});
	}
	return next;
}

/** Ends the calls of entries `first` to `end` that agents leave open; not those whose command works on. */
export function settleCalls(state: SessionState, first: number, at: number, end = state.entries.size): SessionState {
	let next = state;
	for (let index = first; index < end; index += 1) {
		const one = entryAt(next.entries, index);
		if (one !== undefined && isOfWorkingChild(next, one)) continue;
		if (one !== undefined && depthOf(one) > 0) next = settleEntry(next, index, at);
		next = changeCard(next, index, (card) => {
			// After a turn's end nothing works in its background.
			const entry =
				card.childSteps?.isBackground === true
					? { ...card, childSteps: { ...card.childSteps, isBackground: false } }
					: card;
			if (!isOpenCall(entry.call)) return entry;
			if (runsOn(entry.call)) return { ...entry, call: { ...entry.call, ending: 'outlived' } };
			const { ending: _ending, ...call } = entry.call;
			const doubt = call.terminals.some((terminal) => !terminal.ours && isRunning(terminal))
				? { ending: 'unconfirmed' as const }
				: {};
			return { ...entry, call: { ...call, status: 'cancelled', endedAt: at, ...doubt } };
		});
	}
	return next;
}

export function setVerdict(state: SessionState, toolCallId: string, verdict: ToolVerdict, at: number): SessionState {
	return changeCard(state, findCallIndex(state, toolCallId), (entry) => {
		// Some agents send nothing more for a call that was refused, so its card is closed here.
		const closed =
			verdict.decision === 'denied' && isOpenCall(entry.call) ? { status: 'failed' as const, endedAt: at } : {};
		return { ...entry, call: withoutEnding({ ...entry.call, verdict, ...closed }) };
	});
}

/** Whether an entry is of a child session that works or waits: it goes on, whatever becomes of the turn. */
function isOfWorkingChild({ subagents }: SessionState, entry: Entry): boolean {
	if (subagents === undefined || subagents.size === 0) return false;
	const id = entry.kind === 'tool' ? entry.call.id : parentIdOf(entry);
	const cardId = id === undefined ? undefined : cardOfCall(id);
	const subagent = cardId === undefined ? undefined : subagentOfCard({ subagents }, cardId);
	return subagent !== undefined && isAtWork(subagent);
}
