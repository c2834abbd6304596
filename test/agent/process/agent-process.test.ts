import { expect, test } from 'vitest';
import { startProcess } from '../../../src/agent/process/agent-process.js';
import { temporaryFolder } from '../../services/temporary-folder.js';

test('The shells of an agent call its folder as it is called in its session, however this program was started.', async () => {
	const cwd = temporaryFolder();
	const script = 'console.error(process.env.PWD)';
	const lines: string[] = [];
	const launch = { name: 'x', command: 'node', args: [] } as never;
	const ready = {
		type: 'ready',
		command: process.execPath,
		args: ['-e', script],
		cwd,
		env: { PWD: '/a/link' },
	} as const;
	const started = await startProcess(launch, ready, { onStderr: (line) => lines.push(line) });
	if (!started.ok) throw new Error(started.failure.message);
	await expect.poll(() => lines).toEqual([cwd]);
});
