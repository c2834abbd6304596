import type { AgentEvent } from '../../core/agent-event.js';
import type { AppEvent } from '../../core/event.js';
import { roughSize } from '../../core/limits.js';
import type { ClockPort, LogPort } from '../../core/ports.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { charsOf } from '../../core/session/entries/entry-weight.js';
import { boundEvent } from '../../core/session/reducers/bound-event.js';
import { isOfConversation } from '../../core/session/reducers/reduce-history.js';
import type { SessionState } from '../../core/session/state.js';
import type { reconcile } from '../../core/sessions/history/reconcile.js';
import type { Store } from '../store.js';

/** Milliseconds of silence that end a history. */
const QUIET = 250;
/** Milliseconds for a history to begin, and to end, after the answer. */
const BEGINS_WITHIN = 1000;
const ENDS_WITHIN = 15_000;
/** Characters of a whole history, and of one event for the transcript. */
const MOST_CHARS = 32 * 1024 * 1024;
const MOST_IN_ONE = 1024 * 1024;
const MOST_EVENTS = 100_000;

export type HistoryOptions = {
	readonly store: Pick<Store, 'getState' | 'dispatchAll'>;
	readonly clock: ClockPort;
	readonly log: LogPort;
};

/**
 * Collects updates that are history: from the request for a session until the first prompt. Updates of the conversation
 * are compared with the transcript and missing ones added; those about the present (modes, commands, notices) pass at
 * once.
 */
export class HistoryWindow {
	readonly #options: HistoryOptions;
	/** Null: no history is expected. */
	#sessionId: string | null = null;
	/** The id is not known yet (a fork): the first session heard of is meant. */
	#isAny = false;
	#onUpdate: () => void = () => {};
	#events: AgentEvent[] = [];
	#chars = 0;
	#leftOut = 0;
	#isNew = false;
	#lastAt = 0;
	#isAnswered = false;
	#isOpen = false;
	#quiet: { readonly promise: Promise<void>; readonly check: () => void } | null = null;
	#stopTimer: () => void = () => {};
	#reconcile: typeof reconcile | null = null;

	constructor(options: HistoryOptions) {
		this.#options = options;
	}

	/** Loads the comparison before the first history. */
	async prepare(): Promise<void> {
		this.#reconcile ??= (await import('../../core/sessions/history/reconcile.js')).reconcile;
	}

	/** `sessionId` null: a fork; `onUpdate` is called for every update of the session. */
	expect(sessionId: string | null, onUpdate: () => void): void {
		this.end();
		this.#sessionId = sessionId;
		this.#isAny = sessionId === null;
		this.#onUpdate = onUpdate;
		this.#lastAt = this.#options.clock.now();
	}

	/** Null: none is expected, or its id is not known yet. */
	sessionId(): string | null {
		return this.#sessionId;
	}

