import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { commandsIn, never, WRITE } from './sandboxed.js';

function place() {
	const top = temporaryFolder();
	const [home, workspace] = [join(top, 'home'), join(top, 'home/work')];
	mkdirSync(workspace, { recursive: true });
	const { terminals, create } = commandsIn({ workspace, home, env: { PATH: process.env['PATH'], HOME: home } });
	/** Starts a command that was allowed; resolves when it says that it is ready. */
	async function start(line: string, access: CommandAccess = WRITE): Promise<string> {
		const ready = Promise.withResolvers<void>();
		const { terminalId } = await create(line, access, {
			onData: (_, data) => (data.includes('ready') ? ready.resolve() : undefined),
			onExit: () => ready.resolve(),
		});
		await ready.promise;
		return terminalId;
	}
	const size = (name: string): number => readFileSync(join(workspace, name)).length;
	const isRunning = (id: string): boolean => {
		const output = terminals.output(id);
		return output.ok && output.value.exit === undefined;
	};
	return { workspace, terminals, start, size, isRunning };
}

describe.runIf(process.platform === 'linux')('commands that run when plan mode is switched', () => {
	it('change nothing from then on, and can again when it is off', async () => {
		const { terminals, start, size, isRunning } = place();
		const id = await start('echo ready; while :; do echo x >>log; echo y >/tmp/z; sleep 0.01; done 2>/dev/null');
		await expect.poll(() => size('log')).toBeGreaterThan(0);
		expect(await terminals.setAccess?.('read')).toEqual({ ended: [], loose: null });
		const before = size('log');
		await new Promise((resolve) => setTimeout(resolve, 60));
		expect(size('log')).toBe(before);
		expect(isRunning(id)).toBe(true);
		expect(await terminals.setAccess?.('write')).toEqual({ ended: [], loose: null });
		await expect.poll(() => size('log')).toBeGreaterThan(before);
	});

	it('are ended where they hold a file open, and named', async () => {
		const { workspace, terminals, start, size } = place();
		const id = await start('trap "" TERM; exec 5>>held; echo ready; while :; do echo x >&5; sleep 0.01 5>&-; done');
		expect(await terminals.setAccess?.('read')).toMatchObject({
			ended: [{ name: 'sh', path: join(workspace, 'held') }],
			loose: null,
		});
		const before = size('held');
		expect((await terminals.waitForExit(id, never)).ok).toBe(true);
		expect(size('held')).toBe(before);
	});

	it('are not started any more until it is off, where they would change something', async () => {
		const { workspace, terminals, start } = place();
		const reading = await start('echo ready; sleep 60', { files: 'read' });
		await start('touch first; echo ready');
		expect(await terminals.setAccess?.('read')).toEqual({ ended: [], loose: null });
		await expect(start('touch second; echo ready')).rejects.toThrow('plan mode');
		await terminals.kill(reading);
		await start('echo ready', { files: 'read' });
		await terminals.setAccess?.('write');
		await start('touch third; echo ready');
		expect(['first', 'second', 'third'].map((name) => existsSync(join(workspace, name)))).toEqual([true, false, true]);
	});

	it('are reported where they have no sandbox, until they end', async () => {
		const { terminals, start } = place();
		const created = await terminals.create(
			{ sessionId: 's', command: 'sleep', args: ['60'], env: [], cwd: '/' },
			{ onData: () => {}, onExit: () => {} },
		);
		await start('echo ready');
		const change = await terminals.setAccess?.('read');
		expect(change?.loose?.commands).toEqual(['sleep 60']);
		if (created.ok) await terminals.kill(created.value.terminalId);
		await change?.loose?.gone;
		expect(await terminals.setAccess?.('read')).toEqual({ ended: [], loose: null });
	});
});
