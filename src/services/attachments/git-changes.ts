import { fail, type Result, succeed } from '../../core/failure.js';
import { runGit } from '../read-git.js';

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
	const filters = await withoutFilters({ workspace, env });
	const args = [
		...filters,
		'diff',
		...(which === 'staged' ? ['--staged'] : []),
		'--no-ext-diff',
		'--no-textconv',
		'--no-color',
		'--submodule=short',
		'--ignore-submodules=dirty',
	];
	const printed = await collect(args, { workspace, env }, most + 1);
	if (!printed.ok) return printed;
	if (printed.value.code !== 0) {
		return fail('not-found', `git has no changes to tell here (@${which}).`, { hint: 'Start in a git work tree.' });
	}
	const { bytes } = printed.value;
	return succeed({ text: bytes.subarray(0, most).toString('utf8'), isCut: bytes.length > most });
}

/** Filters that the repository itself sets up run programs on every file that is compared. */
async function withoutFilters(place: Place): Promise<readonly string[]> {
	const printed = await collect(
		['config', '--local', '--name-only', '-z', '--get-regexp', '^filter\\.'],
		place,
		65_536,
	);
	if (!printed.ok || printed.value.code !== 0) return [];
	const names = new Set<string>();
	for (const key of printed.value.bytes.toString('utf8').split('\0')) {
		const name = /^filter\.(.+)\.[a-z]+$/i.exec(key)?.[1];
		if (name !== undefined && !name.includes('=')) names.add(name);
	}
	return [...names].flatMap((name) =>
		['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
	);
}

async function collect(args: readonly string[], { workspace, env }: Place, most: number) {
	const chunks: Buffer[] = [];
	let size = 0;
	const ended = await runGit({
		cwd: workspace,
		env,
		args,
		timeout: LONGEST,
		onData(chunk) {
			chunks.push(chunk);
			size += chunk.length;
			return size < most;
		},
	});
	return ended.ok ? succeed({ code: ended.value, bytes: Buffer.concat(chunks, size) }) : ended;
}
