import { spawn } from 'node:child_process';
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
	return new Promise((settle) => {
		const chunks: Buffer[] = [];
		let size = 0;
		const child = spawn(found.value, args, { env: { ...trusted }, stdio: ['ignore', 'pipe', 'ignore'] });
		const end = (result: Buffer | null): void => {
			clearTimeout(timer);
			child.stdout.destroy();
			child.kill('SIGKILL');
			settle(result);
		};
		const timer = setTimeout(() => end(null), timeout);
		child.stdout.on('data', (chunk: Buffer) => {
			chunks.push(chunk);
			size += chunk.length;
			if (size > most) end(Buffer.concat(chunks, size));
		});
		child.once('error', () => end(null));
		child.once('close', (code) => end(code === 0 ? Buffer.concat(chunks, size) : null));
	});
}
