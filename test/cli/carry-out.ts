import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { type Program, runCommandLine } from '../../src/cli/run-command-line.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

export type CarriedOut = { readonly code: number; readonly out: string; readonly err: string };

/** Where and with what a command line is carried out. */
export type Place = {
	/** Home, config and state are in it, and nothing else of the environment counts; as it is unless given. */
	readonly home?: string;
	/** The current directory: `home`, or as it is, unless given. */
	readonly cwd?: string;
	/** Beside the environment of `home`, or in its place. */
	readonly env?: Readonly<Record<string, string>>;
	/** Standard input; `open` never ends. */
	readonly input?: string | 'open';
};

const built: Program = {
	version: '0.0.0',
	changelog: join(dist, '../CHANGELOG.md'),
	demoAgent: join(dist, 'demo.js'),
	diagramWorker: join(dist, 'diagram-worker.js'),
	pictureWorker: join(dist, 'picture-worker.js'),
	unpackWorker: join(dist, 'unpack-worker.js'),
};
const self = () => ({
	stop: { signal: new AbortController().signal, end: () => {} },
	hooks: { restoreTerminal: null, close: null, report: null },
});

/** One at a time: what is replaced belongs to the whole process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Carries out a command line in this process as the program would without a terminal. A start of the program costs half
 * a second of a core; signals and what the launcher does need one. Files that use this are called `*.alone.test.ts`.
 */
export function carryOut(argv: readonly string[], place: Place = {}): Promise<CarriedOut> {
	const next = last.then(() => carryOutNow(argv, place));
	last = next.catch(() => {});
	return next;
}

async function carryOutNow(argv: readonly string[], place: Place): Promise<CarriedOut> {
	const { home, cwd = home, input = '' } = place;
	const before = { env: { ...process.env }, cwd: cwd === undefined ? null : process.cwd() };
	const written = { out: '', err: '' };
	const into =
		(where: 'out' | 'err') =>
		(words: unknown, ...rest: readonly unknown[]): boolean => {
			written[where] += String(words);
			const done = rest.at(-1);
			if (typeof done === 'function') done();
			return true;
		};
	const stdin = input === 'open' ? new Readable({ read: () => {} }) : Readable.from(input === '' ? [] : [input]);
	const spies = [
		vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin),
		vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
		vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
	];
	// Each run listens for errors, and does so until the program ends.
	for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
	if (home !== undefined) setEnvironment({ ...environment(home), ...place.env });
	if (cwd !== undefined) process.chdir(cwd);
	try {
		return { code: await runCommandLine(argv, built, self()), ...written };
	} finally {
		if (before.cwd !== null) process.chdir(before.cwd);
		if (home !== undefined) setEnvironment(before.env);
		for (const spy of spies) spy.mockRestore();
	}
}

/** The process's own: another object in its place is not what `os.homedir()` reads. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
	Object.assign(process.env, env);
}

const environment = (home: string): Record<string, string> => ({
	PATH: `${process.execPath.replace(/\/[^/]*$/, '')}:/usr/bin:/bin`,
	HOME: home,
	ACP_TUI_CONFIG_DIR: join(home, 'config'),
	ACP_TUI_STATE_DIR: join(home, 'state'),
	ACP_TUI_DEMO_PACE: '0',
});
