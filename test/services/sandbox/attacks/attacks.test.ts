import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHostMounts } from '../../../../src/services/sandbox/linux/host-mounts.js';
import { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';
import type { Place } from '../../../../src/services/sandbox/linux/place.js';
import { findNamespaceTools } from '../../../../src/services/sandbox/linux/tools.js';
import { READ_ATTACKS } from './reads.js';
import { ATTACKS, possible, tryAttacks } from './run-attacks.js';
import { createVictim, fingerprint, SECRET, type Victim } from './victim.js';

const SYSTEM: readonly Place[] = [
	...['/usr', '/etc', '/proc', '/opt', ...['/bin', '/lib', '/lib64', '/sbin'].filter((path) => existsSync(path))].map(
		(path): Place => ({
			type: 'bind',
			from: realpathSync(path),
			at: path,
			access: path === '/proc' ? 'write' : 'read',
		}),
	),
	{ type: 'bind', from: '/dev/null', at: '/dev/null', access: 'write' },
	{ type: 'bind', from: '/dev/zero', at: '/dev/zero', access: 'write' },
	{ type: 'empty', at: '/tmp', mode: '1777' },
];

describe.runIf(process.platform === 'linux')('attacks', () => {
	let folder = '';
	let victim: Victim;
	const open: Namespace[] = [];

	beforeAll(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), 'attacks-')));
		victim = createVictim(folder);
		mkdirSync(join(folder, 'root'));
		try {
			execFileSync('gcc', ['-o', join(victim.workspace, 'bin/calls'), join(import.meta.dirname, 'calls.c')]);
		} catch {
			// Without a compiler these are passed over.
		}
	});

	afterAll(async () => {
		await Promise.all(open.map((namespace) => namespace.close()));
		rmSync(folder, { recursive: true, force: true });
	});

	async function start(places: readonly Place[], network: 'shared' | 'none'): Promise<Namespace> {
		const found = await findNamespaceTools();
		if (!('tools' in found)) throw new Error(`${found.missing} is missing`);
		const facts = { hostMounts: await readHostMounts(), isFolder: (path: string) => statSync(path).isDirectory() };
		const options = {
			tools: found.tools,
			facts,
			folder: join(folder, 'root'),
			places: [...SYSTEM, ...places],
			network,
			hasOwnProc: true,
		};
		const started = await Namespace.start(options);
		if (!started.ok) throw new Error(`${started.failure.message} ${started.failure.detail ?? ''}`);
		open.push(started.value);
		return started.value;
	}

	it('change nothing where the workspace is read-only', async () => {
		const { workspace, home } = victim;
		const namespace = await start(
			[
				{ type: 'bind', from: workspace, at: workspace, access: 'read' },
				{ type: 'bind', from: home, at: home, access: 'read' },
			],
			'shared',
		);
		const before = [fingerprint(workspace), fingerprint(home)];
		const attacks = possible(ATTACKS);
		const tried = await tryAttacks(attacks, victim, (command, cwd) => namespace.enter(command, cwd));
		expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
		expect([fingerprint(workspace), fingerprint(home)]).toEqual(before);
	}, 120_000);

	it('read nothing that a command which only reads is not shown', async () => {
		const { workspace } = victim;
		const namespace = await start([{ type: 'bind', from: workspace, at: workspace, access: 'read' }], 'none');
		const tried = await tryAttacks(READ_ATTACKS, victim, (command, cwd) => namespace.enter(command, cwd));
		expect(tried.filter(({ text }) => text.toUpperCase().includes(SECRET))).toEqual([]);
	});

	it.runIf(process.env['ACP_TUI_LONG'] === '1')(
		'most of them change something where nothing holds them',
		async () => {
			const { workspace, home } = victim;
			const kept = `${folder}.kept`;
			const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', '--', from, to]);
			copy(folder, kept);
			const attacks = possible(ATTACKS).filter(({ isInsideOnly }) => isInsideOnly !== true);
			const effective: string[] = [];
			for (const attack of attacks) {
				const before = [fingerprint(workspace), fingerprint(home)].join();
				await tryAttacks([attack], victim, (command) => command);
				// What was left behind acts a moment later.
				if (attack.name.startsWith('left behind')) await new Promise((resolve) => setTimeout(resolve, 500));
				if (
					[workspace, home].some((path) => !existsSync(path)) ||
					[fingerprint(workspace), fingerprint(home)].join() !== before
				)
					effective.push(attack.name);
				for (const name of ['workspace', 'home', 'workspace.moved'])
					rmSync(join(folder, name), { recursive: true, force: true });
				for (const name of ['workspace', 'home']) copy(join(kept, name), folder);
				rmSync('/tmp/attack-0', { recursive: true, force: true });
			}
			rmSync(kept, { recursive: true, force: true });
			const without = attacks.map(({ name }) => name).filter((name) => !effective.includes(name));
			expect(effective.length, `without effect: ${without.join(', ')}`).toBeGreaterThan(attacks.length * 0.8);
		},
		600_000,
	);
});
