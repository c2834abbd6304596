import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { InstallPlan } from '../../../../src/core/agents/install-plan.js';
import { launchOf, readInstalled, readLock } from '../../../../src/services/agents/install/agents-lock-file.js';
import { createInstaller } from '../../../../src/services/agents/install/install-agent.js';
import { removeAgent, rollBack } from '../../../../src/services/agents/install/installed-agents.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { machine, npmPlan, requestOf, watched, writeAgent } from './plans.js';

/** A machine, and short ways to change what is installed on it. */
function open() {
	const folder = temporaryFolder();
	const host = machine(folder, '');
	const { signal } = new AbortController();
	const undo = { dataDir: host.dataDir, signal };
	return {
		folder,
		host,
		write: (version: string, change: Partial<InstallPlan> = {}) => writeAgent(folder, version, change),
		install: (plan: InstallPlan, { options } = watched(), change: Parameters<typeof requestOf>[1] = {}) =>
			createInstaller(host).install(requestOf(plan, change), options),
		rollBack: () => rollBack('acme', undo),
		remove: () => removeAgent('acme', undo),
		async version() {
			const installed = await readInstalled(host.dataDir);
			return installed.ok ? (installed.value.get('acme')?.locked.version ?? null) : installed.failure.message;
		},
	};
}

const withOtherBytes = (plan: InstallPlan): InstallPlan => {
	if (plan.kind === 'binary') writeFileSync(fileURLToPath(plan.archive), '#!/bin/sh\necho evil\n');
	return plan;
};

