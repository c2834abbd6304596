import type { AgentConnection } from '../../core/agent-port.js';
import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import { noSessionAbilities } from '../../core/session-abilities.js';
import type { SessionRow } from '../../core/session-index.js';
import { rowKey, type SessionListRequest, type SessionListState } from '../../core/session-list.js';
import { NO_LONGER_LISTED } from '../../core/sessions/list-messages.js';
import { mergeLists } from '../../core/sessions/merge-lists.js';
import { isSideSession } from '../../core/side-question/side-question.js';
import type { Store } from '../store.js';
import { AgentPages } from './agent-pages.js';
import { type Change, deleteSession, renameSession } from './change-session.js';
import { reportLeftOver } from './left-over.js';
import { olderSession, previewSession } from './read-session.js';

export type SessionListsOptions = {
	readonly ports: Pick<Ports, 'sessionIndex' | 'sessionLogs' | 'clock' | 'shadow' | 'agents'>;
	readonly store: Pick<Store, 'getState' | 'dispatch' | 'subscribe'>;
	readonly connection: () => AgentConnection | null;
	readonly closing: AbortSignal;
};

/** Milliseconds after the last key before a search, and after a move before a preview. */
const TYPING_PAUSE = 120;
const MOVING_PAUSE = 60;
const MOST_HITS = 200;
const MOST_PREVIEWS = 40;

export class OpenSessionList {
	readonly #options: SessionListsOptions;
	#opened = new AbortController();
	#search = new AbortController();
	#preview = new AbortController();
	#state: SessionListState | null = null;
	#rows: readonly SessionRow[] = [];
	#pages: AgentPages | null = null;
	#isChanged = false;
	#hasTrouble = false;
	#outcomes = 0;

	constructor(options: SessionListsOptions) {
		this.#options = options;
		options.closing.addEventListener('abort', () => this.#stop(), { once: true });
	}

	async perform(request: SessionListRequest): Promise<void> {
		switch (request.type) {
			case 'recent':
				return reportLeftOver(this.#options, request.withAgents === true);
			case 'open':
				return this.#open(request.scope);
			case 'more':
				return this.#pages?.next();
			case 'search':
				return this.#find(request.text);
			case 'preview':
				return this.#look(request.key);
			case 'read':
				return this.#read(request.key);
			case 'rename':
				return this.#change(request.key, (change) => renameSession(change, request.title));
			case 'delete':
				return this.#change(request.key, (change) => deleteSession(change, request.at));
			case 'close':
				this.#stop();
				this.#state = null;
				this.#options.store.dispatch({ type: 'session-list-changed', list: null });
		}
	}

	async #open(scope: SessionListState['scope']): Promise<void> {
		this.#stop();
		const opened = new AbortController();
		this.#opened = opened;
		const { ports, store } = this.#options;
		const { sessionIndex } = ports;
		this.#rows = [];
		this.#pages = null;
		const { found = null, previews = new Map() } = this.#state ?? {};
		this.#show({ ...emptyList(scope, store.getState()), isLoading: true, found, previews });
		void this.#readShadows(opened.signal);
		const { cwd } = store.getState();
		const agent = this.#readAgent(scope, opened.signal);
		const { rows, unreadable, trouble } = await sessionIndex.list(scope === 'all' ? {} : { cwd }, {
			signal: opened.signal,
			onRows: (rows) => this.#take(rows, opened.signal),
		});
		this.#take(rows, opened.signal);
		if (trouble !== undefined && !this.#hasTrouble) {
			this.#hasTrouble = true;
			this.#options.store.dispatch({ type: 'note', level: 'warning', title: trouble });
		}
		if (unreadable.length > 0 && !opened.signal.aborted) this.#patch({ unreadable });
		await agent;
	}

	async #readShadows(signal: AbortSignal): Promise<void> {
		const shadows = await this.#options.ports.shadow?.saved?.();
		if (shadows !== undefined && !signal.aborted) this.#patch({ shadows });
	}

	#take(rows: readonly SessionRow[], signal: AbortSignal): void {
		if (signal.aborted || this.#state === null) return;
		this.#rows = rows;
		this.#isChanged = true;
		this.#patch({ isLoading: false });
	}

