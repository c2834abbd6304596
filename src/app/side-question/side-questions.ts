import type { AgentConnection } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import type { FailureCode } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { emptyEntries } from '../../core/session/entries/entry-list.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import type { SideQuestionRequest } from '../../core/side-question/side-question-event.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isSettledWithin } from '../settled-within.js';
import type { Store } from '../store.js';
import { notDeleted } from './side-question-messages.js';
import { type OpenSideApp, SideSession } from './side-session.js';

export type SideQuestionParts = {
	readonly ports: Ports;
	readonly openSideApp: OpenSideApp;
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
	#isOver = false;

	constructor(parts: SideQuestionParts) {
		this.#parts = parts;
		parts.store.onEvent(({ type }) => {
			if (ENDS.has(type)) this.#end();
		});
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
		await isSettledWithin(this.#parts.ports.clock, LAST_PATIENCE, Promise.all(this.#closing.values()));
		// The process ends with the last session in it.
		await Promise.all([...this.#closing.keys()].map((session) => this.#leave(session)));
	}

	#open(prompt: Prompt): void {
		const { ports, connection, openSideApp, store } = this.#parts;
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
				openSideApp,
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
		const { ports, store } = this.#parts;
		const { agent, profile } = store.getState();
		const closed = session.close();
		if (!(await isSettledWithin(ports.clock, CLOSE_PATIENCE, closed))) return this.#leave(session);
		for (const { sessionId, failure } of await closed) {
			this.#logLeft(sessionId, failure.code);
			// An agent that ended is reported elsewhere.
			if (failure.code === 'agent-exit' || this.#isOver) continue;
			const words = notDeleted(agent?.title ?? profile.launch.name, sanitizeLine(failure.message));
			store.dispatch({ type: 'note', level: 'warning', ...words });
		}
	}

	/** Waits for the agent no longer. */
	async #leave(session: SideSession): Promise<void> {
		for (const sessionId of session.opened) this.#logLeft(sessionId);
		await session.leave();
	}

	#logLeft(sessionId: string, code?: FailureCode): void {
		this.#parts.ports.log.write('warn', 'side session not deleted', { sessionId, ...defined({ code }) });
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
