import { spawn } from 'node:child_process';
import { fail, type Result, succeed } from '../core/failure.js';
import { findTrusted, trustedEnvironment } from './trusted-path.js';

/** A call of git that only reads. */
export type GitCall = {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly args: readonly string[];
	/** Milliseconds. */
	readonly timeout: number;
	readonly signal?: AbortSignal;
	/** Gets the output as it comes; false ends the call (it succeeds then). */
	readonly onData: (chunk: Buffer) => boolean;
};

/**
 * Whatever a repository's own settings say: no hooks, no monitor program, no pager, no editor, no
 * prompt, nothing fetched, and no lock that another git could stumble over.
 */
const SAFE = [
	'--no-pager',
	'--no-optional-locks',
	'--literal-pathspecs',
	...[
		'core.fsmonitor=false',
		'core.hooksPath=/dev/null',
		'core.untrackedCache=keep',
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
		'gc.auto=0',
		'maintenance.auto=false',
	].flatMap((setting) => ['-c', setting]),
];

/** Variables that would lead git elsewhere or make it start something; where the person keeps their own settings stays. */
const LEADS_ASTRAY =
	/^(?:GIT_(?!CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$|CONFIG_GLOBAL$|CONFIG_SYSTEM$|CONFIG_NOSYSTEM$)|SSH_ASKPASS$|PAGER$|EDITOR$|VISUAL$)/;

/** Runs git; settles with its exit code. Fails with `could-not-start`, `timed-out` or `cancelled`. */
export async function runGit(call: GitCall): Promise<Result<number>> {
	const { cwd, args, timeout, signal, onData } = call;
	const env = await trustedEnvironment(cwd, call.env);
	const found = await findTrusted('git', cwd, env);
	if (!found.ok) return found;
	if (signal?.aborted === true) return fail('cancelled', 'git was not started.');
	return new Promise((settle) => {
		let isEnough = false;
		const isGroup = process.platform !== 'win32';
		const child = spawn(found.value, [...SAFE, ...args], {
			cwd,
			env: {
				...cleanEnvironment(env),
				GIT_TERMINAL_PROMPT: '0',
				GIT_NO_LAZY_FETCH: '1',
				// Older versions know only this: without a way to fetch, no program of a remote is started.
				GIT_ALLOW_PROTOCOL: 'none',
				LC_ALL: 'C',
			},
			stdio: ['ignore', 'pipe', 'ignore'],
			detached: isGroup,
			windowsHide: true,
		});
		let isLate = false;
		// With all that it started.
		const stop = (): void => {
			try {
				if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
				else child.kill('SIGKILL');
			} catch {
				// It has ended by itself.
			}
		};
		const timer = setTimeout(() => {
			isLate = true;
			stop();
		}, timeout);
		signal?.addEventListener('abort', stop, { once: true });
		const end = (result: Result<number>): void => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', stop);
			settle(result);
		};
		child.stdout.on('data', (chunk: Buffer) => {
			if (isEnough || signal?.aborted === true) return;
			if (onData(chunk)) return;
			isEnough = true;
			stop();
		});
		child.once('error', (error) => end(fail('could-not-start', `git could not be started: ${error.message}`)));
		child.once('close', (code) => {
			if (isLate) end(fail('timed-out', `git took longer than ${Math.round(timeout / 1000)} seconds.`));
			else if (signal?.aborted === true) end(fail('cancelled', 'git was stopped.'));
			else end(succeed(isEnough ? 0 : (code ?? 1)));
		});
	});
}

function cleanEnvironment(env: GitCall['env']): Record<string, string | undefined> {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !LEADS_ASTRAY.test(name)));
}
