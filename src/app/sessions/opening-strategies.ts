import type { AgentConnection } from '../../core/agent-port.js';
import { type Failure, fail, type Result, succeed } from '../../core/failure.js';
import { errorClassOf, mayPass } from '../../core/failure-class.js';
import {
	type FailedStrategy,
	type OpeningStrategy,
	type Resumed,
	type Resuming,
	saysGone,
	strategiesFor,
	unsettledFailure,
} from '../../core/resuming/resuming.js';
import type { SessionOpened, SessionParams } from '../../core/session-params.js';
import type { AgentSessionOptions } from '../agent-session-options.js';

type StrategyOptions = Pick<AgentSessionOptions, 'ports' | 'store' | 'updates' | 'isHeadless' | 'resumePatience'>;

export type ResumedSession = {
	readonly opened: SessionOpened;
	readonly resumed: Resumed;
	readonly failures: readonly FailedStrategy[];
	/** The older session, if it may still exist; null: it is gone. */
	readonly unreached?: string | null;
};

export type Tried = { readonly strategy: OpeningStrategy; readonly result: Result<ResumedSession> };

/** Opens a session on one connection by one strategy after the other (fork, resume, load, new), until one works. */
export class OpeningStrategies {
	readonly #options: StrategyOptions;
	readonly #connection: AgentConnection;
	readonly #params: SessionParams;
	#resuming: Resuming;
	/** The agent has forgotten the previous session. */
	#isOldGone = false;
	#giveUp = new AbortController();
	#isStopped = false;
	#stopTimer: () => void = () => {};

	constructor(options: StrategyOptions, connection: AgentConnection, params: SessionParams, resuming: Resuming) {
		this.#options = options;
		this.#connection = connection;
		this.#params = params;
		this.#resuming = resuming;
	}

	/** Gives up the current strategy; a new session is opened. */
	stop(): void {
		this.#isStopped = true;
		this.#giveUp.abort();
	}

	/** An update of the session restarts the patience. */
	#seen(): void {
		if (!this.#giveUp.signal.aborted) this.#wait();
	}

