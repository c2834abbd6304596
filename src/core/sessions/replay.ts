import { defined } from '../defined.js';
import type { AppEvent } from '../event.js';
import { limits } from '../limits.js';
import { appendUnnumbered, note } from '../session/entries/append.js';
import { eachEntry, entriesOf, lastEntry } from '../session/entries/entry-list.js';
import { initialState } from '../session/reducers/initial-state.js';
import { reduce } from '../session/reducers/reduce.js';
import { type RestoredSession, restoredState } from '../session/resuming/restored-session.js';
import { withoutSignIn } from '../session/sign-in/settle-sign-in.js';
import type { SessionState } from '../session/state.js';
import { atRest } from './at-rest.js';
import { joinLines } from './join-lines.js';
import {
	beginsLog,
	type LogHeader,
	parseLines,
	type ReadLine,
	type ResumedRun,
	type RunningTurn,
	readLine,
} from './log-format.js';
import { namedProfile, readEvent } from './read-event.js';
import { LINES_LOST } from './sessions-messages.js';

/** Replay of a log, line by line. Total: whatever a line is, the state stays one that can be shown. */
export type Replay = {
	add(line: string): void;
	addValue(value: unknown): void;
	end(): RestoredSession;
	state(): SessionState;
};

const UNKNOWN_SESSION = '?';

/** Bounds on open things; a log beyond them was not written by this program. */
const MOST_OPEN = { queue: 1000, commands: 1000, terminals: 1000 };

/** Folds a log by the ordinary reducer; effects are dropped. A newer version is read as far as it is understood. */
export function createReplay(header: LogHeader, isNewer: boolean): Replay {
	let state = emptyState(header);
	// No turn runs until a line says so: the reducer may start a queued prompt that was held when logged.
	let turn: RunningTurn = null;
	let lastAt = header.createdAt;
	let sessionId: string | null = null;
	const lost = new LostLines();

	const fold = (line: ReadLine): void => {
		if (line.resumed !== undefined) {
			state = resumedState(header, restored(), line.resumed);
			turn = null;
		}
		if (line.forked === true) {
			state = { ...atRest(state, lastAt), sessionId: null };
			turn = null;
			sessionId = null;
		}
		if (line.gap !== undefined)
			state = note(state, line.at, 'warning', 'A part of this conversation was not kept', { detail: line.gap });
		if (line.next !== undefined && line.next > state.nextEntry) state = { ...state, nextEntry: line.next };
		const event = line.event === undefined ? undefined : readEvent(line.event);
		if (lost.count > 0) [state, turn] = withLostTurn(state, turn, event, line.at);
		const before = state;
		if (event !== undefined && !isTooMuch(state, event)) state = reduce(state, event, line.at).state;
		// After a switch, the new agent does not know the old one's session.
		if (event?.type === 'switch-agent') sessionId = null;
		if (state.sessionId !== UNKNOWN_SESSION) sessionId = state.sessionId ?? sessionId;
		// The line with the session's id may be lost; the lines of facts name it as well.
		if (lost.count > 0 && sessionId === null) sessionId = line.facts?.sessionId ?? null;
		if (line.turn !== undefined) turn = line.turn;
		state = followTurn(before, state, turn, line.at);
		if (line.until !== undefined && state.turn !== null) {
			state = { ...state, turn: { ...state.turn, lastWordAt: line.until } };
		}
		// Events only: what was written to be listed says nothing of when something happened.
		if (line.event !== undefined) lastAt = line.until ?? line.at;
	};

	const restored = (): RestoredSession =>
		restoredFrom(header, state, { lastAt, sessionId, isNewer, skippedLines: lost.count });

	// Chunks of one text, waiting for more of it: many are folded as one.
	let chunks: ReadLine | null = null;
	const foldChunks = (): void => {
		const line = chunks;
		chunks = null;
		if (line === null) return;
		state = lost.noteGap(state, lastAt);
		try {
			fold(line);
		} catch {
			// Reducers do not throw; should one do so at what nobody ever sent, the line has done nothing.
			lost.add();
		}
	};
	const addValue = (value: unknown): void => {
		if (lost.isOther) return;
		const isOther = beginsLog(value);
		const line = isOther ? null : readLine(value);
		if (line === 'other') return;
		if (line === null) {
			foldChunks();
			lost.add();
			if (isOther) state = lost.noteOther(state, lastAt);
			return;
		}
		const joined = chunks === null ? null : joinLines(chunks, line);
		if (joined === null) foldChunks();
		chunks = joined ?? line;
	};

	return {
		add(source) {
			if (source !== '') addValue(parseLines(source)[0]);
		},
		addValue,
		end() {
			foldChunks();
			state = lost.noteGap(state, lastAt);
			return restored();
		},
		state() {
			foldChunks();
			return state;
		},
	};
}

function restoredFrom(
	header: LogHeader,
	state: SessionState,
	read: {
		readonly lastAt: number;
		readonly sessionId: string | null;
		readonly isNewer: boolean;
		readonly skippedLines: number;
	},
): RestoredSession {
	const { lastAt, sessionId, isNewer, skippedLines } = read;
	const rested = atRest(state, lastAt);
	const { profile, mode } = rested;
	return {
		recordId: header.id,
		agent: profile.launch.name,
		sessionId,
		cwd: header.cwd,
		additionalDirectories: rested.additionalDirectories,
		createdAt: header.createdAt,
		state: restoredState(rested),
		settings: {
			mode: mode.mode,
			...defined({ own: mode.own }),
			agentMode: mode.agentChosen ?? null,
			options: Object.fromEntries(rested.configOptions.map(({ id, value }) => [id, value])),
		},
		isInterrupted: state.turn !== null,
		...(isNewer
			? { readOnly: 'It was written by a newer version of acp-tui, so it can be read but not continued here.' }
			: {}),
		skippedLines,
	};
}

