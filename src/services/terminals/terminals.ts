import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { CommandsChange, WorkspaceAccess } from '../../core/sandbox/confinement.js';
import type { TerminalListener, TerminalSpawn, TerminalsPort } from '../../core/terminals-port.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { createIds } from '../ids.js';
import { findExecutable } from '../programs/executable.js';
import { buildEnvironment } from './command-environment.js';
import type { Terminal } from './command-terminal.js';
import { type PrepareOptions, prepareCommand } from './prepare-command.js';
import { TERMINALS } from './terminals-messages.js';

export type TerminalsOptions = Omit<PrepareOptions, 'exactEnv'> & {
	readonly maxTerminals?: number;
	/** Milliseconds after which a command is ended; unlimited by default. */
	readonly runtimeLimit?: number;
};

/** Milliseconds for a command allowed without asking, because it only reads. */
const READING_LIMIT = 300_000;
const DEFAULT_MAX_TERMINALS = 64;
/** Ended commands that may await their release, per running one. */
const HELD_PER_RUNNING = 16;

/**
 * Commands in pseudo-terminals, each in a session of its own, without keyboard input. A command runs as given: a shell
 * is used only when the command is one.
 */
export function createTerminals(options: TerminalsOptions): TerminalsPort {
	return new AgentTerminals(options);
}

class AgentTerminals implements TerminalsPort {
	readonly #options: TerminalsOptions;
	readonly #maxTerminals: number;
	readonly #ids = createIds();
	readonly #terminals = new Map<string, Terminal>();
	readonly #hides = new Map<string, (path: string) => Promise<boolean>>();
	/** Unsandboxed commands, with their command lines. */
	readonly #loose = new Map<Terminal, string>();
	/** Released terminals that have not ended yet. */
	readonly #dying = new Set<Terminal>();
	/** Only then the layer ends with these commands: a side question's terminals are in the same sandbox. */
	#hasUsedLayer = false;
	#starting = 0;
	/** Counts closings of all terminals, and of a session's: a command closed in its preparation must not start. */
	#closedAll = 0;
	readonly #closedSessions = new Map<string, number>();

	constructor(options: TerminalsOptions) {
		this.#options = options;
		this.#maxTerminals = options.maxTerminals ?? DEFAULT_MAX_TERMINALS;
	}

