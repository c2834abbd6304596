import { isAbsolute } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
	type AgentApp,
	type AgentContext,
	agent,
	type ClientCapabilities,
	ndJsonStream,
	PROTOCOL_VERSION,
	RequestError,
} from '@agentclientprotocol/sdk/unstable';
import { announced, type Command } from './commands/demo-command.js';
import { isThere } from './demo-files.js';
import { runTurn } from './demo-prompt.js';
import {
	abilitiesOf,
	type ClientAbilities,
	createSession,
	newSessionId,
	reopenSession,
	type Session,
} from './demo-session.js';
import { MODES, optionsOf, setMode, setOption } from './demo-settings.js';
import { addSteering, STEERING } from './demo-steering.js';

const USUAL_PACE = 20;
/** Time that commands that still run get to end after the client left, in milliseconds. */
const LAST_CALL = 50;

/** Milliseconds a word from the environment; anything that is no sensible number means the usual pace. */
function paceFrom(value: string | undefined): number {
	const pace = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
	return Number.isFinite(pace) && pace >= 0 ? pace : USUAL_PACE;
}

/** Serves the client on standard input and output until it leaves, and ends this process then. */
export async function serve(options: Omit<DemoOptions, 'pace'>): Promise<void> {
	// Node.js would open its debugger on a port without a password.
	process.on('SIGUSR1', () => {});
	// A client that is gone cannot be answered, and a broken pipe is no reason for a stack trace.
	process.stdout.on('error', () => process.exit(0));
	// biome-ignore lint/style/noProcessEnv: this program is a process of its own; nobody could hand its options in otherwise
	const app = createDemoAgent({ ...options, pace: paceFrom(process.env['ACP_TUI_DEMO_PACE']) });
	const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
	const connection = app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
	await connection.closed;
	setTimeout(() => process.exit(0), LAST_CALL);
}

export const DEMO_VERSION = '0.1.0';

type DemoOptions = {
	/** Milliseconds a word, 0 for no delays at all. */
	readonly pace: number;
	readonly commands: readonly Command[];
	/** Sessions can be neither resumed nor forked. */
	readonly forgets?: boolean;
};

export function createDemoAgent(options: DemoOptions): AgentApp {
	const sessions = new Map<string, Session>();
	let capabilities: ClientCapabilities | undefined;
	let gone = new AbortController().signal;

	const sessionOf = (id: string): Session => {
		const session = sessions.get(id);
		if (session === undefined) throw RequestError.sessionNotFound(id);
		return session;
	};

	const open = async (cwd: string, client: AgentContext, create: (can: ClientAbilities) => Session) => {
		if (!isAbsolute(cwd) || !(await isThere(cwd))) {
			throw RequestError.invalidParams({ details: `There is no directory ${cwd}.` });
		}
		const session = create(abilitiesOf(capabilities));
		sessions.set(session.id, session);
		// Only after the response does the client know the session that the update belongs to.
		setImmediate(() => void announce(client, session, options.commands));
		return {
			sessionId: session.id,
			modes: { currentModeId: session.mode, availableModes: [...MODES] },
			configOptions: optionsOf(session),
		};
	};

	const app = agent({ name: 'acp-tui-demo' })
		.onConnect((connection) => {
			gone = connection.signal;
		})
		.onRequest('initialize', ({ params }) => {
			capabilities = params.clientCapabilities;
			return {
				protocolVersion: PROTOCOL_VERSION,
				agentInfo: { name: 'acp-tui-demo', title: 'Demo agent', version: DEMO_VERSION },
				agentCapabilities: {
					promptCapabilities: { image: true, embeddedContext: true },
					sessionCapabilities: options.forgets === true ? {} : { close: {}, ...REOPENING },
				},
				authMethods: [],
				_meta: STEERING,
			};
		})
		.onRequest('session/new', ({ params: { cwd }, client }) => open(cwd, client, (can) => createSession(cwd, can)))
		.onRequest('session/set_mode', async ({ params, client }) => {
			const session = sessionOf(params.sessionId);
			setMode(session, params.modeId);
			await client.notify('session/update', {
				sessionId: session.id,
				update: { sessionUpdate: 'current_mode_update', currentModeId: session.mode },
			});
			return {};
		})
		.onRequest('session/set_config_option', ({ params }) => {
			const session = sessionOf(params.sessionId);
			setOption(session, params.configId, params.value);
			return { configOptions: optionsOf(session) };
		})
		.onRequest('session/prompt', async ({ params, client, signal }) => {
			const session = sessionOf(params.sessionId);
			if (session.turn !== null) {
				throw RequestError.invalidRequest({
					details: 'A turn is running in this session. Wait for its end, or cancel it.',
				});
			}
			const turn = new AbortController();
			session.turn = turn;
			session.steered = { waiting: [], isHeeding: false, wake: () => {} };
			try {
				const setting = {
					session,
					client,
					signal: AbortSignal.any([turn.signal, signal, gone]),
					gone,
					pace: options.pace,
					commands: options.commands,
				};
				return { stopReason: await runTurn(setting, params) };
			} finally {
				session.turn = null;
				session.steered = null;
			}
		})
		.onRequest('session/close', ({ params }) => {
			sessionOf(params.sessionId).turn?.abort();
			sessions.delete(params.sessionId);
			return {};
		})
		.onNotification('session/cancel', ({ params }) => {
			cancel(sessions, params.sessionId);
		});
	addSteering(app, sessionOf);
	return options.forgets === true ? app : addReopening(app, { sessions, open });
}

