import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { PROVEN, type ReadOnlyVerdict, unproven } from '../../core/policy/read-only/verdict.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isOddInList } from '../files/links-behind.js';
import { isWithin } from '../files/path-inside.js';
import { isThere } from '../files/what-is-there.js';
import { readGit, runGit } from '../git/run-git.js';
import { splitOutput } from '../git/split-output.js';
import { REPOSITORY } from './command-checks-messages.js';
import { hasAlternates, isWithoutRepository, isWorktreeOf, linkedFolder, linkOutOf, realPath } from './git-folder.js';
import {
	type GitSetting,
	isFileSetting,
	natureOf,
	opensSubmodules,
	parseSettings,
	programNames,
	programPaths,
} from './git-settings.js';

export type RepositoryOptions = {
	readonly folders: readonly string[];
	/** The user's environment, with a `PATH` without anything in `folders`. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly followsFolders: boolean;
	readonly commits: readonly string[] | null;
	/** The reason why this name stands for no program of the system or the user; null when it does. */
	programProblem(name: string): Promise<string | null>;
};

type Places = { readonly top: string; readonly gitDir: string; readonly commonDir: string };

/** Milliseconds: an ordinary repository takes a hundredth of that. */
const LONGEST = 10_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
/** Submodules inspected one by one, and their depth. */
const MOST_SUBMODULES = 32;
const MOST_DEPTH = 4;
const DEFAULT_PROGRAMS = ['less', 'gpg'];
/** Variables that redirect git, whatever the folder. */
const ELSEWHERE = [
	...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY'],
	'GIT_ALTERNATE_OBJECT_DIRECTORIES',
];

/**
 * Whether git, when it only reads in this folder, reads the repository there and nothing else, and starts no program
 * that the repository names. The repository's own configuration is checked against a list of harmless settings; the
 * user's own is trusted, unless it names a file of the workspace. Never throws.
 */
export async function inspectRepository(folder: string, options: RepositoryOptions): Promise<ReadOnlyVerdict> {
	const variable = ELSEWHERE.find((name) => options.env[name] !== undefined);
	if (variable !== undefined) return unproven(REPOSITORY.variable(variable));
	const places = await findPlaces(folder, options);
	if (places === null) return (await isWithoutRepository(folder)) ? PROVEN : unproven(REPOSITORY.unclear);
	const verdict = await inspectPlaces(places, options, 0);
	if (!verdict.readOnly || options.commits === null) return verdict;
	const odd = await oddName(places.top, folder, options);
	return odd === null ? PROVEN : unproven(odd);
}

/** Words about a path in the index or HEAD that is missing on the disk and could be mistaken in a list; null: none. */
async function oddName(top: string, folder: string, options: RepositoryOptions): Promise<string | null> {
	const names = await gitOutput(top, options, ['ls-files', '-z']);
	const more = await gitOutput(top, options, ['diff', '--cached', '--name-only', '--no-renames', '-z']);
	if (names === null || more === null) return REPOSITORY.noIndex;
	const before = `${relative(top, folder)}/`;
	for (const word of options.commits ?? []) {
		if ((await gitOutput(folder, options, ['rev-parse', '--verify', '--quiet', word])) !== null)
			return REPOSITORY.commit(sanitizeLine(word));
	}
	for (const name of `${names}${more}`.split('\0')) {
		const printed = name.startsWith(before) ? name.slice(before.length) : name;
		if ((isOddInList(name, 0) || isOddInList(printed, 0)) && !(await isThere(join(top, name))))
			return REPOSITORY.indexNames(sanitizeLine(name));
	}
	return null;
}

