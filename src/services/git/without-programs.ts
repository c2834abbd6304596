import { type Result, succeed } from '../../core/failure.js';
import { ATTACHMENTS } from '../attachments/attachments-messages.js';
import { collectGit, type Git, readGit } from './run-git.js';

type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Options for git, and what they turn off. */
export type WithoutPrograms = { readonly args: readonly string[]; readonly filters: readonly string[] };

const MOST_SETTINGS = 65_536;
const LONGEST = 10_000;

const FILTER_OFF = ['clean=', 'smudge=', 'process=', 'required=false'];
/** git's own merge of a file; an empty command would keep one side alone. */
const BUILT_IN_MERGE = ['driver=git merge-file -q --marker-size=%L %A %O %B', 'recursive=text'];

/**
 * A repository's own settings can define filters, which run programs on every compared or written file, and merge
 * drivers; those of the user's global settings stay. The settings may be in included files, or in those of one work
 * tree. Returns the options that turn them off; fails where one cannot be turned off. `git`: one that was found there.
 */
export async function withoutPrograms({ cwd, env }: Place, git?: Git): Promise<Result<WithoutPrograms>> {
	const args = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^(filter|merge)\\..*\\.'];
	const run = { args, timeout: LONGEST, most: MOST_SETTINGS };
	const printed = await (git === undefined ? readGit({ cwd, env, ...run }) : collectGit(git, run));
	if (!printed.ok) return printed;
	const { code, bytes } = printed.value;
	if (code === 1) return succeed({ args: [], filters: [] });
	const fields = bytes.toString('utf8').split('\0');
	const names = { filter: new Set<string>(), merge: new Set<string>() };
	for (let index = 0; index + 1 < fields.length; index += 2) {
		if (fields[index] !== 'local' && fields[index] !== 'worktree') continue;
		const [, kind, name] = /^(filter|merge)\.(.+)\.[^.]+$/is.exec(fields[index + 1] ?? '') ?? [];
		names[kind?.toLowerCase() === 'merge' ? 'merge' : 'filter'].add(name ?? '=');
	}
	const all = [...names.filter, ...names.merge];
	// On the command line a name ends at the first `=`, so one that holds it cannot be turned off.
	if (code !== 0 || bytes.length >= MOST_SETTINGS || all.some((name) => name.includes('='))) {
		return ATTACHMENTS.filtersStay();
	}
	const off = (kind: 'filter' | 'merge', settings: readonly string[]): readonly string[] =>
		[...names[kind]].flatMap((name) => settings.flatMap((setting) => ['-c', `${kind}.${name}.${setting}`]));
	return succeed({ args: [...off('filter', FILTER_OFF), ...off('merge', BUILT_IN_MERGE)], filters: [...names.filter] });
}
