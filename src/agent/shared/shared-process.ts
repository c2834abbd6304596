import type { AgentConnection, AgentHost } from '../../core/agent-port.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { CALLED_OFF, SHARED } from '../messages.js';
import { createMemberConnection } from './member-connection.js';
import { Router } from './router.js';
import { createRoutingHost } from './routing-host.js';

type Start = (host: AgentHost, signal: AbortSignal) => Promise<Result<AgentConnection>>;

/**
 * One agent process for several sessions. Closing a session's connection closes that session; the process ends with the
 * last one.
 */
export class SharedProcess {
	readonly #router = new Router();
	readonly #host = createRoutingHost(this.#router);
	readonly #calledOff = new AbortController();
	readonly connecting: Promise<Result<AgentConnection>>;
	/** Sessions that wait for the start, and those that joined. */
	#count = 0;
	#isOver = false;

	/** `ended` is called once, when nobody can join any more. */
	constructor(start: Start, ended: () => void) {
		const over = (): void => {
			this.#isOver = true;
			ended();
		};
		this.connecting = start(this.#host, this.#calledOff.signal);
		this.connecting.then((result) => {
			if (result.ok) void result.value.exited.then(over);
			else over();
		}, over);
	}

	get isOver(): boolean {
		return this.#isOver;
	}

	/** `isFirst`: the session that the process was started for. */
	async join(host: AgentHost, signal: AbortSignal, isFirst: boolean): Promise<Result<AgentConnection>> {
		this.#count += 1;
		const member = this.#router.add(host);
		const calledOff = new Promise<null>((resolve) => {
			if (signal.aborted) resolve(null);
			signal.addEventListener('abort', () => resolve(null), { once: true });
		});
		const started = await Promise.race([this.connecting, calledOff]);
		if (started?.ok !== true || signal.aborted) {
			this.#router.remove(member);
			const isLast = this.#leave();
			if (started?.ok === false) return started;
			// The last session to call off the start waits until the process is gone.
			if (isLast) {
				const late = await this.connecting;
				if (late.ok) await late.value.close();
			}
			return fail('cancelled', CALLED_OFF);
		}
		const account = this.#host.account();
		if (!isFirst && account !== null) host.onAuthStatus(account);
		const parts = { member, router: this.#router, connection: started.value, isJoined: !isFirst };
		return succeed(
			createMemberConnection({
				...parts,
				join: (other, calledOff) => this.#joinRunning(other, calledOff),
				leave: () => this.#leave(),
			}),
		);
	}

	async #joinRunning(host: AgentHost, signal: AbortSignal): Promise<Result<AgentConnection>> {
		return this.#isOver ? fail('agent-exit', SHARED.isOver) : this.join(host, signal, false);
	}

	/** True when it was the last session. */
	#leave(): boolean {
		this.#count -= 1;
		if (this.#count > 0) return false;
		this.#isOver = true;
		this.#calledOff.abort();
		return true;
	}
}
