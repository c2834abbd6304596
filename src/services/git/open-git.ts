import { defined } from '../../core/defined.js';
import { type Result, succeed } from '../../core/failure.js';
import type { ProcessGuard } from '../../core/ports.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { collectGit, type Git as FoundGit, findGit, GIT } from './run-git.js';
import { type WithoutPrograms, withoutPrograms } from './without-programs.js';

export type GitOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly guard?: Pick<ProcessGuard, 'add' | 'remove'>;
	readonly signal?: AbortSignal;
};

type Ran = { readonly code: number; readonly bytes: Buffer; readonly errors: string };
type StreamOptions = { readonly input?: string | Buffer; readonly indexFile?: string; readonly timeout?: number };
type RunOptions = StreamOptions & { readonly most?: number };

/** git in one folder, without hooks, and without the programs of the repository's own settings. */
export type Git = {
	readonly filters: readonly string[];
	/** Any exit code is a success; fails where git cannot be started, times out or is cancelled. */
	run(args: readonly string[], options?: RunOptions): Promise<Result<Ran>>;
	/** Like `run`, for output that is not kept: `onData` false ends the run. */
	stream(args: readonly string[], onData: (chunk: Buffer) => boolean, options?: StreamOptions): Promise<Result<number>>;
	/** Standard output without the trailing newline; null for any exit code but 0. */
	read(args: readonly string[]): Promise<string | null>;
	/** Like `run`, but fails with git's message for any exit code but 0; `what` follows “git could not”. */
	must(what: string, args: readonly string[], options?: RunOptions): Promise<Result<Buffer>>;
};

const LONGEST = 1_800_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
const MOST_ERRORS = 16 * 1024;
const MOST_FILES = 3;

export async function openGit(cwd: string, options: GitOptions): Promise<Result<Git>> {
	const found = await findGit({ cwd, env: options.env });
	return found.ok ? withoutOwnPrograms(found.value, cwd, options) : found;
}

/** Opens a git that was found, once it is known which programs the repository's settings name. */
export async function withoutOwnPrograms(found: FoundGit, cwd: string, options: GitOptions): Promise<Result<Git>> {
	const off = await withoutPrograms({ cwd, env: options.env }, found);
	return off.ok ? succeed(gitWith(found, off.value, options)) : off;
}

/** The same for commands that run no filter and merge nothing, without asking which there are. */
export function readingGit(found: FoundGit, options: GitOptions): Git {
	return gitWith(found, { args: [], filters: [] }, options);
}

function gitWith(git: FoundGit, off: WithoutPrograms, { guard, signal }: GitOptions): Git {
	const run: Git['run'] = async (args, { most = MOST_OUTPUT, timeout = LONGEST, ...options } = {}) => {
		let errors = '';
		const ended = await collectGit(git, {
			...options,
			...defined({ guard, signal }),
			args: [...off.args, ...args],
			timeout,
			most,
			onErrorOutput(chunk) {
				if (errors.length < MOST_ERRORS) errors += chunk.toString('utf8');
			},
		});
		return ended.ok ? succeed({ ...ended.value, errors }) : ended;
	};
	return {
		filters: off.filters,
		run,
		stream: (args, onData, { timeout = LONGEST, ...options } = {}) =>
			git({ ...options, ...defined({ guard, signal }), args: [...off.args, ...args], timeout, onData }),
		async read(args) {
			const ran = await run(args);
			return ran.ok && ran.value.code === 0 ? ran.value.bytes.toString('utf8').replace(/\n$/, '') : null;
		},
		async must(what, args, options) {
			const ran = await run(args, options);
			if (!ran.ok) return ran;
			return ran.value.code === 0 ? succeed(ran.value.bytes) : GIT.failed(what, reasonOf(ran.value.errors));
		},
	};
}

export function reasonOf(errors: string): string {
	const lines = errors
		.split('\n')
		.map((line) => sanitizeLine(line.trim()))
		.filter((line) => line !== '' && !/^(?:hint:|Please |Aborting)/.test(line));
	const first = lines.findIndex((each) => /^(?:fatal|error):/.test(each));
	const line = lines[first] ?? lines.at(-1) ?? 'it did not say why';
	// A list of files follows.
	const files =
		line.endsWith(':') && first !== -1 ? ` ${lines.slice(first + 1, first + 1 + MOST_FILES).join(', ')}` : '';
	const words = `${line.replace(/^(?:fatal|error): */, '')}${files}`.slice(0, 300);
	return /[.!?]$/.test(words) ? words : `${words}.`;
}
