import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { findTop } from './find-top.js';
import { type Git, type GitOptions, openGit, reasonOf } from './open-git.js';

export type Repository = {
	readonly git: Git;
	readonly top: string;
	/** The git folder shared by all work trees. */
	readonly commonDir: string;
	readonly id: string;
	/** Null before the first commit. */
	readonly commit: string | null;
	/** Null for a detached HEAD. */
	readonly branch: string | null;
};

type Failed = ReturnType<typeof fail>;

/** Why nothing can be done with a folder, as whoever asks says it. */
export type RepositoryWords = {
	readonly noGit: (why: string) => Failed;
	readonly notARepository: (folder: string) => Failed;
	readonly bare: (folder: string) => Failed;
	/** Follows "so" where the settings of the repository lead to another folder. */
	readonly elsewhere: string;
};

export function refused(folder: string, why: string): Failed {
	return fail('usage', `git does not take the repository in ${sanitizeLine(folder)}: ${why}`);
}

export function leadsElsewhere(consequence: string): Failed {
	const message = `The settings of this repository lead to another folder, so ${consequence}.`;
	return fail('usage', message, { hint: 'Look at core.worktree in .git/config.' });
}

/** Fails with `usage` outside of a work tree, and where the repository's settings lead elsewhere. */
export async function findRepository(
	folder: string,
	options: GitOptions,
	words: RepositoryWords,
): Promise<Result<Repository>> {
	const opened = await openGit(folder, options);
	if (!opened.ok) return opened.failure.code === 'could-not-start' ? words.noGit(opened.failure.message) : opened;
	const git = opened.value;
	const asked = await git.run(['rev-parse', '--is-bare-repository', '--show-toplevel', '--git-common-dir']);
	if (!asked.ok) return asked;
	const { code, bytes, errors } = asked.value;
	const [isBare, shownTop, shownCommon] = bytes.toString('utf8').split('\n');
	if (isBare === 'true' || /bare repository|must be run in a work tree/.test(errors)) return words.bare(folder);
	if (code !== 0 || shownTop === undefined || shownCommon === undefined) {
		return /not a git repository/.test(errors) ? words.notARepository(folder) : refused(folder, reasonOf(errors));
	}
	const [top, commonDir, found] = await Promise.all([
		realpath(shownTop).catch(() => null),
		realpath(resolve(folder, shownCommon)).catch(() => null),
		findTop(folder),
	]);
	if (top === null || commonDir === null || top !== found) return leadsElsewhere(words.elsewhere);
	const [commit, branch] = await Promise.all([
		git.read(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
		git.read(['symbolic-ref', '--quiet', '--short', 'HEAD']),
	]);
	return succeed({ git, top, commonDir, id: repositoryId(commonDir), commit, branch });
}

/** The folder's name, and a hash that tells it from others of that name; used as the folder of our worktrees. */
function repositoryId(commonDir: string): string {
	const named = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
	const words = basename(named)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 32)
		.replace(/^-+|-+$/g, '');
	const hash = createHash('sha256').update(commonDir).digest('hex').slice(0, 10);
	return `${words === '' ? 'repository' : words}-${hash}`;
}
