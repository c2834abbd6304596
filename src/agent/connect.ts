import type { AgentExit, AgentLaunch } from '../core/agent-info.js';
import type { NetworkJudge } from '../core/agent-network.js';
import type { AgentConnection, AgentHost, Confine, ConnectOptions, PreparedLaunch } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import { fail, type Result, succeed } from '../core/failure.js';
import type { ProcessGuard } from '../core/ports.js';
import type { Confinement, ConfinementChoice } from '../core/sandbox/confinement.js';
import { createCaller } from './agent-call.js';
import { createAgentCalls, setProvider } from './agent-calls.js';
import { stderrDetail } from './exit-text.js';
import { initializeParams, readInitialize, shakeHands } from './handshake.js';
import type { JsonObject } from './json.js';
import { createOpenRequests } from './open-requests.js';
import { type AgentProcess, LINE_LIMIT, type ProcessSurroundings, startProcess } from './process/agent-process.js';
import { repositoryProgram, startFailure } from './process/start-failure.js';
import { completedElicitation } from './requests/read-elicitation.js';
import { servedMethods } from './requests/serve-requests.js';
import { openRpc, type Record as RecordLine, type Rpc } from './rpc.js';
import { createSessions } from './sessions.js';
import { createSignInWatch } from './sign-in/sign-in-watch.js';
import { JUNK_LINE_LIMIT } from './wire/read-messages.js';
import { CALLED_OFF, within } from './within.js';

export type ConnectDeps = {
	readonly clientVersion: string;
	/** Finds the agent's program and environment; a rejection counts as a failed start. */
	readonly prepare: (launch: AgentLaunch, cwd: string) => Promise<PreparedLaunch>;
	/** API keys that the user gave, by the id of the sign-in method. Must not reject. */
	readonly savedKeys?: (launch: AgentLaunch) => Promise<Readonly<Record<string, string>>>;
	/** Null: no sandboxes here; an agent that is to run in one is not started. */
	readonly confine: Confine | null;
	readonly record?: RecordLine;
	/** Waited for before more of the agent's output is read. */
	readonly mayRead?: () => Promise<void>;
	readonly guard?: ProcessGuard;
};

type Sdk = typeof import('@agentclientprotocol/sdk');

/** Starts an agent and does the handshake. On any failure its process group is gone when this settles. */
export async function connectAgent(
	deps: ConnectDeps,
	launch: AgentLaunch,
	options: ConnectOptions,
	host: AgentHost,
): Promise<Result<AgentConnection>> {
	if (options.signal.aborted) return fail('cancelled', CALLED_OFF);
	const startedAt = performance.now();
	const held: { confinement?: Confinement } = {};
	const signIn = createSignInWatch({
		onAuthStatus: host.onAuthStatus,
		onAuthAddress(address) {
			if (address.callbackPort !== undefined) held.confinement?.callbacks?.open(address.callbackPort);
			host.onAuthAddress(address);
		},
		onNoneRuns: () => held.confinement?.callbacks?.close(),
	});
	const onStderr = (line: string): void => {
		host.onStderr(line);
		signIn.seeLine(line, line.length >= LINE_LIMIT);
	};
	const prepared = await prepare(deps, launch, options.cwd);
	if (!prepared.ok) return prepared;
	const { confine, guard } = deps;
	const around = { confine, sandbox: options.sandbox, onStderr, connections: host.connections, guard };
	const starting = startAgent(launch, prepared.value, around);
	// Loading the SDK takes as long as many agents take to start: it is loaded once the process runs, and meanwhile.
	const loading: Promise<Sdk | Error> = import('@agentclientprotocol/sdk').catch((error: unknown) =>
		error instanceof Error ? error : new Error(String(error)),
	);
	const started = await starting;
	if (!started.ok) return started;
	const { process, confinement } = started.value;
	Object.assign(held, defined({ confinement }));
	const sdk = await loading;
	if (sdk instanceof Error) {
		await process.end();
		return fail('internal', `The protocol library could not be loaded: ${sdk.message}`);
	}

	let junkLines = 0;
	const sessions = createSessions(host);
	const openRequests = createOpenRequests();
	const rpc = openRpc({
		sdk,
		process,
		methods: servedMethods({ host, features: options.features, translatorOf: sessions.translatorOf, openRequests }),
		sessions,
		openRequests,
		takeNotification: (message) => signIn.takeNotification(message) || takeCompleted(host, message),
		onJunk(count, first) {
			junkLines += count;
			host.onJunk(count);
			for (const line of first) signIn.seeLine(line, line.length >= JUNK_LINE_LIMIT);
		},
		onRefused: host.onRefused,
		traffic: deps,
		startedAt,
	});

	let isExpected = false;
	const exited = process.exited.then(async ({ code, signal }): Promise<AgentExit> => {
		const expected = isExpected;
		await rpc.drained;
		return { code, signal, stderrTail: process.stderrTail(), junkLines, expected };
	});
	async function close(): Promise<AgentExit> {
		isExpected = true;
		await process.end();
		const exit = await within(exited, 500);
		// Only a process that the system itself cannot end has no exit status here.
		return exit?.value ?? { code: null, signal: null, stderrTail: process.stderrTail(), junkLines, expected: true };
	}

	const params = initializeParams(options.features, deps.clientVersion, options.provider != null);
	const answer = await shakeHands({ rpc, params, exited, launch, options, stderrTail: process.stderrTail });
	const info = answer.ok ? readInitialize(answer.value, launch) : answer;
	if (!info.ok || !answer.ok) {
		await close();
		return info.ok ? fail('internal', 'The handshake failed.') : withStderr(info, process.stderrTail());
	}
	void endWhenUseless(rpc, process);
	const { provider } = options;
	const parts = { info: info.value, launch, rpc, exited };
	const routed = provider == null ? null : await setProvider(createCaller(parts), info.value, provider);
	if (routed?.ok === false) {
		await close();
		return routed;
	}
	const calls = createAgentCalls({
		...parts,
		sessions,
		signIn,
		savedKeys: async () => (await deps.savedKeys?.(launch)) ?? {},
		close,
	});
	return succeed(confinement === undefined ? calls : { ...calls, confinement });
}

