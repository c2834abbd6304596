import type { AgentFacts, AgentFactsPort } from '../core/agents/known-facts.js';
import { defined } from '../core/defined.js';
import type { AppEvent } from '../core/event.js';
import type { Result } from '../core/failure.js';
import type { Ports } from '../core/ports.js';
import { Serial } from '../core/serial.js';
import { factsShown, type ShownFacts } from '../core/session/agents/shown-facts.js';
import { initialState } from '../core/session/reducers/initial-state.js';
import type { SessionState } from '../core/session/state.js';
import type { AppOptions, Runtime, RuntimeModule, RuntimeParts } from './app-options.js';
import { logClosed, logEvent } from './event-log.js';
import { holdingPrompts, startAfterRestore } from './sessions/during-restore.js';
import { recordSession } from './sessions/lazy-recorder.js';
import { createStore, type Store } from './store.js';

export type App = Pick<Store, 'getState' | 'getLookups' | 'dispatch' | 'subscribe' | 'onEvent'> &
	Omit<Runtime, 'run'> & { start(): void; olderSession(recordId: string): Promise<Result<SessionState>> };

/** Creates a session on the given ports. The runtime is loaded when first needed, unless it is `given`. */
export function createApp(options: AppOptions, ports: Ports, given: RuntimeModule | null = null): App {
	const startedAt = ports.clock.now();
	const initial = stateAtStart(options, ports, startedAt);
	const store: Store = createStore(initial, ports.clock, (effect) => runtime.use((ready) => ready.run(effect)));
	const runtime = createLazyRuntime({ options, ports, store, openSideApp: createApp }, given);
	const record = recordSession(store, ports, initial);
	const facts = recordFacts(store, ports);
	let stopStart = (): void => {};

	return {
		getState: store.getState,
		getLookups: store.getLookups,
		dispatch: holdingPrompts(store, options.isHeadless),
		subscribe: store.subscribe,
		onEvent: store.onEvent,
		start() {
			const { profile } = options;
			logEvent({ type: 'agent-starting', launch: profile.launch }, store.getState(), ports.log);
			const start = (): void => runtime.use((ready) => ready.run({ type: 'start-agent', profile }));
			if (options.isHeadless) start();
			else stopStart = startAfterRestore(store, ports.clock, start);
		},
		signIn: (choice, secrets) => runtime.use((ready) => ready.signIn(choice, secrets)),
		wroteFile: async (path, text) => (await runtime.ready()).wroteFile(path, text),
		expandCommand: async (line, written) =>
			ports.ownCommands === undefined ? null : (await runtime.ready()).expandCommand(line, written),
		olderSession: async (recordId) =>
			(await import('./sessions/read-session.js')).olderSession(ports.sessionLogs, recordId, store.getState()),
		filesSettled: async (milliseconds) => (await runtime.ready()).filesSettled(milliseconds),
		async close() {
			stopStart();
			logClosed(store.getState(), startedAt, ports.clock.now(), ports.log);
			await Promise.all([record.leave(), runtime.close()]);
			await record.close();
			await facts.settled();
		},
	};
}

function recordFacts(store: Store, { agentFacts, clock, log }: Ports): FactsRecorder {
	const facts = new FactsRecorder(agentFacts, () => clock.now());
	store.onEvent((event) => logEvent(event, store.getState(), log));
	store.onEvent((event) => facts.record(store.getState(), event));
	return facts;
}

function stateAtStart(options: AppOptions, { folders }: Ports, since: number): SessionState {
	const { profile, cwd, mode, isBypassAllowed, rules, worktree, hooks, ownModes, own } = options;
	const more = defined({ additionalDirectories: folders.list(), worktree, hooks, ownModes, own });
	const state = initialState({ profile, cwd, ...more, mode, isBypassAllowed, since, rules });
	const { isWithoutAgent } = options;
	return isWithoutAgent === true ? { ...state, isWithoutAgent, connection: { phase: 'closed' } } : state;
}

/** A `given` module is not waited for. */
export function createLazyRuntime(parts: RuntimeParts, given: RuntimeModule | null) {
	let runtime = given?.createRuntime(parts) ?? null;
	let loading: Promise<Runtime> | null = null;
	const waiting: ((runtime: Runtime) => void)[] = [];

	async function load(): Promise<Runtime> {
		const { createRuntime } = await import('./runtime.js');
		const made = createRuntime(parts);
		runtime = made;
		for (const act of waiting.splice(0)) act(made);
		return made;
	}
	function ready(): Promise<Runtime> {
		if (runtime !== null) return Promise.resolve(runtime);
		loading ??= load();
		return loading;
	}

	return {
		/** Calls `act` in order; synchronously once loaded. */
		use(act: (runtime: Runtime) => void): void {
			if (runtime !== null) {
				act(runtime);
				return;
			}
			waiting.push(act);
			// A build that lacks the module ends like any unhandled error.
			void ready();
		},
		ready,
		/** Does not load a runtime just to close it. */
		async close(): Promise<void> {
			const made = runtime ?? (await loading);
			await made?.close();
		},
	};
}

class FactsRecorder {
	readonly #port: AgentFactsPort | undefined;
	readonly #now: () => number;
	#saved: AgentFacts | null = null;
	readonly #serial = new Serial();

	constructor(port: AgentFactsPort | undefined, now: () => number) {
		this.#port = port;
		this.#now = now;
	}

	record(state: SessionState, event: AppEvent): void {
		const shown = factsShown(state, event);
		const port = this.#port;
		if (shown === null || port === undefined) return;
		this.#serial
			.run(() => this.#save(shown, port))
			.catch(() => {
				// Recorded again at the next start.
			});
	}

	settled(): Promise<void> {
		return this.#serial.settled();
	}

	async #save(shown: ShownFacts, port: AgentFactsPort): Promise<void> {
		const before = isOf(this.#saved, shown) ? this.#saved : await findSaved(shown, port);
		const signedIn = shown.signedIn ?? before?.signedIn ?? null;
		const isSame =
			isOf(before, shown) && before?.signedIn === signedIn && `${before.abilities}` === `${shown.abilities}`;
		// The sign-in state is saved even if unchanged: others compare with what is on the disk.
		const isNews = shown.signedIn !== null && !isOf(this.#saved, shown);
		this.#saved = before;
		if (isSame && !isNews) return;
		const at = shown.signedIn === null && before !== null ? before.at : this.#now();
		this.#saved = { ...shown, signedIn, at };
		await port.save(this.#saved);
	}
}

async function findSaved(shown: ShownFacts, port: AgentFactsPort): Promise<AgentFacts | null> {
	const all = await port.load();
	// Another version has the same account.
	return all.find((each) => isOf(each, shown)) ?? all.find(({ launch }) => launch === shown.launch) ?? null;
}

function isOf(saved: AgentFacts | null, { launch, name, version }: ShownFacts): boolean {
	return saved !== null && saved.launch === launch && saved.name === name && saved.version === version;
}
