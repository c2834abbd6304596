import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quoteWord } from '../../../../src/core/policy/shell/quote-word.js';
import type { ConfinementOptions } from '../../../../src/core/sandbox/confinement.js';
import { denying, type Fenced, fence, madeFolder } from './fenced.js';

describe.runIf(process.platform === 'linux')('namespaces of an agent of its own', () => {
	let at: ReturnType<typeof madeFolder>;
	const children: ReturnType<typeof spawn>[] = [];

	beforeEach(() => {
		at = madeFolder('work', 'home/.ssh', 'state');
		writeFileSync(at('work/a.txt'), 'a\n');
		writeFileSync(at('work/.env'), 'secret in the workspace\n');
		writeFileSync(at('home/.ssh/id'), 'secret key\n');
		writeFileSync(at('state/log'), 'secret of ours\n');
	});

	afterEach(() => {
		for (const child of children.splice(0)) child.kill('SIGKILL');
	});

	const confine = (change: Partial<ConfinementOptions> = {}) =>
		fence(at, { options: { hidden: [at('state')] }, nests: true, ...change });

	/** What a line of shell writes in a user and mount namespace of its own. */
	function nested({ run }: Fenced, line: string): string {
		return run(`unshare -Urm sh -c ${quoteWord(line)}`);
	}

	it('change the workspace while the agent may, and read it while it may not', async () => {
		const agent = await confine();
		const { confinement } = agent;
		expect(nested(agent, 'echo x >made.txt; cat made.txt')).toBe('x');
		expect(await confinement.setAccess('read')).toEqual({ type: 'held', path: null, ended: [], mayNest: true });
		const said = nested(agent, 'cat a.txt; echo y >made.txt; mount -o remount,bind,rw "$PWD"; echo z >new');
		expect(said).toMatch(/^a\n/);
		expect(said.match(/Read-only/gi)?.length).toBeGreaterThanOrEqual(2);
		expect(readFileSync(at('work/made.txt'), 'utf8')).toBe('x\n');
		expect(existsSync(at('work/new'))).toBe(false);
		await confinement.setAccess('write');
		expect(nested(agent, 'echo again >made.txt; cat made.txt')).toBe('again');
	});

	it('show nothing that is hidden, and nothing that a rule covers', async () => {
		const agent = await confine({ denied: denying('Read(.env)', 'Edit(a.txt)') });
		const said = nested(
			agent,
			[
				`for p in ${at('home/.ssh')} ${at('state')} ${at('work/.env')} ${at('work/a.txt')}; do`,
				'umount "$p"; umount -l "$p"; mount -o remount,bind,rw "$p"; mount --move "$p" /mnt; done',
				`mkdir -p /tmp/b; mount --bind ${at()} /tmp/b || mount --rbind ${at()} /tmp/b`,
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
		const { run } = await confine();
		expect(run('id -un')).toBe(userInfo().username);
	});

	it('are no way to call what hides files from those who look', async () => {
		const agent = await confine();
		const line = 'perl -e \'my $p = "\\0" x 120; print syscall(425, 1, $p), " ", $! + 0\'';
		expect(nested(agent, line)).toBe('-1 38');
	});
});