	take(sessionId: string, events: readonly AgentEvent[]): readonly AgentEvent[] {
		if (this.#isAny && this.#sessionId === null) this.#sessionId = sessionId;
		if (sessionId !== this.#sessionId) return events;
		this.#lastAt = this.#options.clock.now();
		this.#onUpdate();
		const rest: AgentEvent[] = [];
		for (const event of events) {
			if (isOfConversation(event)) this.#add(event);
			else if (this.#isNews(event)) rest.push(event);
		}
		if (this.#isOpen && rest.length < events.length) void this.settled();
		return rest;
	}

	/** Settles when the agent has been quiet for a while after its answer; `isAwaited`: a history may only begin now. */
	async answered(isAwaited: boolean): Promise<void> {
		const { clock } = this.#options;
		const since = clock.now();
		this.#isAnswered = true;
		if (!isAwaited && this.#events.length === 0) return;
		for (;;) {
			const now = clock.now();
			const isDone =
				this.#events.length > 0
					? now - this.#lastAt >= QUIET || now - since >= ENDS_WITHIN
					: now - since >= BEGINS_WITHIN;
			if (isDone) return;
			await new Promise<void>((resolve) => clock.after(QUIET / 5, resolve));
		}
	}

	open(sessionId: string): void {
		if (this.#sessionId !== null && this.#sessionId !== sessionId) this.end();
		this.#sessionId = sessionId;
		this.#onUpdate = () => {};
		this.#isAnswered = true;
		this.#isOpen = true;
		this.#flush();
	}

	/** Settles when late history is in the transcript; null when none is expected. */
	pending(): Promise<void> | null {
		return this.#quiet?.promise ?? null;
	}

	/** Later updates are about the present. */
	end(): void {
		if (this.#isOpen) this.#flush();
		this.#sessionId = null;
		this.#isAny = false;
		this.#isAnswered = false;
		this.#isOpen = false;
		this.#events = [];
		this.#isNew = false;
		this.#chars = 0;
		this.#leftOut = 0;
		this.#stopTimer();
		this.#quiet?.check();
		this.#quiet = null;
	}

	settled(): Promise<void> {
		if (this.#quiet !== null) return this.#quiet.promise;
		const { clock } = this.#options;
		const { promise, resolve } = Promise.withResolvers<void>();
		const since = clock.now();
		const check = (): void => {
			const now = clock.now();
			if (this.#sessionId !== null && now - this.#lastAt < QUIET && now - since < ENDS_WITHIN) {
				this.#stopTimer = clock.after(QUIET / 5, check);
				return;
			}
			this.#quiet = null;
			if (this.#sessionId !== null) this.#flush();
			resolve();
		};
		this.#quiet = { promise, check };
		this.#stopTimer = clock.after(QUIET / 5, check);
		return promise;
	}

	/** The answer tells modes and options; a replayed notice is in the transcript. */
	#isNews(event: AgentEvent): boolean {
		if (this.#isAnswered) return true;
		if (event.type === 'agent-mode' || event.type === 'config-options') return false;
		if (event.type !== 'notice') return true;
		const isNoted = (entry: Entry): boolean =>
			entry.kind === 'note' && entry.from === 'agent' && entry.title === event.title;
		return findLastEntry(this.#options.store.getState().entries, isNoted) < 0;
	}

	#add(received: AgentEvent): void {
		const event = boundEvent(received) as AgentEvent;
		this.#isNew = true;
		const last = this.#events.at(-1);
		const joined = last === undefined ? null : join(last, event);
		if (joined === null) this.#events.push(event);
		else this.#events[this.#events.length - 1] = joined;
		this.#chars += sizeOf(event);
		if (this.#chars > MOST_CHARS || this.#events.length > MOST_EVENTS) this.#dropOldest();
	}

	/** Drops a quarter at once, the oldest first, as our transcript is likeliest to have those. */
	#dropOldest(): void {
		let first = 0;
		const { length } = this.#events;
		while (first < length - 1 && (this.#chars > MOST_CHARS * 0.75 || length - first > MOST_EVENTS * 0.75)) {
			const size = sizeOf(this.#events[first] as AgentEvent);
			this.#chars -= size;
			this.#leftOut += size;
			first += 1;
		}
		this.#events = this.#events.slice(first);
	}

	/** Adds missing entries; the collected events stay, as more may follow. */
	#flush(): void {
		if (!this.#isNew) return;
		this.#isNew = false;
		const { store, log } = this.#options;
		if (this.#reconcile === null) return;
		const state = store.getState();
		const { relation, additions } = this.#reconcile(entriesOf(state), this.#events);
		log.write('info', 'history of the session', { relation, additions: additions.length, leftOut: this.#leftOut });
		const events: AppEvent[] = [];
		if (this.#leftOut > 0) {
			const title = `The agent sent more of this session than is kept: the oldest ${roughSize(this.#leftOut)} are left out.`;
			events.push({ type: 'note', level: 'warning', title });
			this.#leftOut = 0;
		}
		if (relation === 'other')
			events.push({
				type: 'note',
				level: 'warning',
				title: 'The agent tells another conversation for this session: what follows is what it remembers.',
				hint: 'what stands above is what was kept here; /new begins a session that knows neither',
			});
		for (const { before, events: missing } of additions)
			for (const part of inParts(missing)) events.push({ type: 'history', before, events: part });
		store.dispatchAll(events);
	}
}

function* entriesOf({ entries, turn }: SessionState): Generator<Entry> {
	const end = turn?.firstEntry ?? entries.size;
	let index = 0;
	for (const leaf of entries.leaves) {
		for (const entry of leaf) {
			if (index >= end) return;
			index += 1;
			yield entry;
		}
	}
}

function sizeOf(event: AgentEvent): number {
	return event.type === 'text' ? event.text.length + 100 : 100 + charsOf(event, MOST_CHARS);
}

/** Null when the chunks do not belong together; a prompt without an id stands alone. */
function join(last: AgentEvent, next: AgentEvent): AgentEvent | null {
	if (last.type !== 'text' || next.type !== 'text' || last.role !== next.role) return null;
	if (last.messageId !== next.messageId || last.parentId !== next.parentId) return null;
	if (next.role === 'user' && next.messageId === undefined) return null;
	if (last.text.length + next.text.length > MOST_IN_ONE) return null;
	return { ...last, text: last.text + next.text };
}

/** Keeps a single event of the log small. */
function* inParts(events: readonly AgentEvent[]): Generator<readonly AgentEvent[]> {
	let part: AgentEvent[] = [];
	let size = 0;
	for (const event of events) {
		const more = sizeOf(event);
		if (part.length > 0 && size + more > MOST_IN_ONE) {
			yield part;
			part = [];
			size = 0;
		}
		part.push(event);
		size += more;
	}
	if (part.length > 0) yield part;
}
