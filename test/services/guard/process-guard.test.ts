import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProcessGuard } from '../../../src/services/guard/process-guard.js';
import { WATCHDOG } from '../../../src/services/guard/watchdog.js';
import { listProcesses } from '../../../src/services/programs/process-list.js';

/** A process that says that it is ready and then ignores every polite signal, in a group of its own. */
async function startDeaf(script = 'while :; do sleep 600; done'): Promise<ChildProcess & { readonly pid: number }> {
	const child = spawn('sh', ['-c', `trap "" TERM HUP INT; echo ready; ${script}`], { detached: true });
	const { pid } = child;
	if (pid === undefined) throw new Error('sh is missing');
	onTestFinished(() => endGroup(pid));
	await once(child.stdout, 'data');
	return Object.assign(child, { pid });
}

function endGroup(leader: number): void {
	try {
		process.kill(-leader, 'SIGKILL');
	} catch {
		// The usual case: nobody is left.
	}
}

async function membersOf(group: number): Promise<readonly number[]> {
	return (await listProcesses()).filter((each) => each.group === group).map(({ pid }) => pid);
}

const gone = (group: number): Promise<void> =>
	vi.waitFor(async () => expect(await membersOf(group)).toEqual([]), { timeout: 3000, interval: 20 });

/** Runs the watchdog's program by itself; `change` stands for a machine or a moment that a test cannot make. */
function startWatchdog(change: readonly [string, string] = ['', ''], shell = '/bin/sh'): ChildProcess {
	expect(WATCHDOG).toContain(change[0]);
	const script = WATCHDOG.replaceAll(change[0] || '\0', change[1]);
	return spawn(shell, ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
}

/** Waits until the watchdog sleeps on its input again: it has read all that it was sent. */
async function settled(watchdog: ChildProcess): Promise<void> {
	await vi.waitFor(() => expect(watchdog.stdin?.writableLength).toBe(0));
	if (!existsSync('/proc/self/status')) {
		// Which signals a shell ignores is shown nowhere else.
		await new Promise((resolve) => setTimeout(resolve, 1000));
		return;
	}
	// The shell is up once it ignores SIGHUP, the first bit of the mask, and sleeps at its input.
	await vi.waitFor(
		() => {
			const status = readFileSync(`/proc/${watchdog.pid}/status`, 'utf8');
			const ignored = BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
			expect(ignored & 1n).toBe(1n);
			expect(/^State:\s*S/m.test(status)).toBe(true);
		},
		{ timeout: 10_000 },
	);
}

test('a group that ignores SIGTERM and SIGHUP is ended when its guard goes', async () => {
	const guard = createProcessGuard();
	const deaf = await startDeaf();
	guard.add(deaf.pid);
	guard.close();
	await once(deaf, 'exit');
	expect(deaf.signalCode).toBe('SIGKILL');
	await gone(deaf.pid);
});

test('a process of our own group is ended with what it started, and nobody else of the group', async () => {
	const children = "trap '' TERM HUP; sleep 600 & echo ready; while :; do sleep 600; done";
	const child = spawn('sh', ['-c', children]);
	const other = spawn('sleep', ['600'], { stdio: 'ignore' });
	onTestFinished(() => {
		other.kill('SIGKILL');
		child.kill('SIGKILL');
	});
	await once(child.stdout, 'data');
	const { pid = 0 } = child;
	const started = (await listProcesses()).filter((each) => each.parent === pid).map((each) => each.pid);
	const guard = createProcessGuard();
	guard.add(pid);
	guard.close();
	await once(child, 'exit');
	const living = async () => (await listProcesses()).map((each) => each.pid).filter((each) => started.includes(each));
	await vi.waitFor(async () => expect(await living()).toEqual([]), { timeout: 3000, interval: 20 });
	expect(started.length).toBeGreaterThan(0);
	expect(other.exitCode ?? other.signalCode).toBeNull();
});

test('a group that was removed is left alone, and what is still watched is ended', async () => {
	const guard = createProcessGuard();
	const [kept, removed] = [await startDeaf(), await startDeaf()];
	guard.add(removed.pid);
	guard.add(kept.pid);
	guard.remove(removed.pid);
	guard.close();
	await once(kept, 'exit');
	expect(await membersOf(removed.pid)).toContain(removed.pid);
});

test('what a group started in a session of its own is ended too', async () => {
	const script = "require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })";
	const deaf = await startDeaf(`'${process.execPath}' -e "${script}; setInterval(() => {}, 1000)"`);
	const strays = async (): Promise<readonly number[]> => {
		const all = await listProcesses();
		const ours = all.filter((each) => each.group === deaf.pid).map(({ pid }) => pid);
		return all.filter((each) => ours.includes(each.parent) && each.group === each.pid).map(({ pid }) => pid);
	};
	await vi.waitFor(async () => expect(await strays()).toHaveLength(1), { timeout: 5000, interval: 20 });
	const [stray = 0] = await strays();
	onTestFinished(() => endGroup(stray));
	const guard = createProcessGuard();
	guard.add(deaf.pid);
	guard.close();
	await gone(deaf.pid);
	await gone(stray);
});

test('a process that took over the number of a group that has ended is a stranger', async () => {
	const deaf = await startDeaf();
	// As if the leader had started earlier than the process that has its number now.
	const watchdog = startWatchdog(['watched="$watched $id:$start"', 'watched="$watched $id:1$start"']);
	watchdog.stdin?.end(`+ ${deaf.pid}\n`);
	await once(watchdog, 'exit');
	expect(await membersOf(deaf.pid)).toContain(deaf.pid);
});

test.skipIf(!existsSync('/bin/ps'))('where there is no /proc, ps is asked', async () => {
	const [deaf, other] = [await startDeaf(), await startDeaf()];
	const watchdog = startWatchdog(['[ -r /proc/self/stat ]', 'false']);
	watchdog.stdin?.end(`+ ${deaf.pid}\n`);
	await once(watchdog, 'exit');
	await gone(deaf.pid);
	expect(await membersOf(other.pid)).toContain(other.pid);
});

test('where processes cannot be listed at all, the groups are ended', async () => {
	const deaf = await startDeaf();
	const watchdog = startWatchdog(['[ -r /proc/self/stat ]', 'ps() { return 1; }; false']);
	watchdog.stdin?.end(`+ ${deaf.pid}\n`);
	await once(watchdog, 'exit');
	await gone(deaf.pid);
});

test.each(['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell)))(
	'in %s the watchdog takes no hang-up, no nonsense and no number of everybody, and ends with its work',
	async (shell) => {
		const deaf = await startDeaf();
		const watchdog = startWatchdog(undefined, shell);
		watchdog.stdin?.write(`+ 0\n+ 1\n+ -1\n+ $(kill ${deaf.pid})\n+\n\n* * *\n+ ${'9'.repeat(4000)}\n`);
		await settled(watchdog);
		for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) watchdog.kill(signal);
		watchdog.stdin?.end(`+ ${deaf.pid}\n- ${deaf.pid}\n`);
		expect(await once(watchdog, 'exit')).toEqual([0, null]);
		expect(await membersOf(deaf.pid)).toContain(deaf.pid);
	},
);

test('a watchdog that was killed is started again with the next group, and knows the ones before', async () => {
	const guard = createProcessGuard();
	const [first, second] = [await startDeaf(), await startDeaf()];
	guard.add(first.pid);
	const children = (await listProcesses()).filter((each) => each.parent === process.pid && each.session === each.pid);
	const facts = children.filter(({ pid }) => pid !== first.pid && pid !== second.pid);
	const watchdog = Math.max(...facts.map(({ pid }) => pid));
	process.kill(watchdog, 'SIGKILL');
	// A dead child can be signalled until it was reaped, which is when the guard is notified.
	await vi.waitFor(() => expect(() => process.kill(watchdog, 0)).toThrow(), { timeout: 10_000 });
	const ended = Promise.all([once(first, 'exit'), once(second, 'exit')]);
	guard.add(second.pid);
	guard.close();
	await ended;
});

test('a watchdog that cannot be started disturbs nobody', async () => {
	const guard = createProcessGuard();
	for (let count = 0; count < 5; count += 1) guard.add(1_000_000 + count);
	guard.remove(1_000_000);
	expect(() => guard.close()).not.toThrow();
});