function emptyState(header: LogHeader): SessionState {
	const { agent: name, isCommandLine, hasInstructions = false, isBypassAllowed = false } = header;
	const launch = { name, command: '', args: [], env: {}, ...(isCommandLine === true ? { isCommandLine } : {}) };
	const { cwd, mode, own, additionalDirectories, createdAt: since } = header;
	const profile = namedProfile(launch, hasInstructions);
	return initialState({ profile, cwd, additionalDirectories, mode, own, isBypassAllowed, since });
}

function resumedState(
	header: LogHeader,
	restored: RestoredSession,
	{ mode, own, isBypassAllowed }: ResumedRun,
): SessionState {
	const {
		settings: { own: _, ...settings },
		additionalDirectories,
		agent,
	} = restored;
	const now = { mode, ...defined({ own }) };
	const fresh = emptyState({ ...header, additionalDirectories, agent, mode, ...defined({ isBypassAllowed }) });
	return reduce(fresh, { type: 'session-restored', restored: { ...restored, settings: { ...settings, ...now } } }, 0)
		.state;
}

function isTooMuch(state: SessionState, { type }: AppEvent): boolean {
	switch (type) {
		case 'question-asked':
			return state.questions.length >= limits.questions;
		case 'prompt':
		case 'steer':
		case 'queue-insert':
			return state.queue.length >= MOST_OPEN.queue;
		case 'run-command':
		case 'command-started':
			return (state.runningCommands?.length ?? 0) >= MOST_OPEN.commands;
		case 'terminal-started':
			return state.terminals.size >= MOST_OPEN.terminals;
		default:
			return false;
	}
}

/** The turn that really ran: its begin may depend on something unlogged (a sign-in), or on the program's version. */
function followTurn(before: SessionState, after: SessionState, turn: RunningTurn, at: number): SessionState {
	if (turn === null) return after.turn === null ? after : withoutTurn(before, after, at);
	if (after.turn?.id === turn.id) return after;
	if (after.turn !== null && after.turn.prompt.id === turn.promptId) {
		return { ...after, turn: { ...after.turn, id: turn.id } };
	}
	const idle = after.turn === null ? after : withoutTurn(before, after, at);
	const prompt = idle.queue.find(({ id }) => id === turn.promptId);
	if (prompt === undefined) return idle;
	const ready: SessionState = {
		...withoutSignIn(idle),
		queue: idle.queue.filter((one) => one !== prompt),
		connection: { phase: 'ready' },
		// The session of a turn; where its own line is lost, another line names it.
		sessionId: idle.sessionId ?? UNKNOWN_SESSION,
	};
	const begun = reduce(ready, { type: 'prompt', prompt, isFirst: true }, at).state;
	return begun.turn === null ? begun : { ...begun, turn: { ...begun.turn, id: turn.id } };
}

/** Restores a turn whose first line is lost: the waiting prompt, and the number in the event that ends it. */
function withLostTurn(
	state: SessionState,
	turn: RunningTurn,
	event: AppEvent | undefined,
	at: number,
): [SessionState, RunningTurn] {
	const [first] = state.queue;
	const endOf = event?.type === 'turn-ended' || event?.type === 'turn-failed' ? event.turnId : null;
	const isWork = event?.type === 'text' || event?.type === 'tool' || endOf !== null;
	if (turn === null && isWork && first !== undefined) {
		const begun = { id: endOf ?? LOST_TURN, promptId: first.id };
		return [followTurn(state, state, begun, at), begun];
	}
	if (turn?.id !== LOST_TURN || endOf === null || state.turn === null) return [state, turn];
	return [
		{ ...state, turn: { ...state.turn, id: endOf } },
		{ ...turn, id: endOf },
	];
}

const LOST_TURN = '?';

function withoutTurn(before: SessionState, after: SessionState, at: number): SessionState {
	const { turn } = after;
	if (turn === null) return after;
	if (before.turn?.id === turn.id) return { ...atRest(after, at), isQueuePaused: after.isQueuePaused };
	const isShown = lastEntry(after.entries)?.kind === 'user';
	const entries = isShown ? entriesOf([...eachEntry(after.entries)].slice(0, -1)) : after.entries;
	return { ...after, turn: null, entries, queue: [turn.prompt, ...after.queue] };
}

class LostLines {
	count = 0;
	#here = 0;
	/** The log goes on with that of another session, which is not read. */
	isOther = false;

	add(): void {
		this.count += 1;
		this.#here += 1;
	}

	noteOther(state: SessionState, at: number): SessionState {
		this.isOther = true;
		return this.noteGap(state, at);
	}

	/** Notes the gap. The note does not count towards entry ids: lines name entries by number. */
	noteGap(state: SessionState, at: number): SessionState {
		if (this.#here === 0) return state;
		const title = this.isOther ? 'The log goes on with another session, which is left out' : LINES_LOST(this.#here);
		this.#here = 0;
		return appendUnnumbered(state, `lost-${this.count}`, { kind: 'note', from: 'client', at, level: 'warning', title });
	}
}
