import { defined } from '../../core/defined.js';
import { type Result, succeed } from '../../core/failure.js';
import type { ProcessGuard } from '../../core/ports.js';
import type { TerminalSpawn } from '../../core/terminals-port.js';
import { isFolder } from '../files/what-is-there.js';
import { newMark } from '../programs/end-processes.js';
import { findExecutable } from '../programs/executable.js';
import type { CommandSandboxPort } from '../sandbox/commands/command-sandbox-port.js';
import { SANDBOX } from '../sandbox/sandbox-messages.js';
import { buildEnvironment, type CommandEnvironment } from './command-environment.js';
import { Terminal, type TerminalEvents } from './command-terminal.js';
import { boundedCommand, MOST_MEMORY, readingEnvironment } from './reading-command.js';
import { TERMINALS } from './terminals-messages.js';

export type PreparedCommand = {
	readonly isSandboxed: boolean;
	/** Neither in a sandbox of its own nor in that of its agent. */
	readonly isLoose: boolean;
	/** `runtimeLimit`: milliseconds; null for none. */
	start(events: TerminalEvents, runtimeLimit: number | null): Result<Terminal>;
	drop(): void;
	hides(path: string): Promise<boolean>;
};

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;
const COLUMNS = 120;
const ROWS = 32;

export type PrepareOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The workspace and the additional directories: a command allowed by its name never runs a program from there. */
	readonly folders?: () => readonly string[];
	/** Variables passed on although they look like secrets. */
	readonly keepEnv?: readonly string[];
	/** Replaces the environment made of `env` and `keepEnv`. */
	readonly exactEnv?: CommandEnvironment;
	readonly guard?: ProcessGuard;
	readonly sandbox?: CommandSandboxPort;
};

/**
 * Checks everything that node-pty would not report (its child only exits when the command cannot be run) and returns a
 * starter; both fail with `could-not-start`.
 */
export async function prepareCommand(
	request: TerminalSpawn,
	options: PrepareOptions,
): Promise<Result<PreparedCommand>> {
	const { command, args, cwd, sessionId, sandbox: access } = request;
	if (args.some((argument) => argument.includes('\0'))) return TERMINALS.nulInArgument(command);
	const given =
		options.exactEnv === undefined
			? buildEnvironment(options.env, request.env, options.keepEnv ?? [])
			: succeed(options.exactEnv);
	if (!given.ok) return given;
	const { notFrom } = request;
	const isReading = notFrom !== undefined;
	const environment = isReading
		? await readingEnvironment(given.value, [notFrom, ...(options.folders?.() ?? [])])
		: given.value;
	const seen = (await options.sandbox?.seen?.()) ?? null;
	if (!(await (seen?.isFolder ?? isFolder)(cwd))) return TERMINALS.noSuchFolder(command, cwd);
	const executable = await findExecutable(command, { cwd, env: environment, ...defined({ look: seen?.lookAt }) });
	if (!executable.ok) return executable;
	const library = await loadPty();
	if (!library.ok) return library;
	const sandboxed = await options.sandbox?.enter({
		program: executable.value,
		args,
		cwd,
		env: environment,
		...defined({ access, memory: isReading ? MOST_MEMORY : undefined }),
	});
	if (sandboxed?.ok === false) return sandboxed;
	const entered = sandboxed?.value ?? null;
	if (entered === null && access?.files === 'layer') return SANDBOX.noLayer();
	const leave = entered?.leave ?? (() => {});
	const [file, words] = isReading ? boundedCommand(executable.value, args) : [executable.value, args];
	// Processes in a sandbox end with it, and those that the user's commands leave are the user's.
	const marked = entered === null && options.exactEnv === undefined ? newMark() : null;
	const started = entered ?? { file, args: words, cwd, env: { ...environment, ...marked?.env } };
	return succeed({
		isSandboxed: entered !== null && entered.isAgents !== true,
		isLoose: entered === null,
		drop: leave,
		hides: entered?.hides ?? (async () => false),
		start(events, runtimeLimit) {
			try {
				const pty = library.value.spawn(started.file, [...started.args], {
					name: environment.TERM,
					cols: COLUMNS,
					rows: ROWS,
					cwd: started.cwd,
					env: started.env,
					encoding: null,
				});
				const terminal = new Terminal(pty, {
					sessionId,
					byteLimit: clampLimit(request.outputByteLimit),
					runtimeLimit,
					events,
					guard: options.guard,
					isLeaderWaiting: entered?.isWaiter ?? false,
					...defined({ mark: marked?.mark }),
				});
				void terminal.exited.then(leave);
				return succeed(terminal);
			} catch (error) {
				leave();
				return TERMINALS.noPseudoTerminal(command, error);
			}
		},
	});
}

/** Imported with the first command: it is a native module, and most sessions never need it. */
async function loadPty(): Promise<Result<typeof import('node-pty')>> {
	try {
		return succeed(await import('node-pty'));
	} catch (error) {
		return TERMINALS.noTerminalModule(error);
	}
}

function clampLimit(limit: number | undefined): number {
	if (limit === undefined || Number.isNaN(limit)) return DEFAULT_OUTPUT_BYTES;
	return Math.floor(Math.min(Math.max(0, limit), MOST_OUTPUT_BYTES));
}
