import { settleStreaming, settleText } from '../session/entries/append.js';
import { isRunning } from '../session/entries/call-outcome.js';
import type { Entry } from '../session/entries/entry.js';
import { eachEntry, entriesOf } from '../session/entries/entry-list.js';
import { settleCalls } from '../session/entries/reduce-tools.js';
import { interruptTurn } from '../session/prompts/turn.js';
import { withoutTimer } from '../session/retry/failed-prompt.js';
import { showAnew } from '../session/sign-in/settle-sign-in.js';
import type { SessionState } from '../session/state.js';
import { lost } from '../subagents/subagent.js';
import { isOpenCall, type TerminalView } from '../tool-call.js';

/** A session after its program's end (`at`, ms since the epoch): nothing runs, nothing is asked, the queue is held. */
export function atRest(before: SessionState, at: number): SessionState {
	const subagents = before.subagents && new Map([...before.subagents].map(([id, each]) => [id, lost(each, at)]));
	const state = subagents === undefined ? before : { ...before, subagents };
	const held = withoutTimer(interruptTurn(state, at));
	const stopped = settleCalls(settleStreaming(held, at), 0, at);
	const { batch: _, ...changes } = stopped.changes;
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
		changes: { ...changes, isRestoring: false, trouble: null },
	};
}

function withoutRunning({ entries }: SessionState, at: number): SessionState['entries'] {
	const before = [...eachEntry(entries)];
	const kept = before.map((entry) => settledEntry(entry, at));
	return kept.some((entry, index) => entry !== before[index]) ? entriesOf(kept) : entries;
}

function settledEntry(entry: Entry, at: number): Entry {
	switch (entry.kind) {
		case 'tool': {
			const { call } = entry;
			const isOpen = isOpenCall(call);
			const runs = call.terminals.some(isRunning);
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
		default:
			return settleText(entry, at);
	}
}

function ended(terminal: TerminalView, at: number): TerminalView {
	return isRunning(terminal)
		? { ...terminal, exit: { code: null, signal: null }, endedAt: at, released: true }
		: terminal;
}
