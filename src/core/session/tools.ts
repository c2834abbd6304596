import type { AgentEvent } from '../event.js';
import { limits } from '../limits.js';
import type { TerminalView, ToolCall, ToolCallPatch, ToolContent, ToolStatus, ToolVerdict } from '../tool-call.js';
import { isOpenCall, PERSON_TERMINAL, TERMINAL_TAIL_CHARS } from '../tool-call.js';
import { append, settleEntry, updateEntry } from './append.js';
import type { Entry } from './entry.js';
import { depthOf, subtreeEnd } from './entry-depth.js';
import { entryAt, findLastEntry } from './entry-list.js';
import { tallyOf, tellAbove } from './family.js';
import { findCallIndex } from './find-call.js';
import { addToParent, adopt, moveToParent } from './place.js';
import type { SessionState } from './state.js';
import { reduceUnknown } from './transcript.js';

type TerminalEvent = Extract<AgentEvent, { terminalId: string }>;

export { isOpenCall };

/** Changes the card at `index`; those above it count what became of it. */
function changeCard(state: SessionState, index: number, change: (entry: Entry) => Entry): SessionState {
	const before = entryAt(state.entries, index);
	const next = updateEntry(state, index, change);
	const after = entryAt(next.entries, index);
	if (before?.kind !== 'tool' || after?.kind !== 'tool' || before.call.status === after.call.status) return next;
	if (isOpenCall(before.call) && !isOpenCall(after.call))
		return tellAbove(endWords(next, index, after), index, tallyOf(before.call), tallyOf(after.call));
	return tellAbove(next, index, tallyOf(before.call), tallyOf(after.call));
}

/** A sub-agent that is done says nothing more. */
function endWords(state: SessionState, index: number, { at, call }: Extract<Entry, { kind: 'tool' }>): SessionState {
	const last = subtreeEnd(state.entries, index) - 1;
	return last > index ? settleEntry(state, last, call.endedAt ?? at) : state;
}

/** Merges one piece of news into its call's card, making the card when the call is unknown. */
export function reduceTool(state: SessionState, news: ToolCallPatch, at: number): SessionState {
	const patch = withoutSelf(news);
	const index = findCallIndex(state, patch.id);
	if (index < 0) {
		const call = attachTerminals(state, mergePatch(newCall(patch.id, at), patch, at), at);
		return adopt(addToParent(state, { kind: 'tool', at, call }, call.parentId), call.id);
	}
	const card = entryAt(state.entries, index);
	if (card?.kind === 'tool' && isPersons(card.call)) {
		// What the person ran is not the agent's to rewrite: its number can be guessed.
		return reduceUnknown(state, 'a tool call that is yours', (patch.title ?? '').slice(0, 400), at);
	}
	const changed = changeCard(state, index, (entry) => {
		if (entry.kind !== 'tool') return entry;
		const merged = mergePatch(entry.call, patch, at);
		// Agents report a call that the person stopped as failed. One whose command ran on at the cancel is open still.
		const isCancelling = state.turn?.cancelledAt !== undefined && index >= state.turn.firstEntry;
		const wasStopped = entry.call.status === 'cancelled' || (isCancelling && isOpenCall(entry.call));
		const isStopped = wasStopped && patch.status === 'failed';
		const call: ToolCall = isStopped ? { ...merged, status: 'cancelled' } : merged;
		return { ...entry, call: attachTerminals(state, call, at) };
	});
	const isNewParent = card?.kind === 'tool' && card.call.parentId === undefined && patch.parentId !== undefined;
	return isNewParent ? moveToParent(changed, index) : changed;
}

/** No call is its own parent. */
function withoutSelf(patch: ToolCallPatch): ToolCallPatch {
	if (patch.parentId !== patch.id) return patch;
	const { parentId: _self, ...rest } = patch;
	return rest;
}

function newCall(id: string, at: number): ToolCall {
	return {
		id,
		title: '',
		kind: 'other',
		status: 'pending',
		content: [],
		locations: [],
		startedAt: at,
		terminals: [],
	};
}