describe('an agent of an archive', () => {
	it('goes forward with an update, back and forward with a rollback, and away', async () => {
		const machine = open();
		expect(await machine.install(machine.write('1.0.0'))).toMatchObject({ ok: true, value: { before: null } });
		expect(await machine.install(machine.write('1.1.0'))).toMatchObject({ ok: true, value: { before: '1.0.0' } });
		expect(await machine.rollBack()).toMatchObject({ ok: true, value: { version: '1.0.0' } });
		expect(await machine.version()).toBe('1.0.0');
		expect(await machine.rollBack()).toMatchObject({ ok: true, value: { version: '1.1.0' } });
		await machine.install(machine.write('1.2.0'));
		expect(readdirSync(join(machine.host.dataDir, 'agents/acme')).sort()).toEqual(['1.1.0', '1.2.0']);
		expect(await machine.remove()).toMatchObject({ ok: true });
		expect(await machine.version()).toBeNull();
		expect(readdirSync(join(machine.host.dataDir, 'agents'))).toEqual([]);
		expect(await machine.remove()).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	});

	it('keeps the hash of its first download where the index has none, also when it was removed meanwhile', async () => {
		const machine = open();
		const plan = machine.write('1.0.0');
		await machine.install(plan);
		await machine.remove();
		const failure = { code: 'integrity', message: expect.stringContaining('other content than it had') };
		expect(await machine.install(withOtherBytes(plan))).toMatchObject({ ok: false, failure });
		expect(await machine.version()).toBeNull();
		expect(readdirSync(join(machine.host.dataDir, 'agents'))).toEqual([]);
		machine.write('1.0.0');
		expect(await machine.install(plan)).toMatchObject({ ok: true, value: { type: 'installed' } });
	});

	it('is not unpacked when its bytes have another hash than the index says', async () => {
		const machine = open();
		await machine.install(machine.write('1.0.0'));
		const plan = machine.write('1.1.0', { sha256: 'ab'.repeat(32) });
		expect(await machine.install(plan)).toMatchObject({ ok: false, failure: { code: 'integrity' } });
		expect(await machine.version()).toBe('1.0.0');
		expect(readdirSync(join(machine.host.dataDir, 'agents/acme'))).toEqual(['1.0.0']);
	});

	it('is refused without a fetch when the same version has another hash in the index by now', async () => {
		const machine = open();
		const plan = machine.write('1.0.0');
		await machine.install(plan);
		const other = { ...plan, archive: 'file:///nowhere', sha256: 'ab'.repeat(32) } as InstallPlan;
		expect(await machine.install(other)).toMatchObject({ ok: false, failure: { code: 'integrity' } });
		expect(await machine.install(npmPlan('1.0.0'))).toMatchObject({ ok: false, failure: { code: 'integrity' } });
		expect(await machine.version()).toBe('1.0.0');
	});

	it('that an interpreter runs is given to it by its own path, whatever the workspace has', async () => {
		const machine = open();
		const file = join(machine.folder, 'server.js');
		writeFileSync(file, '// server\n');
		const change = { archive: pathToFileURL(file).href, command: 'node', args: ['./server.js', 'acp', '../server.js'] };
		expect(await machine.install(machine.write('1.0.0', change))).toMatchObject({ ok: true });
		const installed = await readInstalled(machine.host.dataDir);
		const acme = installed.ok ? installed.value.get('acme') : undefined;
		const own = join(machine.host.dataDir, 'agents/acme/1.0.0/server.js');
		expect(acme && launchOf(acme, '/bin/node')).toMatchObject({
			command: '/bin/node',
			args: [own, 'acp', '../server.js'],
		});
	});

	it.each([
		['node', ['server.js']],
		['python3', ['-m', 'agent']],
		['bash', ['-c', 'echo evil']],
	])('is refused where it would start %s with nothing of its archive', async (command, args) => {
		const machine = open();
		expect(await machine.install(machine.write('1.0.0', { command, args }))).toMatchObject({
			ok: false,
			failure: { message: expect.stringContaining('with nothing of its archive') },
		});
		expect(await machine.version()).toBeNull();
	});

	it('is not removed while it runs', async () => {
		const machine = open();
		await machine.install(machine.write('1.0.0'));
		const installed = await readInstalled(machine.host.dataDir);
		const command = installed.ok ? (installed.value.get('acme')?.command ?? '') : '';
		writeFileSync(command, '#!/bin/sh\necho ready\nread line\n');
		const agent = spawn(command, { stdio: ['pipe', 'pipe', 'ignore'] });
		await once(agent.stdout, 'data');
		const isLinux = process.platform === 'linux';
		if (isLinux) expect(await machine.remove()).toMatchObject({ ok: false, failure: { code: 'invalid' } });
		agent.stdin.end();
		await once(agent, 'close');
		expect(await machine.remove()).toMatchObject({ ok: true });
	});

	it('is made again from the same bytes where its files are gone', async () => {
		const machine = open();
		const plan = machine.write('1.0.0');
		await machine.install(plan);
		rmSync(join(machine.host.dataDir, 'agents/acme/1.0.0'), { recursive: true });
		expect(await machine.install(withOtherBytes(plan))).toMatchObject({ ok: false, failure: { code: 'integrity' } });
		machine.write('1.0.0');
		expect(await machine.install(plan)).toMatchObject({ ok: true, value: { type: 'installed' } });
	});

	it('needs a consent of its own when the publisher has changed; without it nothing is fetched', async () => {
		const machine = open();
		await machine.install(machine.write('1.0.0'));
		const plan = machine.write('1.1.0', { authors: ['Mallory'], publisher: 'Mallory' });
		const refused = watched({ changes: false });
		expect(await machine.install(plan, refused)).toMatchObject({ ok: false, failure: { code: 'usage' } });
		expect(refused.asked).toEqual([[{ what: 'authors', before: 'Acme', after: 'Mallory' }]]);
		expect(refused.progress).toEqual([]);
		expect(await machine.version()).toBe('1.0.0');
		expect(await machine.install(plan, watched({ changes: true }))).toMatchObject({ ok: true });
	});

	it('goes back to an older version only with a consent of its own, or where that version was named', async () => {
		const machine = open();
		await machine.install(machine.write('1.10.0'));
		const older = machine.write('1.9.0');
		const refused = watched({ changes: false });
		expect(await machine.install(older, refused)).toMatchObject({ ok: false, failure: { code: 'usage' } });
		expect(refused.asked).toEqual([[{ what: 'older version', before: '1.10.0', after: '1.9.0' }]]);
		expect(await machine.version()).toBe('1.10.0');
		expect(await machine.install(older, watched(), { isVersionChosen: true })).toMatchObject({ ok: true });
		expect(await machine.version()).toBe('1.9.0');
	});

	it('has the integrity that a project demands, or is not installed', async () => {
		const machine = open();
		const plan = machine.write('1.0.0');
		const expectedIntegrity = `sha256:${'ab'.repeat(32)}`;
		const result = await machine.install(plan, watched(), { expectedIntegrity });
		expect(result).toMatchObject({ ok: false, failure: { code: 'integrity' } });
		expect(await machine.version()).toBeNull();
		await machine.install(plan);
		const again = await machine.install(plan, watched(), { expectedIntegrity });
		expect(again).toMatchObject({ ok: false, failure: { message: expect.stringContaining('agents.lock.json') } });
	});

	it('is not installed where there is nothing for this machine', async () => {
		const machine = open();
		const plan = machine.write('1.0.0', { target: null, reason: 'there is no archive for linux-riscv64' });
		expect(await machine.install(plan)).toMatchObject({
			ok: false,
			failure: { message: 'Acme cannot be installed here: there is no archive for linux-riscv64.' },
		});
		expect(existsSync(machine.host.dataDir)).toBe(false);
	});
});

describe('a lock that cannot be used', () => {
	it.each([
		['half a file', '{"version":1,"agents":{'],
		['a later version', '{"version":9,"agents":{}}'],
		['a path for an id', '{"version":1,"agents":{"../x":{}}}'],
	])('stops every change with one sentence: %s', async (_, text) => {
		const machine = open();
		const plan = machine.write('1.0.0');
		await machine.install(plan);
		const file = join(machine.host.dataDir, 'agents.lock.json');
		writeFileSync(file, text);
		for (const result of [await machine.install(plan), await machine.rollBack(), await machine.remove()]) {
			expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining(file) } });
		}
		expect(readFileSync(file, 'utf8')).toBe(text);
		// Nothing is cleaned up where nobody knows what belongs there.
		expect(readdirSync(join(machine.host.dataDir, 'agents/acme'))).toEqual(['1.0.0']);
		expect((await readLock(machine.host.dataDir)).ok).toBe(false);
	});
});

it('says what the system says when the data folder cannot be written', async () => {
	const { folder, install, write } = open();
	writeFileSync(join(folder, 'data'), 'a file');
	expect(await install(write('1.0.0'))).toMatchObject({ ok: false, failure: { code: expect.any(String) } });
});
