import { runGit } from './run-git.js';

/** Milliseconds: reading the largest index takes a fraction of that. */
const LONGEST = 10_000;

/** True when git tracks a file below a folder of the workspace, and when git cannot tell. */
export async function isTracked(
	folder: string,
	{ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<boolean> {
	let isAny = false;
	const listed = await runGit({
		cwd,
		env,
		args: ['ls-files', '-z', '--cached', '--', folder],
		timeout: LONGEST,
		onData(chunk) {
			isAny = isAny || chunk.length > 0;
			return false;
		},
	});
	return isAny || !listed.ok || listed.value !== 0;
}
