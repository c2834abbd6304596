import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { vi } from 'vitest';
import { createAgentPort } from '../../src/agent/agent-port.js';
import type { AgentConnection, AgentPort } from '../../src/core/agent-port.js';
import type { FieldDraft } from '../../src/core/elicitation/form.js';
import type { AppEvent } from '../../src/core/event.js';
import type { SessionState } from '../../src/core/session/state.js';
import { createWorld, never, type World } from '../app/world.js';
import { promptOf } from '../core/session/play.js';

type Message = {
	readonly id?: number | string;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
	readonly result?: Readonly<Record<string, unknown>>;
	readonly error?: unknown;
};
type TraceLine = { readonly dir: string; readonly msg?: Message };

/** The agent's end of the pipes. */
type Child = EventEmitter & { readonly stdin: PassThrough; readonly stdout: PassThrough; readonly stderr: PassThrough };

let child: Child | undefined;
let started = 0;

/** How many agents were started so far. */
export const agentsStarted = (): number => started;

/** In the place of `spawn`: an agent that is no process. */
export function spawnAgent(): Child {
	started += 1;
	// No process has so high a number.
	const made: Child & { pid: number } = Object.assign(new EventEmitter(), {
		...{ stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), pid: 2 ** 30 },
	});
	made.stdin.once('finish', () => {
		made.stdout.end();
		made.stderr.end();
		made.emit('exit', 0, null);
	});
	child = made;
	queueMicrotask(() => made.emit('spawn'));
	return made;
}

/** Lets everything run that waits for promises, pipes and code that is loaded when it is needed. */
async function settle(): Promise<void> {
	for (let round = 0; round < 6; round += 1) await new Promise(setImmediate);
	await vi.dynamicImportSettled();
	for (let round = 0; round < 6; round += 1) await new Promise(setImmediate);
}

/**
 * What the program sends in a recorded conversation, a message a line. The agent says what it said then; the user does
 * what the client that was recorded did for them. What that client asked for and ours does not is named.
 */
export async function replayOnWire(path: string): Promise<readonly string[]> {
	const text = readFileSync(path, 'utf8').replaceAll('/home/dev/shop', '/w');
	const trace = text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as TraceLine);
	const { world, connection } = startWorld();
	world.app.start();
	await settle();
	if (child === undefined) throw new Error('no agent was started');
	const agent = child;
	const sent: string[] = [];
	const open: Message[] = [];
	const ids = new Map<unknown, Message['id']>();
	const questions = new Map<unknown, Message>();
	let rest = '';

	function read(): void {
		rest += agent.stdin.read()?.toString() ?? '';
		const lines = rest.split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			const message = JSON.parse(line) as Message;
			sent.push(line);
			if (message.id !== undefined && message.method !== undefined) open.push(message);
		}
	}
	const say = (message: Message): void =>
		void agent.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

	/** What the recorded client never asked for has an answer all the same. */
	function answerOthers(from: number): void {
		const expected = new Set(trace.slice(from).flatMap(({ dir, msg }) => (dir === 'c2a' ? [msg?.method] : [])));
		for (const message of open.filter(({ method }) => !expected.has(method))) {
			open.splice(open.indexOf(message), 1);
			say({ ...(message.id === undefined ? {} : { id: message.id }), result: {} });
		}
	}

	async function fromClient(message: Message): Promise<void> {
		const { id, method } = message;
		const isAnswer = method === undefined;
		const isSent = !isAnswer && open.some((waiting) => waiting.method === method);
		const event = isAnswer ? answerTo(world.app.getState(), questions.get(id), message) : eventFor(message);
		if (event !== null && !isSent) world.app.dispatch(event);
		if (!isSent) callFor(connection(), message);
		if (isAnswer) return;
		await settle();
		read();
		if (id === undefined) return;
		const found = open.findIndex((waiting) => waiting.method === method);
		if (found < 0) sent.push(`(no ${method})`);
		else ids.set(id, open.splice(found, 1)[0]?.id);
	}

	function fromAgent(message: Message): void {
		const { id, method } = message;
		if (method !== undefined) {
			if (id !== undefined) questions.set(id, message);
			say(message);
		} else {
			const mine = ids.get(id);
			if (mine !== undefined) say({ ...message, id: mine });
		}
	}

	read();
	for (const [at, { dir, msg }] of trace.entries()) {
		if (msg === undefined) continue;
		if (dir === 'c2a') await fromClient(msg);
		else if (dir === 'a2c') fromAgent(msg);
		await settle();
		read();
		answerOthers(at + 1);
	}
	await settle();
	read();
	void connection()?.close();
	return sent;
}

