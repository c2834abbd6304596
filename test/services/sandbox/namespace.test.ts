import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTree } from '../../../src/services/files/remove-tree.js';
import type { Place } from '../../../src/services/sandbox/linux/mount-place.js';
import { Namespace } from '../../../src/services/sandbox/linux/namespace.js';
import { findNamespaceTools } from '../../../src/services/sandbox/linux/namespace-tools.js';
import { placeFacts } from '../../../src/services/sandbox/linux/place-facts.js';
import { must } from '../must.js';
import { SYSTEM } from '../shadow/shadow-fixture.js';

let folder = '';
const open: Namespace[] = [];

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'namespace-')));
	for (const name of ['root', 'workspace', 'outside']) mkdirSync(join(folder, name));
	writeFileSync(join(folder, 'workspace', 'a.txt'), 'a\n');
	writeFileSync(join(folder, 'outside', 'secret.txt'), 'secret\n');
});

afterEach(async () => {
	await Promise.all(open.splice(0).map((namespace) => namespace.close()));
	// A layer has a folder of the kernel's which only root may look into.
	await removeTree(folder);
});

async function start(places: readonly Place[], network: 'shared' | 'none' = 'none'): Promise<Namespace> {
	const found = await findNamespaceTools();
	if (!('tools' in found)) throw new Error(`${found.missing} is missing`);
	const facts = placeFacts();
	const { tools } = found;
	const options = {
		tools,
		facts,
		folder: join(folder, 'root'),
		places: [...SYSTEM, ...places],
		network,
		hasOwnProc: true,
	};
	const started = must(await Namespace.start(options));
	open.push(started);
	return started;
}

function sh(namespace: Namespace, line: string, cwd = '/'): { readonly status: number | null; readonly text: string } {
	const { command, args } = namespace.enter({ command: '/bin/sh', args: ['-c', line] }, cwd);
	const { status, stdout, stderr } = spawnSync(command, [...args], { encoding: 'utf8' });
	return { status, text: `${stdout}${stderr}`.trim() };
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return '';
	}
}

