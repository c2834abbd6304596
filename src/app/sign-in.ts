import type { AgentConnection } from '../core/agent-port.js';
import type { AuthMethod } from '../core/auth-method.js';
import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import { exitPhrase, isInterrupted } from '../core/exit-status-text.js';
import type { Failure } from '../core/failure.js';
import type { Ports } from '../core/ports.js';
import type { Unconfined } from '../core/sandbox/confinement.js';
import { readingSandbox } from '../core/session/sandbox/wanted-access.js';
import { type AgentCredentials, credentialsName } from '../core/sign-in/credentials.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import type { EnclosedSignIn, TerminalSignInPort } from '../core/sign-in/terminal-sign-in.js';
import type { ExitStatus } from '../core/tool-call.js';
import type { Store } from './store.js';

/** Input of the user for a sign-in. It is in no event, no state and no log. */
export type SignInSecrets = {
	/** For a method that takes a key with its request. */
	readonly apiKey?: string;
	/** For a method that wants variables set, by name. */
	readonly variables?: Readonly<Record<string, string>>;
};

type SignInOptions = {
	readonly ports: Ports;
	readonly connection: () => AgentConnection | null;
	readonly store: Store;
};

/** Carries sign-ins out: by the agent's own request, by its program on the terminal, or by variables that are stored. */
export class SignIn {
	readonly #options: SignInOptions;
	#held: { readonly methodId: string; readonly secrets: SignInSecrets } | null = null;
	#running: AbortController | null = null;

	constructor(options: SignInOptions) {
		this.#options = options;
	}

	/** Holds secrets until a sign-in with this method begins; no other method gets them. */
	hold(methodId: string, secrets: SignInSecrets): void {
		this.#held = { methodId, secrets };
	}

	async begin({ method, choice }: Extract<Effect, { type: 'sign-in' }>): Promise<void> {
		const secrets = this.#held?.methodId === method.id ? this.#held.secrets : {};
		this.#held = null;
		this.stop();
		const running = new AbortController();
		this.#running = running;
		const failure = await this.#perform(method, choice, secrets, running.signal);
		if (this.#running === running) this.#running = null;
		const { store } = this.#options;
		const methodId = method.id;
		if (failure === null) store.dispatch({ type: 'signed-in', methodId, needsRestart: method.type !== 'agent' });
		else if (failure !== ASKED) store.dispatch({ type: 'sign-in-failed', methodId, failure });
	}

	stop(): void {
		this.#running?.abort();
	}

	/** The agent is another process: what its request began is void. A program on the terminal goes on. */
	agentReplaced(): void {
		this.#held = null;
		if (this.#options.store.getState().signIn?.step.type !== 'running') this.stop();
	}

	/** Signs out; keys that were kept for the agent are forgotten then. */
	async signOut(): Promise<void> {
		const { connection, ports, store } = this.#options;
		const result = await connection()?.logout();
		if (result === undefined) return store.dispatch({ type: 'sign-out-failed', failure: NO_AGENT });
		if (!result.ok) return store.dispatch({ type: 'sign-out-failed', failure: result.failure });
		const forgotten = await ports.credentials.forget(credentialsName(store.getState().profile.launch));
		if (!forgotten.ok) store.dispatch({ type: 'sign-out-failed', failure: forgotten.failure });
		store.dispatch({ type: 'signed-out' });
	}

	/** Null when it succeeded. */
	async #perform(
		method: AuthMethod,
		choice: SignInChoice,
		{ apiKey, variables = {} }: SignInSecrets,
		signal: AbortSignal,
	): Promise<Failure | null> {
		switch (method.type) {
			case 'agent':
				return this.#authenticate(method.id, apiKey, signal);
			case 'terminal':
			case 'terminal-command':
				return this.#runProgram(method, choice, signal);
			case 'env_var':
				return this.#keep({ env: variables });
			case 'unknown':
				return { code: 'usage', message: 'This kind of sign-in is not known here.' };
		}
	}

	async #authenticate(methodId: string, apiKey: string | undefined, signal: AbortSignal): Promise<Failure | null> {
		const connection = this.#options.connection();
		if (connection === null) return NO_AGENT;
		const result = await connection.authenticate(methodId, defined({ apiKey }), signal);
		if (!result.ok) return result.failure;
		if (apiKey === undefined) return null;
		// The agent has it. That it could not be kept for its next start is said, and no reason to stop here.
		const failure = await this.#keep({ apiKeys: { [methodId]: apiKey } });
		if (failure !== null) this.#options.store.dispatch({ type: 'note', level: 'warning', title: failure.message });
		return null;
	}

