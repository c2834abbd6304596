import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createAgentPort } from '../../src/agent/agent-port.js';
import type { ConnectDeps } from '../../src/agent/connect.js';
import type { AgentEvent } from '../../src/core/agent-event.js';
import type { AgentLaunch } from '../../src/core/agent-info.js';
import type {
	AgentConnection,
	AgentHost,
	ConnectOptions,
	ReadRequest,
	TerminalRequest,
} from '../../src/core/agent-port.js';
import type { ElicitationRequest } from '../../src/core/elicitation/elicitation.js';
import { fail, type Result, succeed } from '../../src/core/failure.js';
import type { PermissionRequest } from '../../src/core/permission-request.js';
import type { Unconfined } from '../../src/core/sandbox/confinement.js';
import type { SessionParams } from '../../src/core/session-params.js';
import type { AuthStatus } from '../../src/core/sign-in/auth-status.js';
import type { SignInAddress } from '../../src/core/sign-in/sign-in-address.js';

/** A session in the root folder, with nothing beside it. */
export const inRoot: SessionParams = { cwd: '/', additionalDirectories: [], mcpServers: [], systemPrompt: null };

/** A host that writes down what it gets and lets tests wait for it. */
export type FakeHost = AgentHost & {
	readonly events: { readonly sessionId: string; readonly event: AgentEvent }[];
	readonly permissions: { readonly request: PermissionRequest; readonly signal: AbortSignal }[];
	readonly reads: ReadRequest[];
	readonly creates: TerminalRequest[];
	readonly stderr: string[];
	readonly statuses: AuthStatus[];
	readonly addresses: SignInAddress[];
	readonly elicitations: { readonly request: ElicitationRequest; readonly signal: AbortSignal }[];
	readonly completed: string[];
	readonly junk: () => number;
	readonly text: () => string;
};

/** Builds it; permissions are answered by `answer`, at once with the first option when it is absent. */
export function createFakeHost(answer?: AgentHost['requestPermission'], elicitAnswer?: AgentHost['elicit']): FakeHost {
	let junkLines = 0;
	const host: FakeHost = {
		events: [],
		permissions: [],
		reads: [],
		creates: [],
		stderr: [],
		statuses: [],
		addresses: [],
		elicitations: [],
		completed: [],
		junk: () => junkLines,
		text: () => host.events.map(({ event }) => (event.type === 'text' ? event.text : '')).join(''),
		onEvents: (sessionId, events) => host.events.push(...events.map((event) => ({ sessionId, event }))),
		onJunk: (count) => {
			junkLines += count;
		},
		onStderr: (line) => host.stderr.push(line),
		onAuthStatus: (status) => host.statuses.push(status),
		onAuthAddress: (address) => host.addresses.push(address),
		onIgnored: () => {},
		onRefused: () => {},
		requestPermission: (request, signal) => {
			host.permissions.push({ request, signal });
			const first = request.options[0];
			if (answer !== undefined) return answer(request, signal);
			return Promise.resolve(first ? { type: 'selected', optionId: first.id } : { type: 'cancelled' });
		},
		elicit: async (request, signal) => {
			host.elicitations.push({ request, signal });
			return elicitAnswer === undefined ? { action: 'accept' } : elicitAnswer(request, signal);
		},
		onElicitationCompleted: (id) => host.completed.push(id),
		readTextFile: async (request) => {
			host.reads.push(request);
			if (request.path === '/missing') return fail('not-found', 'There is no /missing.');
			if (request.path === '/outside') return fail('outside-workspace', '/outside is outside the workspace.');
			if (request.path === '/throws') throw new Error('a secret stack');
			return succeed('hello');
		},
		writeTextFile: async (request) =>
			request.path === '/denied' ? fail('denied', 'Plan mode is on.', { hint: 'Ask first.' }) : succeed(undefined),
		createTerminal: async (request) => {
			host.creates.push(request);
			return succeed({ terminalId: 't1' });
		},
		terminalOutput: async (_, terminalId) =>
			terminalId === 'gone'
				? fail('no-such-terminal', 'There is no terminal gone.')
				: succeed({ output: 'out', truncated: false, exit: { code: 0, signal: null } }),
		waitForTerminalExit: async () => succeed({ code: null, signal: 'SIGKILL' }),
		killTerminal: async () => succeed(undefined),
		releaseTerminal: async () => succeed(undefined),
	};
	return host;
}

/** How to start one of the scripted agents in `test/agents`. */
export function scripted(name: string, ...words: readonly string[]): AgentLaunch {
	const path = fileURLToPath(new URL(`../agents/${name}.mjs`, import.meta.url));
	return { name, command: process.execPath, args: [path, ...words], env: {} };
}

/** Looks nothing up: the system finds the program. */
export function asGiven(env: Readonly<Record<string, string>>): ConnectDeps['prepare'] {
	return async ({ command, args, env: own }, cwd) => ({ type: 'ready', command, args, cwd, env: { ...env, ...own } });
}

/** Starts an agent; the options can be changed. */
export function connect(
	launch: AgentLaunch,
	host: AgentHost,
	options: Partial<ConnectOptions> = {},
	deps: Partial<ConnectDeps> = {},
): Promise<Result<AgentConnection>> {
	const prepare = asGiven({ PATH: '/usr/bin:/bin' });
	const port = createAgentPort({ confine: null, clientVersion: '0.0.0', prepare, ...deps });
	const signal = new AbortController().signal;
	const features = { files: true, terminals: true };
	return port.connect(
		launch,
		{ cwd: process.cwd(), features, sandbox: UNCONFINED, handshakeTimeout: 20_000, signal, ...options },
		host,
	);
}

/** Starts an agent that is there until the test is over. */
export async function connected(...how: Parameters<typeof connect>): Promise<AgentConnection> {
	const connection = unwrap(await connect(...how));
	onTestFinished(async () => void (await connection.close()));
	return connection;
}

/** For an agent that nobody wants in a sandbox. */
export const UNCONFINED: Unconfined = { kind: 'none', because: 'off' };

/** The value of a success; anything else fails the test with the failure's message. */
export function unwrap<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
	return result.value;
}
