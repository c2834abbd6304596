import { spawn } from 'node:child_process';
import type { Environment } from '../../core/environment.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { ProcessGuard } from '../../core/ports.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';

export type GitRun = {
	readonly args: readonly string[];
	readonly input?: string | Buffer;
	readonly indexFile?: string;
	readonly onErrorOutput?: (chunk: Buffer) => void;
	readonly guard?: Pick<ProcessGuard, 'add' | 'remove'>;
	readonly timeout: number;
	readonly signal?: AbortSignal;
	/** False ends the run, which then counts as successful. */
	readonly onData: (chunk: Buffer) => boolean;
};

/** Runs git; resolves to its exit code. Fails with `could-not-start`, `timed-out` or `cancelled`. */
export type Git = (run: GitRun) => Promise<Result<number>>;

type Place = { readonly cwd: string; readonly env: Environment };

/**
 * Overrides a repository's settings: no hooks, monitor, pager, editor or prompt, nothing fetched, and no lock in
 * another git's way. Only commands that run no filter or text conversion rely on this alone.
 */
const SAFE = [
	'--no-pager',
	'--no-optional-locks',
	'--literal-pathspecs',
	...[
		'core.fsmonitor=false',
		'core.hooksPath=/dev/null',
		'core.untrackedCache=keep',
		'core.quotePath=false',
		'color.ui=never',
		'core.pager=cat',
		'core.editor=false',
		'core.sshCommand=false',
		'core.alternateRefsCommand=false',
		'credential.helper=',
		'protocol.allow=never',
		// A folder of a clone can be made to look like a repository, with settings that nobody ever saw.
		'safe.bareRepository=explicit',
		'submodule.recurse=false',
		'diff.ignoreSubmodules=dirty',
		// Otherwise git would write the index, even without optional locks.
		'diff.autoRefreshIndex=false',
		'gc.auto=0',
		'maintenance.auto=false',
	].flatMap((setting) => ['-c', setting]),
];

/** Variables that would redirect git or make it start something; those for the user's own settings stay. */
const LEADS_ASTRAY =
	/^(?:GIT_(?!CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$|CONFIG_GLOBAL$|CONFIG_SYSTEM$|CONFIG_NOSYSTEM$)|SSH_ASKPASS$|PAGER$|EDITOR$|VISUAL$)/;

const SAFE_ENVIRONMENT = {
	LC_ALL: 'C',
	GIT_TERMINAL_PROMPT: '0',
	GIT_ASKPASS: 'false',
	GIT_NO_LAZY_FETCH: '1',
	// Older versions know only this: without a way to fetch, no program of a remote is started.
	GIT_ALLOW_PROTOCOL: 'none',
	GIT_NO_REPLACE_OBJECTS: '1',
} as const;

export async function findGit({ cwd, env }: Place): Promise<Result<Git>> {
	const trusted = await trustedEnvironment(cwd, env);
	const found = await findTrusted('git', cwd, trusted);
	if (!found.ok) return found;
	const kept = Object.entries(trusted).filter(([name]) => !LEADS_ASTRAY.test(name));
	const safe = { ...Object.fromEntries(kept), ...SAFE_ENVIRONMENT };
	return succeed((run) => start(found.value, { cwd, env: safe }, run));
}

/** Finds git on `PATH`, outside of the folder that it runs in, and runs it once. */
export async function runGit({ cwd, env, ...run }: Place & GitRun): Promise<Result<number>> {
	const git = await findGit({ cwd, env });
	return git.ok ? git.value(run) : git;
}

type ReadRun = Omit<GitRun, 'onData'> & { readonly most: number };
type Output = { readonly code: number; readonly bytes: Buffer };

/** Runs git and returns its output, with a little more than `most` bytes when there was more. */
export async function collectGit(git: Git, { most, ...run }: ReadRun): Promise<Result<Output>> {
	const chunks: Buffer[] = [];
	let size = 0;
	const ended = await git({
		...run,
		onData(chunk) {
			chunks.push(chunk);
			size += chunk.length;
			return size <= most;
		},
	});
	return ended.ok ? succeed({ code: ended.value, bytes: Buffer.concat(chunks, size) }) : ended;
}

/** Finds git and runs {@link collectGit} once. */
export async function readGit({ cwd, env, ...run }: Place & ReadRun): Promise<Result<Output>> {
	const git = await findGit({ cwd, env });
	return git.ok ? collectGit(git.value, run) : git;
}

function start(file: string, place: Place, run: GitRun): Promise<Result<number>> {
	const { args, input, timeout, signal, onData, indexFile, onErrorOutput, guard } = run;
	if (signal?.aborted === true) return Promise.resolve(GIT.notStarted());
	return new Promise((settle) => {
		const isGroup = process.platform !== 'win32';
		const child = spawn(file, [...SAFE, ...args], {
			cwd: place.cwd,
			env: indexFile === undefined ? place.env : { ...place.env, GIT_INDEX_FILE: indexFile },
			stdio: ['pipe', 'pipe', onErrorOutput === undefined ? 'ignore' : 'pipe'],
			detached: isGroup,
			windowsHide: true,
		});
		if (isGroup && child.pid !== undefined) guard?.add(child.pid);
		let isEnough = false;
		let isLate = false;
		// Kills git and all its children.
		const stop = (): void => {
			try {
				if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
				else child.kill('SIGKILL');
			} catch {
				// The process has ended by itself.
			}
		};
		const timer = setTimeout(() => {
			isLate = true;
			stop();
		}, timeout);
		signal?.addEventListener('abort', stop, { once: true });
		const end = (result: Result<number>): void => {
			clearTimeout(timer);
			if (child.pid !== undefined) guard?.remove(child.pid);
			signal?.removeEventListener('abort', stop);
			settle(result);
		};
		child.stderr?.on('data', (chunk: Buffer) => onErrorOutput?.(chunk));
		child.stdout?.on('data', (chunk: Buffer) => {
			if (isEnough || signal?.aborted === true || onData(chunk)) return;
			isEnough = true;
			stop();
		});
		child.once('error', (error) => end(GIT.couldNotStart(error.message)));
		child.once('close', (code) => {
			if (isLate) end(GIT.timedOut(timeout));
			else if (signal?.aborted === true) end(GIT.stopped());
			else end(succeed(isEnough ? 0 : (code ?? 1)));
		});
		// Git may end before it has read everything: the exit code tells.
		child.stdin?.on('error', () => {});
		child.stdin?.end(input ?? '');
	});
}

export const GIT = {
	notStarted: () => fail('cancelled', 'git was not started.'),
	couldNotStart: (why: string) => fail('could-not-start', `git could not be started: ${why}`),
	timedOut: (milliseconds: number) =>
		fail('timed-out', `git took longer than ${Math.round(milliseconds / 1000)} seconds.`),
	stopped: () => fail('cancelled', 'git was stopped.'),
	failed: (what: string, why: string) => fail('internal', `git could not ${what}: ${why}`),
};
