import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deniedPaths } from '../../../../src/core/policy/denied-paths.js';
import { parseRule } from '../../../../src/core/policy/rules.js';
import type { Confinement, ConfinementOptions, DeniedPath } from '../../../../src/core/sandbox/confinement.js';
import { createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';
import type { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';

describe.runIf(process.platform === 'linux')('namespaces of an agent of its own', () => {
	let folder = '';
	const open: Confinement[] = [];
	const children: ReturnType<typeof spawn>[] = [];
	const at = (...names: string[]): string => join(folder, ...names);

	beforeEach(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), 'nested-')));
		for (const name of ['work', 'home/.ssh', 'temporary', 'state']) mkdirSync(at(name), { recursive: true });
		writeFileSync(at('work/a.txt'), 'a\n');
		writeFileSync(at('work/.env'), 'secret in the workspace\n');
		writeFileSync(at('home/.ssh/id'), 'secret key\n');
		writeFileSync(at('state/log'), 'secret of ours\n');
	});

	afterEach(async () => {
		for (const child of children.splice(0)) child.kill('SIGKILL');
		await Promise.all(open.splice(0).map((confinement) => confinement.close()));
		rmSync(folder, { recursive: true, force: true });
	});

	async function confine(change: Partial<ConfinementOptions> = {}) {
		const sandboxes = createAgentSandboxes({
			workspace: at('work'),
			roots: () => [],
			home: at('home'),
			hidden: [at('state')],
			keys: [],
			// What is below the temporary folder is not shown otherwise.
			readable: [],
			temporary: async () => at('temporary'),
		});
		const confined = await sandboxes.confine(
			{ type: 'ready', command: '/bin/sh', args: [], cwd: at('work'), env: {} },
			{ kind: 'fence', access: 'write', writable: [], planFolders: [], denied: [], nests: true, ...change },
		);
		const made = sandboxes.current();
		if (!confined.ok || made === null) throw new Error('there is no sandbox');
		open.push(confined.value.confinement);
		return { confinement: confined.value.confinement, namespace: made.namespace };
	}

	/** What a line of shell writes in a user and mount namespace of its own. */
	function nested({ enter }: { enter: Namespace['enter'] }, line: string): string {
		const { command, args } = enter({ command: 'unshare', args: ['-Urm', 'sh', '-c', line] }, at('work'));
		const { stdout, stderr } = spawnSync(command, [...args], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
		return `${stdout}${stderr}`.trim();
	}

	const entering = (namespace: Namespace): { enter: Namespace['enter'] } => ({
		enter: (command, cwd) => namespace.enter(command, cwd),
	});

	function denying(...texts: string[]): readonly DeniedPath[] {
		const rules = texts.map((text) => parseRule(text, 'deny', 'user'));
		return deniedPaths(rules.flatMap((rule) => (rule.ok ? [rule.value] : [])));
	}

	it('change the workspace while the agent may, and read it while it may not', async () => {
		const { confinement, namespace } = await confine();
		expect(nested(entering(namespace), 'echo x >made.txt; cat made.txt')).toBe('x');
		expect(await confinement.setAccess('read')).toEqual({ type: 'held', path: null, ended: [], mayNest: true });
		const said = nested(
			entering(namespace),
			'cat a.txt; echo y >made.txt; mount -o remount,bind,rw "$PWD"; echo z >new',
		);
		expect(said).toMatch(/^a\n/);
		expect(said.match(/Read-only/gi)?.length).toBeGreaterThanOrEqual(2);
		expect(readFileSync(at('work/made.txt'), 'utf8')).toBe('x\n');
		expect(existsSync(at('work/new'))).toBe(false);
		await confinement.setAccess('write');
		expect(nested(entering(namespace), 'echo again >made.txt; cat made.txt')).toBe('again');
	});

	it('show nothing that is hidden, and nothing that a rule covers', async () => {
		const { namespace } = await confine({ denied: denying('Read(.env)', 'Edit(a.txt)') });
		const said = nested(
			entering(namespace),
			[
				`for p in ${at('home/.ssh')} ${at('state')} ${at('work/.env')} ${at('work/a.txt')}; do`,
				'umount "$p"; umount -l "$p"; mount -o remount,bind,rw "$p"; mount --move "$p" /mnt; done',
				`mkdir -p /tmp/b; mount --bind ${folder} /tmp/b || mount --rbind ${folder} /tmp/b`,
				`mkdir -p /tmp/c; mount --bind ${at('work')} /tmp/c || mount --rbind ${at('work')} /tmp/c`,
				`cat .env /tmp/c/.env /tmp/b/work/.env ${at('home/.ssh/id')} /tmp/b/home/.ssh/id ${at('state/log')} /tmp/b/state/log`,
				'echo b >a.txt; echo b >/tmp/c/a.txt; echo b >/tmp/b/work/a.txt; echo end',
			].join('\n'),
		);
		expect(said).toContain('end');
		expect(said).not.toContain('secret');
		expect(readFileSync(at('work/a.txt'), 'utf8')).toBe('a\n');
	});

	it('end where a rule covers something in the sandbox that they would still show', async () => {
		const { namespace } = await confine({ denied: denying('Read(later.env)') });
		const line = 'echo ready; while :; do cat later.env; sleep 0.01; done';
		const { command, args } = namespace.enter({ command: 'unshare', args: ['-Urm', 'sh', '-c', line] }, at('work'));
		const child = spawn(command, [...args], {
			env: { PATH: process.env['PATH'] },
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		children.push(child);
		await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
		const ended = new Promise((resolve) => child.once('exit', resolve));
		writeFileSync(at('work/later.env'), 'secret\n');
		await expect(ended).resolves.toBeDefined();
	});

	it('leave the user their name', async () => {
		const { namespace } = await confine();
		const { command, args } = namespace.enter({ command: 'id', args: ['-un'] }, at('work'));
		const { stdout } = spawnSync(command, [...args], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
		expect(stdout.trim()).toBe(userInfo().username);
	});

	it('are no way to call what hides files from those who look', async () => {
		const { namespace } = await confine();
		const line = 'perl -e \'my $p = "\\0" x 120; print syscall(425, 1, $p), " ", $! + 0\'';
		expect(nested(entering(namespace), line)).toBe('-1 38');
	});
});