	hasRoom(): boolean {
		const running = [...this.#terminals.values(), ...this.#dying].filter((terminal) => terminal.isRunning).length;
		return (
			this.#starting + running < this.#maxTerminals && this.#terminals.size < this.#maxTerminals * HELD_PER_RUNNING
		);
	}

	async isProgram({ command, cwd, env }: Parameters<NonNullable<TerminalsPort['isProgram']>>[0]): Promise<boolean> {
		const environment = buildEnvironment(this.#options.env, env, this.#options.keepEnv ?? []);
		return environment.ok && (await findExecutable(command, { cwd, env: environment.value })).ok;
	}

	async create(request: TerminalSpawn, listener: TerminalListener): ReturnType<TerminalsPort['create']> {
		if (!this.hasRoom()) return TERMINALS.tooMany(request.command);
		this.#starting += 1;
		try {
			return await this.#start(request, listener);
		} finally {
			this.#starting -= 1;
		}
	}

	output(terminalId: string): ReturnType<TerminalsPort['output']> {
		const found = this.#find(terminalId);
		return found.ok ? succeed(found.value.output()) : found;
	}

	async waitForExit(terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>> {
		const found = this.#find(terminalId);
		return found.ok ? waitFor(found.value.exited, signal) : found;
	}

	async hides(terminalId: string, path: string): Promise<boolean> {
		return (await this.#hides.get(terminalId)?.(path)) ?? false;
	}

	isReadOnly(path: string): Promise<boolean> {
		return isReadOnly(path);
	}

	async listens(port: number): Promise<boolean> {
		const { listensOn } = await import('../sandbox/listening-ports.js');
		return listensOn(port);
	}

	async kill(terminalId: string): Promise<Result<void>> {
		const found = this.#find(terminalId);
		return found.ok ? endedOrNot(await found.value.end()) : found;
	}

	async release(terminalId: string): Promise<Result<void>> {
		const terminal = this.#terminals.get(terminalId);
		return terminal === undefined ? succeed(undefined) : endedOrNot(await this.#forget(terminalId, terminal));
	}

	async closeAll(sessionId?: string): Promise<void> {
		if (sessionId === undefined) this.#closedAll += 1;
		else this.#closedSessions.set(sessionId, (this.#closedSessions.get(sessionId) ?? 0) + 1);
		const isMeant = (terminal: Terminal) => sessionId === undefined || terminal.sessionId === sessionId;
		const already = [...this.#dying].filter(isMeant).map((terminal) => terminal.end());
		const now = [...this.#terminals].filter(([, terminal]) => isMeant(terminal));
		await Promise.all([...already, ...now.map(([terminalId, terminal]) => this.#forget(terminalId, terminal))]);
		// Processes that commands left in the layer belong to the former session.
		if (!this.#hasUsedLayer) return;
		this.#hasUsedLayer = false;
		await this.#options.sandbox?.endLayer?.();
	}

	async #start(request: TerminalSpawn, listener: TerminalListener): ReturnType<TerminalsPort['create']> {
		const { runtimeLimit = null } = this.#options;
		const before = this.#timesClosed(request.sessionId);
		const prepared = await prepareCommand(request, this.#options);
		if (!prepared.ok) return prepared;
		if (this.#timesClosed(request.sessionId) !== before) {
			prepared.value.drop();
			return fail('could-not-start', `${request.command} was not started: its session was closed.`);
		}
		const terminalId = this.#ids.next('term');
		const terminal = prepared.value.start(
			{ onData: (data) => listener.onData(terminalId, data), onExit: (exit) => listener.onExit(terminalId, exit) },
			shorter(runtimeLimit, request.notFrom === undefined ? null : READING_LIMIT),
		);
		if (!terminal.ok) return terminal;
		this.#terminals.set(terminalId, terminal.value);
		this.#hasUsedLayer ||= request.sandbox?.files === 'layer';
		this.#hides.set(terminalId, prepared.value.hides);
		if (prepared.value.isLoose) this.#noteLoose(terminal.value, [request.command, ...request.args].join(' '));
		return succeed({ terminalId, ...(prepared.value.isSandboxed ? { isSandboxed: true } : {}) });
	}

	async setAccess(access: WorkspaceAccess): Promise<CommandsChange> {
		const change = (await this.#options.sandbox?.setAccess?.(access)) ?? { ended: [] };
		const running = [...this.#loose];
		if (access === 'write' || running.length === 0) return { ...change, loose: null };
		const gone = Promise.all(running.map(([terminal]) => terminal.exited)).then(() => {});
		return { ...change, loose: { commands: running.map(([, command]) => command), gone } };
	}

	#noteLoose(terminal: Terminal, command: string): void {
		this.#loose.set(terminal, command);
		void terminal.exited.then(() => this.#loose.delete(terminal));
	}

	#timesClosed(sessionId: string): number {
		return this.#closedAll + (this.#closedSessions.get(sessionId) ?? 0);
	}

	#find(terminalId: string): Result<Terminal> {
		const terminal = this.#terminals.get(terminalId);
		return terminal === undefined ? TERMINALS.unknown(terminalId) : succeed(terminal);
	}

	async #forget(terminalId: string, terminal: Terminal): Promise<boolean> {
		this.#terminals.delete(terminalId);
		this.#hides.delete(terminalId);
		this.#dying.add(terminal);
		try {
			return await terminal.end();
		} finally {
			this.#dying.delete(terminal);
		}
	}
}

function shorter(first: number | null, second: number | null): number | null {
	return first === null || second === null ? (first ?? second) : Math.min(first, second);
}

function endedOrNot(isGone: boolean): Result<void> {
	return isGone ? succeed(undefined) : TERMINALS.notEnded();
}

async function waitFor(exited: Promise<ExitStatus>, signal: AbortSignal): Promise<Result<ExitStatus>> {
	const cancelled = fail('cancelled', 'Nobody waits for this command.');
	if (signal.aborted) return cancelled;
	let stop = () => {};
	const aborted = new Promise<Result<ExitStatus>>((resolve) => {
		stop = () => resolve(cancelled);
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([exited.then((exit) => succeed(exit)), aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** Whether an absolute path, existing or not, is on a read-only file system. */
async function isReadOnly(path: string): Promise<boolean> {
	for (let at = path; ; at = dirname(at)) {
		const code = await access(at, constants.W_OK).then(
			() => null,
			(error: NodeJS.ErrnoException) => error.code,
		);
		if ((code !== 'ENOENT' && code !== 'ENOTDIR') || at === dirname(at)) return code === 'EROFS';
	}
}
