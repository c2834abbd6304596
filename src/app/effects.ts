import type { AgentInfo, AgentLaunch, ClientFeatures } from '../core/agent-info.js';
import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import type { AppEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import type { PathFact } from '../core/policy/types.js';
import type { AgentConnection, AgentHost, Ports } from '../core/ports.js';
import { versionOf } from '../core/session/asking.js';
import { addMemory } from './add-memory.js';
import type { Allowances } from './changes/allowances.js';
import type { TurnFiles } from './changes/turn-files.js';
import { createModeSwitches } from './mode-switches.js';
import { promptBlocks } from './prompt-blocks.js';
import type { Questions } from './questions.js';
import { createRuleEffects } from './rule-effects.js';
import type { Store } from './store.js';
import type { Updates } from './updates.js';
import { createUserShell } from './user-shell.js';

/** What the runner needs. `store` is a function because the two know each other. */
export type RunnerOptions = {
	readonly store: () => Store;
	readonly ports: Ports;
	readonly questions: Questions;
	readonly allowances: Allowances;
	/** This program wrote a file for the user. */
	readonly wrote: (path: PathFact, oldText: string | null, newText: string) => void;
	/** Null: nothing keeps the files. */
	readonly turnFiles: TurnFiles | null;
	readonly updates: () => Updates;
	readonly host: () => AgentHost;
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly features: ClientFeatures;
	readonly handshakeTimeout: number;
	readonly cancelPatience: number;
};

/** Carries effects out on the ports and reports back with events. Nothing it does throws. */
export type Runner = { run(effect: Effect): void; close(): Promise<void> };

/** Makes the runner; it owns the connection to the agent. */
export function createRunner(options: RunnerOptions): Runner {
	const { ports, questions, turnFiles } = options;
	let connection: AgentConnection | null = null;
	let starting = new AbortController();
	/** The session that the connection has open, to be closed when another takes its place. */
	let openSessionId: string | null = null;
	let lastStart: Promise<void> = Promise.resolve();
	/** Calls the timer off that watches a cancelled turn. */
	let patience: () => void = () => {};
	let isClosed = false;
	const dispatch: Store['dispatch'] = (event) => {
		if (!isClosed) options.store().dispatch(event);
	};

	const switches = createModeSwitches({
		connection: () => connection,
		getState: () => options.store().getState(),
		clock: ports.clock,
		dispatch,
	});

	async function startAgent(launch: AgentLaunch): Promise<void> {
		starting.abort();
		const attempt = new AbortController();
		starting = attempt;
		const old = connection;
		connection = null;
		switches.forget();
		openSessionId = null;
		await Promise.all([old?.close(), ports.terminals.closeAll()]);
		if (attempt.signal.aborted) return;
		const result = await ports.agent.connect(
			launch,
			{
				cwd: options.cwd,
				features: options.features,
				handshakeTimeout: options.handshakeTimeout,
				signal: attempt.signal,
			},
			options.host(),
		);
		if (attempt.signal.aborted) {
			if (result.ok) await result.value.close();
			return;
		}
		if (!result.ok) {
			dispatch({ type: 'agent-failed', failure: result.failure });
			return;
		}
		const connected = result.value;
		connection = connected;
		void connected.exited.then((exit) => {
			if (connection !== connected) return;
			connection = null;
			dispatch({ type: 'agent-exited', exit });
			// Nobody is left who could ask for their output or release them.
			ports.terminals.closeAll().catch(logged('closeAll'));
		});
		const asking = await ports.asking?.load(versionOf(connected.info));
		if (connection !== connected) return;
		dispatch({ type: 'agent-connected', info: connected.info, ...defined({ asking }) });
	}

	async function openSession(): Promise<void> {
		const current = connection;
		if (current === null) return;
		const left = openSessionId;
		openSessionId = null;
		if (left !== null) current.closeSession(left).catch(logged('closeSession'));
		await ports.terminals.closeAll();
		const opened = await current.newSession({
			cwd: options.cwd,
			additionalDirectories: options.additionalDirectories,
		});
		if (connection !== current) return;
		if (opened.ok) {
			openSessionId = opened.value.sessionId;
			const { sessionId, modes, options: configOptions } = opened.value;
			// What the agent said before its answer stands before the first prompt.
			dispatch({ type: 'session-opened', sessionId, modes, options: configOptions, isMoreComing: true });
			tellOfDirectories(current.info);
			options.updates().opened(sessionId);
			dispatch({ type: 'session-ready' });
		} else if (opened.failure.code !== 'agent-exit') {
			// The process's end is an event of its own.
			dispatch({ type: 'agent-failed', failure: opened.failure });
		}
	}

	/** An agent that does not know of the folders can still be asked to work in them. */
	function tellOfDirectories({ title, takesAdditionalDirectories }: AgentInfo): void {
		const { additionalDirectories } = options;
		if (additionalDirectories.length === 0 || takesAdditionalDirectories) return;
		dispatch({
			type: 'note',
			level: 'info',
			title: `${title} does not support additional directories, so it was not told about them.`,
			detail: additionalDirectories.join('\n'),
			hint: 'it can still read and edit files there when a prompt names them by their full path',
		});
	}

	async function sendPrompt(effect: Extract<Effect, { type: 'send-prompt' }>): Promise<void> {
		const { turnId, sessionId, prompt, restored, commands } = effect;
		const current = connection;
		if (current === null) return;
		if (turnFiles !== null || switches.pending() !== null) {
			dispatch({ type: 'prompt-held', turnId });
			await Promise.all([turnFiles?.begun(turnId), switches.pending()]);
			const { turn } = options.store().getState();
			if (connection !== current || turn?.id !== turnId) return;
			// Stopped while the files were kept or a mode was switched: the agent never hears of it.
			if (turn.cancelledAt !== undefined) {
				patience();
				dispatch({ type: 'turn-ended', turnId, reason: 'cancelled' });
				return;
			}
		}
		const blocks = promptBlocks(options.store().getState(), prompt, restored, commands);
		dispatch({ type: 'prompt-sent', turnId });
		const result = await current.prompt(sessionId, blocks);
		if (connection !== current) return;
		if (options.store().getState().turn?.id === turnId) patience();
		if (result.ok) dispatch({ type: 'turn-ended', turnId, ...result.value });
		else if (result.failure.code !== 'agent-exit') {
			dispatch({ type: 'turn-failed', turnId, failure: result.failure });
		}
		refreshBranch();
	}

	/** The branch is an ornament: without it the rest goes on. */
	function refreshBranch(): void {
		ports.workspace
			.branch()
			.then((branch) => dispatch({ type: 'branch', branch }))
			.catch(logged('branch'));
	}

	function logged(what: string): (error: unknown) => void {
		return (error) => ports.log.write('error', 'effect failed', { effect: what, error });
	}

	async function cancelTurn(turnId: string, sessionId: string): Promise<void> {
		patience();
		patience = ports.clock.after(options.cancelPatience, () => {
			if (options.store().getState().turn?.id === turnId) dispatch({ type: 'cancel-ignored', turnId });
		});
		await connection?.cancel(sessionId);
	}

	const closing = new AbortController();
	const userShell = createUserShell({ ports, cwd: options.cwd, allowances: options.allowances, dispatch });
	const memory = {
		ports,
		cwd: options.cwd,
		agent: () => options.store().getState().agent,
		questions,
		allowances: options.allowances,
		wrote: options.wrote,
		dispatch,
		signal: closing.signal,
	};
	const rules = createRuleEffects({ ports, cwd: options.cwd, rules: () => options.store().getState().rules, dispatch });

	function perform(effect: Effect): Promise<void> | void {
		switch (effect.type) {
			case 'start-agent':
				refreshBranch();
				lastStart = startAgent(effect.launch);
				return lastStart;
			case 'open-session':
				return openSession();
			case 'send-prompt':
				return sendPrompt(effect);
			case 'cancel-turn':
				return cancelTurn(effect.turnId, effect.sessionId);
			case 'answer-question':
				return questions.settle(effect.questionId, effect.outcome);
			case 'set-agent-mode':
				return switches.setMode(effect.sessionId, effect.modeId);
			case 'set-config-option':
				return switches.setOption(effect.sessionId, effect.optionId, effect.value);
			case 'kill-agent':
				return connection?.close().then(() => undefined);
			case 'store-rule':
			case 'forget-rule':
			case 'test-permission':
				return rules.perform(effect);
			case 'take-snapshot':
				return turnFiles?.take(effect.turnId, effect.moment);
			case 'restore-files':
				return turnFiles?.restore(effect);
			case 'run-command':
				return userShell.run(effect);
			case 'end-command':
				return userShell.end(effect.commandId);
			case 'add-memory':
				return addMemory(memory, effect.text);
			case 'store-asking':
				return ports.asking?.save(effect.agent, effect.record);
		}
	}

	return {
		run(effect) {
			// Ports return failures; a rejection is a defect of ours, and is told as one.
			new Promise<void>((resolve) => resolve(perform(effect))).catch((error: unknown) => {
				ports.log.write('error', 'effect failed', { effect: effect.type, error });
				const message = `Something went wrong in acp-tui (${effect.type}): ${String(error)}`;
				dispatch(failureEvent(effect, { code: 'internal', message }));
			});
		},
		async close() {
			isClosed = true;
			turnFiles?.close();
			patience();
			starting.abort();
			closing.abort();
			// A start that was called off ends its process by itself; leaving before that would orphan it.
			const started = lastStart.catch(logged('start-agent'));
			await Promise.all([connection?.close(), started, ports.terminals.closeAll(), userShell.close(), rules.settled()]);
		},
	};
}

/** What would wait for the effect for ever is told that it failed. */
function failureEvent(effect: Effect, failure: Failure): AppEvent {
	switch (effect.type) {
		case 'start-agent':
		case 'open-session':
			return { type: 'agent-failed', failure };
		case 'send-prompt':
			return { type: 'turn-failed', turnId: effect.turnId, failure };
		case 'cancel-turn':
		case 'answer-question':
		case 'set-agent-mode':
		case 'set-config-option':
		case 'kill-agent':
		case 'store-rule':
		case 'forget-rule':
		case 'test-permission':
		case 'end-command':
		case 'add-memory':
		case 'store-asking':
			return { type: 'effect-failed', failure };
		case 'run-command':
			return { type: 'command-failed', commandId: effect.commandId, failure };
		case 'take-snapshot':
			return { type: 'snapshot-failed', failure };
		case 'restore-files':
			return { type: 'restore-failed', failure };
	}
}
