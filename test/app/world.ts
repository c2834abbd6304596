import { vi } from 'vitest';
import { callDetailsOf } from '../../src/agent/translate/call-details.js';
import { type App, createApp } from '../../src/app/app.js';
import type { AppOptions } from '../../src/app/app-options.js';
import * as runtime from '../../src/app/runtime.js';
import type { AgentExit, ConfigOption } from '../../src/core/agent-info.js';
import type { AgentConnection, AgentHost, TerminalRequest, TurnEnd } from '../../src/core/agent-port.js';
import { plainProfile } from '../../src/core/agents/profile.js';
import type { ContentBlock } from '../../src/core/content.js';
import type { AppEvent } from '../../src/core/event.js';
import { fail, type Result, succeed } from '../../src/core/failure.js';
import type { PathFact } from '../../src/core/policy/policy-types.js';
import type { ClockPort, Ports } from '../../src/core/ports.js';
import type { NoteEntry } from '../../src/core/session/entries/entry.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../src/core/session/state.js';
import type { SessionIndexPort } from '../../src/core/session-index.js';
import type { SessionOpened } from '../../src/core/session-params.js';
import type { ShellPort } from '../../src/core/shell-port.js';
import type { TerminalListener, TerminalSpawn } from '../../src/core/terminals-port.js';
import type { ToolCall } from '../../src/core/tool-call.js';
import { infoOf } from '../core/session/play.js';
import { NOTHING_FOUND } from './checkout.js';

const NO_FOLDERS: readonly string[] = [];
/** A port that no test uses unless it brings its own. */
const UNUSED = {} as never;

/** A promise that the test settles. */
export type Deferred<T> = { readonly promise: Promise<T>; resolve(value: T): void; reject(error: Error): void };

export function deferred<T>(): Deferred<T> {
	return Promise.withResolvers<T>();
}

/** A prompt that waits for the test to answer it. */
type SentPrompt = {
	readonly sessionId: string;
	readonly blocks: readonly ContentBlock[];
	readonly end: Deferred<Result<TurnEnd>>;
};

type Steered = Awaited<ReturnType<AgentConnection['steer']>>;

/** The app on ports that the test holds in its hands: it plays the agent, the disk and the clock. */
export type World = {
	readonly app: App;
	/** What the agent calls. Set once it was started. */
	host: AgentHost;
	readonly events: AppEvent[];
	readonly logged: { readonly level: string; readonly what: string; readonly facts: unknown }[];
	readonly prompts: SentPrompt[];
	/** Words for a running turn that wait for the test to answer them. */
	readonly steered: {
		readonly sessionId: string;
		readonly blocks: readonly ContentBlock[];
		readonly answer: Deferred<Steered>;
	}[];
	/** Calls on the connection, in order: `cancel s1`, `close`, … */
	readonly calls: string[];
	/** The names of the agents that were started. */
	readonly launched: string[];
	readonly disk: Map<string, string>;
	readonly spawned: { readonly id: string; readonly spawn: TerminalSpawn; readonly listener: TerminalListener }[];
	/** The end of the agent that runs. */
	exit: Deferred<AgentExit>;
	/** Answers to come: null answers by itself. */
	onNewSession: () => Promise<Result<SessionOpened>>;
	onLoad: (sessionId: string, signal: AbortSignal) => Promise<Result<SessionOpened>>;
	onResume: (sessionId: string, signal: AbortSignal) => Promise<Result<SessionOpened>>;
	onFork: (sessionId: string, signal: AbortSignal) => Promise<Result<SessionOpened>>;
	onConnect: () => Promise<Result<void>>;
	onSetOption: (optionId: string, value: string | boolean) => Promise<Result<readonly ConfigOption[]>>;
	onSetMode: () => Promise<Result<void>>;
	onAuthenticate: (signal: AbortSignal) => Promise<Result<void>>;
	onTerminal: () => Promise<void>;
	/** Which commands are programs though they look like a line for a shell. */
	isProgram: (command: string) => boolean;
	/** What becomes of a rule that is stored or removed. */
	onRule: () => Promise<Result<void>>;
	/** Moves the clock and fires what is due. */
	advance(milliseconds: number): void;
	timers(): number;
	readonly clock: ClockPort;
	readonly ports: Ports;
};

