import { fail, type Result, succeed } from '../../../core/failure.js';
import { detailsOf } from '../../../core/policy/action-details.js';
import type { ActionRequest } from '../../../core/policy/policy-types.js';
import { startedProgram } from '../../../core/policy/shell/invocation.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import { ignoredWords } from '../../../core/sandbox/layer-messages.js';
import {
	type EndedCommand,
	missingPaths,
	pathsIn,
	refusedPorts,
	type SandboxFailure,
	sandboxFailure,
} from '../../../core/sandbox/sandbox-failure.js';
import { whyInsideWords } from '../../../core/sandbox/sandbox-messages.js';
import { Serial } from '../../../core/serial.js';
import type {
	CreatedTerminal,
	TerminalListener,
	TerminalOutput,
	TerminalSpawn,
	TerminalsPort,
} from '../../../core/terminals-port.js';
import type { ExitStatus } from '../../../core/tool-call.js';
import type { ClientContext } from '../client-context.js';
import { askAgain, beginRun, outputOf, type SandboxedRun } from './sandboxed-run.js';
import { dropFromLayer, reportSettled, settleInLayer } from './settle-in-layer.js';

/**
 * Terminals of agents. A command that fails by its sandbox ends for the agent only after the user has said whether it
 * runs again without, and then with that result.
 */
export class SandboxedRuns {
	readonly #client: ClientContext;
	readonly #terminals: TerminalsPort;
	readonly #listener: TerminalListener;
	readonly #runs = new Map<string, SandboxedRun>();
	readonly #settling = new Serial();

	/** The listener gets the agent's terminal id, whichever run it is. */
	constructor(client: ClientContext, listener: TerminalListener) {
		this.#client = client;
		this.#terminals = client.ports.terminals;
		this.#listener = listener;
	}

