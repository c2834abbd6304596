import type { AgentConnection, AgentHost, AgentPort } from '../../core/agent-port.js';
import { type Failure, fail, type Result, succeed } from '../../core/failure.js';
import type { SessionOpened } from '../../core/session-params.js';
import { SIDE_QUESTION } from './side-question-messages.js';

export type Undeleted = { readonly sessionId: string; readonly failure: Failure };

/**
 * Connection of a side question, on the conversation's process. Tracks its sessions, so that each is closed and
 * deleted, one that is opened late as well.
 */
export class SideConnection {
	readonly #main: AgentConnection;
	readonly #opened = new Set<string>();
	readonly #opening = new Set<Promise<unknown>>();
	#joined: AgentConnection | null = null;

	constructor(main: AgentConnection) {
		this.#main = main;
	}

	readonly connect: AgentPort['connect'] = async (_launch, { signal }, host) => {
		const joined = await (this.#main.join?.(withDenialExplained(host), signal) ??
			fail('usage', 'A side question needs a session of its own, and this run has only one.'));
		if (!joined.ok) return joined;
		const connection = joined.value;
		this.#joined = connection;
		return succeed({
			...connection,
			newSession: (params) => this.#open(connection.newSession(params)),
			forkSession: (sessionId, params, givenUp) => this.#open(connection.forkSession(sessionId, params, givenUp)),
			// The process belongs to the conversation.
			kill: connection.close,
		});
	};

	get opened(): readonly string[] {
		return [...this.#opened];
	}

	/** Closes and deletes its sessions where the agent can, also those being opened. Never rejects. */
	async end(): Promise<readonly Undeleted[]> {
		await Promise.allSettled([...this.#opening]);
		const connection = this.#joined;
		if (connection === null) return [];
		const undeleted: Undeleted[] = [];
		for (const sessionId of this.opened) {
			await connection.closeSession(sessionId);
			const deleted = connection.info.sessions.delete ? await connection.deleteSession(sessionId) : null;
			if (deleted?.ok === false) undeleted.push({ sessionId, failure: deleted.failure });
			else this.#opened.delete(sessionId);
		}
		return undeleted;
	}

	#open(opening: Promise<Result<SessionOpened>>): Promise<Result<SessionOpened>> {
		const done = opening.then((opened) => {
			if (opened.ok) this.#opened.add(opened.value.sessionId);
			return opened;
		});
		this.#opening.add(done);
		void done.finally(() => this.#opening.delete(done));
		return done;
	}
}

/** Plan mode's hint to come with a plan does not help an agent that only answers. */
function withDenialExplained(host: AgentHost): AgentHost {
	const explained = <T>(result: Result<T>): Result<T> =>
		result.ok || result.failure.code !== 'denied' ? result : fail('denied', SIDE_QUESTION.noChanges);
	return {
		...host,
		writeTextFile: async (request, signal) => explained(await host.writeTextFile(request, signal)),
		createTerminal: async (request, signal) => explained(await host.createTerminal(request, signal)),
	};
}