export const EXIT: AgentExit = { code: 0, signal: null, stderrTail: [], junkLines: 0, expected: false };

/** Lets everything run that waits for promises alone. */
export async function settlePromises(): Promise<void> {
	for (let round = 0; round < 60; round += 1) await Promise.resolve();
}

/** The same, and what waits for a part of the program that is loaded when it is needed. */
export async function settle(): Promise<void> {
	await settlePromises();
	await vi.dynamicImportSettled();
	await settlePromises();
}

export function createWorld(options: Partial<AppOptions> = {}, more: Partial<Ports> = {}): World {
	const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
	let now = 1000;
	let made = 0;
	const id = (prefix: string): string => `${prefix}-${++made}`;
	let sessions = 0;
	const connection = (exit: Deferred<AgentExit>): AgentConnection => ({
		info: infoOf(),
		exited: exit.promise,
		newSession: () => world.onNewSession(),
		prompt(sessionId, blocks) {
			const end = deferred<Result<TurnEnd>>();
			world.prompts.push({ sessionId, blocks, end });
			return end.promise;
		},
		steer(sessionId, blocks) {
			const answer = deferred<Steered>();
			world.steered.push({ sessionId, blocks, answer });
			return answer.promise;
		},
		async cancel(sessionId) {
			world.calls.push(`cancel ${sessionId}`);
		},
		setMode(sessionId, modeId) {
			world.calls.push(`mode ${sessionId} ${modeId}`);
			return world.onSetMode();
		},
		async setConfigOption(sessionId, optionId, value) {
			world.calls.push(`option ${sessionId} ${optionId} ${value}`);
			return world.onSetOption(optionId, value);
		},
		authenticate(methodId, { apiKey }, signal) {
			world.calls.push(`authenticate ${methodId}${apiKey === undefined ? '' : ' with a key'}`);
			return world.onAuthenticate(signal);
		},
		async logout() {
			world.calls.push('logout');
			return succeed(undefined);
		},
		authStatus: async () => succeed(null),
		listSessions: async () => succeed({ sessions: [], nextCursor: null, leftOut: 0 }),
		loadSession: (sessionId, _params, signal) => world.onLoad(sessionId, signal),
		resumeSession: (sessionId, _params, signal) => world.onResume(sessionId, signal),
		forkSession: (sessionId, _params, signal) => world.onFork(sessionId, signal),
		async deleteSession(sessionId) {
			world.calls.push(`delete ${sessionId}`);
			return succeed(undefined);
		},
		setSessionTitle: async (_sessionId, title) => succeed(title),
		async closeSession(sessionId) {
			world.calls.push(`close ${sessionId}`);
		},
		async close() {
			world.calls.push('close');
			exit.resolve({ ...EXIT, expected: true });
			return EXIT;
		},
	});
	const ports: Ports = {
		// An agent that asked before: nothing is said of it at the start.
		asking: { load: async () => ({ edits: 'asks', commands: 'asks' }), save: async () => {} },
		agent: {
			async connect(launch, _options, host) {
				world.launched.push(launch.name);
				world.host = host;
				const result = await world.onConnect();
				if (!result.ok) return result;
				world.exit = deferred();
				return succeed(connection(world.exit));
			},
			callDetailsOf: async (call) => callDetailsOf(call),
		},
		files: {
			inspect: async (path) => factOf(path),
			async read(path) {
				if (!factOf(path).isInside) return fail('outside-workspace', `${path} is outside the workspace.`);
				const text = world.disk.get(path);
				return text === undefined ? fail('not-found', `There is no ${path}.`) : succeed(text);
			},
			async write(path, content) {
				world.disk.set(path, content);
				return succeed(undefined);
			},
		},
		terminals: {
			isProgram: async ({ command }) => world.isProgram(command),
			async create(spawn, listener) {
				await world.onTerminal();
				const terminalId = id('term');
				world.spawned.push({ id: terminalId, spawn, listener });
				return succeed({ terminalId });
			},
			output: () => succeed({ output: 'out', truncated: false }),
			waitForExit: async () => succeed({ code: 0, signal: null }),
			kill: async () => succeed(undefined),
			async release(terminalId) {
				world.calls.push(`release ${terminalId}`);
				return succeed(undefined);
			},
			async closeAll() {
				world.calls.push('closeAll');
			},
		},
		commandChecks: NOTHING_FOUND,
		workspace: { branch: async () => 'main' },
		rules: {
			load: async () => ({ rules: [], warnings: [] }),
			async add(rule) {
				world.calls.push(`remember ${rule.scope}: ${rule.decision} ${rule.text} (${rule.words})`);
				return world.onRule();
			},
			async remove(rule) {
				world.calls.push(`forget ${rule.scope}: ${rule.decision} ${rule.text}`);
				const removed = await world.onRule();
				return removed.ok ? succeed(true) : removed;
			},
		},
		log: { write: (level, what, facts) => world.logged.push({ level, what, facts }) },
		clock: {
			now: () => now,
			after(milliseconds, run) {
				const key = ++made;
				timers.set(key, { at: now + milliseconds, run });
				return () => timers.delete(key);
			},
		},
		ids: { next: id },
		chance: () => 0,
		folders: { list: () => NO_FOLDERS, add: async (path) => fail('usage', path), unusable: async () => [] },
		newTerminals: () => ports.terminals,
		credentials: {
			load: async () => succeed({ env: {}, apiKeys: {} }),
			save: async () => succeed(undefined),
			forget: async () => succeed(false),
		},
		sessionIndex: { list: async () => ({ rows: [], unreadable: [] }) } as Partial<SessionIndexPort> as SessionIndexPort,
		shell: { end: async () => {}, close: async () => {} } as Partial<ShellPort> as ShellPort,
		...{ worktrees: UNUSED, commit: UNUSED, review: UNUSED, reviewMarks: UNUSED, ownMemory: UNUSED },
		terminalSignIn: UNUSED,
		...more,
	};
	const app = createApp(
		{
			profile: plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }),
			cwd: '/w',
			mode: 'default',
			isBypassAllowed: false,
			rules: [],
			features: { files: true, terminals: true },
			handshakeTimeout: 1000,
			cancelPatience: 5000,
			isHeadless: false,
			...options,
		},
		ports,
		runtime,
	);
	const events: AppEvent[] = [];
	app.onEvent((event) => events.push(event));
	const world: World = {
		app,
		host: undefined as unknown as AgentHost,
		events,
		logged: [],
		prompts: [],
		steered: [],
		calls: [],
		launched: [],
		disk: new Map(),
		spawned: [],
		exit: deferred(),
		onNewSession: async () => succeed({ sessionId: `s${++sessions}`, modes: null, options: [] }),
		onLoad: async (sessionId) => succeed({ sessionId, modes: null, options: [] }),
		onResume: async (sessionId) => succeed({ sessionId, modes: null, options: [] }),
		onFork: async (sessionId) => succeed({ sessionId: `${sessionId}-fork`, modes: null, options: [] }),
		onConnect: async () => succeed(undefined),
		onSetMode: async () => succeed(undefined),
		onSetOption: async () => succeed([]),
		onAuthenticate: async () => succeed(undefined),
		onTerminal: async () => {},
		isProgram: () => false,
		onRule: async () => succeed(undefined),
		advance(milliseconds) {
			now += milliseconds;
			for (const [key, timer] of [...timers]) {
				if (timer.at > now) continue;
				timers.delete(key);
				timer.run();
			}
		},
		timers: () => timers.size,
		clock: ports.clock,
		ports,
	};
	return world;
}

