import type { AgentConnection, TurnEnd } from '../core/agent-port.js';
import { takesSandbox } from '../core/agents/network-of.js';
import type { AgentProfile } from '../core/agents/profile.js';
import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import { fail, type Result, succeed } from '../core/failure.js';
import { Serial } from '../core/serial.js';
import { choicesKey } from '../core/session/options/option-choices.js';
import { versionOf } from '../core/session/questions/asking.js';
import { errorInAnswer } from '../core/session/retry/retry.js';
import { wantedSandbox } from '../core/session/sandbox/wanted-access.js';
import { NETWORK_HINT, notStarted } from '../core/session/session-messages.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import type { AgentSessionOptions } from './agent-session-options.js';
import { processIsShared, providerNotTaken } from './app-messages.js';
import { createFolderNotes } from './folder-effects.js';
import { askAboutPrompt } from './hooks/ask-about-prompt.js';
import { createModeSwitches, type ModeSwitches } from './mode-switches.js';
import { promptBlocks } from './prompt-blocks.js';
import { AccessControl } from './sandbox/access-control.js';
import { SessionOpener } from './sessions/opener.js';
import { SignIn } from './sign-in.js';
import { steer } from './steer.js';

/** Carries out the effects on the agent: start, session, turns, modes. Owns the connection. */
export class AgentSession {
	readonly #options: AgentSessionOptions;
	readonly #switches: ModeSwitches;
	readonly #opener: SessionOpener;
	readonly signIn: SignIn;
	readonly #access: AccessControl;
	#connection: AgentConnection | null = null;
	#starting = new AbortController();
	#lastStart: Promise<void> = Promise.resolve();
	#stopPatience: () => void = () => {};
	/** Hooks of a prompt that is not sent yet. */
	#asking = new AbortController();
	readonly #steering = new Serial();
	readonly #noteFolders: () => Promise<void>;

	constructor(options: AgentSessionOptions) {
		this.#options = options;
		const { ports, store } = options;
		this.#access = new AccessControl(store, ports.terminals);
		this.#noteFolders = createFolderNotes(ports.folders, store.dispatch);
		const connection = (): AgentConnection | null => this.#connection;
		this.#switches = createModeSwitches({ connection, store, clock: ports.clock });
		this.#opener = new SessionOpener({ ...options, connection, switches: this.#switches });
		this.signIn = new SignIn({ ports, connection, store });
	}

	/** Starts the agent, ending a running one first. */
	start(profile: AgentProfile): Promise<void> {
		this.#refreshBranch();
		this.#lastStart = this.#start(profile);
		return this.#lastStart;
	}

