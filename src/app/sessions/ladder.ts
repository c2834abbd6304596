import type { AgentConnection } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import { type Failure, fail, type Result, succeed } from '../../core/failure.js';
import { errorClassOf, mayPass } from '../../core/failure-class.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionOpened, SessionParams } from '../../core/session-params.js';
import {
	type FailedRung,
	type Resumed,
	type ResumeRung,
	type Resuming,
	rungsFor,
	saysGone,
	unsettledFailure,
} from '../../core/sessions/resuming.js';
import { gaveUpResuming, notResumed, notResumedHint, silentWhileResuming } from '../messages.js';
import type { Store } from '../store.js';

/** What taking a session up needs. */
export type LadderParts = {
	readonly connection: AgentConnection;
	readonly resuming: Resuming;
	readonly params: SessionParams;
	readonly clock: ClockPort;
	/** How long the agent may say nothing at all before the next way is tried, in ms. */
	readonly patience: number;
	readonly dispatch: Store['dispatch'];
	/** Nobody can be asked: without their word beforehand no new session takes the place of the old one. */
	readonly isHeadless: boolean;
	/** What comes of this session from now on may be its history; null: of a fork, whose id is not known yet. */
	readonly expectHistory: (sessionId: string | null) => void;
};

/** A session that was taken up, or a new one in its place. */
export type TakenUp = {
	readonly opened: SessionOpened;
	readonly resumed: Resumed;
	readonly failures: readonly FailedRung[];
	/** The older session, which may still be there though another was opened; null: it is gone. */
	readonly unreached?: string | null;
};

/** What was opened, or how it failed, and in which way. */
export type Climbed = { readonly rung: ResumeRung; readonly result: Result<TakenUp> };

/** Takes one session up on one connection: way after way, until one works. */
export class Ladder {
	readonly #parts: LadderParts;
	#resuming: Resuming;
	/** The agent does not have the session of before any more. */
	#isOldGone = false;
	#giveUp = new AbortController();
	#isStopped = false;
	#stopTimer: () => void = () => {};

	constructor(parts: LadderParts) {
		this.#parts = parts;
		this.#resuming = parts.resuming;
	}

	/** The user does not want to wait: what is tried is given up, a new session is opened. */
	stop(): void {
		this.#isStopped = true;
		this.#giveUp.abort();
	}

