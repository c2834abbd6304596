import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How the program ended. */
type Ended = {
	readonly code: number | null;
	readonly signal: string | null;
	readonly out: string;
	readonly err: string;
};

/** The running program. */
export type Program = {
	readonly pid: number;
	/** Settles when standard output or error holds `text`. */
	sees(text: string): Promise<void>;
	kill(signal: NodeJS.Signals): void;
	closeOutput(): void;
	readonly ended: Promise<Ended>;
};

/** Starts the built program (`npm run build`) as a script would: without a terminal. */
export function startProgram(
	args: readonly string[],
	options: {
		readonly home: string;
		readonly cwd?: string;
		readonly input?: string | 'open';
		/** Beside the usual environment, or in its place. */
		readonly env?: Readonly<Record<string, string>>;
	},
): Program {
	if (!existsSync(`${root}dist/main.js`)) throw new Error('dist/ is missing: npm run build');
	const { home, cwd = home, input = '', env = {} } = options;
	const child = spawn(process.execPath, [`${root}bin/acp-tui.js`, ...args], {
		cwd,
		env: {
			PATH: `${process.execPath.replace(/\/[^/]*$/, '')}:/usr/bin:/bin`,
			HOME: home,
			ACP_TUI_CONFIG_DIR: `${home}/config`,
			ACP_TUI_STATE_DIR: `${home}/state`,
			ACP_TUI_DEMO_PACE: '0',
			// Compiling the program anew for each run would be most of its start.
			NODE_COMPILE_CACHE: `${root}node_modules/.cache/drive`,
			...env,
		},
	});
	if (input !== 'open') child.stdin.end(input);
	let out = '';
	let err = '';
	const watchers = new Set<() => void>();
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		out += text;
		for (const watcher of watchers) watcher();
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		err += text;
		for (const watcher of watchers) watcher();
	});
	const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }));
	return {
		pid: child.pid ?? 0,
		sees: (text) =>
			new Promise((resolve, reject) => {
				const look = () => {
					if (out.includes(text) || err.includes(text)) resolve();
				};
				watchers.add(look);
				look();
				ended.then(() => reject(new Error(`ended without ${text}: ${out}${err}`)), reject);
			}),
		kill: (signal) => child.kill(signal),
		closeOutput: () => child.stdout.destroy(),
		ended,
	};
}
