import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Confinement, WorkspaceAccess } from '../../../../src/core/sandbox/confinement.js';
import { createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';
import { createCommandSandbox } from '../../../../src/services/sandbox/commands/command-sandbox.js';
import type { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';
import { BEGUN_ATTACKS, NESTED_ATTACKS, UNSEEN_ATTACK } from './begun.js';
import { ATTACKS, beginAttack, nestedAttacks, possible, tryAttacks } from './run-attacks.js';
import { createVictim, fingerprint, type Victim } from './victim.js';

const hasCompiler = possible([{ name: '', line: '', needs: 'gcc' }]).length > 0;

/** A fenced agent as the program starts it; its processes are started by the test. */
type Fenced = { readonly confinement: Confinement; readonly namespace: Namespace };

describe.runIf(process.platform === 'linux')('attacks of an agent in plan mode', () => {
	let folder = '';
	let victim: Victim;
	const open: Confinement[] = [];
	const children: ChildProcess[] = [];

	beforeEach(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-attacks-')));
		victim = createVictim(folder);
		mkdirSync(join(folder, 'temporary'));
		mkdirSync(join(folder, 'own'));
		try {
			execFileSync('gcc', ['-o', join(victim.workspace, 'bin/calls'), join(import.meta.dirname, 'calls.c')]);
		} catch {
			// Without a compiler these are passed over.
		}
	});

	afterEach(async () => {
		for (const child of children.splice(0)) child.kill('SIGKILL');
		await Promise.all(open.splice(0).map((confinement) => confinement.close()));
		rmSync(folder, { recursive: true, force: true });
	});

	async function fence(access: WorkspaceAccess, { nests = false } = {}): Promise<Fenced> {
		const { workspace, home } = victim;
		const sandboxes = createAgentSandboxes({
			workspace,
			roots: () => [],
			home,
			hidden: [],
			keys: [],
			// What is below the temporary folder is not shown otherwise.
			readable: [home],
			temporary: async () => join(folder, 'temporary'),
		});
		const confined = await sandboxes.confine(
			{ type: 'ready', command: '/bin/sh', args: [], cwd: workspace, env: {} },
			{
				kind: 'fence',
				access,
				writable: [join(folder, 'own/')],
				planFolders: [],
				denied: [],
				...(nests ? { nests } : {}),
			},
		);
		const made = sandboxes.current();
		if (!confined.ok || made === null) throw new Error('there is no sandbox');
		open.push(confined.value.confinement);
		return { confinement: confined.value.confinement, namespace: made.namespace };
	}

	const entering =
		({ namespace }: Fenced) =>
		async <L extends { readonly file: string; readonly args: readonly string[] }>(line: L): Promise<L> => {
			const { command, args } = namespace.enter({ command: line.file, args: line.args }, victim.workspace);
			return { ...line, file: command, args };
		};

	const found = (): readonly string[] => [fingerprint(victim.workspace), fingerprint(victim.home)];

	async function begin(fenced: Fenced, line: string, index: number): Promise<void> {
		children.push(await beginAttack(line, index, victim, entering(fenced)));
	}

	// The next one has all of these, too.
	it.runIf(process.env['ACP_TUI_LONG'] === '1')(
		'change nothing',
		async () => {
			const fenced = await fence('read');
			const before = found();
			const tried = await tryAttacks(possible(ATTACKS), victim, entering(fenced));
			expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
			expect(found()).toEqual(before);
		},
		120_000,
	);

	it('change nothing once it is on, whatever they began before', async () => {
		const fenced = await fence('write');
		const home = fingerprint(victim.home);
		expect(fenced.namespace.allowsNesting).toBe(false);
		const begun = possible(BEGUN_ATTACKS);
		await Promise.all(begun.map(({ line }, index) => begin(fenced, line, index)));
		expect(await fenced.confinement.setAccess('read')).toMatchObject({ type: 'changed' });
		const before = found();
		const tried = await tryAttacks(possible(ATTACKS), victim, entering(fenced));
		expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
		expect(found()).toEqual(before);
		expect(fingerprint(victim.home)).toBe(home);
		// It lives, and works on when plan mode is off.
		expect(await fenced.confinement.setAccess('write')).toMatchObject({ type: 'changed' });
		const { file, args } = await entering(fenced)({ file: '/bin/sh', args: ['-c', 'echo on >"$W/on"'] });
		execFileSync(file, [...args], { env: victim.env });
		expect(found()).not.toEqual(before);
	}, 120_000);

	it('change nothing in sandboxes of its own, once it was started again', async () => {
		const fenced = await fence('write', { nests: true });
		const home = fingerprint(victim.home);
		expect(fenced.namespace.allowsNesting).toBe(true);
		await Promise.all(possible(NESTED_ATTACKS).map(({ line }, index) => begin(fenced, line, index)));
		expect(await fenced.confinement.setAccess('read')).toMatchObject({ type: 'held', mayNest: true });
		await fenced.confinement.close();
		const again = await fence('read', { nests: true });
		expect(again.confinement.access).toBe('read');
		const before = found();
		const tried = await tryAttacks(nestedAttacks(), victim, entering(again));
		expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
		expect(found()).toEqual(before);
		expect(fingerprint(victim.home)).toBe(home);
		expect(await again.confinement.setAccess('read')).toMatchObject({ type: 'changed' });
	}, 120_000);

	it.runIf(hasCompiler).each([
		['folder', undefined],
		['file', true],
	])(
		'change nothing by a %s that a command handed over, or make another start of the agent needed',
		async (what, isHandedOn) => {
			const { workspace, home, env } = victim;
			const sandbox = createCommandSandbox({
				setting: 'require',
				// What its variables name would be covered.
				env: { PATH: env['PATH'] },
				session: () => ({ folders: [workspace], home, ownFolders: [] }),
				folder: async () => join(folder, 'own'),
			});
			onTestFinished(() => sandbox.close());
			const fenced = await fence('write');
			const entered = await sandbox.enter({
				access: { files: 'write', network: false, folders: [] },
				program: join(workspace, 'bin/calls'),
				args: [`hand-${what}`],
				cwd: workspace,
				env: Object.fromEntries(
					Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
				),
			});
			if (!entered.ok || entered.value === null) throw new Error('the command has no sandbox');
			const { file, args, env: own, leave } = entered.value;
			// A socket that is there before would be covered.
			const command = spawn(file, [...args], { env: { ...own } });
			const ended = once(command, 'exit');
			await once(command.stdout, 'data');
			await begin(fenced, '"$T/calls" take', 0);
			await ended;
			leave();
			const size = (): number => statSync(join(workspace, 'f.txt')).size;
			const first = size();
			await expect.poll(size).toBeGreaterThan(first);
			expect(await sandbox.setAccess?.('read')).toEqual({ ended: [], ...(isHandedOn ? { isHandedOn } : {}) });
			expect(await fenced.confinement.setAccess('read')).toMatchObject({ type: 'changed' });
			if (isHandedOn) await fenced.confinement.close();
			const before = found();
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(found()).toEqual(before);
		},
		60_000,
	);

	it.runIf(hasCompiler)(
		'change nothing by a file that is on its way from one to another',
		async () => {
			const fenced = await fence('write');
			await begin(fenced, UNSEEN_ATTACK, 0);
			expect(await fenced.confinement.setAccess('read')).toMatchObject({
				type: 'changed',
				ended: [{ name: 'calls', path: null }],
			});
			const before = found();
			await new Promise((resolve) => setTimeout(resolve, 1600));
			expect(found()).toEqual(before);
		},
		20_000,
	);
});
