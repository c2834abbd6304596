import type { AgentConnection } from '../../core/agent-port.js';
import type { AppEvent } from '../../core/event.js';
import type { Ports } from '../../core/ports.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { emptyEntries } from '../../core/session/entries/entry-list.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import type { SideQuestionRequest } from '../../core/side-question/side-question-event.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Store } from '../store.js';
import { deleteSession, type Undeleted } from './side-connection.js';
import { notDeleted } from './side-question-messages.js';
import { type OpenBeside, SideSession } from './side-session.js';

export type SideQuestionParts = {
	readonly ports: Ports;
	readonly openBeside: OpenBeside;
	readonly connection: () => AgentConnection | null;
	readonly store: Store;
};

const ENDS: ReadonlySet<AppEvent['type']> = new Set([
	'new-session',
	'resume-begun',
	'switch-agent',
	'restart-agent',
	'kill-agent',
	'agent-exited',
]);

/** Milliseconds for closing a session, and at the end of the program. */
const CLOSE_PATIENCE = 8000;
const LAST_PATIENCE = 1200;

export class SideQuestions {
	readonly #parts: SideQuestionParts;
	#session: SideSession | null = null;
	#count = 0;
	readonly #closing = new Map<SideSession, Promise<void>>();
	/** Sessions to delete when their agent is back. */
	readonly #undeleted: { readonly agent: string; readonly sessionId: string }[] = [];
	#isOver = false;

	constructor(parts: SideQuestionParts) {
		this.#parts = parts;
		parts.store.onEvent((event) => this.#follow(event));
	}

	perform(request: SideQuestionRequest): void {
		if (this.#isOver) return;
		switch (request.do) {
			case 'ask':
				if (this.#session?.isOpen === true) this.#session.ask(request.prompt);
				else this.#open(request.prompt);
				return;
			case 'stop':
				this.#session?.stop();
				return;
			case 'close':
				this.#end();
		}
	}

	/** Closes what is open at the program's end, as far as there is time. */
	async close(): Promise<void> {
		this.#isOver = true;
		this.#end();
		const sessions = [...this.#closing.keys()];
		if (sessions.length === 0) return;
		await this.#within(Promise.all(this.#closing.values()), LAST_PATIENCE);
		for (const session of sessions) this.#log(session.opened);
		// The process ends with the last session in it.
		await Promise.all(sessions.map((session) => session.leave()));
	}

	#open(prompt: Prompt): void {
		const { ports, connection, openBeside, store } = this.#parts;
		this.#end();
		this.#count += 1;
		const id = `side-question-${this.#count}`;
		const main = store.getState();
		const running = connection();
		if (running === null || main.sessionId === null) {
			store.dispatch(failed(id, prompt, ports.clock.now()));
			return;
		}
		const session: SideSession = new SideSession(
			{
				id,
				ports,
				openBeside,
				main,
				connection: running,
				// A replaced question reports nothing.
				changed: (sideQuestion) => {
					if (this.#shown === id) store.dispatch({ type: 'side-question-changed', sideQuestion });
				},
				counted: (turn) => store.dispatch({ type: 'side-question-counted', turn }),
			},
			prompt,
		);
		this.#session = session;
	}

	get #shown(): string {
		return `side-question-${this.#count}`;
	}

	#end(): void {
		const session = this.#session;
		if (session === null) return;
		this.#session = null;
		this.#closing.set(
			session,
			this.#close(session).finally(() => this.#closing.delete(session)),
		);
	}

	async #close(session: SideSession): Promise<void> {
		const { store } = this.#parts;
		const { agent, profile } = store.getState();
		const left = await this.#within(session.close(), this.#isOver ? LAST_PATIENCE : CLOSE_PATIENCE);
		if (left === null) {
			this.#log(session.opened);
			await session.leave();
		} else for (const each of left) this.#notDeleted(profile.launch.name, agent?.title ?? profile.launch.name, each);
	}

	#notDeleted(agent: string, title: string, { sessionId, failure }: Undeleted): void {
		const { ports, store } = this.#parts;
		ports.log.write('warn', 'side session not deleted', { sessionId, code: failure.code });
		// Retried when the agent is back.
		if (failure.code === 'agent-exit') this.#undeleted.push({ agent, sessionId });
		else if (!this.#isOver)
			store.dispatch({ type: 'note', level: 'warning', ...notDeleted(title, sanitizeLine(failure.message)) });
	}

	#follow(event: AppEvent): void {
		if (ENDS.has(event.type)) this.#end();
		if (event.type !== 'session-opened' || this.#undeleted.length === 0) return;
		const connection = this.#parts.connection();
		if (connection !== null) void this.#deleteLate(connection);
	}

	async #deleteLate(connection: AgentConnection): Promise<void> {
		const { agent, profile } = this.#parts.store.getState();
		const { name } = profile.launch;
		const due = this.#undeleted.filter((each) => each.agent === name);
		this.#undeleted.splice(0, this.#undeleted.length, ...this.#undeleted.filter((each) => each.agent !== name));
		for (const { sessionId } of due) {
			const failure = await deleteSession(connection, sessionId);
			if (failure !== null) this.#notDeleted(name, agent?.title ?? name, { sessionId, failure });
		}
	}

	#log(sessions: readonly string[]): void {
		for (const sessionId of sessions) this.#parts.ports.log.write('warn', 'side session not deleted', { sessionId });
	}

	/** Null after `patience` milliseconds. */
	#within<T>(work: Promise<T>, patience: number): Promise<T | null> {
		return new Promise((resolve, reject) => {
			const stopTimer = this.#parts.ports.clock.after(patience, () => resolve(null));
			work.then(resolve, reject).finally(stopTimer);
		});
	}
}

function failed(id: string, { text: question }: Prompt, askedAt: number): AppEvent {
	const failure = {
		code: 'usage',
		message: 'There is no agent to ask: it is not connected.',
		hint: 'ask again when it is ready',
	} as const;
	const sideQuestion: SideQuestion = {
		id,
		sessionId: null,
		phase: 'failed',
		question,
		askedAt,
		entries: emptyEntries,
		knows: null,
		failure,
		isClosed: true,
	};
	return { type: 'side-question-changed', sideQuestion };
}
