import { realpath } from 'node:fs/promises';
import { type Result, succeed } from '../../core/failure.js';
import { findTop } from '../git/find-top.js';
import { readGit } from '../git/run-git.js';
import { withoutPrograms } from '../git/without-programs.js';
import { ATTACHMENTS } from './messages.js';

type Place = { readonly workspace: string; readonly env: Readonly<Record<string, string | undefined>> };

const LONGEST = 10_000;

/**
 * The diff to the index, or of the index to the last commit, cut at `most` bytes. No program of the repository's own
 * settings is started: no external diff, no converter, no filter.
 */
export async function gitChanges(
	which: 'diff' | 'staged',
	{ workspace, env }: Place,
	most: number,
): Promise<Result<{ readonly text: string; readonly isCut: boolean }>> {
	const elsewhere = await leadsElsewhere({ workspace, env });
	if (elsewhere !== null) return elsewhere;
	const filters = await withoutPrograms(placeOf({ workspace, env }));
	if (!filters.ok) return filters;
	const args = [
		...filters.value.args,
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
 * A repository's `core.worktree` may point elsewhere, into the user's home say: its changes would be of those files.
 * Null when the worktree is where the repository was found.
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

function placeOf({ workspace, env }: Place) {
	return { cwd: workspace, env, timeout: LONGEST };
}
