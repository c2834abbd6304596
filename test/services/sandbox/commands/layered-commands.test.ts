import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepLayers } from '../../../../src/services/shadow/layers/session-layer.js';
import { createTerminals } from '../../../../src/services/terminals/terminals.js';
import { must } from '../../must.js';
import { desk, env, never } from './layer-desk.js';

function git(cwd: string, ...args: readonly string[]): void {
	execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'ignore' });
}

describe.runIf(process.platform === 'linux')('a command in a layer', () => {
	it('changes nothing but the layer, which shows what it changed', async () => {
		const { workspace, run, changed, sandbox } = desk();
		expect(await sandbox.hasLayer()).toBe(true);
		expect(await run('echo b >>a.txt; mkdir d; echo new >d/n.txt; cat a.txt')).toEqual({ code: 0, text: 'a\nb' });
		expect(await changed()).toEqual(['modified a.txt', 'added d/n.txt']);
		expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n');
		expect(readdirSync(workspace)).toEqual(['a.txt']);
	});

	it('is applied as it was shown, and later commands see both sides', async () => {
		const { workspace, run, changed, current } = desk();
		await run('echo b >>a.txt; echo c >c.txt');
		const changes = must(await current().changes());
		const taken = changes.filter(({ path }) => path === 'a.txt');
		expect(await current().apply(taken)).toMatchObject({ ok: true, value: { applied: ['a.txt'], skipped: [] } });
		expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\nb\n');
		expect(await current().discard(['c.txt'])).toMatchObject({ ok: true, value: { discarded: ['c.txt'] } });
		expect(await changed()).toEqual([]);
		writeFileSync(join(workspace, 'from-outside.txt'), 'x\n');
		expect(await run('ls; cat a.txt')).toEqual({ code: 0, text: 'a.txt  from-outside.txt\na\nb' });
	});

	it('keeps what git ignores and caches in the layer, without counting them', async () => {
		const { workspace, layer, run, changed } = desk();
		writeFileSync(join(workspace, '.gitignore'), 'dist\n*.log\n');
		mkdirSync(join(workspace, '.cache'));
		writeFileSync(join(workspace, '.cache', 'tracked'), '1\n');
		writeFileSync(join(workspace, 'tracked.log'), '1\n');
		git(workspace, 'init', '-q');
		git(workspace, 'add', '-f', '.gitignore', 'a.txt', 'tracked.log', '.cache/tracked');
		git(workspace, 'commit', '-qm', 'one');
		await run(
			'mkdir -p dist/x sub/__pycache__; echo built >dist/x/out.js; echo c >sub/__pycache__/m.pyc; echo l >sub/n.log',
		);
		expect(await changed()).toEqual([]);
		expect(await run('cat dist/x/out.js')).toEqual({ code: 0, text: 'built' });
		expect(await run('mkdir DIST; echo x >DIST/x; ls dist')).toMatchObject({ text: 'x' });
		expect(await changed()).toEqual(['added DIST/x']);
		await run('rm -r DIST');
		expect([layer.takeIgnored(), layer.takeIgnored(), layer.hasIgnored()]).toEqual([['dist', 'sub/n.log'], [], true]);
		// Rules that the command writes itself hide nothing, and what is tracked is a change.
		await run('echo "*" >>.gitignore; echo 2 >tracked.log; echo b >b.txt; rm -r dist; echo 2 >.cache/tracked');
		expect(await changed()).toEqual([
			'modified .cache/tracked',
			'modified .gitignore',
			'added b.txt',
			'modified tracked.log',
		]);
		expect(existsSync(join(workspace, 'dist'))).toBe(false);
	});

	it('has its loopback and no other network, nor the home folder', async () => {
		const { folder, run } = desk();
		writeFileSync(join(folder, 'home', 'secret'), 'secret\n');
		const { text } = await run(
			`cat /proc/net/dev | grep -c :; cat ${join(folder, 'home')}/secret; ls ${join(folder, 'state')}`,
		);
		expect(text).toMatch(/^1\n/);
		expect(text).not.toMatch(/^secret$/m);
		expect(text).not.toContain('layers');
	});

	it('sees the repository that its workspace is a part of', async () => {
		const { folder, workspace, run, changed } = desk();
		const repository = join(folder, 'repository');
		git(repository, 'init', '-q');
		writeFileSync(join(repository, 'above.txt'), 'above\n');
		git(repository, 'add', '.');
		git(repository, 'commit', '-qm', 'one');
		writeFileSync(join(workspace, 'b.txt'), 'b\n');
		const { code, text } = await run(
			'git -c color.ui=never status --short . ../above.txt; cat ../above.txt; echo x >../above.txt',
		);
		expect(text).toContain('?? b.txt\nabove\n');
		expect(text).toContain('Read-only file system');
		expect([code === 0, await changed()]).toEqual([false, []]);
	});

	it('cannot read what a rule denies, nor put it elsewhere', async () => {
		const { workspace, run } = desk();
		writeFileSync(join(workspace, '.env'), 'KEY=1\n');
		const { text } = await run('cat .env; mv .env env; ln .env env; cp .env copy; cat env copy');
		expect(text).not.toContain('KEY');
	});

	it('leaves what it started to the next, in the same layer', async () => {
		const { run, start, terminals, changed } = desk();
		const server = await start('echo up >up.txt; sleep 100');
		await expect.poll(changed).toEqual(['added up.txt']);
		expect(await run('cat up.txt; (sleep 100 &) ; echo >more.txt')).toMatchObject({ text: 'up' });
		expect(await run('ps ax | grep -c "[s]leep 100"')).toMatchObject({ text: '2' });
		await terminals.kill(server);
	});

	it('conflicts with what the person edits while it runs, and with nothing from before', async () => {
		const { workspace, run, start, terminals, current } = desk();
		await run('true');
		writeFileSync(join(workspace, 'a.txt'), 'edited before\n');
		const id = await start('cat a.txt; read -r line <go; echo mine >a.txt');
		await expect
			.poll(() => terminals.output(id))
			.toMatchObject({ value: { output: expect.stringContaining('before') } });
		await terminals.kill(id);
		await run('echo theirs >>a.txt');
		expect(await current().changes()).toMatchObject({ value: [{ path: 'a.txt', conflict: null }] });
		writeFileSync(join(workspace, 'a.txt'), 'edited meanwhile\n');
		expect(await current().changes()).toMatchObject({
			value: [{ path: 'a.txt', conflict: { reason: expect.any(String) } }],
		});
	});

	it('deletes nothing that the person makes where it made a folder first', async () => {
		const { workspace, run, changed } = desk();
		await run('mkdir n; echo x >n/a; ls n');
		mkdirSync(join(workspace, 'n'));
		writeFileSync(join(workspace, 'n', 'mine'), 'mine\n');
		expect(await changed()).toEqual(['added n/a']);
	});

	it('makes no conflict of what an earlier one made', async () => {
		const { workspace, run, current } = desk();
		for (const text of ['one', 'two', 'three']) {
			await run(`echo ${text} >new.txt`);
			const changes = must(await current().changes());
			expect(changes).toMatchObject([{ path: 'new.txt', conflict: null }]);
			await current().apply(changes);
			expect(readFileSync(join(workspace, 'new.txt'), 'utf8')).toBe(`${text}\n`);
		}
	});

	it('is not run beside one that sees what a new rule hides', async () => {
		const { workspace, denied, start, run, terminals } = desk();
		writeFileSync(join(workspace, 'secret.txt'), 'secret\n');
		await start('sleep 100');
		denied.push('secret.txt');
		await expect(start('cat secret.txt')).rejects.toThrow('in use');
		await terminals.closeAll();
		expect(await run('cat secret.txt')).toEqual({ code: 0, text: '' });
	});

	it('may start only so many processes', async () => {
		const { run } = desk();
		expect(await run('bash -c "ulimit -u"')).toMatchObject({ text: '8192' });
	});

	it('ends with its session, with what it left running', async () => {
		const { start, run, terminals } = desk();
		const id = await start('setsid sleep 111 >/dev/null 2>&1 & sleep 0.2');
		await terminals.waitForExit(id, never);
		expect(await run('ps ax | grep -c "[s]leep 111"')).toMatchObject({ text: '1' });
		await terminals.closeAll('s');
		expect(await run('ps ax | grep -c "[s]leep 111"')).toMatchObject({ text: '0' });
	});

	it('shows its layer once, also after a look at what its namespace left', async () => {
		const { workspace, run, changed } = desk();
		mkdirSync(join(workspace, 'd'));
		writeFileSync(join(workspace, 'd', 'old'), 'old\n');
		await run('rm -r d; mkdir d; echo n >d/n');
		await run('kill -9 -1');
		await expect.poll(changed).toContain('deleted d/old');
		await run('true');
		const mounted = execFileSync('sh', ['-c', 'cat /proc/[0-9]*/mountinfo 2>/dev/null || :'], {
			maxBuffer: 1e9,
		}).toString();
		const layers = mounted.split('\n').filter((line) => line.includes(`${workspace} `) && line.includes('upperdir='));
		expect(new Set(layers.map((line) => line.split(' ')[2])).size).toBeLessThanOrEqual(1);
	});

	it('is never run without', async () => {
		const { workspace } = desk();
		const terminals = createTerminals({ env, folders: () => [workspace] });
		const created = await terminals.create(
			{
				sessionId: 's',
				command: '/bin/true',
				args: [],
				env: [],
				cwd: workspace,
				sandbox: { files: 'layer', network: false },
			},
			{ onData() {}, onExit() {} },
		);
		expect(created).toMatchObject({ ok: false, failure: { code: 'could-not-start' } });
	});

	it('leaves nothing behind when its session ends, or with the next start', async () => {
		const { folder, run, layer, sandbox } = desk();
		await run('echo b >b.txt');
		const layers = join(folder, 'state', 'layers', 'shadow');
		expect(readdirSync(layers)).toHaveLength(1);
		await sweepLayers(join(folder, 'state'));
		expect(readdirSync(layers)).toHaveLength(1);
		await sandbox.close();
		await layer.close();
		expect(readdirSync(layers)).toEqual([]);
	});
});
