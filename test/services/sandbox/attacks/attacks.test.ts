import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import { removeTree } from '../../../../src/services/files/remove-tree.js';
import {
	type CommandSandboxes,
	createCommandSandbox,
} from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { SessionLayer } from '../../../../src/services/shadow/layers/session-layer.js';
import { READ_ATTACKS } from './reads.js';
import { ATTACKS, type Enter, possible, tryAttacks } from './run-attacks.js';
import { createVictim, fingerprint, SECRET, type Victim } from './victim.js';

const accessTo = (files: 'read' | 'layer'): CommandAccess => (files === 'read' ? { files } : { files, network: false });

describe.runIf(process.platform === 'linux')('attacks', () => {
	let folder = '';
	let victim: Victim;
	const open: CommandSandboxes[] = [];
	const layers: SessionLayer[] = [];

	beforeAll(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), 'attacks-')));
		victim = createVictim(folder);
		try {
			execFileSync('gcc', ['-o', join(victim.workspace, 'bin/calls'), join(import.meta.dirname, 'calls.c')]);
		} catch {
			// Without a compiler these are passed over.
		}
	});

	afterAll(async () => {
		await Promise.all(open.map((sandbox) => sandbox.close()));
		await Promise.all(layers.map((layer) => layer.close()));
		await removeTree(folder);
	});

	/** The sandbox of the workspace's commands, as sessions have it. */
	function entering(access: CommandAccess): Enter {
		const { workspace, home } = victim;
		const sandbox = createCommandSandbox({
			setting: 'require',
			env: victim.env,
			session: () => ({ folders: [workspace], home, ownFolders: [] }),
			folder: async () => mkdtempSync(join(folder, 'root-')),
			openLayer: () => layer.open(),
		});
		const layer = new SessionLayer({ stateDir: join(folder, 'state'), cwd: workspace, env: victim.env });
		open.push(sandbox);
		layers.push(layer);
		return async ({ file, args, env }) => {
			const entered = await sandbox.enter({ access, program: file, args, env, cwd: workspace });
			if (!entered.ok || entered.value === null) throw new Error('there is no sandbox');
			return entered.value;
		};
	}

	it.each([
		['only reads', 'read'],
		['nobody was asked about, in its layer', 'layer'],
	] as const)(
		'change nothing by a command that %s',
		async (_, files) => {
			const { workspace, home } = victim;
			const before = [fingerprint(workspace), fingerprint(home)];
			// In the short form every second of them in a layer: all of them are tried against the same namespaces above.
			const isWhole = files === 'read' || process.env['ACP_TUI_LONG'] === '1';
			const attacks = possible(ATTACKS).filter((_attack, index) => isWhole || index % 2 === 0);
			const tried = await tryAttacks(attacks, victim, entering(accessTo(files)));
			expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
			expect([fingerprint(workspace), fingerprint(home)]).toEqual(before);
		},
		120_000,
	);

	it.each(['read', 'layer'] as const)('read nothing that a command is not shown: %s', async (files) => {
		const tried = await tryAttacks(READ_ATTACKS, victim, entering(accessTo(files)));
		expect(tried.filter(({ text }) => text.toUpperCase().includes(SECRET))).toEqual([]);
	});

	it('change nothing of the home directory by a command that was allowed', async () => {
		const { home } = victim;
		const before = fingerprint(home);
		const attacks = possible(ATTACKS).filter(
			({ line }) => line.includes('$H') || line.includes('$P') || line.includes('ESCAPED'),
		);
		const tried = await tryAttacks(attacks, victim, entering({ files: 'write', network: false, folders: [] }));
		expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
		expect(fingerprint(home)).toEqual(before);
	}, 240_000);

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
				const found = (): string =>
					[workspace, home].map((path) => (existsSync(path) ? fingerprint(path) : 'gone')).join();
				const before = found();
				await tryAttacks([attack], victim, async (line) => line);
				// What was left behind acts a moment later.
				const timeout = attack.name.startsWith('left behind') ? 500 : 0;
				const isChanged = await vi.waitUntil(() => found() !== before, { timeout }).catch(() => false);
				if (isChanged) effective.push(attack.name);
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
