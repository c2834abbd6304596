import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { readGit } from '../git/run-git.js';
import { ATTACHMENTS } from '../messages.js';

type Place = { readonly workspace: string; readonly env: Readonly<Record<string, string | undefined>> };

const LONGEST = 10_000;

/**
 * What differs from the index, or the index from the last commit, cut at `most` bytes. No program that
 * the repository's own settings name is started: no external diff, no converter, no filter.
 */
export async function gitChanges(
	which: 'diff' | 'staged',
	{ workspace, env }: Place,
	most: number,
): Promise<Result<{ readonly text: string; readonly isCut: boolean }>> {
	const elsewhere = await leadsElsewhere({ workspace, env });
	if (elsewhere !== null) return elsewhere;
	const filters = await withoutFilters({ workspace, env });
	if (!filters.ok) return filters;
	const args = [
		...filters.value,
		'diff',
		...(which === 'staged' ? ['--staged'] : []),
		'--no-ext-diff',
		'--no-textconv',
		'--no-color',
		'--submodule=short',
		'--ignore-submodules=dirty',
	];
	const printed = await readGit({ ...placeOf({ workspace, env }), args: args, most });
	if (!printed.ok) return printed;
	if (printed.value.code !== 0) return ATTACHMENTS.noChanges(which);
	const { bytes } = printed.value;
	return succeed({ text: bytes.subarray(0, most).toString('utf8'), isCut: bytes.length > most });
}

const MOST_PATH = 8192;

/**
 * A repository's settings may say that its files are elsewhere (`core.worktree`), in the user's home say:
 * its changes would then be what is there. Null when they are where the repository was found.
 */
async function leadsElsewhere(place: Place): Promise<Result<never> | null> {
	const printed = await readGit({ ...placeOf(place), args: ['rev-parse', '--show-toplevel'], most: MOST_PATH });
	if (!printed.ok) return printed;
	// Where git finds none, the next call says so.
	if (printed.value.code !== 0) return null;
	const top = printed.value.bytes.toString('utf8').replace(/\n$/, '');
	const [said, found] = await Promise.all([realpath(top).catch(() => null), findTop(place.workspace)]);
	if (said !== null && said === found) return null;
	return ATTACHMENTS.repositoryElsewhere();
}

/** The nearest folder from here up that holds a `.git`. */
async function findTop(workspace: string): Promise<string | null> {
	const start = await realpath(workspace).catch(() => workspace);
	for (let folder = start; ; folder = dirname(folder)) {
		const holds = await lstat(join(folder, '.git')).then(
			() => true,
			() => false,
		);
		if (holds) return folder;
		if (folder === dirname(folder)) return null;
	}
}

const MOST_SETTINGS = 65_536;

/**
 * Filters that the repository itself sets up run programs on every file that is compared. They may stand in
 * files that its settings include, or in those of one work tree. Fails where one could not be turned off.
 */
async function withoutFilters(place: Place): Promise<Result<readonly string[]>> {
	const args = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^filter\\.'];
	const printed = await readGit({ ...placeOf(place), args: args, most: MOST_SETTINGS });
	if (!printed.ok) return printed;
	const { code, bytes } = printed.value;
	if (code === 1) return succeed([]);
	const fields = bytes.toString('utf8').split('\0');
	const names = new Set<string>();
	for (let index = 0; index + 1 < fields.length; index += 2) {
		if (fields[index] !== 'local' && fields[index] !== 'worktree') continue;
		names.add(/^filter\.(.+)\.[^.]+$/is.exec(fields[index + 1] ?? '')?.[1] ?? '=');
	}
	// On the command line a name ends at the first `=`, so one that holds it cannot be turned off.
	if (code !== 0 || bytes.length >= MOST_SETTINGS || [...names].some((name) => name.includes('='))) {
		return ATTACHMENTS.filtersStay();
	}
	return succeed(
		[...names].flatMap((name) =>
			['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
		),
	);
}

function placeOf({ workspace, env }: Place) {
	return { cwd: workspace, env, timeout: LONGEST };
}
