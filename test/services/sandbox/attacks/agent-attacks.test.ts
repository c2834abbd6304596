import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WorkspaceAccess } from '../../../../src/core/sandbox/confinement.js';
import { createCommandSandbox } from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { type Fenced, fence, madeFolder } from '../agents/fenced.js';
import { BEGUN_ATTACKS, NESTED_ATTACKS, UNSEEN_ATTACK } from './begun.js';
import { ATTACKS, beginAttack, nestedAttacks, possible, tryAttacks } from './run-attacks.js';
import { createVictim, fingerprint, type Victim } from './victim.js';

const hasCompiler = possible([{ name: '', line: '', needs: 'gcc' }]).length > 0;

describe.runIf(process.platform === 'linux')('attacks of an agent in plan mode', () => {
	let at: ReturnType<typeof madeFolder>;
	let victim: Victim;
	const children: ChildProcess[] = [];

	beforeEach(() => {
		at = madeFolder('own');
		victim = createVictim(at());
		try {
			execFileSync('gcc', ['-o', join(victim.workspace, 'bin/calls'), join(import.meta.dirname, 'calls.c')]);
		} catch {
			// Without a compiler these are passed over.
		}
	});

	afterEach(() => {
		for (const child of children.splice(0)) child.kill('SIGKILL');
	});

	const start = (access: WorkspaceAccess, { nests = false } = {}): Promise<Fenced> =>
		fence(at, {
			options: { workspace: victim.workspace, home: victim.home, readable: [victim.home] },
			access,
			writable: [at('own/')],
			...(nests ? { nests } : {}),
		});

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
			const fenced = await start('read');
			const before = found();
			const tried = await tryAttacks(possible(ATTACKS), victim, entering(fenced));
			expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
			expect(found()).toEqual(before);
		},
		120_000,
	);

	it('change nothing once it is on, whatever they began before', async () => {
		const fenced = await start('write');
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
		const fenced = await start('write', { nests: true });
		const home = fingerprint(victim.home);
		expect(fenced.namespace.allowsNesting).toBe(true);
		await Promise.all(possible(NESTED_ATTACKS).map(({ line }, index) => begin(fenced, line, index)));
		expect(await fenced.confinement.setAccess('read')).toMatchObject({ type: 'held', mayNest: true });
		await fenced.confinement.close();
		const again = await start('read', { nests: true });
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
				// Files that its variables name would be covered.
				env: { PATH: env['PATH'] },
				session: () => ({ folders: [workspace], home, ownFolders: [] }),
				folder: async () => at('own'),
			});
			onTestFinished(() => sandbox.close());
			const fenced = await start('write');
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
			expect((await sandbox.setAccess?.('read'))?.isHandedOn).toBe(isHandedOn);
			expect(await fenced.confinement.setAccess('read')).toMatchObject({ type: 'changed' });
			if (isHandedOn) await fenced.confinement.close();
			const before = found();
			// Whoever still held the file open would go on writing to it all the time.
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(found()).toEqual(before);
		},
		60_000,
	);

	it.runIf(hasCompiler)(
		'change nothing by a file that is on its way from one to another',
		async () => {
			const fenced = await start('write');
			await begin(fenced, UNSEEN_ATTACK, 0);
			expect(await fenced.confinement.setAccess('read')).toMatchObject({
				type: 'changed',
				ended: [{ name: 'calls', path: null }],
			});
			const before = found();
			// It would take the file out of the socket after 1.5 s, and write to it.
			await new Promise((resolve) => setTimeout(resolve, 1600));
			expect(found()).toEqual(before);
		},
		20_000,
	);
});