	async #start(given: AgentProfile): Promise<void> {
		const { ports, cwd, features, handshakeTimeout, store } = this.#options;
		this.#starting.abort();
		const attempt = new AbortController();
		this.#starting = attempt;
		this.signIn.agentReplaced();
		const old = this.#connection;
		this.#connection = null;
		this.#access.attach(null);
		this.#switches.forget();
		this.#opener.agentReplaced();
		await Promise.all([old?.close(), ports.terminals.closeAll()]);
		if (attempt.signal.aborted) return;
		const asked = await this.#askFor(given, attempt.signal);
		if (attempt.signal.aborted) return;
		if (!asked.ok) return store.dispatch({ type: 'agent-failed', failure: asked.failure });
		const profile = asked.value;
		const { launch, provider } = profile;
		const result = await ports.agent.connect(
			launch,
			{
				cwd,
				features,
				provider,
				handshakeTimeout,
				signal: attempt.signal,
				sandbox: wantedSandbox({ ...store.getState(), profile }),
			},
			this.#options.host(),
		);
		if (attempt.signal.aborted) {
			if (result.ok) await result.value.close();
			return;
		}
		if (result.ok) await this.#connected(result.value);
		else store.dispatch({ type: 'agent-failed', failure: result.failure });
	}

	/** Asks the user for the sandbox where the profile wants that before the start. */
	async #askFor(profile: AgentProfile, signal: AbortSignal): Promise<Result<AgentProfile>> {
		if (profile.asksForSandbox !== true) return succeed(profile);
		if (this.#options.isHeadless) {
			// Nobody chooses a sandbox here: its network would be open.
			const agent = sanitizeLine(profile.launch.name);
			return takesSandbox(profile) ? fail('usage', notStarted(agent), { hint: NETWORK_HINT }) : succeed(profile);
		}
		const asked = await (await import('./ask-for-sandbox.js')).askForSandbox(profile, this.#options, signal);
		if (asked.ok && !signal.aborted)
			this.#options.store.dispatch({ type: 'sandbox-chosen', profile: asked.value, savedIn: null });
		return asked;
	}

	async #connected(connection: AgentConnection): Promise<void> {
		const { ports, store } = this.#options;
		this.#connection = connection;
		// A side question shares the conversation's process.
		if (!this.#options.isSideQuestion) this.#access.attach(connection.confinement ?? null);
		void connection.exited.then((exit) => {
			if (this.#connection !== connection) return;
			this.#connection = null;
			this.#access.attach(null);
			this.#opener.agentReplaced();
			// Without a viewer, whoever runs the prompt decides about a restart.
			const isRestarted = this.#options.isHeadless ? undefined : (true as const);
			store.dispatch({ type: 'agent-exited', exit, ...defined({ isRestarted }) });
			// Nobody could ask for their output or release them any more.
			ports.terminals.closeAll().catch(this.#logged('closeAll'));
		});
		const { info } = connection;
		const key = choicesKey({ profile: this.#options.store.getState().profile, agent: info });
		const [asking, choices] = await Promise.all([ports.asking?.load(versionOf(info)), ports.choices?.load(key)]);
		if (this.#connection !== connection) return;
		store.dispatch({ type: 'agent-connected', info, ...defined({ asking, choices }) });
		const isReturning = this.#options.store.getState().recovery?.isReturning !== undefined;
		if (connection.isJoined === true && !isReturning)
			store.dispatch({ type: 'note', level: 'info', ...processIsShared(info.title) });
		const { provider } = this.#options.store.getState().profile;
		if (provider === null || info.takesProvider) return;
		store.dispatch({ type: 'note', level: 'warning', ...providerNotTaken(info.title, provider.providerId) });
	}

	connection(): AgentConnection | null {
		return this.#connection;
	}

	/** Opens or resumes a session; the previous one is left. */
	async open(): Promise<void> {
		const { shadow, store } = this.#options;
		const { resuming, profile } = store.getState();
		if (shadow === null) return this.#opener.open();
		if (profile.sandbox !== 'shadow') {
			const connection = this.#connection;
			await shadow.reportLeftOver(resuming?.sessionId ?? null);
			return this.#connection === connection ? this.#opener.open() : undefined;
		}
		// Changes left in the session's shadow must be visible from the agent's start.
		const isElsewhere = resuming?.sessionId != null && (await shadow.needsOtherView(resuming.sessionId));
		if (isElsewhere && store.getState().resuming === resuming) return this.start(profile);
		// The first prompt reports the changes in the shadow.
		await shadow.lookedAt();
		return this.#opener.open();
	}

	/** Sends a prompt once the snapshot is taken and the modes are switched, and reports its end. */
	async prompt(effect: Extract<Effect, { type: 'send-prompt' }>): Promise<void> {
		const { isSideQuestion, store } = this.#options;
		const { turnId, sessionId, prompt, ...along } = effect;
		const connection = this.#connection;
		if (connection === null || !(await this.#isPromptDue(turnId, connection))) return;
		this.#asking = new AbortController();
		const isStillDue = (): boolean => this.#isStillDue(turnId, connection);
		const words = await askAboutPrompt(this.#options, effect, { signal: this.#asking.signal, isStillDue });
		if (words === null) return;
		this.#noteFolders().catch(this.#logged('unusable'));
		const blocks = promptBlocks(store.getState(), prompt, { ...along, hooks: words, mentionsPlan: !isSideQuestion });

		this.#options.updates().history.end();
		store.dispatch({ type: 'prompt-sent', turnId });
		const result = await connection.prompt(sessionId, blocks);
		if (this.#connection !== connection) return;
		// A queued prompt tells what was taken back, and the turn's last snapshot holds what hooks did to its edits.
		await this.#options.partsLooked();
		await this.#options.hooks.editsSettled();
		if (this.#connection !== connection) return;
		if (store.getState().turn?.id === turnId) this.#stopPatience();
		if (result.ok) await this.#turnEnded(turnId, result.value);
		else if (result.failure.code !== 'agent-exit') {
			const retry = { ...this.#options.retry, chance: this.#options.ports.chance() };
			store.dispatch({ type: 'turn-failed', turnId, failure: result.failure, retry });
		}
		this.#refreshBranch();
	}

	async #turnEnded(turnId: string, end: TurnEnd): Promise<void> {
		const { ports, store } = this.#options;
		const failure = end.reason === 'end_turn' ? errorInAnswer(store.getState(), turnId) : null;
		if (failure === null) return store.dispatch({ type: 'turn-ended', turnId, ...end });
		if (failure.code === 'auth-required') return store.dispatch({ type: 'turn-failed', turnId, failure });
		const { readResetTime } = await import('../core/reset-time.js');
		const reset = failure.errorClass === 'usageLimit' ? readResetTime(failure.message, ports.clock.now()) : null;
		const known = reset === null ? failure : { ...failure, resetsAt: reset.at };
		store.dispatch({ type: 'turn-ended', turnId, ...end, failure: known });
	}

	/** False when the turn was stopped or left meanwhile. */
	async #isPromptDue(turnId: string, connection: AgentConnection): Promise<boolean> {
		const { turnFiles, shadow, store } = this.#options;
		if (turnFiles === null && shadow === null && this.#pending() === null) return true;
		store.dispatch({ type: 'prompt-waiting', turnId });
		await shadow?.ready();
		await turnFiles?.begun(turnId);
		// A mode switch may cause another one.
		while (this.#pending() !== null) await this.#pending();
		return this.#isStillDue(turnId, connection);
	}

	#isStillDue(turnId: string, connection: AgentConnection): boolean {
		const { store } = this.#options;
		const { turn } = store.getState();
		if (this.#connection !== connection || turn?.id !== turnId) return false;
		if (turn.cancelledAt === undefined) return true;
		// Stopped before it was sent: the agent never hears of it.
		this.#stopPatience();
		store.dispatch({ type: 'turn-ended', turnId, reason: 'cancelled' });
		return false;
	}

	#pending(): Promise<void> | null {
		return this.#access.pending() ?? this.#opener.pending() ?? this.#switches.pending();
	}

	steer(effect: Extract<Effect, { type: 'steer' }>): Promise<void> {
		const parts = { connection: () => this.#connection, stopped: this.#asking.signal, asking: this.#steering };
		return steer({ ...this.#options, ...parts }, effect);
	}

	/** Sends `session/cancel`; reports a turn that still runs after `cancelPatience`. */
	async cancel(turnId: string | null, sessionId: string): Promise<void> {
		const { ports, cancelPatience, store } = this.#options;
		if (turnId === null) return this.#connection?.cancel(sessionId);
		this.#asking.abort();
		this.#stopPatience();
		this.#stopPatience = ports.clock.after(cancelPatience, () => {
			if (store.getState().turn?.id === turnId) store.dispatch({ type: 'cancel-ignored', turnId });
		});
		await this.#connection?.cancel(sessionId);
	}

	/** Called after each event, before its effects: workspace access follows the mode. */
	followAccess(): void {
		this.#access.follow();
	}

	/** Delays `act` until access matches the mode; synchronous where it does already. */
	async afterAccess(act: () => Promise<void> | void): Promise<void> {
		const pending = this.#access.pending();
		if (pending !== null) await pending;
		const dropping = this.#options.shadow?.leavingPlan() ?? null;
		if (dropping !== null) await dropping;
		return act();
	}

	setMode(sessionId: string, modeId: string): Promise<void> {
		return this.afterAccess(() => this.#switches.setMode(sessionId, modeId));
	}

	setOption({ sessionId, optionId, value, isChosen }: Extract<Effect, { type: 'set-config-option' }>): Promise<void> {
		return this.afterAccess(() => this.#switches.setOption(sessionId, { optionId, value }, isChosen));
	}

	/** Gives up the current resume strategy and those after it. */
	stopResuming(): void {
		this.#opener.stopResuming();
	}

	async kill(): Promise<void> {
		const connection = this.#connection;
		await (connection?.kill?.() ?? connection?.close());
	}

	async close(): Promise<void> {
		this.#stopPatience();
		this.#starting.abort();
		this.signIn.stop();
		// A cancelled start ends its own process; leaving earlier would orphan it.
		await Promise.all([this.#connection?.close(), this.#lastStart.catch(this.#logged('start-agent'))]);
	}

	/** The branch is decoration: failures are only logged. */
	#refreshBranch(): void {
		const { ports, store } = this.#options;
		ports.workspace
			.branch()
			.then((branch) => store.dispatch({ type: 'branch', branch }))
			.catch(this.#logged('branch'));
	}

	#logged(what: string): (error: unknown) => void {
		return (error) => this.#options.ports.log.write('error', 'effect failed', { effect: what, error });
	}
}
