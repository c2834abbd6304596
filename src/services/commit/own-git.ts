import { type Result, succeed } from '../../core/failure.js';
import { type ProgramEnd, runProgram } from '../programs/run-program.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';
import type { Place } from './list.js';

type OwnRun = {
	readonly args: readonly string[];
	readonly input: string;
	readonly indexFile: string;
	readonly signal: AbortSignal;
	readonly onOutput?: (text: string) => void;
};

export type OwnGit = (run: OwnRun) => Promise<ProgramEnd>;

/** They would lead git to another repository than the one that was looked at. */
const LEADS_ELSEWHERE =
	/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES)$/;

/**
 * git as the user runs it: with their settings, hooks, filters and signing. It has no terminal, so that nothing that
 * asks for a password can wait in ours: a window of the desktop may, and what asks in a terminal fails.
 */
export async function findOwnGit({ cwd, env, guard }: Place): Promise<Result<OwnGit>> {
	const { GPG_TTY: _, ...trusted } = await trustedEnvironment(cwd, env);
	const found = await findTrusted('git', cwd, trusted);
	if (!found.ok) return found;
	const kept = Object.entries(trusted).filter(([name]) => !LEADS_ELSEWHERE.test(name));
	return succeed(({ args, input, indexFile, signal, onOutput }) =>
		runProgram({
			...{ file: found.value, args, cwd, input, signal, guard },
			env: { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', GIT_INDEX_FILE: indexFile },
			onOutput: (_from, text) => onOutput?.(text),
		}),
	);
}