	/** Fails with `auth-required`, `agent-exit`, and as soon as a strategy fails that may work later. */
	async run(): Promise<Tried> {
		const { dispatch } = this.#options.store;
		const failures: FailedStrategy[] = [...this.#resuming.failed];
		for (const strategy of strategiesFor(this.#resuming, this.#connection.info.sessions)) {
			if (this.#isStopped) {
				if (!failures.some(({ failure: { code } }) => code === 'cancelled'))
					failures.push({ strategy, failure: stopped(strategy) });
				continue;
			}
			dispatch({ type: 'resume-tried', strategy });
			const result = await this.#try(strategy);
			if (result.ok) {
				const resumed = strategy === 'fork' ? 'resume' : strategy;
				return { strategy, result: succeed({ opened: result.value, resumed, failures, ...this.#oldIsGone() }) };
			}
			const { failure } = result;
			if (failure.code === 'auth-required' || failure.code === 'agent-exit' || mayPass(failure))
				return { strategy, result };
			failures.push({ strategy, failure });
			dispatch({ type: 'resume-failed', strategy, failure });
		}
		return this.#openNew(failures);
	}

	/** Opens a new session below the transcript, where the user wants that or the older one is gone for good. */
	async #openNew(failures: readonly FailedStrategy[]): Promise<Tried> {
		const { store, isHeadless } = this.#options;
		const { dispatch } = store;
		const { sessionId, newer, isGivenUp, fallback } = this.#resuming;
		const unsettled = this.#isStopped ? null : unsettledFailure(this.#resuming, failures);
		if (newer !== undefined && isGivenUp !== true && unsettled === null && !this.#isStopped) {
			dispatch({ type: 'resume-newer', sessionId: newer });
			const { newer: _, ...rest } = this.#resuming;
			this.#resuming = { ...rest, sessionId: newer, failed: [] };
			this.#isOldGone = true;
			return this.run();
		}
		// A session that no agent ever opened has nothing to forget.
		const wasOpen = sessionId !== null || failures.length > 0;
		if (unsettled !== null || (isHeadless && fallback === undefined && wasOpen)) {
			return { strategy: 'new', result: { ok: false, failure: this.#notResumed(failures, unsettled) } };
		}
		dispatch({ type: 'resume-tried', strategy: 'new' });
		const result = await this.#connection.newSession(this.#params);
		if (!result.ok) return { strategy: 'new', result };
		const isThere = this.#isStopped || failures.some((failed) => !saysGone(failed));
		const unreached = isThere && sessionId !== null && this.#resuming.isFork !== true ? { unreached: sessionId } : {};
		return { strategy: 'new', result: succeed({ opened: result.value, resumed: 'new', failures, ...unreached }) };
	}

	/** Final: not retried automatically. */
	#notResumed(failures: readonly FailedStrategy[], unsettled: Failure | null): Failure {
		const { isHeadless } = this.#options;
		const agent = this.#connection.info.title;
		const instead = this.#resuming.hasTranscript
			? 'add --briefing to continue in a new session with a summary of this one.'
			: 'begin a new session.';
		const cause = unsettled ?? failures.at(-1)?.failure;
		const { hint: _, ...known } = cause ?? {};
		return {
			...known,
			// The failed strategy's code is not that of this request.
			code: 'agent-error',
			...(cause === undefined ? {} : { errorClass: errorClassOf(cause) }),
			message:
				cause === undefined
					? `${agent} cannot resume this session.`
					: `${agent} could not resume the session: ${cause.message}`,
			isFinal: true,
			...(isHeadless ? { hint: `The prompt went to no other session. Try again later, or ${instead}` } : {}),
		};
	}

	#oldIsGone(): Pick<ResumedSession, 'unreached'> {
		return this.#isOldGone ? { unreached: null } : {};
	}

	async #try(strategy: Exclude<OpeningStrategy, 'new'>): Promise<Result<SessionOpened>> {
		const { history } = this.#options.updates();
		const { sessionId } = this.#resuming;
		if (sessionId === null) return fail('internal', 'There is no session to resume.');
		this.#giveUp = new AbortController();
		this.#wait();
		try {
			// The id of a fork is not known yet.
			history.expect(strategy === 'fork' ? null : sessionId, () => this.#seen());
			const result = await this.#ask(strategy, sessionId, this.#giveUp.signal);
			if (result.ok || result.failure.code !== 'cancelled') return result;
			return { ok: false, failure: this.#givenUp(strategy) };
		} finally {
			this.#stopTimer();
		}
	}

	#ask(
		strategy: Exclude<OpeningStrategy, 'new'>,
		sessionId: string,
		signal: AbortSignal,
	): Promise<Result<SessionOpened>> {
		switch (strategy) {
			case 'resume':
				return this.#connection.resumeSession(sessionId, this.#params, signal);
			case 'load':
				return this.#connection.loadSession(sessionId, this.#params, signal);
			case 'fork':
				return this.#connection.forkSession(sessionId, this.#params, signal);
		}
	}

	#givenUp(strategy: OpeningStrategy): Failure {
		if (this.#isStopped) return stopped(strategy);
		const seconds = Math.round(this.#options.resumePatience / 1000);
		const message = `${this.#connection.info.title} did not answer session/${strategy} and said nothing for ${seconds} s.`;
		return { code: 'timed-out', message };
	}

	#wait(): void {
		this.#stopTimer();
		const { ports, resumePatience } = this.#options;
		this.#stopTimer = ports.clock.after(resumePatience, () => this.#giveUp.abort());
	}
}

function stopped(strategy: OpeningStrategy): Failure {
	return { code: 'cancelled', message: `session/${strategy} was stopped.` };
}
