import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentFence, commandSandbox, createScene, type Entered, type Scene } from './enter-sandboxes.js';
import { type Listeners, makeListeners, reachingWords } from './listeners.js';

const hasPerl = process.platform === 'linux' && existsSync('/usr/bin/perl');

describe.runIf(hasPerl)('sockets and pipes of programs outside', () => {
	let scene: Scene;
	let listeners: Listeners;
	const open: Entered[] = [];

	beforeEach(async () => {
		scene = createScene(realpathSync(mkdtempSync(join(tmpdir(), 'special-'))));
	});

	afterEach(async () => {
		listeners.close();
		await Promise.all(open.splice(0).map((each) => each.close()));
		rmSync(scene.folder, { recursive: true, force: true });
	});

	async function reached(entered?: Entered): Promise<readonly string[]> {
		const words = reachingWords(listeners);
		const [file = '', ...args] = entered === undefined ? words : await entered.enter(words);
		const { stdout, status, stderr } = spawnSync(file, args, { encoding: 'utf8', cwd: scene.workspace });
		expect(status, stderr).toBe(0);
		return [...new Set(stdout.split('\n').filter((name) => name !== ''))];
	}

	it('are reached where nothing holds who tries', async () => {
		listeners = await makeListeners(scene);
		expect(listeners.paths.size).toBeGreaterThan(45);
		const found = await reached();
		expect([...listeners.paths.keys()].filter((name) => !found.includes(name))).toEqual([]);
	});

	it.each([
		['a command that only reads', { files: 'read' }],
		['one that was allowed', { files: 'write', network: false, folders: [] }],
		['one with the network', { files: 'write', network: true, folders: [] }],
	] as const)('are out of reach of %s', async (_, access) => {
		listeners = await makeListeners(scene);
		const sandbox = commandSandbox(scene, access);
		open.push(sandbox);
		expect(await reached(sandbox)).toEqual([]);
	});

	it.each([
		['plan mode', 'read', false],
		['plan mode, with sandboxes of its own', 'read', true],
		['accept edits', 'write', false],
	] as const)('are out of reach of an agent in a fence, in %s', async (_, access, nests) => {
		listeners = await makeListeners(scene);
		const fence = await agentFence(scene, access, { nests });
		open.push(fence);
		expect(await reached(fence)).toEqual([]);
	});

	it('that come later are out of reach of an agent in a fence with the next prompt', async () => {
		const fence = await agentFence(scene, 'write');
		open.push(fence);
		listeners = await makeListeners(scene);
		expect(await fence.confinement?.hideNew()).toBe(null);
		expect(await reached(fence)).toEqual([]);
	});

	it('in folders of tools of the home folder are covered soon, for agents and the next command', async () => {
		listeners = await makeListeners(scene);
		const pipe = join(scene.home, '.local/bin/pipe');
		mkdirSync(join(pipe, '..'), { recursive: true });
		expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
		const isThere = async (entered: Entered): Promise<boolean> => {
			const [file = '', ...args] = await entered.enter(['/usr/bin/test', '-p', pipe]);
			return spawnSync(file, args, { cwd: scene.workspace }).status === 0;
		};
		const fence = await agentFence(scene, 'read');
		const command = commandSandbox(scene, { files: 'read' });
		open.push(fence, command);
		await expect.poll(() => isThere(fence)).toBe(false);
		await expect.poll(() => isThere(command)).toBe(false);
	});
});
