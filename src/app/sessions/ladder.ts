import type { AgentConnection } from '../../core/agent-port.js';
import { type Failure, fail, type Result, succeed } from '../../core/failure.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionOpened, SessionParams } from '../../core/session-params.js';
import type { FailedRung, Resumed, ResumeRung, Resuming } from '../../core/sessions/resuming.js';
import { gaveUpResuming, silentWhileResuming } from '../messages.js';
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
	/** What comes of this session from now on may be its history; null: of a fork, whose id is not known yet. */
	readonly expectHistory: (sessionId: string | null) => void;
};

/** A session that was taken up, or a new one in its place. */
export type TakenUp = {
	readonly opened: SessionOpened;
	readonly resumed: Resumed;
	readonly failures: readonly FailedRung[];
};

/** After so many ends of the agent's process only a new session is tried. */
const MOST_DEATHS = 2;

/**
 * The ways to take a session up, the best first; each is tried once. Where our transcript is there the agent need not
 * tell it again; where it is not, only `session/load` brings it.
 */
function rungsFor(resuming: Resuming): readonly ResumeRung[] {
	const { sessionId, isFork, hasTranscript, failed, deaths } = resuming;
	if (sessionId === null || deaths >= MOST_DEATHS) return ['new'];
	const ways: readonly ResumeRung[] = isFork ? ['fork'] : hasTranscript ? ['resume', 'load'] : ['load', 'resume'];
	return [...ways.filter((way) => !failed.some(({ rung }) => rung === way)), 'new'];
}

/** Takes one session up on one connection: way after way, until one works. */
export class Ladder {
	readonly #parts: LadderParts;
	#giveUp = new AbortController();
	#isStopped = false;
	#stopTimer: () => void = () => {};

	constructor(parts: LadderParts) {
		this.#parts = parts;
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
	 * opening a new session does when nothing else is left. What failed before is no part of it: it is in the state.
	 */
	async climb(): Promise<Result<TakenUp>> {
		const { resuming, dispatch } = this.#parts;
		const failures: FailedRung[] = [...resuming.failed];
		for (const rung of rungsFor(resuming)) {
			if (rung !== 'new' && (this.#isStopped || !this.#isAnnounced(rung))) {
				if (!this.#isStopped) continue;
				const failed: FailedRung = { rung, failure: { code: 'cancelled', message: gaveUpResuming(rung) } };
				if (!failures.some(({ failure: { code } }) => code === 'cancelled')) failures.push(failed);
				continue;
			}
			dispatch({ type: 'resume-tried', rung });
			const result = await this.#try(rung);
			if (result.ok) return succeed({ opened: result.value, resumed: rung === 'fork' ? 'resume' : rung, failures });
			const { code } = result.failure;
			if (rung === 'new' || code === 'auth-required' || code === 'agent-exit') return result;
			failures.push({ rung, failure: result.failure });
			dispatch({ type: 'resume-failed', rung, failure: result.failure });
		}
		return fail('internal', 'There was no way left.');
	}

	#isAnnounced(rung: Exclude<ResumeRung, 'new'>): boolean {
		return this.#parts.connection.info.sessions[rung];
	}

	async #try(rung: ResumeRung): Promise<Result<SessionOpened>> {
		const { connection, resuming, params, expectHistory } = this.#parts;
		const { sessionId } = resuming;
		if (rung === 'new' || sessionId === null) return connection.newSession(params);
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

	#givenUp(rung: Exclude<ResumeRung, 'new'>): Failure {
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
