import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type ProgramRun, runProgram } from '../../../src/services/programs/run-program.js';
import { processesWith } from '../../drive/processes.js';
import { temporaryFolder } from '../temporary-folder.js';

/** Runs a command of the shell, which says when it is to be aborted. */
function start(command: string, more: Partial<ProgramRun> = {}) {
	const cwd = temporaryFolder();
	const groups = new Set<number>();
	const guarded = new Set<number>();
	const stop = new AbortController();
	const end = runProgram({
		...{ file: '/bin/sh', args: ['-c', command], cwd, signal: stop.signal },
		env: { PATH: process.env['PATH'], HOME: cwd },
		guard: { add: (group) => groups.add(group) && guarded.add(group), remove: (group) => groups.delete(group) },
		onOutput: () => stop.abort(),
		...more,
	});
	return { cwd, groups, guarded, stop, end, pidIn: (file: string) => Number(readFileSync(join(cwd, file), 'utf8')) };
}

const DEAF = `sh -c 'trap "" TERM HUP; echo $$ > pid; while :; do sleep 0.1; done'`;

test.runIf(process.platform === 'linux').each([
	['waits for another session', {}, `setsid -w ${DEAF} >/dev/null 2>&1`],
	['has one in the background', {}, `setsid ${DEAF} >/dev/null 2>&1 & wait`],
	['left one to itself', { endsAll: true }, `(setsid ${DEAF} >/dev/null 2>&1 &); sleep 1000`],
] as const)('what a program that %s runs there has ended when its run settles', async (_, how, command) => {
	const { cwd, groups, guarded, stop, end, pidIn } = start(command, how);
	await vi.waitFor(() => expect(pidIn('pid')).toBeGreaterThan(1), 10_000);
	stop.abort();
	expect(await end).toEqual({ type: 'stopped' });
	expect(await processesWith(cwd)).toEqual([]);
	expect([guarded.has(pidIn('pid')), ...groups]).toEqual([true]);
});

test.runIf(process.platform === 'linux')(
	'a program that is aborted may clean up, and a service that it started goes on',
	async () => {
		const { cwd, groups, end, pidIn } = start(`
		trap 'sleep 0.5; echo > clean; exit' TERM
		(setsid sleep 1000 >/dev/null 2>&1 & echo $! > service)
		echo ready
		while :; do sleep 0.1; done
	`);
		expect(await end).toEqual({ type: 'stopped' });
		expect(existsSync(join(cwd, 'clean'))).toBe(true);
		expect(process.kill(pidIn('service'), 'SIGKILL')).toBe(true);
		expect([...groups]).toEqual([]);
	},
);
