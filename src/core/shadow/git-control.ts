import { plainName } from '../policy/plain-name.js';

/** Files in a git folder that make git run programs or read others: settings, hooks, remotes, unfinished operations. */
const CONTROL = new RegExp(
	`^(?:${[
		'config(?:\\..*)?|commondir|gitdir|info/attributes|objects/info/(?:http-)?alternates',
		'(?:hooks|remotes|branches)(?:/.*)?',
		'(?:rebase-merge|rebase-apply|sequencer)(?:/.*)?|bisect_.*',
	].join('|')})$`,
);

/** Files of a work tree with the same power. */
const IN_WORK_TREE: ReadonlySet<string> = new Set(['.gitattributes', '.gitconfig', '.gitmodules', '.lfsconfig']);

/** Whether a file can make git run a program or read other files; `included`: files that git's settings include. */
export function isGitControl(path: string, included: ReadonlySet<string> = new Set()): boolean {
	if (included.has(path)) return true;
	const names = plainName(path)
		.split('/')
		.map((name) => name.replace(/[. ]+$/, '') || name);
	if (IN_WORK_TREE.has(names.at(-1) ?? '')) return true;
	const at = names.findIndex((name) => name === '.git' || /^git~\d+$/.test(name));
	if (at === -1) return false;
	const within = names.slice(at + 1);
	// A file in the place of the folder leads elsewhere; and the folders of submodules and work trees hold the same files.
	if (within.length === 0) return true;
	return within.some((_, start) => CONTROL.test(within.slice(start).join('/')) && mayBegin(within, start));
}

/** Entries by which git takes a folder for a bare repository. */
const BARE = ['HEAD', 'objects', 'refs'] as const;
const IN_BARE = /^(?:HEAD|objects|refs|config(?:\..*)?|commondir|hooks|info)$/;

/** The same for a bare repository, as which git takes any folder with the right names. `is`: what will be there. */
export function isBareControl(path: string, is: (path: string) => boolean, was: (path: string) => boolean): boolean {
	const names = path.split('/');
	return names.some((name, at) => {
		if (!IN_BARE.test(name)) return false;
		const folder = names
			.slice(0, at)
			.map((above) => `${above}/`)
			.join('');
		if (!BARE.every((each) => is(folder + each))) return false;
		const completes = BARE.some((each) => each === name) && !was(folder + name);
		return completes || CONTROL.test(names.slice(at).join('/'));
	});
}

/** `refs/heads/config` is a branch. */
function mayBegin(within: readonly string[], start: number): boolean {
	return start === 0 || within[0] === 'modules' || within[0] === 'worktrees';
}

/** Plain includes in the settings of the workspace's repository, relative to the workspace. */
export function includedFiles(config: string): ReadonlySet<string> {
	const included = new Set<string>();
	let isInclude = false;
	for (const line of config.split('\n')) {
		const section = /^\s*\[\s*([\w.-]+)/.exec(line)?.[1];
		if (section !== undefined) isInclude = /^include(?:if)?$/i.test(section);
		const given = isInclude ? /^\s*path\s*=\s*"?([^"#;]+?)"?\s*(?:[#;].*)?$/i.exec(line)?.[1] : undefined;
		const path = given === undefined ? null : fromGitFolder(given);
		if (path !== null) included.add(path);
	}
	return included;
}

/** Path relative to `.git` as one relative to the workspace; null when it leads outside. */
function fromGitFolder(path: string): string | null {
	if (path.startsWith('/') || path.startsWith('~')) return null;
	const names = ['.git'];
	for (const name of path.split('/')) {
		if (name === '..') {
			if (names.pop() === undefined) return null;
		} else if (name !== '' && name !== '.') names.push(name);
	}
	return names.join('/');
}
