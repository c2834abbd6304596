import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { agentsLockText, type LockedVersion } from '../../../../src/core/agents/agents-lock.js';
import { readInstalled, readLock } from '../../../../src/services/agents/install/agents-lock-file.js';
import { createInstaller } from '../../../../src/services/agents/install/install-agent.js';
import { lockFileOf } from '../../../../src/services/agents/install/install-layout.js';
import { commit, makeStaging } from '../../../../src/services/agents/install/install-transaction.js';
import { removeAgent, rollBack } from '../../../../src/services/agents/install/installed-agents.js';
import type { ProcessLock } from '../../../../src/services/state/process-lock.js';
import { ownMark } from '../../../../src/services/state/process-mark.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { machine, requestOf, watched, writeAgent } from './plans.js';

/** After so many changes of the disk the program is dead: no further one comes to an end. */
const life = vi.hoisted(() => ({
	left: Number.POSITIVE_INFINITY,
	onDeath: () => {},
	/** Whether the disk refuses to rename anything to there. */
	isRefused: (_to: string): boolean => false,
	/** What it had open, which the system closes. */
	opened: [] as FileHandle[],
}));

vi.mock(import('node:fs/promises'), async (load) => {
	const actual = await load();
	const mortal =
		<Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
		(...args: Args): Promise<T> => {
			life.left -= 1;
			if (life.left >= 0) return call(...args);
			life.onDeath();
			return new Promise(() => {});
		};
	const { rename, rm, mkdtemp, writeFile, cp, copyFile, open } = actual;
	return {
		...actual,
		rename: mortal(async (from: string, to: string) => {
			if (life.isRefused(to)) throw new Error('refused');
			await rename(from, to);
		}) as typeof rename,
		rm: mortal(rm),
		mkdtemp: mortal(mkdtemp) as typeof mkdtemp,
		writeFile: mortal(writeFile),
		cp: mortal(cp),
		copyFile: mortal(copyFile),
		open: mortal(async (...args: Parameters<typeof open>) => {
			const handle = await open(...args);
			life.opened.push(handle);
			return handle;
		}),
	};
});

/** Lets `work` die after so many changes; true when it did. What a dead program holds is as old as that. */
async function dies(after: number, dataDir: string, work: () => Promise<unknown>): Promise<boolean> {
	const death = new Promise<true>((resolve) => {
		life.onDeath = () => resolve(true);
	});
	life.left = after;
	const isDead = await Promise.race([death, work().then(() => false)]);
	life.left = Number.POSITIVE_INFINITY;
	await Promise.all(life.opened.splice(0).map((handle) => handle.close().catch(() => {})));
	const turn = join(dataDir, 'agents/.acme.lock');
	if (existsSync(turn)) {
		writeFileSync(turn, JSON.stringify({ ...JSON.parse(readFileSync(turn, 'utf8')), pid: 2 ** 30 }));
	}
	const lock = join(dataDir, 'agents.lock.json.lock');
	if (existsSync(lock)) utimesSync(lock, 0, 0);
	return isDead;
}

/** What is installed, and what its program says: the two must fit, whatever happened. */
async function standing(dataDir: string): Promise<{ readonly version: string; readonly program: string } | null> {
	const installed = must(await readInstalled(dataDir));
	const acme = installed.get('acme');
	if (acme === undefined) return null;
	return { version: acme.locked.version, program: readFileSync(acme.command, 'utf8').slice(15).trim() };
}

const whole = (version: string) => ({ version, program: version });

describe('a program that is killed at any moment', () => {
	it('leaves the version before, or the new one, whole; the next install cleans up', async () => {
		const folder = temporaryFolder();
		for (let after = 0, isDead = true; isDead; after += 1) {
			const host = { ...machine(folder, ''), dataDir: join(folder, `data-${after}`) };
			const install = (version: string) =>
				createInstaller(host).install(requestOf(writeAgent(folder, version)), watched({ changes: true }).options);
			expect((await install('1.0.0')).ok).toBe(true);
			isDead = await dies(after, host.dataDir, () => install('2.0.0'));
			const left = await standing(host.dataDir);
			expect([whole('1.0.0'), whole('2.0.0')]).toContainEqual(left);
			if (!isDead) expect(left).toEqual(whole('2.0.0'));
			expect(await install('3.0.0')).toMatchObject({ ok: true });
			expect(await standing(host.dataDir)).toEqual(whole('3.0.0'));
			expect(readdirSync(join(host.dataDir, 'agents/acme')).sort()).toEqual([left?.version, '3.0.0']);
			expect(readdirSync(join(host.dataDir, 'agents'))).toEqual(['acme']);
			expect(after).toBeLessThan(100);
		}
	});

	it('while it goes back or removes, leaves an agent that is whole, or none', async () => {
		const folder = temporaryFolder();
		for (const undo of [rollBack, removeAgent]) {
			for (let after = 0, isDead = true; isDead; after += 1) {
				const host = { ...machine(folder, ''), dataDir: join(folder, `${undo.name}-${after}`) };
				for (const version of ['1.0.0', '2.0.0']) {
					await createInstaller(host).install(requestOf(writeAgent(folder, version)), watched().options);
				}
				const { signal } = new AbortController();
				isDead = await dies(after, host.dataDir, () => undo('acme', { dataDir: host.dataDir, signal }));
				const before = [whole('2.0.0'), undo === rollBack ? whole('1.0.0') : null];
				expect(before).toContainEqual(await standing(host.dataDir));
				const again = await createInstaller(host).install(requestOf(writeAgent(folder, '3.0.0')), watched().options);
				expect(again.ok).toBe(true);
				expect(readdirSync(join(host.dataDir, 'agents'))).toEqual(['acme']);
			}
		}
	});
});

