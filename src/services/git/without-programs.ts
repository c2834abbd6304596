import { type Result, succeed } from '../../core/failure.js';
import { ATTACHMENTS } from '../attachments/messages.js';
import { readGit } from './run-git.js';

type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Options of git, and what they turn off. */
export type WithoutPrograms = {
	readonly args: readonly string[];
	/** Names of filters of the repository's own settings: files that they convert stay as git keeps them. */
	readonly filters: readonly string[];
};

const MOST_SETTINGS = 65_536;
const LONGEST = 10_000;

const FILTER_OFF = ['clean=', 'smudge=', 'process=', 'required=false'];
/** What git itself does with a file that both sides changed; an empty command would keep one side alone. */
const BUILT_IN_MERGE = ['driver=git merge-file -q --marker-size=%L %A %O %B', 'recursive=text'];

/**
 * Filters that the repository itself sets up run programs on every file that is compared or written, and merge
 * drivers on those that are merged; the user's own, of the global settings, stay. They may stand in files that its
 * settings include, or in those of one work tree. Returns what turns them off; fails where one cannot be.
 */
export async function withoutPrograms({ cwd, env }: Place): Promise<Result<WithoutPrograms>> {
	const args = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^(filter|merge)\\..*\\.'];
	const printed = await readGit({ cwd, env, args, timeout: LONGEST, most: MOST_SETTINGS });
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
	return succeed({
		args: [...off('filter', FILTER_OFF), ...off('merge', BUILT_IN_MERGE)],
		filters: [...names.filter],
	});
}
