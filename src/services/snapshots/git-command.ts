import { findGit } from '../git/run-git.js';

type GitRun = {
	readonly input?: string;
	onOutput(chunk: Buffer): boolean;
};

export type GitCommand = {
	/** True for exit code 0. Never throws. */
	run(args: readonly string[], run: GitRun): Promise<boolean>;
	/** Standard output; null when git failed or printed more than `maxBytes`. */
	output(args: readonly string[], maxBytes: number): Promise<Buffer | null>;
};

/** Milliseconds. A pipe in place of an ignore file would block git for ever. */
const PATIENCE = 20_000;

/** Finds git on PATH, outside of the workspace; null without one. `signal` ends running commands; later ones fail. */
export async function findGitCommand(
	workspace: string,
	env: Readonly<Record<string, string | undefined>>,
	signal: AbortSignal,
): Promise<GitCommand | null> {
	const git = await findGit({ cwd: workspace, env });
	if (!git.ok) return null;
	const run: GitCommand['run'] = async (args, { input = '', onOutput }) => {
		let isRefused = false;
		const onData = (chunk: Buffer): boolean => {
			isRefused = !onOutput(chunk);
			return !isRefused;
		};
		const ended = await git.value({ args, input, timeout: PATIENCE, signal, onData });
		return ended.ok && ended.value === 0 && !isRefused;
	};
	return {
		run,
		async output(args, maxBytes) {
			const chunks: Buffer[] = [];
			let bytes = 0;
			const isOk = await run(args, {
				onOutput(chunk) {
					bytes += chunk.length;
					chunks.push(chunk);
					return bytes <= maxBytes;
				},
			});
			return isOk ? Buffer.concat(chunks) : null;
		},
	};
}
