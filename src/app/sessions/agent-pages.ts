import type { AgentConnection } from '../../core/agent-port.js';
import type { SessionListState } from '../../core/session-list.js';
import type { ListedSession } from '../../core/sessions/agent-sessions.js';

type AgentSessions = SessionListState['agentSessions'];

const MOST_EMPTY = 50;
const MOST_SESSIONS = 50_000;

type AgentPagesParts = {
	readonly connection: AgentConnection;
	readonly name: string;
	/** Null: all folders. */
	readonly cwd: string | null;
	readonly signal: AbortSignal;
	readonly changed: () => void;
	readonly isHidden: (sessionId: string) => boolean;
};

/** Reads an agent's session list page by page. Empty pages may name a next one; a repeated cursor ends the list. */
export class AgentPages {
	readonly #parts: AgentPagesParts;
	readonly #cursors = new Set<string>();
	#cursor: string | null = null;
	#sessions = new Map<string, ListedSession>();
	#state: AgentSessions;

	constructor(parts: AgentPagesParts) {
		const { title, sessions: can } = parts.connection.info;
		this.#parts = parts;
		this.#state = { type: can.list ? 'more' : 'none', count: 0, title, can, agent: parts.name };
	}

	get state(): AgentSessions {
		return { ...this.#state, count: this.#sessions.size };
	}

	get sessions(): Iterable<ListedSession> {
		return this.#sessions.values();
	}

	get agent(): string {
		return this.#parts.name;
	}

	drop(sessionId: string): void {
		this.#sessions.delete(sessionId);
	}

	retitle(sessionId: string, title: string): void {
		const session = this.#sessions.get(sessionId);
		if (session !== undefined) this.#sessions.set(sessionId, { ...session, title });
	}

	/** Reads on until there is something new, or the end. */
	async next(): Promise<void> {
		if (this.#state.type !== 'more') return;
		this.#become({ type: 'loading' });
		for (let page = 0; page < MOST_EMPTY; page += 1) {
			const query = {
				...(this.#parts.cwd === null ? {} : { cwd: this.#parts.cwd }),
				...(this.#cursor === null ? {} : { cursor: this.#cursor }),
			};
			const answer = await this.#parts.connection.listSessions(query, this.#parts.signal);
			if (this.#parts.signal.aborted) return;
			if (!answer.ok) return this.#become({ type: 'failed', failure: answer.failure });
			const { sessions, nextCursor } = answer.value;
			if (this.#take(sessions)) return;
			if (nextCursor === null) return this.#become({ type: 'complete' });
			if (this.#cursors.has(nextCursor)) {
				return this.#become({
					type: 'failed',
					failure: {
						code: 'protocol',
						message: 'its list names the same page again and again; what came before is shown.',
					},
				});
			}
			this.#cursors.add(nextCursor);
			this.#cursor = nextCursor;
			if (sessions.length > 0) break;
		}
		this.#become({ type: 'more' });
	}

	/** True when there are too many. */
	#take(sessions: readonly ListedSession[]): boolean {
		for (const session of sessions) {
			// Some agents list all folders whatever they are asked.
			if ((this.#parts.cwd !== null && session.cwd !== this.#parts.cwd) || this.#parts.isHidden(session.sessionId))
				continue;
			if (this.#sessions.size >= MOST_SESSIONS) {
				const failure = {
					code: 'too-large',
					message: `only the first ${MOST_SESSIONS.toLocaleString('en')} sessions are shown.`,
				} as const;
				this.#become({ type: 'failed', failure });
				return true;
			}
			// Lists come newest first: the first entry of an id counts.
			if (!this.#sessions.has(session.sessionId)) this.#sessions.set(session.sessionId, session);
		}
		return false;
	}

	#become(next: Pick<AgentSessions, 'type' | 'failure'>): void {
		this.#state = { ...this.#state, ...next };
		this.#parts.changed();
	}
}