function startWorld(): { readonly world: World; readonly connection: () => AgentConnection | undefined } {
	let made: AgentConnection | undefined;
	const port = createAgentPort({
		...{ confine: null, clientVersion: '0.0.0' },
		prepare: async ({ command, args }, cwd) => ({ type: 'ready', command, args, cwd, env: {} }),
	});
	const agent: AgentPort = {
		...port,
		async connect(launch, options, host) {
			const result = await port.connect(launch, options, host);
			if (result.ok) made = result.value;
			return result;
		},
	};
	const features = { files: true, terminals: true, elicitation: { form: true, url: true } };
	const world = createWorld({ features }, { agent });
	world.disk.set('/w/README.md', 'A shop.\n').set('/w/hello.txt', 'hello\n');
	return { world, connection: () => made };
}

/** What the user does so that the program sends such a message; null: nothing. */
function eventFor({ method, params = {} }: Message): AppEvent | null {
	switch (method) {
		case 'session/prompt':
			return { type: 'prompt', prompt: promptOf(wordsOf(params['prompt'])) };
		case 'session/cancel':
			return { type: 'cancel' };
		case 'session/set_mode':
			return { type: 'set-agent-mode', modeId: String(params['modeId']) };
		case 'session/set_config_option': {
			const { configId, value } = params;
			return { type: 'set-config-option', optionId: String(configId), value: value as string | boolean };
		}
		case 'session/new':
			return { type: 'new-session' };
		default:
			return null;
	}
}

/** What is asked of the agent besides. */
function callFor(connection: AgentConnection | undefined, { method, params = {} }: Message): void {
	const id = String(params['sessionId']);
	const session = { cwd: '/w', additionalDirectories: [], mcpServers: [], systemPrompt: null };
	if (method === 'session/list') void connection?.listSessions({ cwd: '/w' });
	if (method === 'session/load') void connection?.loadSession(id, session, never);
	if (method === 'session/resume') void connection?.resumeSession(id, session, never);
	if (method === 'session/fork') void connection?.forkSession(id, session, never);
	if (method === 'session/delete') void connection?.deleteSession(id);
	if (method === 'session/close') void connection?.closeSession(id);
}

/** The user answers what the agent asked; null: nobody asks. */
function answerTo({ questions }: SessionState, asked: Message | undefined, { result = {} }: Message): AppEvent | null {
	const call = asked?.params?.['toolCall'] as { readonly toolCallId?: string } | undefined;
	const callId = call?.toolCallId ?? asked?.params?.['toolCallId'];
	const question = questions.find(({ toolCallId }) => toolCallId === callId) ?? questions[0];
	if (question === undefined) return null;
	if (question.kind === 'elicitation-form') {
		const drafts = new Map(Object.entries((result['content'] ?? {}) as Readonly<Record<string, FieldDraft>>));
		const action = result['action'] as 'accept' | 'decline' | 'cancel';
		const formAnswer = action === 'accept' ? { action, drafts } : { action };
		return { type: 'answer-form', questionId: question.id, answer: formAnswer };
	}
	const { outcome, optionId } = (result['outcome'] ?? {}) as { readonly outcome?: string; readonly optionId?: string };
	// Files and terminals of ours are asked about with options of ours.
	const chosen = optionId ?? (asked?.method?.startsWith('session/') === true ? undefined : 'allow');
	const isCancelled = outcome === 'cancelled' || chosen === undefined;
	return {
		...{ type: 'answer', questionId: question.id },
		outcome: isCancelled ? { type: 'cancelled' } : { type: 'selected', optionId: chosen },
	};
}

/** The text of a prompt. */
function wordsOf(prompt: unknown): string {
	const blocks = Array.isArray(prompt) ? (prompt as readonly { readonly text?: string }[]) : [];
	return blocks.map((block) => block.text ?? '').join('');
}
