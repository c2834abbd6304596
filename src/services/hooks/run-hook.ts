import { messageOf } from '../../core/failure.js';
import type { Hook, HookEnd } from '../../core/hooks/hook.js';
import type { ProcessGuard } from '../../core/ports.js';
import { runProgram } from '../programs/run-program.js';
import { buildEnvironment } from '../terminals/command-environment.js';

export type HookPlace = {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Variables passed on although they look like secrets. */
	readonly keepEnv: readonly string[];
	readonly guard: ProcessGuard;
};

/** Characters kept of each stream, and written in all before it is ended. */
const KEPT = 256 * 1024;
const MOST_WRITTEN = 8 * 1024 * 1024;
/** Hooks at the same time: an agent that asks a thousand things must not start a thousand programs. */
const MOST_RUNNING = 8;

/** Runs hooks as the shell of the system reads them, in the workspace, without the secrets of the environment. */
export class HookRunner {
	readonly #place: HookPlace;
	#running = 0;
	readonly #waiting: (() => void)[] = [];

	constructor(place: HookPlace) {
		this.#place = place;
	}

	async run(hook: Pick<Hook, 'command' | 'timeout'>, input: string, signal: AbortSignal): Promise<HookEnd> {
		if (this.#running >= MOST_RUNNING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		this.#running += 1;
		try {
			return await this.#run(hook, input, signal);
		} catch (error) {
			return { type: 'not-started', because: messageOf(error) };
		} finally {
			this.#running -= 1;
			this.#waiting.shift()?.();
		}
	}

	async #run(
		{ command, timeout }: Pick<Hook, 'command' | 'timeout'>,
		input: string,
		signal: AbortSignal,
	): Promise<HookEnd> {
		const { cwd, env, keepEnv, guard } = this.#place;
		const environment = buildEnvironment(env, [], keepEnv);
		if (!environment.ok) return { type: 'not-started', because: environment.failure.message };
		const late = AbortSignal.timeout(timeout * 1000);
		const flood = new AbortController();
		const wrote = { stdout: '', stderr: '' };
		let written = 0;
		const [file, ...args] = SHELL;
		const end = await runProgram({
			file,
			args: [...args, command],
			cwd,
			env: environment.value,
			signal: AbortSignal.any([signal, late, flood.signal]),
			guard,
			endsAll: true,
			input,
			onOutput: (from, text) => {
				written += text.length;
				if (written > MOST_WRITTEN) flood.abort();
				const room = KEPT - wrote[from].length;
				if (room > 0) wrote[from] += text.slice(0, room);
			},
		});
		switch (end.type) {
			case 'exited':
				return { type: 'exited', code: end.code, signal: end.signal, ...wrote };
			case 'not-started':
				return { type: 'not-started', because: messageOf(end.error) };
			case 'stopped':
				return { type: signal.aborted ? 'stopped' : flood.signal.aborted ? 'flooded' : 'late' };
		}
	}
}

const SHELL: readonly [string, ...string[]] =
	process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c'] : ['/bin/sh', '-c'];
