import { rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commitAll, makeWorkspace, settled, take } from './workspace.js';

/** A watch that stands: everything that is asked after `watch` waits for it. */
async function watching(workspace: ReturnType<typeof makeWorkspace>) {
	const hints = { count: 0 };
	const stop = workspace.snapshots.watch(() => {
		hints.count += 1;
	});
	onTestFinished(stop);
	await take(workspace.snapshots);
	return { hints, stop };
}

test('a change is hinted once, also in a folder that is new', async () => {
	const workspace = makeWorkspace('with git');
	const { write, snapshots } = workspace;
	write('deep/er/a.txt', 'a');
	commitAll(workspace, 'with git');
	const { hints } = await watching(workspace);
	for (let round = 0; round < 20; round += 1) write('deep/er/a.txt', String(round));
	await vi.waitUntil(() => hints.count > 0);
	expect(hints.count).toBe(1);
	write('new/b.txt', 'b');
	await vi.waitUntil(() => hints.count > 1);
	await take(snapshots);
	write('new/b.txt', 'c');
	await vi.waitUntil(() => hints.count > 2);
	rmSync(workspace.path('new'), { recursive: true });
	await vi.waitUntil(() => hints.count > 3);
});

test('ignored files stop to be hinted, and ignored folders never are', async () => {
	const workspace = makeWorkspace('with git');
	const { write, snapshots, path } = workspace;
	write('.gitignore', '*.log\nbuild/\n');
	write('a.txt', 'a');
	write('build/out.js', 'x');
	commitAll(workspace, 'with git');
	const { hints } = await watching(workspace);
	write('noise.log', '1');
	await vi.waitUntil(() => hints.count === 1);
	await take(snapshots);
	writeFileSync(path('noise.log'), '2');
	write('build/out.js', 'y');
	write('node_modules/x.js', 'z');
	await settled();
	write('a.txt', 'b');
	await vi.waitUntil(() => hints.count === 2);
	expect(hints.count).toBe(2);
});

test('after stopping there are no hints', async () => {
	const workspace = makeWorkspace('without git');
	workspace.write('a.txt', 'a');
	const { hints, stop } = await watching(workspace);
	workspace.write('a.txt', 'b');
	stop();
	stop();
	const other = await watching(workspace);
	workspace.write('a.txt', 'c');
	await vi.waitUntil(() => other.hints.count > 0);
	expect(hints.count).toBe(0);
});

test('a workspace that goes away breaks nothing', async () => {
	const workspace = makeWorkspace('without git');
	workspace.write('folder/a.txt', 'a');
	const { stop } = await watching(workspace);
	rmSync(workspace.root, { recursive: true });
	await expect(workspace.snapshots.take()).resolves.toBeDefined();
	stop();
});
