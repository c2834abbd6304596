import { execFile } from 'node:child_process';
import type { Environment } from '../../core/environment.js';
import { findTrusted, trustedEnvironment } from './trusted-path.js';

export type ReadOptions = {
	readonly env: Environment;
	readonly workspace: string;
	/** Milliseconds, after which it is ended. */
	readonly timeout: number;
	/** Bytes; a little more may come, which tells that there were more. */
	readonly most: number;
};

/** Output of a trusted program; null where it fails or takes too long. */
export async function readOutput(
	[command, ...args]: readonly [string, ...string[]],
	{ env, workspace, timeout, most }: ReadOptions,
): Promise<Buffer | null | 'no tool'> {
	const found = await findTrusted(command, workspace, env);
	if (!found.ok) return 'no tool';
	const trusted = await trustedEnvironment(workspace, env);
	const options = {
		env: { ...trusted },
		encoding: 'buffer',
		timeout,
		maxBuffer: most + 1,
		killSignal: 'SIGKILL',
	} as const;
	return new Promise((settle) => {
		const child = execFile(found.value, args, options, (error, output) =>
			settle(error === null || output.length > most ? output : null),
		);
		child.stdin?.end();
	});
}
