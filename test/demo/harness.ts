import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
	AnyMessage,
	ClientCapabilities,
	ClientConnection,
	ContentBlock,
	CreateElicitationRequest,
	CreateElicitationResponse,
	CreateTerminalRequest,
	NewSessionResponse,
	PromptRequest,
	RequestPermissionRequest,
	SessionCapabilities,
	StopReason,
	WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk';
import { client, methods, RequestError } from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { COMMANDS } from '../../src/demo/commands/all-commands.js';
import { createDemoAgent } from '../../src/demo/demo-serve.js';
import { RIGS } from '../agents/rigs/all.js';
import { temporaryFolder } from '../services/temporary-folder.js';

/** A session update as it came, without any promise about its shape. */
export type Update = Readonly<Record<string, unknown>>;

/** How the client of a test behaves; what is left out says yes to everything. */
export type Behaviour = {
	readonly capabilities?: ClientCapabilities;
	readonly files?: Readonly<Record<string, string>>;
	readonly pace?: number;
	readonly forgets?: boolean;
	/** The kind of the option to pick, `cancelled`, or a promise that never settles for a user who is away. */
	readonly answer?: (request: RequestPermissionRequest) => string | Promise<string>;
	/** Answers an elicitation; absent: the client has no such method. */
	readonly elicit?: (
		request: CreateElicitationRequest,
	) => CreateElicitationResponse | Promise<CreateElicitationResponse>;
	/** Refuses a write with this sentence. */
	readonly refuseWrite?: () => string | null;
	readonly refuseTerminal?: string;
	readonly terminalExit?: () => Promise<WaitForTerminalExitResponse>;
};

export const FULL: ClientCapabilities = {
	fs: { readTextFile: true, writeTextFile: true },
	terminal: true,
	session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
};

/** A client in the same process with one open session, and everything that it saw. */
export async function startDemo(behaviour: Behaviour = {}) {
	const cwd = await workspace(behaviour.files ?? { 'README.md': '# Shop\n\nA small shop.\n' });
	const seen = new Seen();
	const toAgent = new TransformStream<AnyMessage, AnyMessage>();
	const toClient = tap(seen);
	createDemoAgent({
		pace: behaviour.pace ?? 0,
		commands: [...COMMANDS, ...RIGS],
		forgets: behaviour.forgets ?? false,
	}).connect({ readable: toAgent.readable, writable: toClient.writable });
	const connection = clientApp(behaviour, seen).connect({ readable: toClient.readable, writable: toAgent.writable });
	onTestFinished(() => connection.close());
	const { agentCapabilities } = await connection.agent.request('initialize', {
		protocolVersion: 1,
		clientCapabilities: behaviour.capabilities ?? FULL,
	});
	const opened = await connection.agent.request('session/new', { cwd, mcpServers: [] });
	return new Demo(cwd, connection, opened, seen, agentCapabilities?.sessionCapabilities);
}

/** What came from the agent, and who waits for more of it. */
export class Seen {
	readonly updates: Update[] = [];
	readonly raw: unknown[] = [];
	readonly asked: RequestPermissionRequest[] = [];
	readonly created: CreateTerminalRequest[] = [];
	readonly calls: string[] = [];
	private readonly waiting = new Set<() => void>();

	changed(): void {
		for (const look of [...this.waiting]) look();
	}

	/** Settles once `isThere` holds of what was seen. */
	until(isThere: (seen: Seen) => boolean): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const look = () => {
			if (!isThere(this)) return;
			this.waiting.delete(look);
			resolve();
		};
		this.waiting.add(look);
		look();
		return promise;
	}
}

/** The handle that tests drive. */
class Demo {
	readonly cwd: string;
	readonly connection: ClientConnection;
	readonly opened: NewSessionResponse;
	readonly seen: Seen;
	readonly abilities: SessionCapabilities | null | undefined;

	constructor(
		cwd: string,
		connection: ClientConnection,
		opened: NewSessionResponse,
		seen: Seen,
		abilities: SessionCapabilities | null | undefined,
	) {
		this.cwd = cwd;
		this.connection = connection;
		this.opened = opened;
		this.seen = seen;
		this.abilities = abilities;
	}

	async prompt(text: string, ...blocks: readonly ContentBlock[]): Promise<StopReason> {
		const prompt: ContentBlock[] = [{ type: 'text', text }, ...blocks];
		const params: PromptRequest = { sessionId: this.opened.sessionId, prompt };
		const answer = await this.connection.agent.request('session/prompt', params);
		return answer.stopReason;
	}

