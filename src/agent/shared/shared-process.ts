import type { AgentConnection, AgentHost } from '../../core/agent-port.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { NETWORK_BECAUSE } from '../../core/network/network-messages.js';
import { setNewest } from '../../core/newest.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import { aborted, CALLED_OFF } from '../within.js';
import { createMemberConnection } from './member-connection.js';
import { Router } from './router.js';

type Start = (host: AgentHost, signal: AbortSignal) => Promise<Result<AgentConnection>>;

/** One agent process for several sessions. Closing a connection closes its session; the last one ends the process. */
export class SharedProcess {
	readonly #router = new Router();
	readonly #host = createRoutingHost(this.#router);
	readonly #calledOff = new AbortController();
	readonly connecting: Promise<Result<AgentConnection>>;
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
		const started = await Promise.race([this.connecting, aborted(signal)]);
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
		return this.#isOver ? fail('agent-exit', 'The agent has ended.') : this.join(host, signal, false);
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

type RoutingHost = AgentHost & { readonly account: () => AuthStatus | null };

const CLOSED = { isOpen: false, because: NETWORK_BECAUSE.noSession } as const;
const MOST_ELICITATIONS = 200;

export function createRoutingHost(router: Router): RoutingHost {
	let account: AuthStatus | null = null;
	const asked = new Map<string, AgentHost>();
	return {
		account: () => account,
		onEvents: (sessionId, events) => router.deliver(sessionId, events),
		// The log is shared by all sessions.
		onStderr: (line) => router.foremost().onStderr(line),
		// The sandbox is one for all sessions; the oldest, the conversation, answers for it.
		connections: {
			mayConnect: async (wanted, signal) => (await router.first().connections?.mayConnect(wanted, signal)) ?? CLOSED,
			onConnectionClosed: (...closed) => router.first().connections?.onConnectionClosed(...closed),
		},
		onIgnored: (method) => router.foremost().onIgnored(method),
		onRefused: (method, code, message) => router.foremost().onRefused(method, code, message),
		onJunk: (count) => router.foremost().onJunk(count),
		// All sessions share one account.
		onAuthStatus(status) {
			account = status;
			for (const { host } of router.members) host.onAuthStatus(status);
		},
		onAuthAddress: (address) => router.foremost().onAuthAddress(address),
		async elicit(request, signal) {
			const { scope, input } = request;
			// A turn's request belongs to its session, whatever else is being opened or signed in.
			const host = scope.sessionId === undefined ? router.foremost() : await router.hostOf(scope.sessionId);
			if (input.mode === 'url') setNewest(asked, input.elicitationId, host, MOST_ELICITATIONS);
			return host.elicit(request, signal);
		},
		onElicitationCompleted(elicitationId) {
			const host = asked.get(elicitationId);
			if (host !== undefined) host.onElicitationCompleted(elicitationId);
			else for (const member of router.members) member.host.onElicitationCompleted(elicitationId);
		},
		requestPermission: async (request, signal) =>
			(await router.hostOf(request.sessionId)).requestPermission(request, signal),
		readTextFile: async (request, signal) => (await router.hostOf(request.sessionId)).readTextFile(request, signal),
		writeTextFile: async (request, signal) => (await router.hostOf(request.sessionId)).writeTextFile(request, signal),
		createTerminal: async (request, signal) => (await router.hostOf(request.sessionId)).createTerminal(request, signal),
		terminalOutput: async (sessionId, id) => (await router.hostOf(sessionId)).terminalOutput(sessionId, id),
		waitForTerminalExit: async (sessionId, id, signal) =>
			(await router.hostOf(sessionId)).waitForTerminalExit(sessionId, id, signal),
		killTerminal: async (sessionId, id) => (await router.hostOf(sessionId)).killTerminal(sessionId, id),
		releaseTerminal: async (sessionId, id) => (await router.hostOf(sessionId)).releaseTerminal(sessionId, id),
	};
}