/** The call with the fields that the patch has; arrays replace, absent fields stay. */
export function mergePatch(call: ToolCall, patch: ToolCallPatch, at: number): ToolCall {
	const { endedAt: _ended, ...open } = call;
	const status = patch.status ?? call.status;
	const isOver = status !== 'pending' && status !== 'in_progress';
	return {
		...open,
		status,
		...(patch.title === undefined || patch.title === '' ? {} : { title: patch.title }),
		...(patch.name === undefined ? {} : { name: patch.name }),
		...(patch.kind === undefined ? {} : { kind: patch.kind }),
		...(patch.content === undefined ? {} : { content: patch.content }),
		...(patch.locations === undefined ? {} : { locations: patch.locations }),
		...(patch.rawInput === undefined ? {} : { rawInput: patch.rawInput }),
		...(patch.rawOutput === undefined ? {} : { rawOutput: patch.rawOutput }),
		// A call stays where it stands: who is named first is its parent.
		...(patch.parentId === undefined || call.parentId !== undefined ? {} : { parentId: patch.parentId }),
		...(isOver ? { endedAt: call.endedAt ?? at } : {}),
	};
}

/** Terminals named in the content appear in the card, known to us or not. */
function attachTerminals(state: SessionState, call: ToolCall, at: number): ToolCall {
	const missing = call.content
		.filter((item): item is Extract<ToolContent, { type: 'terminal' }> => item.type === 'terminal')
		.filter((item) => !call.terminals.some((terminal) => terminal.id === item.terminalId));
	if (missing.length === 0) return call;
	const added = missing.map((item) => state.terminals.get(item.terminalId) ?? newTerminal(item.terminalId, at, false));
	return { ...call, terminals: [...call.terminals, ...added] };
}

function newTerminal(id: string, at: number, ours: boolean): TerminalView {
	return { id, command: '', output: '', truncated: false, startedAt: at, released: false, ours };
}

/** Output, start, end and release of a terminal: kept in the state while it lives, and in its card for good. */
export function reduceTerminal(state: SessionState, event: TerminalEvent, at: number): SessionState {
	const index = findTerminalCard(state, event);
	const entry = index < 0 ? undefined : entryAt(state.entries, index);
	const shown =
		entry?.kind === 'tool' ? entry.call.terminals.find((terminal) => terminal.id === event.terminalId) : undefined;
	const before = state.terminals.get(event.terminalId) ?? shown;
	// Only what an agent tells of its own terminals names a call: of ours, nobody but this client says what came of them.
	if (before?.ours === true && 'toolCallId' in event) return state;
	// A release that nobody can be told about is no news, and neither is the end of what a session left behind.
	const isLeftover =
		event.type === 'terminal-released' ||
		state.sessionId === null ||
		(event.type !== 'terminal-started' && event.terminalId.startsWith(PERSON_TERMINAL));
	if (before === undefined && isLeftover) return state;
	const isStray = before === undefined && index < 0 && !('ours' in event && event.ours);
	if (isStray && state.terminals.size >= limits.strayTerminals) {
		return reduceUnknown(state, `a terminal beyond the ${limits.strayTerminals} that no call names, left out`, '', at);
	}
	const view = applyTerminalEvent(before ?? newTerminal(event.terminalId, at, false), event, at);
	const terminals = new Map(state.terminals);
	const isOver = view.released || (view.exit !== undefined && !view.ours);
	if (isOver && index >= 0) terminals.delete(view.id);
	else terminals.set(view.id, view);
	const next = { ...state, terminals };
	if (index >= 0) {
		const isLate =
			state.turn === null || index < state.turn.firstEntry || (entry?.kind === 'tool' && isPersons(entry.call));
		return changeCard(next, index, (card) => {
			if (card.kind !== 'tool') return card;
			const call = withTerminal(card.call, view);
			return { ...card, call: isLate ? endWithTerminals(call, at) : call };
		});
	}
	const isEnded = view.released || (view.ours && view.exit !== undefined && state.turn === null);
	return isEnded ? showTerminalAlone(next, view) : next;
}

/** A call that outlived its turn because its commands ran on ends with the last of them. */
function endWithTerminals(call: ToolCall, at: number): ToolCall {
	const ours = call.terminals.filter((terminal) => terminal.ours);
	if (!isOpenCall(call) || ours.length === 0 || ours.some(isRunning)) return call;
	return { ...call, status: ours.every((terminal) => terminal.exit?.code === 0) ? 'completed' : 'failed', endedAt: at };
}

/** The person's own commands end by themselves, whatever becomes of the turn. */
function isPersons(call: ToolCall): boolean {
	return call.person !== undefined;
}

function isRunning(terminal: TerminalView): boolean {
	return terminal.exit === undefined && !terminal.released;
}

