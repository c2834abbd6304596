import { lstat, open, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { messageOf } from '../../core/failure.js';
import type { CommandChecksPort } from '../../core/policy/policy-ports.js';
import { type ReadOnlyVerdict, unproven } from '../../core/policy/read-only/verdict.js';
import { Serial } from '../../core/serial.js';
import { isMissing } from '../errno.js';
import { READ_FLAGS } from '../files/open-for-reading.js';
import { isWithin } from '../files/path-inside.js';
import { readTextWithin } from '../files/read-regular.js';
import { resolveExisting } from '../files/roots.js';
import { findExecutable } from '../programs/executable.js';
import { pathOutside } from '../programs/find-program.js';
import { untrustedFolders } from '../programs/untrusted-folders.js';
import { PROGRAM_DOUBTS, REPOSITORY } from './command-checks-messages.js';

export type CommandChecksOptions = { readonly folders: () => readonly string[]; readonly env: Environment };

async function settingsFrom(
	folder: string,
	names: readonly string[],
	home: string | undefined,
): Promise<string | null> {
	const own = home === undefined ? null : await realpath(home).catch(() => home);
	for (let at = folder; at !== dirname(at); at = dirname(at)) {
		// A workspace may be the home folder itself, and then it brings them.
		if (at !== folder && own !== null && isWithin(at, own)) return null;
		for (const name of names) {
			const problem = await lstat(join(at, name)).then(
				() => null,
				(error: unknown) => error,
			);
			if (problem !== null && isMissing(problem)) continue;
			if (problem !== null || !(await isHarmlessSettings(name, join(at, name)))) return name;
		}
	}
	return null;
}

/** A version manager starts the version that a file of the current folder names, which may lie in that folder. */
const SHIMS = /\/(?:shims|\.volta\/bin|\.proto\/bin)\/[^/]+$/;

const MOST_OF_FIRST_LINE = 256;
/** Shebang that finds its interpreter on the `PATH`, where the workspace may have a program of that name. */
const BY_ENV = /^#![ \t]*\/\S*\/env[ \t]+(?:(?:-\S*|\w+=\S*)[ \t]+)*([\w.+-]+)/;

async function interpreterOf(file: string): Promise<string | null> {
	await using handle = await open(file, READ_FLAGS).catch(() => null);
	if (handle === null) return null;
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_OF_FIRST_LINE), 0, MOST_OF_FIRST_LINE, 0);
	return BY_ENV.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? null;
}

/** Inspects the machine anew for each command: the last command may have changed it. */
export function createCommandChecks({ folders, env }: CommandChecksOptions): CommandChecksPort {
	const [workspace = '/'] = folders().map(resolveExisting);
	let untrusted: Promise<readonly string[]> | null = null;
	let known = '';
	/** Looked up with the first command, to keep the start short, and again when the folders change. */
	const inside = (): Promise<readonly string[]> => {
		const listed = folders();
		const key = listed.join('\0');
		if (key !== known) untrusted = null;
		known = key;
		untrusted ??= untrustedFolders(listed, env).catch((error: unknown) => {
			// The next command looks again.
			untrusted = null;
			throw error;
		});
		return untrusted;
	};
	const trusted = async (): Promise<Environment> => {
		const { Path: _, ...rest } = env;
		return { ...rest, PATH: (await pathOutside(await inside(), env)).join(delimiter) };
	};
	/** One inspection at a time, shared by all concurrent callers: an agent may ask for a thousand commands at once. */
	const checks = new Map<string, Promise<ReadOnlyVerdict>>();
	const serial = new Serial();
	const findProblem: CommandChecksPort['program'] = async (name, { isOurTerminal }) => {
		// A terminal of ours looks on a `PATH` without the workspace; an agent's own shell takes the first that it finds.
		const found = await findExecutable(name, { cwd: workspace, env: isOurTerminal ? await trusted() : env });
		if (!found.ok) return null;
		const file = await realpath(found.value).catch(() => found.value);
		if ((await inside()).some((folder) => isWithin(folder, found.value) || isWithin(folder, file)))
			return PROGRAM_DOUBTS.inWorkspace(name);
		if (SHIMS.test(found.value)) return PROGRAM_DOUBTS.versionManager(name);
		const interpreter = await interpreterOf(file);
		return interpreter === null || interpreter === name ? null : findProblem(interpreter, { isOurTerminal });
	};
	/** Repositories around the workspace that the user opened. */
	const opened = new Set<string>();
	const program: CommandChecksPort['program'] = (name, options) =>
		findProblem(name, options).catch((error: unknown) => PROGRAM_DOUBTS.notFound(name, messageOf(error)));
	return {
		program,
		openRepository: (top) => void opened.add(top),
		settings: (names, folder) => settingsFrom(folder, names, env['HOME']),
		async repository(folder, options) {
			const { followsFolders, commits = null, isOurTerminal } = options;
			const key = `${followsFolders} ${JSON.stringify(commits)} ${isOurTerminal} ${folder}`;
			const running = checks.get(key);
			if (running !== undefined) return running;
			const check = serial
				.run(async () => {
					// With the first git command: a start does without it.
					const { inspectRepository } = await import('./repository.js');
					return inspectRepository(folder, {
						folders: [...folders().map(resolveExisting), ...opened],
						env: await trusted(),
						followsFolders,
						commits,
						programProblem: (name) => program(name, { isOurTerminal }),
					});
				})
				// Without a look at the repository a command is not known to only read.
				.catch((error: unknown) => unproven(REPOSITORY.notLookedAt(messageOf(error))));
			checks.set(key, check);
			return check.finally(() => checks.delete(key));
		},
	};
}

const MOST_BYTES = 16 * 1024;
/** npm settings about its output and its installs: none names a program or a script. */
const NPM_LINE =
	/^(?:fund|audit|audit-level|loglevel|progress|color|update-notifier|save|save-exact|save-prefix|save-dev|package-lock|lockfile|engine-strict|legacy-peer-deps|strict-peer-deps|prefer-offline|prefer-dedupe|offline|ignore-scripts|install-links|min-release-age|fetch-retries|fetch-timeout|auto-install-peers|strict-peer-dependencies|shamefully-hoist|node-linker|resolution-mode|link-workspace-packages|prefer-workspace-packages|save-workspace-protocol)\s*=\s*[\w.^~*-]*$/;

/** True for settings of a project with which a tool that only lists loads and starts nothing. */
async function isHarmlessSettings(name: string, path: string): Promise<boolean> {
	if (name !== '.npmrc') return false;
	const lines = (await readTextWithin(path, MOST_BYTES))?.split(/\r?\n/) ?? ['?'];
	return lines.every((line) => /^\s*(?:[#;].*)?$/.test(line) || NPM_LINE.test(line.trim()));
}
