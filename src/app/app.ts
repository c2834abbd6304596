import type { ClientFeatures } from '../core/agent-info.js';
import type { AgentProfile } from '../core/agents/profile.js';
import { defined } from '../core/defined.js';
import type { AppEvent } from '../core/event.js';
import type { Result } from '../core/failure.js';
import { fileName } from '../core/policy/file-name.js';
import type { Mode, PathFact, Rule } from '../core/policy/types.js';
import type { AgentHost, Ports } from '../core/ports.js';
import type { RetryPolicy } from '../core/retry-event.js';
import { initialState } from '../core/session/reducers/initial.js';
import type { SessionState } from '../core/session/state.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import type { Worktree } from '../core/worktrees/worktree.js';
import { FactsKeeper } from './agent-facts.js';
import { createAllowances } from './changes/allowances.js';
import { createClientWrites } from './changes/client-writes.js';
import { createOwnWrites } from './changes/own-writes.js';
import { TurnFiles } from './changes/turn-files.js';
import type { Client } from './client-methods/client.js';
import { elicit } from './client-methods/elicitation.js';
import { readTextFile, writeTextFile } from './client-methods/files.js';
import { requestPermission } from './client-methods/permission.js';
import { TerminalMethods } from './client-methods/terminals.js';
import { EffectRunner } from './effects.js';
import { logClosed, logEvent } from './event-log.js';
import { createGrants, type Grants } from './grants.js';
import { accountIsShared } from './messages.js';
import { createOtherSessions } from './other-sessions.js';
import { createQuestions } from './questions.js';
import { createReadCard } from './read-card.js';
import { holdingPrompts } from './sessions/hold-prompts.js';
import { keepSession } from './sessions/late-recorder.js';
import { startAfterRestore } from './sessions/start-after-restore.js';
import type { SignInSecrets } from './sign-in.js';
import { createStore, type Store } from './store.js';
import { createUnaskedWatch, type UnaskedWatch } from './unasked.js';
import { createUpdates, type Updates } from './updates.js';

/** What a session is started with. Times are in milliseconds. */
export type AppOptions = {
	readonly profile: AgentProfile;
	readonly cwd: string;
	/** The git worktree of ours that it lies in. */
	readonly worktree?: Worktree;
	readonly mode: Mode;
	/** This call said so (`--mode`): a session that is taken up does not change it. */
	readonly isModeAsked?: boolean;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	readonly features: ClientFeatures;
	readonly handshakeTimeout: number;
	/** How long an agent may say nothing at all while it takes an older session up. */
	readonly resumePatience?: number;
	/** How long a cancelled turn may go on before killing the agent is offered. */
	readonly cancelPatience: number;
	/** How prompts go again by themselves; absent: not at all. */
	readonly retry?: RetryPolicy;
	/** Nobody is there to be asked: what would be asked is denied. */
	readonly isHeadless: boolean;
};

/** In ms. Agents start their servers and read long histories meanwhile. */
const RESUME_PATIENCE = 45_000;

/** One session with one agent, whatever shows it. */
export type App = {
	getState(): SessionState;
	dispatch(event: AppEvent): void;
	/** Called after each batch of events. */
	subscribe(listener: () => void): () => void;
	/** Called with each event once it was folded in. */
	onEvent(listener: (event: AppEvent, at: number) => void): () => void;
	/** The rules in force, those of this session's answers included. */
	rules(): readonly Rule[];
	/** Starts the agent. */
	start(): void;
	/** Begins a sign-in. What the user gave for it goes to the agent, or into the store of keys, and nowhere else. */
	signIn(choice: SignInChoice, secrets: SignInSecrets): void;
	/** This program wrote a new file for the user, at an absolute path: that is no change of the agent's. */
	wroteFile(path: string, text: string): Promise<void>;
	/** An older session by our id of it, for reading alone. Fails with a sentence. */
	olderSession(recordId: string): Promise<Result<SessionState>>;
	/** Settles when it is known what the last turn changed and what it did unasked, at the latest after `milliseconds`. */
	filesSettled(milliseconds: number): Promise<void>;
	/** Ends the agent and every terminal; settles within three seconds. */
	close(): Promise<void>;
};

