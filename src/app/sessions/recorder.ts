import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import type { ClockPort } from '../../core/ports.js';
import type { RestoredSession } from '../../core/session/resuming/restored-session.js';
import type { SessionState } from '../../core/session/state.js';
import { joinLines } from '../../core/sessions/join-lines.js';
import type { LogHeader, LogLine, RunningTurn } from '../../core/sessions/log-format.js';
import { loggedEvents, notesSince, prologue } from '../../core/sessions/logged-event.js';
import type { LoggedEvent } from '../../core/sessions/read-event.js';
import type { LogListener, SessionLog, SessionLogsPort } from '../../core/sessions/session-log-ports.js';
import { turnLine } from '../../core/usage/turn-usage.js';
import { factsOf } from './recorded-facts.js';

export type RecorderOptions = {
	readonly logs: SessionLogsPort;
	readonly clock: ClockPort;
	readonly getState: () => SessionState;
	readonly dispatch: (event: AppEvent) => void;
	readonly initial: SessionState;
};

const MOST_WAITING = 5000;
const FIRST_WORDS = 200;

/** Events beside turns that change a list row. */
const WITH_FACTS: ReadonlySet<AppEvent['type']> = new Set(['session-info', 'branch', 'session-opened', 'handed-over']);

/**
 * Records a session: each event as it happens, from the first prompt on. A new session begins another record; another
 * agent, or a restarted one, continues it.
 */
export class SessionRecorder {
	readonly #options: RecorderOptions;
	#log: SessionLog | null = null;
	/** Lines before the first prompt; null once they are written. */
	#waiting: LogLine[] | null = [];
	/** State at the first waiting line, for the header. */
	#begin: SessionState;
	#opening: Promise<void> | null = null;
	#restoredId: string | null = null;
	#turn: RunningTurn = null;
	/** Entries were made without a line: the next line restores their numbering. */
	#isOutOfStep = false;
	#prompts = 0;
	#firstWords = '';
	#facts = '';
	#closing: Promise<unknown> = Promise.resolve();

	constructor(options: RecorderOptions) {
		this.#options = options;
		this.#begin = options.initial;
	}

	/** `at`: ms since the epoch. */
	record(event: AppEvent, at: number, before: SessionState, after: SessionState): void {
		if (event.type === 'record-opened') return;
		if (event.type === 'session-restored') this.#resume(event.restored, at, after);
		else if (event.type === 'new-session' || event.type === 'resume-begun') this.#endRecord(at, before, after);
		else this.#keep(event, at, before, after);
	}

	#keep(event: AppEvent, at: number, before: SessionState, after: SessionState): void {
		const isPrompt = event.type === 'prompt' || (event.type === 'steer' && event.isQueued !== true);
		if (isPrompt) {
			this.#prompts += 1;
			if (this.#firstWords === '') this.#firstWords = event.prompt.text.slice(0, FIRST_WORDS);
		}
		this.#write(linesOf(loggedEvents(event, before, after), at), at, before, after);
		this.#writeUsage(at, before, after);
		// A resumed session that is handed over unchanged notes that in its record.
		if (isPrompt || event.type === 'handed-over') this.#beginRecord(at, after);
		if (WITH_FACTS.has(event.type)) this.#writeFacts(at, after);
	}

	/** Announces the close to other programs, so that one which wants to resume can wait. */
	async leave(): Promise<void> {
		await this.#log?.leave();
	}

