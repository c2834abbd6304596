import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sweepLayers } from '../../../../src/services/shadow/layers/session-layer.js';
import { Shadows } from '../../../../src/services/shadow/shadows.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { descendantsOf, type KnownProcess, livingOf, processesOf } from './left-behind.js';

const IS_LONG = env['ACP_TUI_LONG'] === '1';
/** So many random moments for each kind of work; those are killed side by side. */
const MOMENTS = IS_LONG ? 500 : 2;
/** How long a round of the work takes as a rule, in ms. */
const ROUND = 250;
/** Everything must be gone within this time, in ms. */
const GONE = 20_000;
/** How long the program may take for a round, and to end, in ms: much more than it needs on any machine. */
const PATIENCE = 120_000;
/** For one test, in ms. */
const TIMEOUT = IS_LONG ? 3_600_000 : 3 * PATIENCE;

const WORKS = ['start', 'switch', 'command', 'layer', 'shadow'] as const;

// Answers the handshake, and changes files all the time, also by a process that leaves its group.
const AGENT = `
(setsid sh -c 'while :; do echo x >>agent.log; sleep 0.05; done') </dev/null >/dev/null 2>&1 &
for name in 1 2 3; do echo changed >"$name.txt"; done
read -r line
rest=\${line#*'"id":'}
echo '{"jsonrpc":"2.0","id":'\${rest%%[!0-9]*}',"result":{"protocolVersion":1,"agentCapabilities":{}}}'
while read -r line; do echo x >>agent.log; done
`;

describe.runIf(process.platform === 'linux')('sandboxes', () => {
	it('leave nothing when the program is killed', { timeout: TIMEOUT, retry: 0 }, async () => {
		const bundle = await bundled();
		const killOver = async (work: string): Promise<void> => {
			const desk = makeDesk();
			for (let moment = 0; moment < MOMENTS; moment += 1) await killProgram([bundle, work, desk]);
		};
		await Promise.all(WORKS.map(killOver));
	});

	it('go on when something of theirs is killed', { timeout: TIMEOUT, retry: 0 }, async () => {
		const bundle = await bundled();
		const killWithin = async (work: string): Promise<void> => {
			const desk = makeDesk();
			const program = await Program.start([bundle, work, desk]);
			for (let moment = 0; moment < MOMENTS; moment += 1) {
				await wait(Math.random() * (ROUND / 2));
				const victims = descendantsOf(program.pid);
				const victim = victims[Math.floor(Math.random() * victims.length)];
				if (victim !== undefined) end(victim.pid);
			}
			expect(await program.finish()).toBe(0);
			expect(program.said()).not.toContain('false');
			await expectNothingLeft(desk, []);
		};
		await Promise.all(WORKS.map(killWithin));
	});
});

/** The program in one file, beside the packages that are not bundled. */
async function bundled(): Promise<string> {
	const packages = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));
	const file = join(packages, '.cache', `killed-${process.pid}.mjs`);
	const input = fileURLToPath(new URL('program.ts', import.meta.url));
	const bundle = await rolldown({ input, platform: 'node', external: /node-pty/, logLevel: 'silent' });
	await bundle.write({ file, format: 'esm', codeSplitting: false });
	await bundle.close();
	onTestFinished(() => rmSync(file, { force: true }));
	return file;
}

/** A home for one program after the other: what one leaves behind the next one meets. */
function makeDesk(): string {
	const folder = temporaryFolder();
	for (const name of ['workspace', 'tmp', 'state']) mkdirSync(join(folder, name));
	for (const name of ['1', '2', 'here']) writeFileSync(join(folder, 'workspace', `${name}.txt`), `${name}\n`);
	writeFileSync(join(folder, 'agent.sh'), AGENT);
	return folder;
}