/** Wires the store, the gate and the effect runner on the given ports. */
export function createApp(options: AppOptions, ports: Ports): App {
	const { profile, cwd } = options;
	const startedAt = ports.clock.now();
	const initial = stateAtStart(options, ports, startedAt);
	const questions = createQuestions(() => store);
	const allowances = createAllowances();
	const clientWrites = createClientWrites();
	const { snapshots } = ports;
	const ownWrites = snapshots === undefined ? null : createOwnWrites(snapshots);
	const turnFiles =
		snapshots === undefined || ownWrites === null
			? null
			: new TurnFiles({ ports, snapshots, store: () => store, allowances, clientWrites, ownWrites, cwd });
	const wrote = (path: PathFact, oldText: string | null, newText: string): void => {
		const name = fileName(path);
		if (name !== null) ownWrites?.add(name, oldText, newText);
	};
	const runner = new EffectRunner({
		store: () => store,
		updates: () => updates,
		host: () => host,
		ports,
		questions,
		allowances,
		wrote,
		turnFiles,
		cwd,
		features: options.features,
		isHeadless: options.isHeadless,
		isModeAsked: options.isModeAsked === true,
		...patienceOf(options),
	});
	const store: Store = createStore(initial, ports.clock, (effect) => runner.run(effect));
	const endRecord = keepSession(store, ports, initial);
	const facts = keepFacts(store, ports);
	const sessions = createOtherSessions(store);
	const updates: Updates = createUpdates(store, ports, sessions);
	const client: Client = {
		store,
		ports,
		sessions,
		questions,
		grants: createGrants(),
		allowances,
		clientWrites,
		reads: createReadCard(store, () => ports.ids.next('read')),
		isHeadless: options.isHeadless,
		rules: () => store.getState().rules,
		addRule: (rule) => store.dispatch({ type: 'rule-added', rule }),
	};
	const unasked = createUnaskedWatch({ store, ports, allowances });
	const host = createHost(client, updates, unasked);
	endGrantsInTime(store, client.grants);
	let stopStart = (): void => {};

	return {
		getState: store.getState,
		dispatch: holdingPrompts(store),
		subscribe: store.subscribe,
		onEvent: store.onEvent,
		rules: () => store.getState().rules,
		start() {
			logEvent({ type: 'agent-starting', launch: profile.launch }, store.getState(), ports.log);
			const start = (): void => runner.run({ type: 'start-agent', profile });
			if (options.isHeadless) start();
			else stopStart = startAfterRestore(store, ports.clock, start);
		},
		signIn: (choice, secrets) => runner.signIn(choice, secrets),
		wroteFile: async (path, text) => wrote(await ports.files.inspect(path), null, text),
		olderSession: async (recordId) =>
			(await import('./sessions/older-session.js')).olderSession(ports.sessionLogs, recordId, store.getState()),
		filesSettled: (milliseconds) =>
			new Promise((resolve) => {
				const stopTimer = ports.clock.after(milliseconds, resolve);
				const settled = turnFiles === null ? Promise.resolve() : turnFiles.settled();
				// What changed may have been done unasked.
				void settled.finally(unasked.settled).finally(() => {
					stopTimer();
					resolve();
				});
			}),
		async close() {
			stopStart();
			logClosed(store.getState(), startedAt, ports.clock.now(), ports.log);
			await runner.close();
			await endRecord();
			await facts.settled();
		},
	};
}

/** What happens goes into the log of what happens, and what it shows of the agent is kept. */
function keepFacts(store: Store, { agentFacts, clock, log }: Ports): FactsKeeper {
	const facts = new FactsKeeper(agentFacts, () => clock.now());
	store.onEvent((event) => logEvent(event, store.getState(), log));
	store.onEvent((event) => facts.learn(store.getState(), event));
	return facts;
}

function patienceOf({ handshakeTimeout, resumePatience, cancelPatience, retry }: AppOptions) {
	return {
		handshakeTimeout,
		resumePatience: resumePatience ?? RESUME_PATIENCE,
		cancelPatience,
		retry: retry ?? { limit: 0, seconds: 1 },
	};
}

function stateAtStart(options: AppOptions, { folders }: Ports, since: number): SessionState {
	const { profile, cwd, mode, isBypassAllowed, rules, worktree } = options;
	const beside = defined({ additionalDirectories: folders?.list(), worktree });
	return initialState({ profile, cwd, ...beside, mode, isBypassAllowed, since, rules });
}

/** What was allowed for one turn, in one mode or to one agent does not leak into the next, whatever ended it. */
function endGrantsInTime(store: Store, grants: Grants): void {
	let { turn: grantedTurn, mode: grantedMode, profile: grantedProfile } = store.getState();
	store.onEvent(() => {
		const { turn, mode: modes, profile } = store.getState();
		const isSame = turn?.id === grantedTurn?.id && modes.mode === grantedMode.mode && profile === grantedProfile;
		if (!isSame) grants.clear();
		grantedTurn = turn;
		grantedMode = modes;
		grantedProfile = profile;
	});
}

/** The modes by how much they let through. */
const LOOSENESS: Readonly<Record<Mode, number>> = { plan: 0, default: 1, acceptEdits: 2, bypassPermissions: 3 };

/** Another session signed in or out of the process that this one shares. */
function accountChanged({ getState, dispatch }: Store, change: 'signed-in' | 'signed-out'): void {
	const { agent, profile, signIn } = getState();
	if (change === 'signed-in' && signIn?.step.type === 'choosing') dispatch({ type: 'signed-in-elsewhere' });
	else dispatch({ type: 'note', level: 'info', ...accountIsShared(agent?.title ?? profile.launch.name, change) });
}

function createHost(client: Client, updates: Updates, unasked: UnaskedWatch): AgentHost {
	const terminals = new TerminalMethods(client);
	return {
		onEvents: (sessionId, events) => updates.receive(sessionId, events, unasked.seeCall),
		onJunk: (count) => client.store.dispatch({ type: 'junk-lines', count }),
		onStderr: (line) => client.ports.log.write('debug', 'agent stderr', { line }),
		onAccountChanged: (change) => accountChanged(client.store, change),
		looseness: () => LOOSENESS[client.store.getState().mode.mode],
		onAuthStatus: (status) => client.store.dispatch({ type: 'auth-status', status }),
		onAuthAddress: (address) => client.store.dispatch({ type: 'auth-address', address }),
		onRefused: (method, code) => client.ports.log.write('info', 'request refused', { method, code }),
		requestPermission: (request, signal) => requestPermission(client, client.sessions.permission(request), signal),
		elicit: (request, signal) => elicit(client, request, signal),
		onElicitationCompleted: (elicitationId) => client.store.dispatch({ type: 'elicitation-completed', elicitationId }),
		readTextFile: (request, signal) => readTextFile(client, request, signal),
		writeTextFile: (request, signal) => writeTextFile(client, request, signal),
		createTerminal: (request, signal) => terminals.create(request, signal),
		terminalOutput: (sessionId, id) => terminals.output(sessionId, id),
		waitForTerminalExit: (sessionId, id, signal) => terminals.waitForExit(sessionId, id, signal),
		killTerminal: (sessionId, id) => terminals.kill(sessionId, id),
		releaseTerminal: (sessionId, id) => terminals.release(sessionId, id),
	};
}