/** Stops a session with all of its sub-agents, or one sub-agent alone. */
function cancel(sessions: ReadonlyMap<string, Session>, id: string): void {
	const session = sessions.get(id);
	session?.turn?.abort();
	for (const child of session?.children.values() ?? []) child.abort();
	for (const { children } of sessions.values()) children.get(id)?.abort();
}

async function announce(client: AgentContext, session: Session, commands: readonly Command[]): Promise<void> {
	try {
		await client.notify('session/update', {
			sessionId: session.id,
			update: { sessionUpdate: 'available_commands_update', availableCommands: commands.map(announced) },
		});
	} catch {
		// The client left right after it had opened the session.
	}
}

/** The abilities that {@link addReopening} gives. `session/fork` is unstable: the SDK's stable types lack it. */
const REOPENING = { resume: {}, fork: {} };

type Asked = { readonly sessionId: string; readonly cwd: string };
type Parts<Answer> = {
	readonly sessions: ReadonlyMap<string, Session>;
	/** Opens what `create` makes, as `session/new` does. */
	readonly open: (cwd: string, client: AgentContext, create: (can: ClientAbilities) => Session) => Promise<Answer>;
};

/** Adds `session/resume` and `session/fork`. */
function addReopening<Answer extends object>(app: AgentApp, { sessions, open }: Parts<Answer>): AgentApp {
	return app
		.onRequest('session/resume', ({ params: { sessionId, cwd }, client }) => {
			const known = sessions.get(sessionId);
			// The running turn of a reopened session has no client that waits for it.
			known?.turn?.abort();
			return open(cwd, client, (can) => (known?.cwd === cwd ? known : reopened({ sessionId, cwd }, can)));
		})
		.onRequest('session/fork', readAsked, ({ params, client }) =>
			open(params.cwd, client, (can) => ({ ...reopened(params, can), id: newSessionId() })),
		);
}

function reopened({ sessionId, cwd }: Asked, can: ClientAbilities): Session {
	const session = reopenSession(sessionId, cwd, can);
	if (session === null) throw RequestError.sessionNotFound(sessionId);
	return session;
}

function readAsked(params: unknown): Asked {
	const { sessionId, cwd }: Partial<Record<keyof Asked, unknown>> = Object(params);
	if (typeof sessionId === 'string' && typeof cwd === 'string') return { sessionId, cwd };
	throw RequestError.invalidParams({ details: 'sessionId and cwd are required.' });
}