/** `/w` is the workspace; `/plans` holds plan files of a known agent. */
function factOf(path: string): PathFact {
	const isInside = path === '/w' || path.startsWith('/w/');
	return {
		given: path,
		real: path,
		relative: isInside ? path.slice(3) : null,
		isInside,
		isPlanFile: path.startsWith('/plans/'),
	};
}

/** A world whose agent has session `s1` open. */
export async function started(options: Partial<AppOptions> = {}, more: Partial<Ports> = {}): Promise<World> {
	const world = createWorld(options, more);
	await begin(world);
	return world;
}

/** A world whose agent runs a turn in session `s1`. */
export async function working(options: Partial<AppOptions> = {}, more: Partial<Ports> = {}): Promise<World> {
	const world = await started(options, more);
	await say(world, 'go');
	return world;
}

export function begin(world: World): Promise<void> {
	world.app.start();
	return settle();
}

/** Something that the user does, and what comes of it. */
export function happen(world: World, event: AppEvent): Promise<void> {
	world.app.dispatch(event);
	return settle();
}

/** A prompt, and what comes of it. */
export function say(world: World, text: string): Promise<void> {
	send(world, text);
	return settle();
}

export function send(world: World, text: string): void {
	world.app.dispatch({ type: 'prompt', prompt: { id: text, text, blocks: [{ type: 'text', text }] } });
}

