import { readGit } from './run-git.js';

/** Milliseconds: reading the largest index takes a fraction of that. */
const LONGEST = 10_000;

/** True when git tracks a file below a folder of the workspace, and when git cannot tell. */
export async function isTracked(
	folder: string,
	{ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<boolean> {
	const args = ['ls-files', '-z', '--cached', '--', folder];
	const listed = await readGit({ cwd, env, args, timeout: LONGEST, most: 0 });
	return !listed.ok || listed.value.code !== 0 || listed.value.bytes.length > 0;
}
