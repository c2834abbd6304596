import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hook, HookEnd } from '../../../src/core/hooks/hook.js';
import { HookRunner } from '../../../src/services/hooks/run-hook.js';
import { processExists } from '../../../src/services/programs/process-list.js';

let cwd: string;
let groups: Set<number>;
let stop: AbortController;

beforeEach(() => {
	cwd = mkdtempSync(join(tmpdir(), 'acp-hooks-'));
	groups = new Set();
	stop = new AbortController();
});
afterEach(() => stop.abort());

function runner(): HookRunner {
	return new HookRunner({
		cwd,
		env: { PATH: process.env['PATH'], HOME: cwd, MY_API_KEY: 'sk-secret', KEPT_TOKEN: 'kept', PLAIN: 'plain' },
		keepEnv: ['KEPT_TOKEN'],
		guard: { add: (group) => groups.add(group), remove: (group) => groups.delete(group) },
	});
}

function run(command: string, parts: Partial<Hook> = {}, input = '{"event":"turnEnd"}\n'): Promise<HookEnd> {
	const hook: Hook = { event: 'turnEnd', command, timeout: 20, source: 'user', ...parts };
	return runner().run(hook, input, stop.signal);
}

describe('a hook', () => {
	test('runs in the workspace with JSON on its standard input, without the secrets of the environment', async () => {
		const end = await run('cat; pwd; echo "[$MY_API_KEY$KEPT_TOKEN$PLAIN]"; echo oh >&2');
		expect(end).toEqual({
			type: 'exited',
			code: 0,
			signal: null,
			stdout: expect.stringMatching(/^\{"event":"turnEnd"\}\n\S*acp-hooks-\S+\n\[keptplain\]\n$/),
			stderr: 'oh\n',
		});
		expect(groups.size).toBe(0);
	});

	test.each<[string, string, object]>([
		['that is not there', './missing.sh', { code: 127 }],
		['that may not run', 'printf x > f; ./f', { code: 126 }],
		['that is no shell line', 'if then', { type: 'exited' }],
		['that kills itself', 'kill -9 $$', { signal: 'SIGKILL' }],
		['that kills its group', 'kill -9 0', { signal: 'SIGKILL' }],
		['that closes its input and output', 'exec <&- >&- 2>&-; exit 3', { code: 3 }],
		['that ends with code 255', 'exit 255', { code: 255 }],
		['that leaves a process behind', 'sleep 1000 & exit 0', { code: 0 }],
	])('%s ends', async (_, command, expected) => {
		expect(await run(command)).toMatchObject(expected);
		expect(groups.size).toBe(0);
	});

	test.each([
		['hangs', 'echo $$ > pid; sleep 1000'],
		['hangs and heeds no signal', 'trap "" TERM HUP INT; echo $$ > pid; while :; do sleep 1; done'],
		['waits for more input', 'echo $$ > pid; cat > /dev/null; sleep 1000'],
		['stops itself', 'echo $$ > pid; kill -STOP $$'],
		['starts processes without end', 'echo $$ > pid; while :; do sleep 1000 & sleep 0.05; done'],
	])('that %s is ended with its group in time', async (_, command) => {
		expect(await run(command, { timeout: 0.7 })).toEqual({ type: 'late' });
		const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
		await vi.waitFor(() => expect(processExists(-pid)).toBe(false), 5000);
	});

	test.each([
		['without an end', 'yes "$(head -c 60000 /dev/zero | tr "\\0" x)"'],
		['in one line without an end', 'tr "\\0" x < /dev/zero'],
		['that are no text', 'cat /dev/urandom'],
	])('that writes words %s is ended', async (_, command) => {
		expect(await run(command)).toEqual({ type: 'flooded' });
	});

	test('that writes much is read to a limit', async () => {
		const end = await run('head -c 3000000 /dev/zero | tr "\\0" x');
		expect(end.type === 'exited' ? end.stdout.length : 0).toBe(256 * 1024);
	});

	test('that reads nothing of a long input ends as usual', async () => {
		expect(await run('exit 0', {}, `${'x'.repeat(4_000_000)}\n`)).toMatchObject({ code: 0 });
	});

	test('is ended by its caller', async () => {
		const running = run('echo $$ > pid; sleep 1000');
		await vi.waitFor(() => readFileSync(join(cwd, 'pid'), 'utf8'));
		stop.abort();
		expect(await running).toEqual({ type: 'stopped' });
	});

	test('waits where many run already', async () => {
		writeFileSync(join(cwd, 'n'), '');
		const one = runner();
		const hook: Hook = { event: 'turnEnd', command: 'echo + >> n; sleep 0.2; wc -l < n', timeout: 20, source: 'user' };
		const ends = await Promise.all(Array.from({ length: 12 }, () => one.run(hook, '', stop.signal)));
		const seen = ends.map((end) => (end.type === 'exited' ? Number(end.stdout) : 0));
		expect(Math.min(...seen)).toBeLessThanOrEqual(8);
		expect(Math.max(...seen)).toBe(12);
	});
});