	async #readAgent(scope: SessionListState['scope'], signal: AbortSignal): Promise<void> {
		const { connection, store } = this.#options;
		const agent = await this.#connected(signal);
		if (agent === null || signal.aborted || connection() !== agent) return this.#patch({});
		const { profile, cwd } = store.getState();
		this.#pages = new AgentPages({
			connection: agent,
			name: profile.launch.name,
			cwd: scope === 'all' ? null : cwd,
			signal,
			changed: () => {
				// A page under way changes no row.
				this.#isChanged ||= this.#pages?.state.count !== this.#state?.agentSessions.count;
				this.#patch({});
			},
			isHidden: (sessionId) => isSideSession(store.getState(), sessionId),
		});
		this.#patch({});
		await this.#pages.next();
	}

	/** The agent once its start has settled; null without one. */
	#connected(signal: AbortSignal): Promise<AgentConnection | null> {
		const { connection, store } = this.#options;
		const isStarting = (): boolean => connection() === null && store.getState().connection.phase === 'starting';
		if (!isStarting()) return Promise.resolve(connection());
		return new Promise((resolve) => {
			const done = (): void => {
				if (isStarting() && !signal.aborted) return;
				unsubscribe();
				resolve(connection());
			};
			const unsubscribe = store.subscribe(done);
			signal.addEventListener('abort', done, { once: true });
		});
	}

	async #find(text: string): Promise<void> {
		this.#search.abort();
		const search = new AbortController();
		this.#search = search;
		const { sessionIndex, clock } = this.#options.ports;
		const list = this.#state;
		if (list === null) return;
		if (text === '') return this.#patch({ found: null, isSearching: false });
		this.#patch({ isSearching: true });
		if (!(await pause(clock, TYPING_PAUSE, search.signal))) return;
		const query = list.scope === 'all' ? {} : { cwd: this.#options.store.getState().cwd };
		const hits = await sessionIndex.search(text, query, {
			signal: search.signal,
			most: MOST_HITS,
			onHits: (hits) => {
				if (!search.signal.aborted) this.#patch({ found: { text, hits } });
			},
		});
		if (!search.signal.aborted) this.#patch({ found: { text, hits }, isSearching: false });
	}

	async #look(key: string): Promise<void> {
		this.#preview.abort();
		const looking = new AbortController();
		this.#preview = looking;
		const { clock, sessionLogs } = this.#options.ports;
		if (!(await pause(clock, MOVING_PAUSE, looking.signal))) return;
		const row = this.#row(key);
		if (row === undefined || sessionLogs === undefined) return;
		const preview = await previewSession(sessionLogs, row, looking.signal);
		if (looking.signal.aborted || this.#state === null) return;
		const kept = [...this.#state.previews].filter(([each]) => each !== key).slice(1 - MOST_PREVIEWS);
		this.#patch({ previews: new Map([...kept, [key, preview]]) });
	}

	async #read(key: string): Promise<void> {
		const row = this.#row(key);
		if (row === undefined) return;
		const { ports, store } = this.#options;
		this.#patch({ reading: null });
		const read = await olderSession(ports.sessionLogs, row.id, store.getState());
		this.#patch({ reading: { key, ...(read.ok ? { entries: read.value.entries } : { failure: read.failure }) } });
	}

	async #change(key: string, change: (change: Change) => Promise<{ text: string; isFailure: boolean }>): Promise<void> {
		const row = this.#row(key);
		const { ports, connection, store } = this.#options;
		const outcome =
			row === undefined
				? { text: NO_LONGER_LISTED, isFailure: true }
				: await change({
						row,
						index: ports.sessionIndex,
						connection: this.#pages?.agent === row.agent ? connection() : null,
						openRecord: store.getState().record?.id ?? null,
						dispatch: store.dispatch,
						pages: this.#pages,
						replace: (next) => this.#replace(row, next),
					});
		this.#outcomes += 1;
		this.#isChanged = true;
		this.#patch({ outcome: { id: this.#outcomes, ...outcome } });
	}

	#replace(row: SessionRow, next: SessionRow | null): void {
		this.#rows = this.#rows.flatMap((each) => (each.id !== row.id ? [each] : next === null ? [] : [next]));
	}

	#row(key: string): SessionRow | undefined {
		return this.#state?.sessions.find((session) => rowKey(session) === key);
	}

	#patch(patch: Partial<SessionListState>): void {
		if (this.#state === null) return;
		const pages = this.#pages;
		const { agentSessions } = this.#state;
		let { sessions } = this.#state;
		if (this.#isChanged) {
			sessions = pages === null ? this.#rows : mergeLists(this.#rows, pages.agent, [...pages.sessions]);
		}
		this.#isChanged = false;
		this.#show({ ...this.#state, ...patch, sessions, agentSessions: pages?.state ?? agentSessions });
	}

	#show(list: SessionListState): void {
		this.#state = list;
		this.#options.store.dispatch({ type: 'session-list-changed', list });
	}

	#stop(): void {
		this.#opened.abort();
		this.#search.abort();
		this.#preview.abort();
	}
}

function emptyList(scope: SessionListState['scope'], { profile, agent }: SessionState): SessionListState {
	const { name } = profile.launch;
	return {
		scope,
		sessions: [],
		isLoading: true,
		failure: null,
		agentSessions: { type: 'none', count: 0, title: agent?.title ?? name, agent: name, can: noSessionAbilities },
		found: null,
		isSearching: false,
		reading: null,
		previews: new Map(),
		outcome: null,
	};
}

/** False when the signal aborted first. */
function pause(clock: Ports['clock'], milliseconds: number, signal: AbortSignal): Promise<boolean> {
	return new Promise((resolve) => {
		const stop = clock.after(milliseconds, () => resolve(!signal.aborted));
		signal.addEventListener(
			'abort',
			() => {
				stop();
				resolve(false);
			},
			{ once: true },
		);
	});
}