	/** Writes what is left; settles within about a second. */
	async close(): Promise<void> {
		const state = this.#options.getState();
		if (this.#waiting === null) this.#writeFacts(this.#options.clock.now(), state);
		await this.#opening;
		const log = this.#log;
		this.#log = null;
		await Promise.all([this.#closing, log?.close()]);
	}

	/** Adds what a replay could not know: the running turn, and the numbering of entries. */
	#write(lines: LogLine[], at: number, before: SessionState, after: SessionState): void {
		const turn: RunningTurn = after.turn === null ? null : { id: after.turn.id, promptId: after.turn.prompt.id };
		const isTurnNews = turn?.id !== this.#turn?.id;
		this.#turn = turn;
		if (isTurnNews && lines.length === 0) lines.push({ at });
		const [first] = lines;
		const isFallback = lines.some(({ next }) => next !== undefined);
		if (first === undefined) {
			if (after.nextEntry !== before.nextEntry) this.#isOutOfStep = true;
			return;
		}
		if ((this.#isOutOfStep || isTurnNews) && first.next === undefined) lines[0] = { ...first, next: before.nextEntry };
		this.#isOutOfStep = isFallback;
		const last = lines.length - 1;
		if (isTurnNews) lines[last] = { ...(lines[last] ?? { at }), turn };
		for (const line of lines) this.#append(line);
		if (isTurnNews) this.#writeFacts(at, after);
	}

	#append(line: LogLine): void {
		if (this.#waiting === null) {
			this.#log?.append(line);
			return;
		}
		const last = this.#waiting.at(-1);
		const joined = last === undefined ? null : joinLines(last, line);
		if (joined !== null) this.#waiting[this.#waiting.length - 1] = joined;
		else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(line);
	}

	/** Lets an ended turn be counted without reading the whole log. */
	#writeUsage(at: number, before: SessionState, after: SessionState): void {
		const turn = after.usageSoFar?.turns.at(-1);
		if (turn !== undefined && turn !== before.usageSoFar?.turns.at(-1)) this.#append({ at, other: turnLine(turn) });
	}

	#writeFacts(at: number, state: SessionState): void {
		if (this.#waiting !== null) return;
		const facts = factsOf(state, { prompts: this.#prompts, firstWords: this.#firstWords });
		const written = JSON.stringify(facts);
		if (written === this.#facts) return;
		this.#facts = written;
		this.#append({ at, facts });
	}

	/** The user sent something: writes the waiting lines, into a new record unless one was resumed. */
	#beginRecord(at: number, state: SessionState): void {
		if (this.#waiting === null || this.#opening !== null) return;
		if (this.#restoredId === null) {
			const header = headerOf(this.#options.logs.newId(), at, this.#begin, state.handedOverFrom?.recordId);
			this.#log = this.#options.logs.begin(header, this.#listener());
			this.#options.dispatch({ type: 'record-opened', record: { id: header.id } });
		}
		const waiting = this.#waiting;
		this.#waiting = null;
		for (const line of waiting) this.#append(line);
		this.#writeFacts(at, state);
	}

	/** The next record begins with the new session's first prompt. */
	#endRecord(at: number, before: SessionState, after: SessionState): void {
		// The request was refused: the session is the same.
		if (after.connection === before.connection) {
			this.#write(linesOf(notesSince(before.nextEntry, after), at), at, before, after);
			return;
		}
		this.#leave(before, at);
		this.#begin = after;
		this.#startOver(at, after, []);
		if (before.record != null) this.#options.dispatch({ type: 'record-opened', record: null });
	}

	#leave(state: SessionState, at: number): void {
		const log = this.#log;
		if (log !== null && this.#waiting === null) this.#writeFacts(at, state);
		this.#log = null;
		this.#restoredId = null;
		this.#prompts = 0;
		this.#firstWords = '';
		this.#facts = '';
		if (log !== null) this.#closing = Promise.all([this.#closing, log.close()]);
	}

	#startOver(at: number, state: SessionState, first: readonly LogLine[]): void {
		this.#turn = null;
		this.#isOutOfStep = true;
		const isFresh = first.length === 0;
		// The queue moves into a new session; an older one brings its own.
		const held = state.isQueuePaused ? ({ isHeld: true } as const) : {};
		const queue: readonly LoggedEvent[] = isFresh
			? state.queue.map((prompt, place) => ({ type: 'queue-insert', prompt, place, ...held }))
			: [];
		// The queue is held, and a replay must not send it.
		const isHeld: readonly LogLine[] = queue.length === 0 ? [] : [{ at, turn: null }];
		this.#waiting = [...first, ...isHeld, ...[...prologue(state), ...queue].map((event) => ({ at, event }))];
		if (!isFresh) return;
		this.#waiting.push(...linesOf(notesSince(1, state), at));
	}

	/** Continues the record of an older session, as soon as something is sent. */
	#resume(restored: RestoredSession, at: number, after: SessionState): void {
		const { recordId, readOnly, state } = restored;
		this.#leave(after, at);
		// A transcript without a record.
		if (recordId === '') {
			this.#begin = after;
			this.#startOver(at, after, []);
			return;
		}
		const { mode, own, isBypassAllowed } = after.mode;
		const resumed: LogLine = {
			at,
			resumed: { mode, ...defined({ own }), ...(isBypassAllowed ? { isBypassAllowed } : {}) },
		};
		this.#startOver(at, after, [resumed]);
		this.#restoredId = recordId;
		for (const leaf of state.entries.leaves) {
			for (const entry of leaf) {
				if (entry.kind !== 'user') continue;
				this.#prompts += 1;
				if (this.#firstWords === '') this.#firstWords = entry.text.slice(0, FIRST_WORDS);
			}
		}
		if (readOnly !== undefined) {
			this.#options.dispatch({ type: 'record-opened', record: { id: recordId, trouble: readOnly } });
			return;
		}
		// Dispatched after `session-restored`, which ended the previous record.
		this.#options.dispatch({ type: 'record-opened', record: { id: recordId } });
		this.#opening = this.#open(recordId).finally(() => {
			this.#opening = null;
			if (this.#prompts > 0 && this.#hasPrompt()) this.#beginRecord(at, this.#options.getState());
		});
	}

	#hasPrompt(): boolean {
		return this.#waiting?.some(({ event }) => event?.type === 'prompt' || event?.type === 'handed-over') === true;
	}

	async #open(recordId: string): Promise<void> {
		const { logs, dispatch } = this.#options;
		const opened = await logs.resume(recordId, this.#listener());
		if (this.#restoredId !== recordId) {
			// The user resumed another session meanwhile.
			if (opened.ok) await opened.value.close();
			return;
		}
		if (opened.ok) {
			this.#log = opened.value;
			return;
		}
		const { message, hint } = opened.failure;
		dispatch({ type: 'record-opened', record: { id: recordId, trouble: message } });
		dispatch({ type: 'note', level: 'warning', title: message, ...defined({ hint }) });
	}

	#listener(): LogListener {
		const { dispatch, getState, clock } = this.#options;
		return {
			onTrouble: (trouble) => {
				const { record } = getState();
				if (record == null) return;
				const { id } = record;
				dispatch({ type: 'record-opened', record: trouble === null ? { id } : { id, trouble: trouble.message } });
				if (trouble === null) return;
				const { message: title, hint } = trouble;
				dispatch({ type: 'note', level: 'warning', title, ...defined({ hint }) });
			},
			afterGap: (why) => {
				const state = getState();
				const { turn, nextEntry } = state;
				const at = clock.now();
				const prompt = turn === null ? [] : [{ at, event: { type: 'queue-insert', prompt: turn.prompt, place: 0 } }];
				return [{ at, gap: why, next: nextEntry }, ...prompt, { at, turn: this.#turn }];
			},
		};
	}
}

function linesOf(kept: ReturnType<typeof loggedEvents>, at: number): LogLine[] {
	return kept.map(({ event, next }) => ({ at, event, ...defined({ next }) }));
}

function headerOf(id: string, createdAt: number, state: SessionState, from?: string | null): LogHeader {
	const { profile, cwd, additionalDirectories, mode } = state;
	const { name, isCommandLine } = profile.launch;
	return {
		id,
		createdAt,
		cwd,
		additionalDirectories,
		agent: name,
		...defined({ isCommandLine }),
		...(profile.instructions === null ? {} : { hasInstructions: true as const }),
		mode: mode.mode,
		...defined({ own: mode.own }),
		...(mode.isBypassAllowed ? { isBypassAllowed: true as const } : {}),
		...defined({ handedOverFrom: from ?? undefined }),
	};
}