	async cancel(): Promise<void> {
		await this.connection.agent.notify('session/cancel', { sessionId: this.opened.sessionId });
	}

	async setMode(modeId: string): Promise<void> {
		await this.connection.agent.request('session/set_mode', { sessionId: this.opened.sessionId, modeId });
	}

	/** All that the agent said, its messages glued. */
	get said(): string {
		return this.textOf('agent_message_chunk');
	}

	get thought(): string {
		return this.textOf('agent_thought_chunk');
	}

	/** The updates of one kind. */
	updates(kind: string): Update[] {
		return this.seen.updates.filter((update) => update['sessionUpdate'] === kind);
	}

	/** The tool calls, each with its news laid over it, in the order of their first news. */
	get tools(): Update[] {
		const calls = new Map<unknown, Update>();
		for (const update of this.seen.updates) {
			if (!String(update['sessionUpdate']).startsWith('tool_call')) continue;
			calls.set(update['toolCallId'], { ...calls.get(update['toolCallId']), ...update });
		}
		return [...calls.values()];
	}

	/** The only tool call whose title begins like this. */
	tool(title: string): Update {
		const found = this.tools.filter((tool) => String(tool['title']).startsWith(title));
		if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} tool calls called ${title}`);
		return found[0];
	}

	read(path: string): Promise<string> {
		return readFile(join(this.cwd, path), 'utf8');
	}

	private textOf(kind: string): string {
		return this.updates(kind)
			.map((update) => propertyOf(update['content'], 'text'))
			.join('');
	}
}

/** Takes the session updates off the wire: the client of the SDK would drop those that break the schema. */
function tap(seen: Seen): TransformStream<AnyMessage, AnyMessage> {
	return new TransformStream<AnyMessage, AnyMessage>({
		transform(message, controller) {
			if (!('method' in message) || message.method !== 'session/update') {
				controller.enqueue(message);
				return;
			}
			seen.raw.push(message.params);
			const update = propertyOf(message.params, 'update');
			if (typeof update === 'object' && update !== null) seen.updates.push({ ...update });
			seen.changed();
		},
	});
}

function propertyOf(value: unknown, key: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function clientApp(behaviour: Behaviour, seen: Seen) {
	const terminals = new Map<string, CreateTerminalRequest>();
	const note = (call: string) => {
		seen.calls.push(call);
		seen.changed();
	};
	const { elicit } = behaviour;
	const app = client({ name: 'test client' });
	if (elicit !== undefined) app.onRequest(methods.client.elicitation.create, ({ params }) => elicit(params));
	return app
		.onRequest(methods.client.session.requestPermission, async ({ params }) => {
			seen.asked.push(params);
			seen.changed();
			const kind = (await behaviour.answer?.(params)) ?? 'allow_once';
			const option = params.options.find((each) => each.kind === kind);
			if (option === undefined) return { outcome: { outcome: 'cancelled' } };
			return { outcome: { outcome: 'selected', optionId: option.optionId } };
		})
		.onRequest(methods.client.fs.readTextFile, async ({ params }) => {
			note('read');
			return { content: await readFile(params.path, 'utf8') };
		})
		.onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
			note('write');
			const refusal = behaviour.refuseWrite?.() ?? null;
			if (refusal !== null) throw new RequestError(-32603, 'Internal error', { details: refusal });
			await writeFile(params.path, params.content);
			return {};
		})
		.onRequest(methods.client.terminal.create, ({ params }) => {
			note('create');
			if (behaviour.refuseTerminal !== undefined) throw new RequestError(-32603, behaviour.refuseTerminal);
			seen.created.push(params);
			const terminalId = `terminal-${seen.created.length}`;
			terminals.set(terminalId, params);
			return { terminalId };
		})
		.onRequest(methods.client.terminal.waitForExit, async () => {
			note('wait');
			return (await behaviour.terminalExit?.()) ?? { exitCode: 0, signal: null };
		})
		.onRequest(methods.client.terminal.output, () => ({ output: 'one\ntwo\n', truncated: false }))
		.onRequest(methods.client.terminal.kill, () => note('kill'))
		.onRequest(methods.client.terminal.release, () => note('release'));
}

/** A directory with these files that goes away with the test. */
async function workspace(files: Readonly<Record<string, string>>): Promise<string> {
	const root = temporaryFolder();
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(root, path)), { recursive: true });
		await writeFile(join(root, path), content);
	}
	return root;
}

/** A promise that never settles: a user who is away, a command that does not end. */
export function never<Value>(): Promise<Value> {
	return new Promise(() => undefined);
}
