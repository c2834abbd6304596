import { settleStreaming } from '../session/entries/append.js';
import type { Entry } from '../session/entries/entry.js';
import { eachEntry, entriesOf } from '../session/entries/entry-list.js';
import { settleCalls } from '../session/entries/tools.js';
import { interruptTurn } from '../session/prompts/turn.js';
import { withoutTimer } from '../session/retry/failed-prompt.js';
import { showAnew } from '../session/sign-in/settle.js';
import type { SessionState } from '../session/state.js';
import { lost, type Subagent } from '../subagents/subagent.js';
import type { TerminalView } from '../tool-call.js';

/** A session after its program's end (`at`, ms since the epoch): nothing runs, nothing is asked, the queue is held. */
export function atRest(before: SessionState, at: number): SessionState {
	const { subagents } = before;
	const state = subagents === undefined ? before : { ...before, subagents: allLost(subagents, at) };
	const held = withoutTimer(interruptTurn(state, at));
	const stopped = settleCalls(settleStreaming(held, at), 0, 'cancelled', at);
	return {
		...stopped,
		entries: withoutRunning(stopped, at),
		questions: [],
		queue: stopped.queue.map(showAnew),
		isQueuePaused: stopped.queue.length > 0,
		terminals: new Map(),
		runningCommands: [],
		backgroundCommands: [],
		awaitedParents: new Set(),
		outlived: 0,
		changes: { ...withoutBatch(stopped.changes), isRestoring: false, trouble: null },
	};
}

function allLost(subagents: ReadonlyMap<string, Subagent>, at: number): ReadonlyMap<string, Subagent> {
	return new Map([...subagents].map(([id, subagent]) => [id, lost(subagent, at)]));
}

function withoutBatch({ batch: _, ...changes }: SessionState['changes']): SessionState['changes'] {
	return changes;
}

function withoutRunning({ entries }: SessionState, at: number): SessionState['entries'] {
	let isChanged = false;
	const kept: Entry[] = [];
	for (const entry of eachEntry(entries)) {
		const settled = settledEntry(entry, at);
		isChanged ||= settled !== entry;
		kept.push(settled);
	}
	return isChanged ? entriesOf(kept) : entries;
}

function settledEntry(entry: Entry, at: number): Entry {
	switch (entry.kind) {
		case 'tool': {
			const { call } = entry;
			const isOpen = call.status === 'pending' || call.status === 'in_progress';
			const runs = call.terminals.some(isOpenTerminal);
			const isAsked = call.askedSince !== undefined;
			if (!isOpen && !runs && !isAsked && call.ending !== 'outlived' && call.ending !== 'stopping') return entry;
			const { ending, askedSince: _asked, ...rest } = call;
			return {
				...entry,
				call: {
					...rest,
					...(isOpen ? { status: 'cancelled' as const, endedAt: at } : {}),
					...(ending === 'unconfirmed' || (runs && isOpen) ? { ending: 'unconfirmed' as const } : {}),
					terminals: call.terminals.map((terminal) => ended(terminal, at)),
				},
			};
		}
		case 'user-command': {
			const { command } = entry;
			if (command.status !== 'running') return entry;
			const { terminal, ...rest } = command;
			return {
				...entry,
				command: {
					...rest,
					status: 'failed',
					endedAt: at,
					...(terminal === undefined ? {} : { terminal: ended(terminal, at) }),
				},
			};
		}
		case 'compaction':
			return entry.status === 'in_progress' ? { ...entry, status: 'unknown' } : entry;
		case 'message':
			return entry.isStreaming ? { ...entry, isStreaming: false } : entry;
		case 'thought':
			return entry.isStreaming ? { ...entry, isStreaming: false, endedAt: at } : entry;
		case 'block': {
			if (entry.isStreaming !== true) return entry;
			const { isStreaming: _, ...whole } = entry;
			return whole;
		}
		case 'user':
		case 'note':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return entry;
	}
}

function isOpenTerminal({ exit, released }: TerminalView): boolean {
	return exit === undefined && !released;
}

function ended(terminal: TerminalView, at: number): TerminalView {
	return isOpenTerminal(terminal)
		? { ...terminal, exit: { code: null, signal: null }, endedAt: at, released: true }
		: terminal;
}
