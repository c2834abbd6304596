import type { AgentEvent } from '../../agent-event.js';
import { defined } from '../../defined.js';
import { limits } from '../../limits.js';
import type { TerminalView, ToolCall, ToolContent } from '../../tool-call.js';
import { isOpenCall, TERMINAL_TAIL_CHARS } from '../../tool-call.js';
import type { SessionState } from '../state.js';
import { append } from './append.js';
import { exitOf, isRunning, reopened, withOutcome, withoutEnding } from './call-outcome.js';
import { entryAt, findCallIndex, findLastEntry } from './entry-list.js';
import { changeCard, newCall } from './tool-card.js';
import { reduceUnknown } from './transcript.js';

type TerminalEvent = Extract<AgentEvent, { terminalId: string }>;

export function attachTerminals(state: SessionState, call: ToolCall, at: number): ToolCall {
	const missing = call.content
		.filter((item): item is Extract<ToolContent, { type: 'terminal' }> => item.type === 'terminal')
		.filter((item) => !call.terminals.some((terminal) => terminal.id === item.terminalId));
	if (missing.length === 0) return call;
	const added = missing.map((item) => state.terminals.get(item.terminalId) ?? newTerminal(item.terminalId, at, false));
	return { ...call, terminals: [...call.terminals, ...added] };
}

export function newTerminal(id: string, at: number, ours: boolean): TerminalView {
	return { id, command: '', output: '', outputStart: 0, startedAt: at, released: false, ours };
}

export function reduceTerminal(state: SessionState, event: TerminalEvent, at: number): SessionState {
	const index = findTerminalCard(state, event);
	const entry = index < 0 ? undefined : entryAt(state.entries, index);
	const shown =
		entry?.kind === 'tool' ? entry.call.terminals.find((terminal) => terminal.id === event.terminalId) : undefined;
	const before = state.terminals.get(event.terminalId) ?? shown;
	// Only an agent's own terminals name a call: for acp-tui's terminals the client alone knows the outcome.
	if (before?.ours === true && 'toolCallId' in event) return state;
	// A release without a terminal is no news, and neither is the end of what a session left behind.
	const isLeftover = event.type === 'terminal-released' || state.sessionId === null;
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
		const isLate = state.turn === null || index < state.turn.firstEntry;
		return changeCard(next, index, (card) => {
			const call = withOutcome(withTerminal(card.call, view));
			return { ...card, call: isLate ? lateCall(call, event, at) : call };
		});
	}
	const isEnded = view.released || (view.ours && view.exit !== undefined && state.turn === null);
	return isEnded ? showTerminalAlone(next, view) : next;
}

/** Output for a call whose turn is over shows that its command goes on, or how it ended. */
function lateCall(call: ToolCall, event: TerminalEvent, at: number): ToolCall {
	const isWord = event.type === 'terminal-output' && event.data !== '';
	const { ending, terminals } = call;
	const terminal = terminals.find(({ id }) => id === event.terminalId);
	if (call.status === 'cancelled' && isWord && terminal !== undefined && isAgents(terminal)) return reopened(call);
	const isEnd = event.type === 'terminal-exited' && terminal?.ours !== true && !terminals.some(isAgents);
	const isSettled = ending !== undefined && isEnd;
	if (!isSettled) return endWithTerminals(call, at);
	// Where nobody says how it ended, it was stopped for all that is known.
	const status = exitOf(call) === undefined ? ('cancelled' as const) : ('completed' as const);
	return withoutEnding(withOutcome({ ...call, status, endedAt: at }));
}

function isAgents(terminal: TerminalView): boolean {
	return !terminal.ours && isRunning(terminal);
}

function endWithTerminals(call: ToolCall, at: number): ToolCall {
	const ours = call.terminals.filter((terminal) => terminal.ours);
	if (!isOpenCall(call) || ours.length === 0 || ours.some(isRunning)) return call;
	const status = ours.every((terminal) => terminal.exit?.code === 0) ? ('completed' as const) : ('failed' as const);
	return withoutEnding({ ...call, status, endedAt: at });
}

function applyTerminalEvent(view: TerminalView, event: TerminalEvent, at: number): TerminalView {
	switch (event.type) {
		case 'terminal-started':
			return { ...view, command: event.command, ours: event.ours, ...defined({ cwd: event.cwd }) };
		case 'terminal-output':
			return appendOutput(view, event.data);
		case 'terminal-exited':
			return { ...view, exit: event.exit, endedAt: at, ...defined({ isDiscarded: event.isDiscarded }) };
		case 'terminal-released':
			return { ...view, released: true, endedAt: view.endedAt ?? at };
	}
}

/** Appends output. Trims only at twice the bound, so that appending costs what is new. */
export function appendOutput(view: TerminalView, data: string): TerminalView {
	const output = view.output + data;
	if (output.length <= 2 * TERMINAL_TAIL_CHARS) return { ...view, output };
	const start = output.length - TERMINAL_TAIL_CHARS;
	const line = output.indexOf('\n', start);
	const cut = line >= 0 && line - start < 4096 ? line + 1 : start;
	return { ...view, output: output.slice(cut), outputStart: view.outputStart + cut };
}

function withTerminal(call: ToolCall, view: TerminalView): ToolCall {
	const known = call.terminals.some((terminal) => terminal.id === view.id);
	const terminals = known
		? call.terminals.map((terminal) => (terminal.id === view.id ? view : terminal))
		: [...call.terminals, view];
	return { ...call, terminals };
}

function findTerminalCard(state: SessionState, event: TerminalEvent): number {
	const { entries, firstOfAgent = 0 } = state;
	const newest = (isMeant: (terminal: TerminalView) => boolean): number =>
		findLastEntry(entries, (entry) => entry.kind === 'tool' && entry.call.terminals.some(isMeant));
	const byTerminal = newest(({ id }) => id === event.terminalId);
	if (byTerminal >= firstOfAgent) return byTerminal;
	// A former agent's terminal may have had the same id; ids of acp-tui's terminals are never reused.
	const ours = byTerminal < 0 ? -1 : newest(({ id, ours }) => ours && id === event.terminalId);
	if (ours >= 0) return ours;
	if (!('toolCallId' in event) || event.toolCallId === undefined) return -1;
	return findCallIndex(state, event.toolCallId);
}

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
