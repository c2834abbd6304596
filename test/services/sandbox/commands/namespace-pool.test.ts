import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { succeed } from '../../../../src/core/failure.js';
import { NamespacePool } from '../../../../src/services/sandbox/commands/namespace-pool.js';
import type { SandboxSpec } from '../../../../src/services/sandbox/commands/sandbox-spec.js';
import type { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';

const WRITABLE: SandboxSpec = {
	network: 'none',
	places: [{ type: 'bind', from: '/work', at: '/work', access: 'write' }],
};

/** A process that left two others running. */
async function withLeftovers(): Promise<number> {
	const child = spawn('sh', ['-c', 'sleep 60 & sleep 60 & echo ready; wait'], { detached: true });
	onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
	await once(child.stdout, 'data');
	return child.pid ?? 0;
}

describe.runIf(process.platform === 'linux')('a switch right after a command', () => {
	test('waits for the end of what it left running', async () => {
		const pid = await withLeftovers();
		const done: string[] = [];
		const close = async (): Promise<void> => void done.push('closed');
		const namespace = { pid, ended: new Promise(() => {}), close } as unknown as Namespace;
		const pool = new NamespacePool(
			async () => succeed(namespace),
			async () => ({
				async set(access) {
					done.push(access);
					return { type: 'changed', ended: [] };
				},
			}),
		);
		const lease = await pool.take(WRITABLE);
		if (lease.ok) lease.value.leave();
		expect(await pool.setAccess('read')).toEqual({ ended: [] });
		expect(done).toEqual(['read', 'closed']);
	});
});