function applyTerminalEvent(view: TerminalView, event: TerminalEvent, at: number): TerminalView {
	switch (event.type) {
		case 'terminal-started':
			return {
				...view,
				command: event.command,
				ours: event.ours,
				...(event.cwd === undefined ? {} : { cwd: event.cwd }),
			};
		case 'terminal-output':
			return appendOutput(view, event.data);
		case 'terminal-exited':
			return { ...view, exit: event.exit, endedAt: at };
		case 'terminal-released':
			return { ...view, released: true, endedAt: view.endedAt ?? at };
	}
}

/** Trims only when twice the bound is reached, so that appending costs what is new. */
function appendOutput(view: TerminalView, data: string): TerminalView {
	const output = view.output + data;
	if (output.length <= 2 * TERMINAL_TAIL_CHARS) return { ...view, output };
	const start = output.length - TERMINAL_TAIL_CHARS;
	const line = output.indexOf('\n', start);
	const cut = line >= 0 && line - start < 4096 ? line + 1 : start;
	return { ...view, output: output.slice(cut), truncated: true };
}

function withTerminal(call: ToolCall, view: TerminalView): ToolCall {
	const known = call.terminals.some((terminal) => terminal.id === view.id);
	const terminals = known
		? call.terminals.map((terminal) => (terminal.id === view.id ? view : terminal))
		: [...call.terminals, view];
	return { ...call, terminals };
}

function findTerminalCard(state: SessionState, event: TerminalEvent): number {
	const byTerminal = findLastEntry(
		state.entries,
		(entry) => entry.kind === 'tool' && entry.call.terminals.some((terminal) => terminal.id === event.terminalId),
	);
	if (byTerminal >= 0) return byTerminal;
	if (!('toolCallId' in event) || event.toolCallId === undefined) return -1;
	return findCallIndex(state, event.toolCallId);
}

/** A terminal that no tool call ever named still gets a card: nothing that ran stays unseen. */
function showTerminalAlone(state: SessionState, view: TerminalView): SessionState {
	const terminals = new Map(state.terminals);
	terminals.delete(view.id);
	const failed = view.exit !== undefined && view.exit.code !== 0;
	const at = view.endedAt ?? view.startedAt;
	return append(
		{ ...state, terminals },
		{
			kind: 'tool',
			at,
			call: {
				...newCall(`terminal:${view.id}`, view.startedAt),
				title: view.command,
				kind: 'execute',
				status: view.exit === undefined ? 'cancelled' : failed ? 'failed' : 'completed',
				content: [{ type: 'terminal', terminalId: view.id }],
				endedAt: at,
				terminals: [view],
			},
		},
	);
}

/** Shows terminals that no card names: ours that ended, and all of the agent's own. Called when a turn ends. */
export function showUnnamedTerminals(state: SessionState): SessionState {
	let next = state;
	for (const view of state.terminals.values()) {
		const named = findTerminalCard(next, { type: 'terminal-released', terminalId: view.id }) >= 0;
		if ((!view.ours || view.exit !== undefined) && !named) next = showTerminalAlone(next, view);
	}
	return next;
}

/**
 * Ends the open calls from entry `first` on: agents leave rejected and cancelled calls open
 * for ever. A call whose command still runs in a terminal of ours stays open.
 */
export function settleCalls(state: SessionState, first: number, status: ToolStatus, at: number): SessionState {
	let next = state;
	for (let index = first; index < next.entries.size; index += 1) {
		const one = entryAt(next.entries, index);
		if (one !== undefined && depthOf(one) > 0) next = settleEntry(next, index, at);
		next = changeCard(next, index, (card) => {
			// Nobody works in the background of a turn that is over.
			const entry =
				card.kind === 'tool' && card.family?.isBackground === true
					? { ...card, family: { ...card.family, isBackground: false } }
					: card;
			if (entry.kind !== 'tool' || !isOpenCall(entry.call)) return entry;
			if (isPersons(entry.call)) return entry;
			if (entry.call.terminals.some((terminal) => terminal.ours && isRunning(terminal))) return entry;
			return { ...entry, call: { ...entry.call, status, endedAt: at } };
		});
	}
	return next;
}

/** Marks a call's card with the client's decision. */
export function setVerdict(state: SessionState, toolCallId: string, verdict: ToolVerdict, at: number): SessionState {
	const index = findCallIndex(state, toolCallId);
	return changeCard(state, index, (entry) => {
		if (entry.kind !== 'tool' || isPersons(entry.call)) return entry;
		// gemini sends nothing more for a call that was refused, so its card is closed here.
		const closed =
			verdict.decision === 'denied' && isOpenCall(entry.call) ? { status: 'failed' as const, endedAt: at } : {};
		return { ...entry, call: { ...entry.call, verdict, ...closed } };
	});
}