async function inspectPlaces(places: Places, options: RepositoryOptions, depth: number): Promise<ReadOnlyVerdict> {
	const { top, gitDir, commonDir } = places;
	const isOurs = (path: string): boolean => options.folders.some((folder) => isWithin(folder, path));
	if (!isOurs(top)) return depth > 0 ? unproven(REPOSITORY.aboveWorkspace) : inspectAbove(places, options);
	const settings = await readSettings(top, options);
	if (settings === null) return unproven(REPOSITORY.noSettings);
	const isWorktree = gitDir !== commonDir && (await isWorktreeOf(top, gitDir, commonDir));
	const isAtHome = isOurs(gitDir) ? isOurs(commonDir) : isWorktree || isSubmoduleOf(places, settings);
	if (!isAtHome || (gitDir !== commonDir && !isWorktree)) return unproven(REPOSITORY.elsewhere);
	for (const each of new Set([gitDir, commonDir])) {
		const link = await linkOutOf(each);
		if (link !== null) return unproven(REPOSITORY.link(sanitizeLine(link)));
	}
	if (await hasAlternates(commonDir)) return unproven(REPOSITORY.alternates);
	const problem = await settingProblem(places, settings, options);
	if (problem !== null) return unproven(problem);
	const tracked = await readTracked(top, options);
	if (tracked === null) return unproven(REPOSITORY.noIndex);
	if (tracked.outside !== null) return unproven(REPOSITORY.indexNames(sanitizeLine(tracked.outside)));
	const linked = options.followsFolders ? await linkedFolder(top, tracked.folders, options.folders) : null;
	if (linked !== null) return unproven(REPOSITORY.folderOutside(sanitizeLine(linked)));
	return inspectSubmodules(top, tracked.submodules, options, depth);
}

async function inspectAbove(places: Places, options: RepositoryOptions): Promise<ReadOnlyVerdict> {
	const { top } = places;
	const verdict = await inspectPlaces(places, { ...options, folders: [...options.folders, top] }, 0);
	if (!verdict.readOnly) return verdict;
	// Of all that is theirs, and of the whole disk, nobody means it for good.
	const home = options.env['HOME'] === undefined ? null : await realPath(options.env['HOME']);
	if (home === null || isWithin(top, home)) return unproven(REPOSITORY.aboveWorkspace);
	return { readOnly: false, because: REPOSITORY.aboveOnce(sanitizeLine(top)), repository: top };
}

/** `git status` and `git diff` read submodules, each with a configuration of its own. */
async function inspectSubmodules(
	top: string,
	names: readonly string[],
	options: RepositoryOptions,
	depth: number,
): Promise<ReadOnlyVerdict> {
	let looked = 0;
	for (const name of names) {
		const folder = await realPath(join(top, name));
		// A submodule that was not fetched has no configuration.
		if (folder === null || (await realPath(join(folder, '.git'))) === null) continue;
		looked += 1;
		if (looked > MOST_SUBMODULES || depth >= MOST_DEPTH) return unproven(REPOSITORY.manySubmodules);
		const places = await findPlaces(folder, options);
		if (places === null || places.top !== folder) return unproven(REPOSITORY.unclearSubmodule(sanitizeLine(name)));
		const verdict = await inspectPlaces(places, options, depth + 1);
		if (!verdict.readOnly) return unproven(REPOSITORY.inSubmodule(sanitizeLine(name), verdict.because));
	}
	return PROVEN;
}

/** A submodule's git folder, inside that of the repository above, names the folder of its files. */
function isSubmoduleOf({ gitDir, commonDir }: Places, settings: readonly GitSetting[]): boolean {
	return gitDir === commonDir && settings.some(({ scope, key }) => scope === 'local' && key === 'core.worktree');
}

