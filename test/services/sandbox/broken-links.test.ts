import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '../../../src/core/failure.js';
import { createAgentSandboxes } from '../../../src/services/sandbox/agents/agent-sandboxes.js';
import { WatchedCovers } from '../../../src/services/sandbox/agents/watched-covers.js';
import { WorkspaceAccessSwitch } from '../../../src/services/sandbox/agents/workspace-access.js';
import { NamespacePool } from '../../../src/services/sandbox/commands/namespace-pool.js';
import type { SandboxSpec } from '../../../src/services/sandbox/commands/sandbox-spec.js';
import type { Namespace } from '../../../src/services/sandbox/linux/namespace.js';
import { must } from '../must.js';

const error = new Error('EMFILE: too many open files');

afterEach(() => {
	vi.restoreAllMocks();
});

describe.runIf(process.platform === 'linux')('a change of a sandbox that throws', () => {
	it('has failed, and the next one is made', async () => {
		const folder = realpathSync(mkdtempSync(join(tmpdir(), 'broken-')));
		for (const name of ['work', 'home', 'temporary', 'more']) mkdirSync(join(folder, name));
		const sandboxes = createAgentSandboxes({
			workspace: join(folder, 'work'),
			roots: () => [],
			home: join(folder, 'home'),
			hidden: [],
			keys: [],
			readable: [join(folder, 'home'), dirname(process.execPath)],
			temporary: async () => join(folder, 'temporary'),
		});
		const confined = must(
			await sandboxes.confine(
				{ type: 'ready', command: '/bin/sh', args: [], cwd: join(folder, 'work'), env: {} },
				{ kind: 'fence', access: 'write', writable: [], planFolders: [], denied: [] },
			),
		);
		const { confinement } = confined;
		const set = vi.spyOn(WorkspaceAccessSwitch.prototype, 'set');
		set.mockRejectedValueOnce(error);
		expect(await confinement.setAccess('read')).toEqual({ type: 'failed', reason: error.message });
		expect(confinement.access).toBe('write');
		expect(await confinement.setAccess('read')).toMatchObject({ type: 'changed' });
		set.mockRejectedValueOnce(error);
		expect(await confinement.setFolders([join(folder, 'more')])).toEqual([join(folder, 'more')]);
		expect(await confinement.setAccess('write')).toMatchObject({ type: 'changed' });
		await confinement.close();
		rmSync(folder, { recursive: true });
	});

	it('of the covers for what appears is reported, and what appears next is looked for', async () => {
		let calls = 0;
		const agent = {
			namespace: { pid: process.pid } as Namespace,
			hiddenNow: async () => {
				calls += 1;
				if (calls < 3) throw error;
				return [];
			},
			shown: () => [],
			homeLayer: null,
			searchers: [],
		};
		const covers = new WatchedCovers({ agent, home: '/nonexistent', tools: {} } as unknown as ConstructorParameters<
			typeof WatchedCovers
		>[0]);
		expect(await Promise.all([covers.hideNew(), covers.hideNew()])).toEqual([error.message, error.message]);
		expect(await covers.hideNew()).toBe(calls === 3 ? null : error.message);
		expect(await covers.hideNew()).toBeNull();
		covers.close();
	});

	it('ends the commands that it was for, and keeps no other from changing', async () => {
		const ended: string[] = [];
		const namespaceOf = (name: string): Namespace =>
			({
				pid: process.pid,
				ended: new Promise(() => {}),
				close: async () => {
					ended.push(name);
					if (name === 'cannot be closed') throw error;
				},
			}) as unknown as Namespace;
		const spec = (at: string): SandboxSpec =>
			({ places: [{ type: 'bind', from: at, at, access: 'write' }] }) as unknown as SandboxSpec;
		const nameOf = (one: SandboxSpec): string => JSON.stringify(one).match(/"at":"([^"]*)"/)?.[1] ?? '';
		const pool = new NamespacePool(
			async (one) => {
				if (nameOf(one) === 'cannot be started') throw error;
				return succeed(namespaceOf(nameOf(one)));
			},
			async (_, one) => {
				if (nameOf(one) === 'cannot be switched') throw error;
				return { set: async () => ({ type: 'changed', ended: [] }) };
			},
		);
		expect(await pool.take(spec('cannot be started'))).toMatchObject({ ok: false, failure: { detail: error.message } });
		for (const name of ['cannot be switched', 'cannot be closed', 'plain']) {
			expect(await pool.take(spec(name))).toMatchObject({ ok: true });
		}
		expect(await pool.setAccess('read')).toMatchObject({ isHandedOn: true });
		expect(ended).toEqual(['cannot be switched']);
		expect(await pool.setAccess('write')).toEqual({ ended: [] });
		await pool.close();
	});
});
