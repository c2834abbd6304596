import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type Result, succeed } from '../../../core/failure.js';
import { Serial } from '../../../core/serial.js';
import { SANDBOX } from '../sandbox-messages.js';
import { initScript, viewScript } from './init-script.js';
import type { Place } from './mount-place.js';
import type { NamespaceOptions } from './namespace-options.js';
import { bytesOf } from './path-text.js';

/** Characters kept of what went wrong. */
const MOST_ERROR_TEXT = 4000;

export class InitProcess {
	readonly ended: Promise<void>;
	readonly #scripted: Parameters<typeof viewScript>[0];
	readonly #child: ChildProcess;
	readonly #lines: string[] = [];
	readonly #waiting: ((line: string | null) => void)[] = [];
	#rest = '';
	#errors = '';
	#isOver = false;
	readonly #requests = new Serial();

	constructor({ timeout: _, places: __, ...options }: NamespaceOptions) {
		const { tools } = options;
		this.#scripted = { ...options, user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } };
		const shell = [tools.sh, '-c', initScript(this.#scripted)];
		this.#child = spawn(tools.unshare, ['--user', '--map-root-user', '--mount', ...shell], {
			// No variable of the user is needed, and no preloaded library is wanted.
			env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
			cwd: '/',
			// Signals from the terminal must not reach it.
			detached: true,
			stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
		});
		this.ended = new Promise((resolve) => {
			const over = (): void => {
				this.#isOver = true;
				for (const each of this.#waiting.splice(0)) each(null);
				resolve();
			};
			this.#child.once('close', over);
			this.#child.once('error', (error) => {
				this.#errors += error.message;
				over();
			});
		});
		// Killed before its child asked for a signal at its end, it leaves a sandbox that nobody can change or end.
		this.#child.once('exit', () => void this.end());
		this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
		this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#errors = `${this.#errors}${text}`.slice(-MOST_ERROR_TEXT);
		});
		// The end of the process reports a broken pipe.
		this.#child.stdin?.on('error', () => {});
		this.#lifeline()?.on('error', () => {});
		this.#script()?.on('error', () => {});
		const signOfLife = this.#stream<Readable>(4);
		signOfLife?.on('error', () => {});
		// The shell outside would wait for lines in vain.
		signOfLife?.once('close', () => void this.end()).resume();
		this.#unref();
	}

	/** Sends the places to show, once: finding them takes time while the process starts. */
	show(places: readonly Place[]): void {
		this.#script()?.end(bytesOf(viewScript(this.#scripted, places)));
	}

	/** The number of the first process inside, once everything is set up; null when it was not. */
	async ready(timeout: number): Promise<number | null> {
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<null>((resolve) => {
			timer = setTimeout(() => resolve(null), timeout);
		});
		// The shell and the init process write one line each, in any order.
		const said = await Promise.race([Promise.all([this.#line(), this.#line()]), late]);
		clearTimeout(timer);
		if (said === null || !said.includes('ready')) return null;
		const outer = /^outer (\d+)$/m.exec(said.join('\n'))?.[1];
		return outer === undefined ? null : onlyChildOf(Number(outer));
	}

	run(line: string): Promise<Result<void>> {
		return this.#requests.run(async () => {
			if (this.#isOver) return SANDBOX.ended();
			this.#errors = '';
			this.#child.stdin?.write(bytesOf(`${onOneLine(line)}\n`));
			const said = await heldOpen(this.#line());
			if (said === null) return SANDBOX.ended();
			return said === 'done 0' ? succeed(undefined) : SANDBOX.notChanged(this.errorText());
		});
	}

	errorText(): string {
		return this.#errors.trim();
	}

	async end(): Promise<void> {
		this.#child.stdin?.end();
		this.#lifeline()?.end();
		this.#lifeline()?.destroy();
		this.#script()?.destroy();
		if (!this.#isOver && this.#child.pid !== undefined) {
			const kill = setTimeout(() => this.#child.kill('SIGKILL'), 1000);
			await heldOpen(this.ended);
			clearTimeout(kill);
		}
	}

	#lifeline(): Writable | null {
		return this.#stream<Writable>(3);
	}

	#script(): Writable | null {
		return this.#stream<Writable>(5);
	}

	/** Null where the process could not be started: with no file descriptors left there are no streams at all. */
	#stream<Stream extends Readable | Writable>(at: number): Stream | null {
		return (this.#streams()[at] as Stream | null | undefined) ?? null;
	}

	#streams(): readonly (Readable | Writable | null | undefined)[] {
		return (this.#child.stdio as ChildProcess['stdio'] | undefined) ?? [];
	}

	/** Lets this program end while the process runs. */
	#unref(): void {
		this.#child.unref();
		for (const stream of this.#streams()) {
			if (stream !== null && stream !== undefined && 'unref' in stream) (stream.unref as () => void).call(stream);
		}
	}

	#receive(text: string): void {
		this.#rest += text;
		const lines = this.#rest.split('\n');
		this.#rest = lines.pop() ?? '';
		for (const line of lines) {
			const waiting = this.#waiting.shift();
			if (waiting === undefined) this.#lines.push(line);
			else waiting(line);
		}
	}

	#line(): Promise<string | null> {
		const line = this.#lines.shift();
		if (line !== undefined) return Promise.resolve(line);
		if (this.#isOver) return Promise.resolve(null);
		return new Promise((resolve) => this.#waiting.push(resolve));
	}
}

/** Waits, and keeps this program from ending meanwhile: its handles to the init process do not. */
async function heldOpen<T>(waited: Promise<T>): Promise<T> {
	const timer = setInterval(() => {}, 60_000);
	try {
		return await waited;
	} finally {
		clearInterval(timer);
	}
}

/** The shell outside reads line by line: a name may hold line breaks. */
function onOneLine(line: string): string {
	if (!line.includes('\n')) return line;
	const octal = [...bytesOf(line)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
	return `eval "$(printf '%b' '${octal}')"`;
}

/** unshare(1) has one child: the first process of the process namespace. */
function onlyChildOf(pid: number): number | null {
	try {
		const child = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim(), 10);
		return Number.isInteger(child) ? child : null;
	} catch {
		return null;
	}
}
