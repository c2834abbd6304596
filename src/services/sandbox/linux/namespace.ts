import { type Result, succeed } from '../../../core/failure.js';
import { quoteWord } from '../../../core/policy/shell/quote-word.js';
import { SANDBOX } from '../sandbox-messages.js';
import { InitProcess } from './init-process.js';
import type { NamespaceOptions } from './namespace-options.js';
import type { NamespaceTools } from './namespace-tools.js';
import { systemCallFilter } from './system-call-filter.js';

export type NamespaceCommand = { readonly command: string; readonly args: readonly string[] };

const SET_UP_TIMEOUT = 10_000;

/**
 * A user, mount, process and IPC namespace with a view of the file system of its own, and perhaps a network of its own.
 * It lives as long as this program, or until `close`: its first process waits for the end of a pipe that only this
 * program holds, so that nothing in it outlives us, however we end.
 *
 * What runs in it has the user's own number, no capability, and no way to gain one: nothing in it can change its mounts.
 * User namespaces it can make only where `nesting` says so, and change those of its own mounts that are not locked. A
 * shell outside of it, but inside of its outer user namespace, can change all (`run`).
 */
export class Namespace {
	/** The number, outside, of its first process: `/proc/PID/root` is what its processes see. */
	readonly pid: number;
	/** The folder that it was put together in. */
	readonly folder: string;
	/** Settles when it is gone, with every process in it. */
	readonly ended: Promise<void>;
	/** Whether what runs in it may make user namespaces of its own. */
	readonly allowsNesting: boolean;
	/** Environment variables for processes that enter besides the agent: the addresses of its proxy. */
	surroundings: Readonly<Record<string, string>> = {};
	readonly #tools: NamespaceTools;
	readonly #hasOwnNetwork: boolean;
	readonly #filter: readonly string[];
	readonly #init: InitProcess;

	private constructor(init: InitProcess, pid: number, options: NamespaceOptions) {
		this.#init = init;
		this.pid = pid;
		this.folder = options.folder;
		this.ended = init.ended;
		this.#tools = options.tools;
		this.#hasOwnNetwork = options.network === 'none';
		this.allowsNesting = options.nesting !== undefined;
		this.#filter = systemCallFilter(options);
	}

	/** Sets one up; fails with `could-not-start` and what the system said. Nothing is left behind then. */
	static async start(options: NamespaceOptions): Promise<Result<Namespace>> {
		const init = new InitProcess(options);
		try {
			init.show(await options.places);
		} catch (error) {
			await init.end();
			throw error;
		}
		const pid = await init.ready(options.timeout ?? SET_UP_TIMEOUT);
		if (pid === null) {
			await init.end();
			return SANDBOX.notSetUp(init.errorText());
		}
		return succeed(new Namespace(init, pid, options));
	}

	/**
	 * Command to start, outside, so that `command` runs inside, in the folder `cwd` of the view. The process that is
	 * started waits for it, and ends as it ends; signals reach it by the process group.
	 */
	enter({ command, args }: NamespaceCommand, cwd: string): NamespaceCommand {
		return this.enterBy('cd -- "$1" && shift && exec "$@"', [cwd, command, ...args]);
	}

	/** The same for lines of /bin/sh, with their arguments. */
	enterBy(script: string, args: readonly string[]): NamespaceCommand {
		const { nsenter, setpriv, sh } = this.#tools;
		return {
			command: nsenter,
			args: [
				`--target=${this.pid}`,
				'--user',
				'--mount',
				'--pid',
				'--ipc',
				...(this.#hasOwnNetwork ? ['--net'] : []),
				'--preserve-credentials',
				setpriv,
				'--no-new-privs',
				'--inh-caps=-all',
				'--ambient-caps=-all',
				'--bounding-set=-all',
				...this.#filter,
				sh,
				'-c',
				script,
				'sh',
				...args,
			],
		};
	}

	/** Words in front of a program of ours, on the files of this machine, that is to be in its network. */
	enterNetwork(): readonly string[] {
		return [this.#tools.nsenter, `--target=${this.pid}`, '--user', '--net', '--preserve-credentials'];
	}

	/**
	 * Runs a line of shell as root of the sandbox's outer user namespace; `mount` and `umount` given as arguments to
	 * `inside` act on its mounts. One line runs at a time. Fails with `internal` and what it wrote to standard error.
	 */
	run(line: string): Promise<Result<void>> {
		return this.#init.run(line);
	}

	/** The shell words that run a program on the mounts of the sandbox, for `run`. */
	inside(words: readonly string[]): string {
		return `${this.#tools.nsenter} --target=${this.pid} --mount ${words.map((word) => quoteWord(word)).join(' ')}`;
	}

	/** Ends it and every process in it. Idempotent; never rejects. */
	close(): Promise<void> {
		return this.#init.end();
	}
}