	async #runProgram(
		method: Parameters<TerminalSignInPort['plan']>[1],
		{ isPlain, isOutside, agreedTo }: SignInChoice,
		signal: AbortSignal,
	): Promise<Failure | null> {
		const { ports, store } = this.#options;
		const { terminalSignIn } = ports;
		const { profile, mode } = store.getState();
		const sandbox = readingSandbox(store.getState());
		const leaves = sandbox.kind !== 'none' && isOutside === true;
		// The agent chose the arguments: where nothing holds what it runs, plan mode does.
		const mustAgree = leaves || (sandbox.kind === 'none' && mode.mode === 'plan');
		const planned = await terminalSignIn.plan(profile.launch, method, { isPlain: isPlain === true, mustAgree });
		if (!planned.ok) return planned.failure;
		const { line, isOwnProgram } = planned.value;
		if (signal.aborted) return STOPPED;
		if ((mustAgree || !isOwnProgram) && agreedTo !== line) {
			const because = leaves ? 'outside' : isOwnProgram ? 'plan' : 'other-program';
			store.dispatch({ type: 'sign-in-asks', methodId: method.id, line, because });
			return ASKED;
		}
		const enclosed = await terminalSignIn.enclose(planned.value, leaves ? AGREED : sandbox);
		if (!enclosed.ok) return enclosed.failure;
		const { program, close } = enclosed.value;
		try {
			return signal.aborted ? STOPPED : await this.#runOnTerminal(program, line, signal);
		} finally {
			await close();
		}
	}

	async #runOnTerminal(program: EnclosedSignIn['program'], line: string, signal: AbortSignal): Promise<Failure | null> {
		const { ports, store } = this.#options;
		const { shell } = ports;
		const programId = ports.ids.next('sign-in');
		const ended = Promise.withResolvers<ExitStatus>();
		let tail = '';
		// The program may write before `spawn` is reported.
		let early: string[] | null = [];
		const started = await shell.start(programId, program, {
			onData(data) {
				tail = (tail + data).slice(-MOST_TAIL);
				if (early === null) store.dispatch({ type: 'sign-in-program-output', programId, data });
				else early.push(data);
			},
			onExit: ended.resolve,
		});
		if (!started.ok) return started.failure;
		store.dispatch({ type: 'sign-in-program-started', programId, line });
		for (const data of early) store.dispatch({ type: 'sign-in-program-output', programId, data });
		early = null;
		const end = (): void => void shell.end(programId);
		signal.addEventListener('abort', end, { once: true });
		if (signal.aborted) end();
		const exit = await ended.promise;
		signal.removeEventListener('abort', end);
		store.dispatch({ type: 'sign-in-program-ended', programId, exit });
		end();
		if (signal.aborted || isInterrupted(exit)) return STOPPED;
		const detail = tail.trim() === '' ? undefined : tail;
		const message = `The sign-in program ${exitPhrase(exit)}.`;
		return exit.code === 0 ? null : { code: 'auth-required', message, ...defined({ detail }) };
	}

	/** Keeps what the user gave for the next starts of the agent. */
	async #keep(added: Partial<AgentCredentials>): Promise<Failure | null> {
		const { ports, store } = this.#options;
		const kept = await ports.credentials.save(credentialsName(store.getState().profile.launch), added);
		return kept.ok ? null : kept.failure;
	}
}

/** Characters of a program's last output, for a user who did not see it. */
const MOST_TAIL = 2000;
const AGREED: Unconfined = { kind: 'none', because: 'agreed' };
const NO_AGENT: Failure = { code: 'agent-exit', message: 'The agent does not run.' };
const STOPPED: Failure = { code: 'cancelled', message: 'The sign-in was stopped.' };
/** The user has to agree first: the attempt is over without an end of its own. */
const ASKED: Failure = { ...STOPPED };
