import { spawn } from 'node:child_process';
import { findTrusted, trustedEnvironment } from '../trusted-path.js';

/** One run of git. */
type GitRun = {
	readonly input?: string;
	/** Gets standard output piece by piece; false ends the run as a failure. */
	onOutput(chunk: Buffer): boolean;
};

/** Runs git in the workspace, reading only. */
export type GitCommand = {
	/** True when it ended with 0. Never throws. */
	run(args: readonly string[], run: GitRun): Promise<boolean>;
	/** Standard output of a run, or null when it failed or said more than `maxBytes`. */
	output(args: readonly string[], maxBytes: number): Promise<Buffer | null>;
};

/** Milliseconds. A pipe in place of an ignore file keeps git waiting for ever. */
const PATIENCE = 20_000;

/**
 * What a repository's own configuration could make git run is switched off or given a command that
 * fails; only commands that run no filter, hook or text conversion are used on top of that.
 */
const SAFE_CONFIG = [
	'core.fsmonitor=false',
	'core.hooksPath=/dev/null',
	'core.pager=cat',
	'core.quotePath=false',
	'core.sshCommand=false',
	'core.alternateRefsCommand=false',
	'core.editor=false',
	'credential.helper=',
	'protocol.allow=never',
	'safe.bareRepository=explicit',
	'submodule.recurse=false',
	'gc.auto=0',
	'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** The person's own settings that say which repositories are trusted and what is ignored. */
const KEPT_VARIABLES = [
	'HOME',
	'USERPROFILE',
	'XDG_CONFIG_HOME',
	'GIT_CONFIG_GLOBAL',
	'GIT_CONFIG_SYSTEM',
	'GIT_CONFIG_NOSYSTEM',
	'GIT_CEILING_DIRECTORIES',
	'SystemRoot',
	'TMPDIR',
	'TEMP',
];

/** Finds git on PATH, outside of the workspace; null when there is none. `signal` ends what runs; later runs fail. */
export async function findGit(
	workspace: string,
	env: Readonly<Record<string, string | undefined>>,
	signal: AbortSignal,
): Promise<GitCommand | null> {
	const trusted = await trustedEnvironment(workspace, env);
	const found = await findTrusted('git', workspace, trusted);
	if (!found.ok) return null;
	return createGitCommand(found.value, workspace, safeEnvironment(env, trusted['PATH'] ?? ''), signal);
}

function safeEnvironment(
	env: Readonly<Record<string, string | undefined>>,
	path: string,
): Readonly<Record<string, string>> {
	const kept = KEPT_VARIABLES.flatMap((name) => {
		const value = env[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	return {
		...Object.fromEntries(kept),
		PATH: path,
		LC_ALL: 'C',
		GIT_OPTIONAL_LOCKS: '0',
		GIT_NO_LAZY_FETCH: '1',
		GIT_ALLOW_PROTOCOL: 'none',
		GIT_NO_REPLACE_OBJECTS: '1',
		GIT_TERMINAL_PROMPT: '0',
		GIT_ASKPASS: 'false',
		GIT_PAGER: 'cat',
	};
}

function createGitCommand(
	file: string,
	cwd: string,
	env: Readonly<Record<string, string>>,
	signal: AbortSignal,
): GitCommand {
	const run: GitCommand['run'] = (args, { input, onOutput }) =>
		new Promise((resolve) => {
			if (signal.aborted) {
				resolve(false);
				return;
			}
			const isGroup = process.platform !== 'win32';
			const child = spawn(file, ['--no-pager', '--literal-pathspecs', ...SAFE_CONFIG, ...args], {
				cwd,
				env,
				stdio: ['pipe', 'pipe', 'ignore'],
				detached: isGroup,
				windowsHide: true,
			});
			let isRefused = false;
			const end = (): void => {
				isRefused = true;
				try {
					if (isGroup && child.pid !== undefined) {
						process.kill(-child.pid, 'SIGKILL');
					} else {
						child.kill('SIGKILL');
					}
				} catch {
					// It has ended by itself.
				}
			};
			const timer = setTimeout(end, PATIENCE);
			const settle = (isOk: boolean): void => {
				clearTimeout(timer);
				signal.removeEventListener('abort', end);
				resolve(isOk && !isRefused);
			};
			signal.addEventListener('abort', end, { once: true });
			child.once('error', () => settle(false));
			child.once('close', (code) => settle(code === 0));
			child.stdout.on('data', (chunk: Buffer) => {
				if (!isRefused && !onOutput(chunk)) end();
			});
			// Git may end before it has read everything: the exit code tells.
			child.stdin.on('error', () => {});
			child.stdin.end(input ?? '');
		});
	return {
		run,
		async output(args, maxBytes) {
			const chunks: Buffer[] = [];
			let bytes = 0;
			const isOk = await run(args, {
				onOutput(chunk) {
					bytes += chunk.length;
					chunks.push(chunk);
					return bytes <= maxBytes;
				},
			});
			return isOk ? Buffer.concat(chunks) : null;
		},
	};
}

/** Cuts output into words that end with a byte, however it was chunked; `use` returns false to end the run. */
export function splitOutput(separator: number, use: (word: string) => boolean): (chunk: Buffer) => boolean {
	let rest: Buffer[] = [];
	return (chunk) => {
		let start = 0;
		for (let end = chunk.indexOf(separator); end >= 0; end = chunk.indexOf(separator, start)) {
			const word = rest.length === 0 ? chunk.toString('utf8', start, end) : joined(rest, chunk.subarray(start, end));
			rest = [];
			start = end + 1;
			if (!use(word)) return false;
		}
		if (start < chunk.length) rest.push(chunk.subarray(start));
		return true;
	};
}

function joined(rest: readonly Buffer[], last: Buffer): string {
	return Buffer.concat([...rest, last]).toString('utf8');
}