async function killProgram([bundle, work, desk]: readonly [string, string, string]): Promise<void> {
	const program = await Program.start([bundle, work, desk]);
	await wait(Math.random() * ROUND);
	const descendants = descendantsOf(program.pid);
	await program.kill();
	await expectNothingLeft(desk, descendants);
	if (work === 'layer') {
		await sweepLayers(join(desk, 'state'));
		expect(readdirSync(join(desk, 'state', 'layers', 'shadow'))).toEqual([]);
		// What was being applied is there as a whole, with nothing beside it.
		const names = ['1.txt', '2.txt', 'here.txt', 'pair-1.txt', 'pair-2.txt'];
		expect(readdirSync(join(desk, 'workspace')).toSorted()).toEqual(names);
		const pair = names.slice(3).map((name) => readFileSync(join(desk, 'workspace', name), 'utf8'));
		expect(pair[0]).toBe(pair[1]);
	}
	if (work !== 'shadow') return;
	const rows = await new Shadows({ stateDir: join(desk, 'state') }).listAll();
	const kept = readdirSync(join(desk, 'state', 'shadow'));
	expect(kept.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
	for (const { id, files } of rows) {
		expect(files).toBeGreaterThan(0);
		expect(await new Shadows({ stateDir: join(desk, 'state') }).remove(id)).toMatchObject({ ok: true });
	}
	expect(readdirSync(join(desk, 'workspace')).toSorted()).toEqual(['1.txt', '2.txt', 'here.txt']);
	expect(readFileSync(join(desk, 'workspace', '1.txt'), 'utf8')).toBe('1\n');
}

async function expectNothingLeft(desk: string, descendants: readonly KnownProcess[]): Promise<void> {
	const left = (): readonly unknown[] => [
		...processesOf(desk),
		...livingOf(descendants),
		...readdirSync(join(desk, 'tmp')).map((name) => ({ file: join(desk, 'tmp', name) })),
	];
	await expect.poll(left, { timeout: GONE, interval: 20 }).toEqual([]);
	expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(desk);
}

function end(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended by itself.
	}
}

/** The program that is killed, or whose processes are. */
class Program {
	readonly #child: ChildProcess;
	readonly #ended: Promise<unknown>;
	readonly #work: string;
	#said = '';

	private constructor(args: readonly [string, string, string]) {
		this.#child = spawn(execPath, args, {
			env: { PATH: env['PATH'], HOME: args[2], TMPDIR: join(args[2], 'tmp') },
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		this.#work = args[1];
		this.#ended = once(this.#child, 'exit');
		onTestFinished(() => void this.#child.kill('SIGKILL'));
		this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
			this.#said += text;
		});
	}

	/** Starts it; it is at work once a first round was done. */
	static async start(args: readonly [string, string, string]): Promise<Program> {
		const program = new Program(args);
		const isReady = (): boolean => program.#said.startsWith('ready');
		const until = performance.now() + PATIENCE;
		while (!isReady() && program.#child.exitCode === null) {
			if (performance.now() > until) program.#hangs();
			await wait(2);
		}
		expect(program.#child.exitCode).toBeNull();
		return program;
	}

	get pid(): number {
		return this.#child.pid ?? 0;
	}

	said(): string {
		return this.#said;
	}

	async kill(): Promise<void> {
		this.#child.kill('SIGKILL');
		await this.#ended;
	}

	/** Lets it end what it does, once more without trouble; returns its exit code. */
	async finish(): Promise<number | null> {
		this.#child.stdin?.end('end\n');
		const late = wait(PATIENCE, 'late', { ref: false });
		if ((await Promise.race([this.#ended, late])) === 'late') this.#hangs();
		return this.#child.exitCode;
	}

	/** Fails with what tells where it hangs. */
	#hangs(): never {
		const living = descendantsOf(this.pid).map(({ pid, command }) => `${pid} ${command}`);
		throw new Error([`“${this.#work}” hangs after: ${this.#said.slice(-200)}`, ...living].join('\n'));
	}
}
