import { expect } from 'vitest';
import { SessionRecorder } from '../../../src/app/sessions/recorder.js';
import type { AppEvent } from '../../../src/core/event.js';
import { fail, succeed } from '../../../src/core/failure.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import {
	type RestoredSession,
	type RestoredState,
	restoredState,
} from '../../../src/core/session/resuming/restored-session.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { atRest } from '../../../src/core/sessions/at-rest.js';
import { joinLines } from '../../../src/core/sessions/join-lines.js';
import { formatLine, type LogHeader, type LogLine } from '../../../src/core/sessions/log-format.js';
import { type LoggedEvent, readEvent, writeEvent } from '../../../src/core/sessions/read-event.js';
import { createReplay } from '../../../src/core/sessions/replay.js';
import type { SessionLog, SessionLogsPort } from '../../../src/core/sessions/session-log-ports.js';
import { opened, prompt, ready, starting } from '../../core/session/play.js';

/** A log in memory. */
export type MemoryLog = { readonly header: LogHeader; lines: LogLine[]; isOpen: boolean };

/** Logs in memory, the newest last. */
export type MemoryLogs = SessionLogsPort & { readonly logs: Map<string, MemoryLog> };

function memoryLogs(): MemoryLogs {
	const logs = new Map<string, MemoryLog>();
	const write = (id: string, log: MemoryLog): SessionLog => {
		log.isOpen = true;
		return {
			id,
			append(line) {
				const last = log.lines.at(-1);
				const joined = last === undefined ? null : joinLines(last, line);
				if (joined === null) log.lines.push(line);
				else log.lines[log.lines.length - 1] = joined;
			},
			flush: () => Promise.resolve(),
			leave: () => Promise.resolve(),
			close: () => {
				log.isOpen = false;
				return Promise.resolve();
			},
		};
	};
	let count = 0;
	return {
		logs,
		newId() {
			count += 1;
			return `record${count}`.padEnd(12, '0');
		},
		begin(header) {
			const log: MemoryLog = { header, lines: [], isOpen: true };
			logs.set(header.id, log);
			return write(header.id, log);
		},
		resume(id) {
			const log = logs.get(id);
			if (log === undefined) return Promise.resolve(fail('not-found', id));
			if (log.isOpen) return Promise.resolve(fail('in-use', 'This session is open elsewhere.'));
			return Promise.resolve(succeed(write(id, log)));
		},
		read(id) {
			const log = logs.get(id);
			if (log === undefined) return Promise.resolve(fail('not-found', id));
			const lines = log.lines.map((line) => formatLine(line).slice(0, -1));
			return Promise.resolve(
				succeed({
					header: log.header,
					isNewer: false,
					isRepaired: false,
					bytes: 0,
					async *lines() {
						yield lines;
					},
					async *texts() {
						yield lines.join('\n');
					},
				}),
			);
		},
		copy: (id) => Promise.resolve(fail('not-found', id)),
		holder: () => Promise.resolve(null),
	};
}

/** Records what happens to a session into logs in memory. */
export class Recording {
	readonly logs = memoryLogs();
	readonly recorder: SessionRecorder;
	#before: SessionState;

	constructor(initial: SessionState, getState: () => SessionState, dispatch: (event: AppEvent) => void = () => {}) {
		this.#before = initial;
		const clock = { now: () => 0, after: () => () => {} };
		this.recorder = new SessionRecorder({ logs: this.logs, clock, getState, dispatch, initial });
	}

	happened(event: AppEvent, at: number, after: SessionState): void {
		this.recorder.record(event, at, this.#before, after);
		this.#before = after;
	}

	newest(): MemoryLog | undefined {
		return [...this.logs.logs.values()].at(-1);
	}
}

/** What a log comes to, read as from a file. */
function replayOf({ header, lines }: MemoryLog, count = lines.length): RestoredSession {
	const replay = createReplay(header, false);
	for (const line of lines.slice(0, count)) replay.add(formatLine(line).trimEnd());
	return replay.end();
}

/** Entries as a list, and without what no log keeps: identity, and weight, which is a guess. */
function comparable(state: RestoredState): unknown {
	const { entries, weight: _w, choices: _c, usageSoFar: _u, branch: _b, earlier: _e, ownTitle = null, ...rest } = state;
	const { plan, planHalt } = rest;
	return {
		...rest,
		ownTitle,
		// Without a plan it means nothing; a session keeps it from the one before.
		planHalt: plan === null ? null : planHalt,
		// What the agent did in the session before this one is an earlier session to this one's log.
		entries: entries.leaves
			.flat()
			.map((entry) =>
				entry.kind === 'note' ? { ...entry, title: entry.title.replace(' in an earlier session', '') } : entry,
			),
	};
}

/** Expects a log to bring back the state as it is, at rest. */
export function expectReplayed(log: MemoryLog, live: SessionState): void {
	const last = log.lines.findLast(({ event }) => event !== undefined);
	const at = last?.until ?? last?.at ?? 0;
	expect(comparable(replayOf(log).state)).toEqual(comparable(restoredState(atRest(live, at))));
	for (const { event } of log.lines) if (event !== undefined) expectSame(event);
}

/** Expects an event of a log to be the same after it was read and written again. */
function expectSame(event: LoggedEvent): void {
	// How a form was answered is not read back.
	if (event.type === 'answer-form') return;
	const read = readEvent(JSON.parse(JSON.stringify(event)));
	expect(read === undefined ? null : writeEvent(read)).toEqual(JSON.parse(JSON.stringify(event)));
}

/** Resumes, in another program, a session in which these events happened; its own program is gone. */
export function resumedAfter(...events: readonly (AppEvent | ((state: SessionState) => AppEvent))[]) {
	let { state, at } = starting();
	const recording = new Recording(
		state,
		() => state,
		(event) => happen(event),
	);
	const happen = (event: AppEvent): void => {
		at += 1000;
		state = reduce(state, event, at).state;
		recording.happened(event, at, state);
	};
	const connected: AppEvent = { type: 'agent-connected', info: ready().state.agent ?? (undefined as never) };
	for (const event of [connected, opened, prompt('go'), ...events])
		happen(typeof event === 'function' ? event(state) : event);
	const log = recording.newest();
	if (log === undefined) throw new Error('no log');
	expectReplayed(log, state);
	const replay = createReplay(log.header, false);
	for (const line of log.lines) replay.add(formatLine(line).trimEnd());
	return reduce(ready().state, { type: 'session-restored', restored: replay.end() }, at);
}