	async create(spawn: TerminalSpawn, action: ActionRequest): Promise<Result<CreatedTerminal>> {
		this.#forgetLeft();
		const { sandbox } = spawn;
		if (sandbox === undefined) return this.#terminals.create(spawn, this.#listener);
		let run: SandboxedRun | null = null;
		const started = Promise.withResolvers<void>();
		let isStarted = false;
		const onExit = (terminalId: string, exit: ExitStatus): void => {
			if (run === null) this.#listener.onExit(terminalId, exit);
			else void this.#ended(run, exit);
		};
		const created = await this.#terminals.create(spawn, {
			onData: this.#listener.onData,
			// Whether the command is sandboxed is known only now.
			onExit: (terminalId, exit) =>
				isStarted ? onExit(terminalId, exit) : void started.promise.then(() => onExit(terminalId, exit)),
		});
		if (created.ok && created.value.isSandboxed === true) {
			run = beginRun(created.value.terminalId, spawn, action, sandbox);
			this.#runs.set(run.id, run);
			if (sandbox.files === 'layer') this.#watchRoom(run);
		}
		isStarted = true;
		started.resolve();
		return created;
	}

	output(terminalId: string): Result<TerminalOutput> {
		const run = this.#runs.get(terminalId);
		if (run === undefined) return this.#terminals.output(terminalId);
		const now = this.#terminals.output(run.current);
		return now.ok ? succeed(outputOf(run, now.value)) : now;
	}

	async waitForExit(terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>> {
		const run = this.#runs.get(terminalId);
		if (run === undefined) return this.#terminals.waitForExit(terminalId, signal);
		return endOf(run, signal);
	}

	async kill(terminalId: string): Promise<Result<void>> {
		const run = this.#runs.get(terminalId);
		run?.left.abort();
		return this.#terminals.kill(run?.current ?? terminalId);
	}

	async release(terminalId: string): Promise<Result<void>> {
		const run = this.#runs.get(terminalId);
		run?.left.abort();
		this.#runs.delete(terminalId);
		return this.#terminals.release(run?.current ?? terminalId);
	}

	#watchRoom(run: SandboxedRun): void {
		run.stopWatching = watchRoom(this.#client, () => {
			run.hasFilledDisk = true;
			void this.#terminals.kill(run.current);
		});
	}

	async #ended(run: SandboxedRun, exit: ExitStatus): Promise<void> {
		run.stopWatching();
		try {
			const failure = run.left.signal.aborted ? null : await this.#failureOf(run, exit);
			if (failure === null || run.left.signal.aborted) return await this.#settle(run, exit);
			const consent = await askAgain(this.#client, run, failure);
			if (run.left.signal.aborted) return await this.#settle(run, exit);
			if (!consent.isGiven) return await this.#settle(run, exit, whyInsideWords(failure, consent.why));
			const wasInLayer = run.access?.files === 'layer';
			if (wasInLayer) await this.#settling.run(() => dropFromLayer(this.#client));
			if (await this.#again(run, consent.access)) return;
			this.#finish(run, exit, [whyInsideWords(failure, 'not-started')]);
		} catch (error) {
			this.#client.ports.log.write('error', 'the end of a sandboxed command was not looked at', { error });
			this.#finish(run, exit);
		}
	}

	async #failureOf(run: SandboxedRun, exit: ExitStatus): Promise<SandboxFailure | null> {
		const { access, current, action } = run;
		const output = this.#terminals.output(current);
		if (access === null || !output.ok || action.command === undefined) return null;
		const { text } = action.command;
		const ended: EndedCommand = { exit, output: output.value.output, access, text, program: startedProgram(run.spawn) };
		const failure = sandboxFailure(ended);
		if (failure !== null) return (await this.#isOfTheDisk(run, failure)) ? null : failure;
		for (const { port, line } of refusedPorts(ended)) {
			if ((await this.#terminals.listens?.(port)) === true) return { obstacle: 'network', line };
		}
		for (const { path, line } of missingPaths(ended)) {
			if ((await this.#terminals.hides?.(current, path)) === true) return { obstacle: 'hidden', line };
		}
		return null;
	}

	/** The path is read-only without a sandbox, too. */
	async #isOfTheDisk({ spawn }: SandboxedRun, { obstacle, line }: SandboxFailure): Promise<boolean> {
		if (obstacle !== 'read-only') return false;
		const named = pathsIn(line);
		const tried = named.length > 0 ? named : [spawn.cwd];
		const found = await Promise.all(tried.map((path) => this.#terminals.isReadOnly?.(path)));
		return found.every((isReadOnly) => isReadOnly === true);
	}

	/** False where the new run could not be started. */
	async #again(run: SandboxedRun, access: CommandAccess | null): Promise<boolean> {
		const before = this.#terminals.output(run.current);
		if (!before.ok) return false;
		const { sandbox: _, ...spawn } = run.spawn;
		const wasIn = run.current;
		const line = `── ${access === null ? 'run again without the sandbox' : 'run again in a sandbox that opens more'} ──`;
		const started = Promise.withResolvers<void>();
		const created = await this.#terminals.create(access === null ? spawn : { ...spawn, sandbox: access }, {
			onData: (_id, data) => void started.promise.then(() => this.#listener.onData(run.id, data)),
			onExit: (_id, exit) => void started.promise.then(() => this.#ended(run, exit)),
		});
		if (!created.ok) return false;
		run.current = created.value.terminalId;
		run.access = created.value.isSandboxed === true ? access : null;
		run.isTruncated ||= before.value.truncated;
		run.before += `${withLineEnd(before.value.output)}${line}\n`;
		this.#listener.onData(run.id, `\r\n${line}\r\n`);
		started.resolve();
		await this.#terminals.release(wasIn);
		// Released or killed during the start.
		if (!this.#runs.has(run.id)) await this.#terminals.release(run.current);
		else if (run.left.signal.aborted) await this.#terminals.kill(run.current);
		return true;
	}

	/** Ends for the agent once its changes are settled, one command after the other. */
	async #settle(run: SandboxedRun, exit: ExitStatus, failure?: string): Promise<void> {
		const words = failure === undefined ? [] : [failure];
		if (run.access?.files !== 'layer') return this.#finish(run, exit, words);
		const settled = await this.#settling.run(() => settleInLayer(this.#client, run, exit));
		const isRead = settled.because === 'changed nothing' && detailsOf(run.action).isReadOnlyCommand;
		reportSettled(this.#client, { command: run.action.title, because: isRead ? 'read' : settled.because }, settled);
		const ignored = this.#client.ports.commandLayer?.takeIgnored() ?? [];
		const sentences = [
			...words,
			...(settled.words === null ? [] : [settled.words]),
			...(ignored.length === 0 ? [] : [ignoredWords(ignored)]),
		];
		this.#finish(run, settled.exit, sentences, settled.because === 'discarded' && settled.changes.length > 0);
	}

	/** Reports the end once, with sentences for the agent below the output. */
	#finish(run: SandboxedRun, exit: ExitStatus, sentences: readonly string[] = [], isDiscarded = false): void {
		if (run.exit !== null) return;
		for (const sentence of sentences) {
			run.after += `\n[${sentence}]\n`;
			this.#listener.onData(run.id, `\r\n[${sentence}]\r\n`);
		}
		run.exit = exit;
		this.#listener.onExit(run.id, exit, isDiscarded);
		run.ended.resolve(exit);
	}

	/** Forgets runs of sessions that were left. */
	#forgetLeft(): void {
		for (const [id, run] of this.#runs) {
			if (!this.#client.sessions.isServed(run.spawn.sessionId)) this.#runs.delete(id);
		}
	}
}

function withLineEnd(text: string): string {
	return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

async function endOf(run: SandboxedRun, signal: AbortSignal): Promise<Result<ExitStatus>> {
	const cancelled = Promise.withResolvers<Result<ExitStatus>>();
	const stop = (): void => cancelled.resolve(fail('cancelled', 'Nobody waits for this command.'));
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await Promise.race([run.ended.promise.then((exit) => succeed(exit)), cancelled.promise]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** Milliseconds. */
const EVERY = 1000;

/** Calls `onFull` once when the layer's disk is nearly full; returns what ends the watch. */
function watchRoom({ ports: { clock, commandLayer } }: ClientContext, onFull: () => void): () => void {
	let isOver = false;
	let stopTimer = (): void => {};
	const look = async (): Promise<void> => {
		const isFull = (await commandLayer?.isFull()) === true;
		if (isOver) return;
		if (isFull) onFull();
		else stopTimer = clock.after(EVERY, () => void look());
	};
	stopTimer = clock.after(EVERY, () => void look());
	return () => {
		isOver = true;
		stopTimer();
	};
}