describe('a disk that refuses', () => {
	it.each([
		['the new folder', '1.0.0', true],
		['the lock, and then to delete the new folder', '.trash', false],
	])('%s: the version that was there is put back', async (_, name, isLockWhole) => {
		const folder = temporaryFolder();
		const host = machine(folder, '');
		await createInstaller(host).install(requestOf(writeAgent(folder, '1.0.0')), watched().options);
		const lock = must(await readLock(host.dataDir));
		const entry = lock.agents.get('acme') as LockedVersion;
		const staging = await makeStaging(host.dataDir, 'acme');
		if (!isLockWhole) writeFileSync(lockFileOf(host.dataDir), 'damaged');
		let isFirst = true;
		life.isRefused = (to) => {
			const isIt = isFirst && basename(to).startsWith(name);
			if (isIt) isFirst = false;
			return isIt;
		};
		const held = { isHeld: async () => true } as ProcessLock;
		await commit(host.dataDir, held, { id: 'acme', staging, entry, firstSeen: false }).catch(() => {});
		expect(isFirst).toBe(false);
		if (!isLockWhole) writeFileSync(lockFileOf(host.dataDir), agentsLockText(lock));
		expect(await standing(host.dataDir)).toEqual(whole('1.0.0'));
	});
});

describe('two programs at once', () => {
	it('install the same agent one after the other: the second finds it there', async () => {
		const folder = temporaryFolder();
		const host = machine(folder, '');
		const [one, two] = [watched(), watched()];
		const plan = writeAgent(folder, '1.0.0');
		const results = await Promise.all(
			[one, two].map(({ options }) => createInstaller(host).install(requestOf(plan), options)),
		);
		expect(results.map((result) => result.ok && result.value.type).sort()).toEqual(['installed', 'present']);
		expect([...one.progress, ...two.progress].filter(({ step }) => step === 'waiting')).toHaveLength(1);
	});

	it('install different agents at the same time, and both are in the lock', async () => {
		const folder = temporaryFolder();
		const host = machine(folder, '');
		const ids = ['acme', 'beta', 'gamma', 'delta', 'epsilon'];
		const results = await Promise.all(
			ids.map((id) => createInstaller(host).install(requestOf(writeAgent(folder, '1.0.0', { id })), watched().options)),
		);
		expect(results.every(({ ok }) => ok)).toBe(true);
		const installed = await readInstalled(host.dataDir);
		expect(installed.ok && [...installed.value.keys()].sort()).toEqual([...ids].sort());
	});

	it('wait only as long as the first one lives; who waits can be stopped', async () => {
		const folder = temporaryFolder();
		const host = machine(folder, '');
		const plan = writeAgent(folder, '1.0.0');
		await createInstaller(host).install(requestOf(plan), watched().options);
		const turn = join(host.dataDir, 'agents/.acme.lock');
		const holder = { ...(await ownMark()), token: '0123456789abcdef', since: 0 };
		writeFileSync(turn, JSON.stringify(holder));
		const stopped = watched();
		const waiting = createInstaller(host).install(requestOf(plan), stopped.options);
		await vi.waitFor(() => expect(stopped.progress).toMatchObject([{ step: 'waiting' }]));
		stopped.stop();
		expect(await waiting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
		expect(JSON.parse(readFileSync(turn, 'utf8'))).toEqual(holder);
		writeFileSync(turn, JSON.stringify({ ...holder, pid: 2 ** 30 }));
		const after = await createInstaller(host).install(requestOf(plan), watched().options);
		expect(after).toMatchObject({ ok: true, value: { type: 'present' } });
	});
});