function takeCompleted(host: AgentHost, message: JsonObject): boolean {
	const elicitationId = completedElicitation(message);
	if (elicitationId === undefined) return false;
	host.onElicitationCompleted(elicitationId);
	return true;
}

async function prepare(
	deps: ConnectDeps,
	launch: AgentLaunch,
	workspace: string,
): Promise<Result<Extract<PreparedLaunch, { type: 'ready' }>>> {
	const cwd = launch.cwd ?? workspace;
	try {
		const prepared = await deps.prepare(launch, cwd);
		switch (prepared.type) {
			case 'ready':
				return succeed(prepared);
			case 'missing':
				return startFailure(launch, cwd, { code: 'ENOENT' });
			case 'not-executable':
				return startFailure(launch, cwd, { code: 'EACCES' });
			case 'in-repository':
				return repositoryProgram(launch, prepared.file);
		}
	} catch (error) {
		return startFailure(launch, cwd, error);
	}
}

/** An agent that closed its pipes is of no use, even if it lives on. */
async function endWhenUseless(rpc: Rpc, process: AgentProcess): Promise<void> {
	await rpc.closed;
	await process.end();
}

/** Adds the agent's last words where the failure has no detail of its own. */
function withStderr(failed: Result<never>, lines: readonly string[]): Result<never> {
	if (failed.ok || failed.failure.detail !== undefined) return failed;
	return { ok: false, failure: { ...failed.failure, ...stderrDetail(lines) } };
}

type StartedAgent = { readonly process: AgentProcess; readonly confinement?: Confinement };

/** Starts an agent, in a sandbox if asked for. The sandbox ends with the process, and when that does not start. */
async function startAgent(
	launch: AgentLaunch,
	prepared: Extract<PreparedLaunch, { type: 'ready' }>,
	around: ProcessSurroundings & {
		readonly confine: Confine | null;
		readonly sandbox: ConfinementChoice;
		readonly connections?: NetworkJudge | undefined;
	},
): Promise<Result<StartedAgent>> {
	const { confine, sandbox } = around;
	if (sandbox.kind === 'none') {
		const started = await startProcess(launch, prepared, around);
		return started.ok ? succeed({ process: started.value }) : started;
	}
	// A requested sandbox is never left out.
	if (confine === null) return fail('could-not-start', 'The agent is to run in a sandbox, and there is none here.');
	const confined = await confine(prepared, sandbox, around.connections);
	if (!confined.ok) return confined;
	const { confinement, launch: inside } = confined.value;
	const started = await startProcess(launch, inside, around);
	if (!started.ok) {
		await confinement.close();
		return started;
	}
	const process = started.value;
	confined.value.started(process.pid);
	void process.exited.then(() => confinement.close());
	return succeed({ process: endingWith(process, confinement), confinement });
}

/** Processes that left the agent's group end with its sandbox. */
function endingWith(process: AgentProcess, confinement: Confinement): AgentProcess {
	return {
		...process,
		async end() {
			await process.end();
			await confinement.close();
		},
	};
}