type SignIn = Parameters<World['app']['signIn']>;

export function signIn(world: World, choice: SignIn[0], secrets: SignIn[1] = {}): Promise<void> {
	world.app.signIn(choice, secrets);
	return settle();
}

/** Ends the newest prompt. */
export async function end(world: World, reason: TurnEnd['reason'] = 'end_turn'): Promise<void> {
	world.prompts.at(-1)?.end.resolve(succeed({ reason }));
	await settle();
}

export const never = new AbortController().signal;

export function write(world: World, content: string, path = '/w/a.ts', sessionId = 's1'): Promise<Result<void>> {
	return world.host.writeTextFile({ sessionId, path, content }, never);
}

export function create(world: World, argv: readonly string[], parts: Partial<TerminalRequest> = {}) {
	const [command = '', ...args] = argv;
	return world.host.createTerminal({ sessionId: 's1', command, args, env: [], ...parts }, never);
}

/** Answers the question in front. */
export async function answer(world: World, optionId: string | null): Promise<void> {
	await settle();
	const question = world.app.getState().questions[0];
	if (question === undefined) throw new Error('nothing is asked');
	const outcome = optionId === null ? { type: 'cancelled' as const } : { type: 'selected' as const, optionId };
	world.app.dispatch({ type: 'answer', questionId: question.id, outcome });
	await settle();
}

export function asks(world: World): number {
	return world.app.getState().questions.length;
}

/** Number of open questions once all that was begun has come so far. */
export async function asksNow(world: World): Promise<number> {
	await settle();
	return asks(world);
}

export function cards(world: World): ToolCall[] {
	return [...eachEntry(world.app.getState().entries)].flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
}

export function decisions(world: World): string[] {
	return world.events.flatMap((event) =>
		event.type === 'decided' ? [`${event.verdict.decision} ${event.source}`] : [],
	);
}

export function notes(world: World): NoteEntry[] {
	return [...eachEntry(world.app.getState().entries)].flatMap((entry) => (entry.kind === 'note' ? [entry] : []));
}

export const noteTitles = (world: World): string[] => notes(world).map(({ title }) => title);

/** The notes with what stands below them. */
export const noteTexts = (world: World): (readonly [string, string | undefined])[] =>
	notes(world).map(({ title, detail }) => [title, detail] as const);

/** Waits for the state that is meant: agents that really run take their time. */
export function until({ app }: World, isThere: (state: SessionState) => boolean): Promise<void> {
	return new Promise((resolve) => {
		if (isThere(app.getState())) return resolve();
		const stop = app.subscribe(() => {
			if (!isThere(app.getState())) return;
			stop();
			resolve();
		});
	});
}