async function settingProblem(
	{ top, commonDir }: Places,
	settings: readonly GitSetting[],
	options: RepositoryOptions,
): Promise<string | null> {
	const isOurs = (path: string): boolean => options.folders.some((folder) => isWithin(folder, path));
	const place = (value: string): Promise<string | null> =>
		realPath(/^~?\//.test(value) ? value.replace(/^~/, options.env['HOME'] ?? homedir()) : `${top}/${value}`);
	const own = new Set(settings.filter((setting) => isOfRepository(setting, top, isOurs)));
	const isPartial = settings.some(({ key }) =>
		/^(?:extensions\.partialclone|remote\..*\.(?:promisor|partialclonefilter))$/.test(key),
	);
	for (const setting of settings) {
		const name = sanitizeLine(setting.key).slice(0, 80);
		if (opensSubmodules(setting, options.followsFolders)) return REPOSITORY.opensSubmodules(name);
		if (own.has(setting)) {
			const nature = natureOf(setting, isPartial);
			const isInside = nature !== 'file' || [true, null].includes(await leadsInside(place(setting.value), isOurs));
			if (nature === 'unknown' || !isInside) return REPOSITORY.setting(name);
		} else {
			const paths = isFileSetting(setting) && !/^[/~]/.test(setting.value) ? [setting.value] : programPaths(setting);
			for (const path of paths) {
				const isProgram = !isFileSetting(setting);
				const isInside = await leadsInside(place(path), isOurs);
				if (isInside !== null && isInside === isProgram) return REPOSITORY.ownSetting(name, sanitizeLine(path));
			}
		}
	}
	for (const program of new Set([...DEFAULT_PROGRAMS, ...settings.flatMap(programNames)])) {
		const problem = await options.programProblem(program);
		if (problem !== null) return problem;
	}
	const hooks = settings.findLast(({ key }) => key === 'core.hookspath')?.value;
	const hook = hooks === undefined ? join(commonDir, 'hooks/post-index-change') : join(hooks, 'post-index-change');
	const found = await place(hook);
	const isTheirs = hooks !== undefined && ![...own].some(({ key }) => key === 'core.hookspath');
	return found === null || (isTheirs && !isOurs(found)) ? null : REPOSITORY.hook;
}

async function leadsInside(place: Promise<string | null>, isOurs: (path: string) => boolean): Promise<boolean | null> {
	const path = await place;
	return path === null ? null : isOurs(path);
}

/** True for configuration that a clone may have brought: not the system's and the user's own outside the workspace. */
function isOfRepository({ scope, origin }: GitSetting, top: string, isOurs: (path: string) => boolean): boolean {
	if (scope !== 'global' && scope !== 'system') return true;
	return !origin.startsWith('file:') || isOurs(resolve(top, origin.slice('file:'.length)));
}

async function findPlaces(folder: string, options: RepositoryOptions): Promise<Places | null> {
	const output = await gitOutput(folder, options, [
		'rev-parse',
		'--show-toplevel',
		'--absolute-git-dir',
		'--git-common-dir',
	]);
	const [top, gitDir, commonDir, ...more] = output?.split('\n') ?? [];
	if (top === undefined || gitDir === undefined || commonDir === undefined || more.join('') !== '') return null;
	const real = await Promise.all([top, gitDir, commonDir].map((path) => realPath(resolve(folder, path))));
	const [realTop, realGit, realCommon] = real;
	return realTop && realGit && realCommon ? { top: realTop, gitDir: realGit, commonDir: realCommon } : null;
}

async function readSettings(top: string, options: RepositoryOptions): Promise<readonly GitSetting[] | null> {
	const output = await gitOutput(top, options, ['config', '--list', '--show-scope', '--show-origin', '-z']);
	// The `-c` settings of this call itself are left out.
	return output === null ? null : (parseSettings(output)?.filter(({ scope }) => scope !== 'command') ?? null);
}

async function readTracked(cwd: string, { env }: RepositoryOptions): Promise<Tracked | null> {
	const tracked = takeTracked();
	let bytes = 0;
	const ended = await runGit({
		cwd,
		env,
		args: ['ls-files', '--stage', '-z'],
		timeout: LONGEST,
		onData(chunk) {
			bytes += chunk.length;
			tracked.take(chunk);
			return bytes <= MOST_OUTPUT;
		},
	});
	return ended.ok && ended.value === 0 && bytes <= MOST_OUTPUT ? tracked.end() : null;
}

async function gitOutput(cwd: string, { env }: RepositoryOptions, args: readonly string[]): Promise<string | null> {
	const read = await readGit({ cwd, env, args, timeout: LONGEST, most: MOST_OUTPUT });
	const isWhole = read.ok && read.value.code === 0 && read.value.bytes.length <= MOST_OUTPUT;
	return isWhole ? read.value.bytes.toString('utf8') : null;
}

type Tracked = {
	readonly folders: ReadonlySet<string>;
	readonly submodules: readonly string[];
	/** A tracked name that leads out of the repository, which no git command writes; null when there is none. */
	readonly outside: string | null;
};

const SUBMODULE = '160000 ';

function takeTracked(): { take(chunk: Buffer): void; end(): Tracked } {
	const folders = new Set<string>();
	const submodules: string[] = [];
	let outside: string | null = null;
	const take = splitOutput('\0', (entry) => {
		const name = entry.slice(entry.indexOf('\t') + 1);
		if (entry.startsWith(SUBMODULE)) submodules.push(name);
		if (name.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(name)) outside ??= name;
		for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
			const folder = name.slice(0, end);
			if (folders.has(folder)) break;
			folders.add(folder);
		}
		return true;
	});
	return { take, end: () => ({ folders, submodules, outside }) };
}