	/** The agent said something: it is at work. */
	heard(): void {
		if (!this.#giveUp.signal.aborted) this.#wait();
	}

	/**
	 * Fails with `auth-required` where the agent wants a sign-in first, with `agent-exit` when its process ended, and as
	 * soon as a way fails that may work after a pause. What failed before is no part of it: it is in the state.
	 */
	async climb(): Promise<Climbed> {
		const { dispatch, connection } = this.#parts;
		const failures: FailedRung[] = [...this.#resuming.failed];
		for (const rung of rungsFor(this.#resuming, connection.info.sessions)) {
			if (rung === 'new') return this.#openNew(failures);
			if (this.#isStopped) {
				const failure: Failure = { code: 'cancelled', message: gaveUpResuming(rung) };
				if (!failures.some(({ failure: { code } }) => code === 'cancelled')) failures.push({ rung, failure });
				continue;
			}
			dispatch({ type: 'resume-tried', rung });
			const result = await this.#try(rung);
			if (result.ok) {
				const resumed = rung === 'fork' ? 'resume' : rung;
				return { rung, result: succeed({ opened: result.value, resumed, failures, ...this.#oldIsGone() }) };
			}
			const { failure } = result;
			if (failure.code === 'auth-required' || failure.code === 'agent-exit' || mayPass(failure))
				return { rung, result };
			failures.push({ rung, failure });
			dispatch({ type: 'resume-failed', rung, failure });
		}
		return { rung: 'new', result: fail('internal', 'There was no way left.') };
	}

	/** A new session below the transcript, where that is what the user wants, or the older one is gone for good. */
	async #openNew(failures: readonly FailedRung[]): Promise<Climbed> {
		const { connection, params, dispatch, isHeadless } = this.#parts;
		const { sessionId, newer, isGivenUp, fallback } = this.#resuming;
		const unsettled = this.#isStopped ? null : unsettledFailure(this.#resuming, failures);
		if (newer !== undefined && isGivenUp !== true && unsettled === null && !this.#isStopped) {
			dispatch({ type: 'resume-newer', sessionId: newer });
			const { newer: _, ...rest } = this.#resuming;
			this.#resuming = { ...rest, sessionId: newer, failed: [] };
			this.#isOldGone = true;
			return this.climb();
		}
		// Of a session that no agent ever opened nothing can be forgotten.
		const wasOpen = sessionId !== null || failures.length > 0;
		if (unsettled !== null || (isHeadless && fallback === undefined && wasOpen)) {
			return { rung: 'new', result: { ok: false, failure: this.#notResumed(failures, unsettled) } };
		}
		dispatch({ type: 'resume-tried', rung: 'new' });
		const result = await connection.newSession(params);
		if (!result.ok) return { rung: 'new', result };
		const isThere = this.#isStopped || failures.some((failed) => !saysGone(failed));
		const unreached = isThere && sessionId !== null && this.#resuming.isFork !== true ? { unreached: sessionId } : {};
		return { rung: 'new', result: succeed({ opened: result.value, resumed: 'new', failures, ...unreached }) };
	}

	/** Is not tried again by itself: whoever does so says so. */
	#notResumed(failures: readonly FailedRung[], unsettled: Failure | null): Failure {
		const { connection, isHeadless } = this.#parts;
		const cause = unsettled ?? failures.at(-1)?.failure;
		const { hint: _, ...known } = cause ?? {};
		return {
			...known,
			// How one way ended is no end of what asks now.
			code: 'agent-error',
			...(cause === undefined ? {} : { errorClass: errorClassOf(cause) }),
			message: notResumed(connection.info.title, cause?.message),
			isFinal: true,
			...defined({ hint: isHeadless ? notResumedHint(this.#resuming.hasTranscript) : undefined }),
		};
	}

	#oldIsGone(): Pick<TakenUp, 'unreached'> {
		return this.#isOldGone ? { unreached: null } : {};
	}

	async #try(rung: Exclude<ResumeRung, 'new'>): Promise<Result<SessionOpened>> {
		const { expectHistory } = this.#parts;
		const { sessionId } = this.#resuming;
		if (sessionId === null) return fail('internal', 'There is no session to resume.');
		this.#giveUp = new AbortController();
		this.#wait();
		try {
			expectHistory(rung === 'fork' ? null : sessionId);
			const result = await this.#ask(rung, sessionId, this.#giveUp.signal);
			if (result.ok || result.failure.code !== 'cancelled') return result;
			return { ok: false, failure: this.#givenUp(rung) };
		} finally {
			this.#stopTimer();
		}
	}

	#ask(rung: Exclude<ResumeRung, 'new'>, sessionId: string, signal: AbortSignal): Promise<Result<SessionOpened>> {
		const { connection, params } = this.#parts;
		switch (rung) {
			case 'resume':
				return connection.resumeSession(sessionId, params, signal);
			case 'load':
				return connection.loadSession(sessionId, params, signal);
			case 'fork':
				return connection.forkSession(sessionId, params, signal);
		}
	}

	#givenUp(rung: ResumeRung): Failure {
		if (this.#isStopped) return { code: 'cancelled', message: gaveUpResuming(rung) };
		const { connection, patience } = this.#parts;
		return { code: 'timed-out', message: silentWhileResuming(connection.info.title, rung, patience) };
	}

	/** Waits from now on; the agent is given up when it says nothing meanwhile. */
	#wait(): void {
		this.#stopTimer();
		this.#stopTimer = this.#parts.clock.after(this.#parts.patience, () => this.#giveUp.abort());
	}
}