describe.runIf(process.platform === 'linux')('a namespace', () => {
	it('shows its places and nothing else, and keeps what is to be read as it is', async () => {
		const workspace = join(folder, 'workspace');
		const namespace = await start([{ type: 'bind', from: workspace, at: workspace, access: 'read' }]);
		expect(sh(namespace, 'cat a.txt; pwd', workspace)).toEqual({ status: 0, text: `a\n${workspace}` });
		expect(sh(namespace, `ls ${folder}`).text).toBe('workspace');
		expect(sh(namespace, 'echo b >b.txt', workspace).text).toContain('Read-only file system');
		expect(sh(namespace, 'unshare -U true').text).toContain('No space left');
		expect(sh(namespace, 'id -u').text).toBe(String(process.getuid?.()));
		expect(sh(namespace, 'grep CapEff /proc/self/status').text).toContain('0000000000000000');
		expect(sh(namespace, 'touch /x; touch /usr/x; touch /tmp/x && echo ok').text).toContain('ok');
	});

	it('is made read-only and writable again while it runs', async () => {
		const workspace = join(folder, 'workspace');
		const namespace = await start([{ type: 'bind', from: workspace, at: workspace, access: 'write' }]);
		expect(sh(namespace, 'echo 1 >b.txt', workspace).status).toBe(0);
		const remount = (how: string) =>
			namespace.run(namespace.inside(['/usr/bin/mount', '-n', '-o', `remount,bind,nosuid,nodev,${how}`, workspace]));
		expect(await remount('ro')).toEqual({ ok: true, value: undefined });
		expect(sh(namespace, 'echo 2 >b.txt', workspace).text).toContain('Read-only');
		expect((await remount('rw')).ok).toBe(true);
		expect(sh(namespace, 'echo 3 >b.txt', workspace).status).toBe(0);
	});

	it('shows folders whatever their names hold, and changes what is mounted there', async () => {
		const names = [
			'a b',
			'a\tb',
			'a\nb',
			'a\u00a0b',
			'a\u3000b',
			'a"b',
			"a'b",
			'a\\b',
			'a\\040b',
			'#a',
			'a,b:c',
			'-a',
			'$(a)',
			'a ',
		];
		const folders = names.map((name) => join(folder, 'workspace', name));
		for (const each of folders) mkdirSync(each);
		const namespace = await start(folders.map((at): Place => ({ type: 'bind', from: at, at, access: 'write' })));
		for (const at of folders) {
			expect(sh(namespace, 'echo a >a && cat a', at)).toEqual({ status: 0, text: 'a' });
			const remount = ['/usr/bin/mount', '-n', '-o', 'remount,bind,nosuid,nodev,ro', at];
			expect(await namespace.run(namespace.inside(remount))).toEqual({ ok: true, value: undefined });
			expect(sh(namespace, 'echo b >a', at).text).toContain('Read-only');
		}
	});

	it.each(['a"b', '"', 'a"b" c,d:e'])('lays a layer over a folder whatever its name holds: %s', async (name) => {
		const [lower = '', upper = '', work = ''] = ['lower', 'upper', 'work'].map((kind) => join(folder, name, kind));
		for (const each of [lower, upper, work]) mkdirSync(each, { recursive: true });
		writeFileSync(join(lower, 'a.txt'), 'a\n');
		const namespace = await start([{ type: 'overlay', at: lower, lower, upper, work }]);
		expect(sh(namespace, 'cat a.txt; echo b >b.txt; cat b.txt', lower)).toEqual({ status: 0, text: 'a\nb' });
		expect(existsSync(join(upper, 'b.txt')) && !existsSync(join(lower, 'b.txt'))).toBe(true);
		// A shadow lets go of what it remembers of the folder below.
		rmSync(join(upper, 'b.txt'));
		expect(
			await namespace.run(namespace.inside(['/usr/bin/mount', '-n', '-o', 'remount,nosuid,nodev', lower])),
		).toMatchObject({ ok: true });
		expect(sh(namespace, 'ls -A; ls -A / | grep name', lower).text).toBe('a.txt');
	});

	it.each([
		['at once', []],
		['one after the other', [{ type: 'bind', from: '/etc/hostname', at: '/tmp/inner/file', access: 'read' }]],
		[
			'in turn at the top and below',
			[
				{ type: 'empty', at: '/tmp/one' },
				{ type: 'bind', from: '/etc/hostname', at: '/tmp/one/file', access: 'read' },
				{ type: 'empty', at: '/tmp/two' },
				{ type: 'bind', from: '/etc/hostname', at: '/tmp/two/file', access: 'read' },
				{ type: 'bind', from: '/etc', at: '/top', access: 'read' },
			],
		],
	] as const)('leaves nothing at the top but its places, read-only, where all are mounted %s', async (_, places) => {
		const namespace = await start(places);
		const named = sh(namespace, 'ls -A /').text.split('\n');
		expect(named.toSorted()).toEqual(
			[...new Set([...SYSTEM, ...places].map(({ at }) => at.split('/')[1] ?? ''))].toSorted(),
		);
		expect(sh(namespace, 'awk \'$5 == "/" { print $6 }\' /proc/self/mountinfo').text).toMatch(/^ro,/);
	});

	it('is not set up, and leaves nothing, where it cannot be found out what it shows', async () => {
		const found = await findNamespaceTools();
		if (!('tools' in found)) throw new Error(`${found.missing} is missing`);
		const root = join(folder, 'root');
		const starting = Namespace.start({
			tools: found.tools,
			facts: placeFacts(),
			folder: root,
			places: Promise.reject(new Error('unknown')),
			network: 'none',
			hasOwnProc: true,
		});
		await expect(starting).rejects.toThrow('unknown');
		const holders = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(root));
		expect(holders).toEqual([]);
	});

	it('lets nothing of the kernel be set, whoever runs it', async () => {
		const namespace = await start([]);
		expect(sh(namespace, '(exec 7>/proc/sys/kernel/core_pattern) && echo open').text).not.toContain('open\n');
		expect(sh(namespace, 'echo 100 >/proc/sys/user/max_user_namespaces').status).not.toBe(0);
	});

	it('has ended once its first process was killed from outside', async () => {
		const namespace = await start([]);
		process.kill(namespace.pid, 'SIGKILL');
		await namespace.ended;
		expect(await namespace.run('true')).toMatchObject({ ok: false });
	});

	it('is none where what holds it is killed before it has asked for a signal at that end', async () => {
		const found = await findNamespaceTools();
		if (!('tools' in found)) throw new Error(`${found.missing} is missing`);
		const setpriv = join(folder, 'setpriv');
		const lines = [
			'#!/bin/sh',
			'[ "$1" = --pdeathsig=KILL ] && sleep 0.2 && kill -9 $PPID',
			`exec ${found.tools.setpriv} "$@"`,
		];
		writeFileSync(setpriv, lines.join('\n'), { mode: 0o755 });
		const started = await Namespace.start({
			tools: { ...found.tools, setpriv },
			facts: placeFacts(),
			folder: join(folder, 'root'),
			places: [...SYSTEM, { type: 'bind', from: setpriv, at: setpriv, access: 'read' }],
			network: 'none',
			hasOwnProc: true,
		});
		if (started.ok) await started.value.ended;
		const root = join(folder, 'root');
		const left = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(root));
		await expect.poll(left).toEqual([]);
	});

	it('ends with everything in it', async () => {
		const namespace = await start([]);
		expect(existsSync(`/proc/${namespace.pid}`)).toBe(true);
		await namespace.close();
		expect(existsSync(`/proc/${namespace.pid}/root/usr`)).toBe(false);
	});
});
