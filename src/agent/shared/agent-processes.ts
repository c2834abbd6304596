import { isDeepStrictEqual } from 'node:util';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentConnection, AgentHost, ConnectOptions, PreparedLaunch } from '../../core/agent-port.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { NETWORK_BECAUSE } from '../../core/network/network-messages.js';
import { setNewest } from '../../core/newest.js';
import type { AuthStatus } from '../../core/sign-in/auth-status.js';
import { type ConnectDeps, connectAgent } from '../connect.js';
import { quirksOf } from '../quirks.js';
import { aborted, CALLED_OFF } from '../within.js';
import { createMemberConnection } from './member-connection.js';
import { Router } from './router.js';

export type KnownProcess = {
	readonly shared: SharedProcess;
	readonly launch: AgentLaunch;
	readonly options: Pick<ConnectOptions, 'cwd' | 'features' | 'provider'>;
	/** Launch as resolved on this machine; null until it is known. */
	prepared: PreparedLaunch | null;
};

export type JoinParts = {
	readonly deps: ConnectDeps;
	readonly processes: Set<KnownProcess>;
	/** Processes that the session has left: a reconnect starts another one. */
	readonly left: WeakSet<KnownProcess>;
};

export async function joinProcess(
	parts: JoinParts,
	launch: AgentLaunch,
	options: ConnectOptions,
	host: AgentHost,
): Promise<Result<AgentConnection>> {
	const { processes, left } = parts;
	// Decided synchronously where possible: another session may be connecting too.
	let known = processHere(parts, launch, options) ?? null;
	if (known === null && sameProcesses(parts, launch, options).length > 0) {
		known = await processElsewhere(parts, launch, options);
	}
	if (known !== null) {
		left.add(known);
		return known.shared.join(host, options.signal, false);
	}
	const made = startProcess(parts, launch, options);
	// A session that restarts its agent retires the old process for later joins.
	for (const each of processes) if (left.has(each) && isSameLaunch(each, launch, options)) processes.delete(each);
	processes.add(made);
	left.add(made);
	return made.shared.join(host, options.signal, true);
}

function startProcess({ deps, processes }: JoinParts, launch: AgentLaunch, options: ConnectOptions): KnownProcess {
	const { cwd, features, provider = null } = options;
	const made: KnownProcess = {
		launch,
		options: { cwd, features, provider },
		prepared: null,
		shared: new SharedProcess(
			(host, signal) => {
				const prepare: ConnectDeps['prepare'] = async (...given) => {
					const prepared = await deps.prepare(...given);
					made.prepared = prepared;
					return prepared;
				};
				// The start is called off only when no session waits for it any more.
				return connectAgent({ ...deps, prepare }, launch, { ...options, signal }, host);
			},
			() => processes.delete(made),
		),
	};
	return made;
}

function sameProcesses({ processes, left }: JoinParts, launch: AgentLaunch, options: ConnectOptions) {
	return [...processes].filter((each) => !left.has(each) && !each.shared.isOver && isSameLaunch(each, launch, options));
}

function processHere(parts: JoinParts, launch: AgentLaunch, options: ConnectOptions): KnownProcess | undefined {
	const same = sameProcesses(parts, launch, options);
	return same.find((each) => each.options.cwd === options.cwd || launch.cwd !== undefined);
}

/** Finds a process of another folder: only for agents known to keep the folders of their sessions apart. */
async function processElsewhere(
	parts: JoinParts,
	launch: AgentLaunch,
	options: ConnectOptions,
): Promise<KnownProcess | null> {
	for (const each of sameProcesses(parts, launch, options)) {
		const started = await each.shared.connecting;
		if (!started.ok || quirksOf(started.value.info.name).sharesFolders !== true) continue;
		// In another folder the command may resolve to another program or have other variables.
		const prepared = await parts.deps.prepare(launch, options.cwd).catch(() => null);
		if (prepared !== null && isSamePrepared(prepared, each.prepared) && !each.shared.isOver) return each;
	}
	return null;
}

function isSameLaunch(each: KnownProcess, launch: AgentLaunch, { features, provider = null }: ConnectOptions): boolean {
	const { command, args, env, cwd } = each.launch;
	return isDeepStrictEqual(
		{ command, args, env, cwd, features: each.options.features, provider: each.options.provider },
		{ command: launch.command, args: launch.args, env: launch.env, cwd: launch.cwd, features, provider },
	);
}

function isSamePrepared(prepared: PreparedLaunch, other: PreparedLaunch | null): boolean {
	if (prepared.type !== 'ready' || other?.type !== 'ready') return false;
	return isDeepStrictEqual({ ...prepared, cwd: '' }, { ...other, cwd: '' });
}

type Start = (host: AgentHost, signal: AbortSignal) => Promise<Result<AgentConnection>>;

/** One agent process for several sessions. Closing a connection closes its session; the last one ends the process. */
class SharedProcess {
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
