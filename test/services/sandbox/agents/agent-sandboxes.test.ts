import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfinementOptions } from '../../../../src/core/sandbox/confinement.js';
import { denying, type Fenced, fence, madeFolder } from './fenced.js';

let at: ReturnType<typeof madeFolder>;
const children: ReturnType<typeof spawn>[] = [];

beforeEach(() => {
	at = madeFolder('work', 'home/.ssh', 'home/.agent', 'home/other', 'state');
	writeFileSync(at('work/a.txt'), 'a\n');
	writeFileSync(at('home/.ssh/id'), 'key\n');
	writeFileSync(at('home/.netrc'), 'password\n');
	writeFileSync(at('home/other/b.txt'), 'b\n');
	writeFileSync(at('state/secret'), 'secret\n');
});

afterEach(() => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
});

const confine = (change: Partial<ConfinementOptions> = {}, script = 'true') =>
	fence(at, {
		options: { hidden: [at('state')] },
		launch: { args: ['-c', script], env: { ...process.env } },
		writable: [`${at('home/.agent')}/`],
		...change,
	});

/** Runs the launch; what it wrote. */
async function run(script: string, change: Partial<ConfinementOptions> = {}): Promise<string> {
	return (await confine(change, script)).launch();
}

/** Starts the launch; resolves when it says that it is ready. */
async function start({ confined }: Fenced): Promise<ReturnType<typeof spawn>> {
	const { launch } = confined;
	const child = spawn(launch.command, [...launch.args], { cwd: launch.cwd, env: { ...launch.env }, detached: true });
	children.push(child);
	if (child.pid !== undefined) confined.started(child.pid);
	await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
	return child;
}

/** The commands that run for so long. */
function sleepers(): readonly string[] {
	return readdirSync('/proc').filter((pid) => {
		try {
			return /^sleep\0(?:61\.5)\0$/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
		} catch {
			return false;
		}
	});
}

describe.runIf(process.platform === 'linux')('an agent in a sandbox', () => {
	it('works in the workspace and its own folder, and changes nothing else', async () => {
		const said = await run(
			'echo 1 >new.txt; echo 2 >../home/.agent/x; echo 3 >../home/y; ls ../home/other 2>&1; mkdir -p ../home/.new/deep && cat ../home/y',
		);
		expect(said).toMatch(/No such file[^\n]*\n3$/);
		expect(readdirSync(at('home')).sort()).toEqual(['.agent', '.netrc', '.ssh', 'other']);
		expect(readFileSync(at('work/new.txt'), 'utf8')).toBe('1\n');
		expect(readFileSync(at('home/.agent/x'), 'utf8')).toBe('2\n');
		expect(readFileSync(at('home/other/b.txt'), 'utf8')).toBe('b\n');
	});

	it('has no keys, no files of ours and no terminal of the user, and pseudoterminals of its own', async () => {
		const said = await run(
			'cat ../home/.ssh/id ../home/.netrc ../state/secret; ls /tmp; ls /dev/pts; ls -d /proc/[0-9]* | wc -l',
		);
		expect(said).not.toMatch(/key|password|secret\n/);
		expect(said).toContain('ptmx');
		expect(await run('ls -A ../home; echo $SSH_AUTH_SOCK')).toBe('.agent');
	});

	it('cannot change a file once its workspace is read-only, and can again', async () => {
		const confined = await confine({}, 'echo ready; while :; do echo x >>log.txt; sleep 0.002; done 2>/dev/null');
		await start(confined);
		for (let round = 0; round < 20; round += 1) {
			expect(await confined.confinement.setAccess('read')).toEqual({ type: 'changed', ended: [] });
			const size = existsSync(at('work/log.txt')) ? readFileSync(at('work/log.txt')).length : 0;
			await new Promise((resolve) => setTimeout(resolve, 10));
			expect(existsSync(at('work/log.txt')) ? readFileSync(at('work/log.txt')).length : 0).toBe(size);
			expect(await confined.confinement.setAccess('write')).toEqual({ type: 'changed', ended: [] });
		}
	}, 20_000);

	it('ends what holds a file open for writing, but not the agent', async () => {
		const daemon = 'setsid sh -c "exec 5>>held.txt; while :; do echo d >&5; sleep 0.01 5>&-; done" >/dev/null 2>&1 &';
		const confined = await confine({}, `${daemon} while [ ! -s held.txt ]; do sleep 0.01; done; echo ready; sleep 60`);
		const child = await start(confined);
		const change = await confined.confinement.setAccess('read');
		expect(change).toMatchObject({ type: 'changed', ended: [{ name: 'sh', path: at('work/held.txt') }] });
		const size = readFileSync(at('work/held.txt')).length;
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(readFileSync(at('work/held.txt')).length).toBe(size);
		expect(child.exitCode).toBeNull();
	});

	it('names a process once, whatever it is just starting', async () => {
		const script = 'exec 5>>held.txt; while :; do (:); done';
		const confined = await confine({}, `setsid sh -c "${script}" >/dev/null 2>&1 & echo ready; sleep 60`);
		await start(confined);
		await expect.poll(() => existsSync(at('work/held.txt'))).toBe(true);
		const change = await confined.confinement.setAccess('read');
		expect(change).toMatchObject({ type: 'changed', ended: [{ name: 'sh', path: at('work/held.txt') }] });
	});

	it('takes what a launcher started for the agent: it is not ended either', async () => {
		// As npx does: a process that waits for a shell, which waits for the agent.
		const agent = 'sleep 60 & exec 5>>held.txt; echo ready; wait';
		const confined = await confine({}, `sh -c 'sh -c "${agent}"; :'; :`);
		const child = await start(confined);
		expect(await confined.confinement.setAccess('read')).toEqual({
			type: 'held',
			path: at('work/held.txt'),
			ended: [],
		});
		expect(child.exitCode).toBeNull();
	});

	it('says that the agent itself holds one', async () => {
		const confined = await confine({}, 'sleep 60 & exec 5>>held.txt; echo ready; wait; :');
		await start(confined);
		expect(await confined.confinement.setAccess('read')).toEqual({
			type: 'held',
			path: at('work/held.txt'),
			ended: [],
		});
	});

	it('starts read-only in plan mode', async () => {
		expect(await run('echo 1 >new.txt; echo 2 >../home/.agent/x', { access: 'read' })).toContain('Read-only');
		expect(existsSync(at('work/new.txt'))).toBe(false);
		expect(existsSync(at('home/.agent/x'))).toBe(true);
	});

	it('reads no file that a deny rule names, changes none, and sees none that is made or replaced later', async () => {
		writeFileSync(at('work/.env'), 'secret=1\n');
		mkdirSync(at('work/keys/deep'), { recursive: true });
		writeFileSync(at('work/keys/deep/a.pem'), 'secret=2\n');
		writeFileSync(at("work/odd\n'name.pem"), 'secret=3\n');
		const denied = denying('Read(.env*)', 'Read(keys/**)', 'Read(*.pem)', 'Edit(a.txt)');
		const script =
			'echo ready; while [ ! -e stop ]; do cat .env .env.local keys/*/* *.pem; sleep 0.01; done >seen.txt 2>&1; echo 1 >a.txt';
		const confined = await confine({ denied }, script);
		const child = await start(confined);
		await expect.poll(() => readFileSync(at('work/seen.txt'), 'utf8')).toContain('.env: Permission denied');
		expect(readFileSync(at('work/seen.txt'), 'utf8')).not.toContain('secret');
		writeFileSync(at('work/.env.new'), 'later=1\n');
		renameSync(at('work/.env.new'), at('work/.env'));
		writeFileSync(at('work/.env.local'), 'later=2\n');
		await expect.poll(() => readFileSync(at('work/seen.txt'), 'utf8')).toContain('.env.local: Permission denied');
		writeFileSync(at('work/seen.txt'), '');
		await expect.poll(() => readFileSync(at('work/seen.txt'), 'utf8')).toContain('.env: Permission denied');
		expect(readFileSync(at('work/seen.txt'), 'utf8').slice(-200)).not.toContain('later');
		writeFileSync(at('work/stop'), '');
		await new Promise((resolve) => child.once('exit', resolve));
		expect(readFileSync(at('work/a.txt'), 'utf8')).toBe('a\n');
		expect(readFileSync(at('work/.env'), 'utf8')).toBe('later=1\n');
	});

	it('ends with every process in it', async () => {
		const confined = await confine({}, 'setsid sleep 61.5 & echo ready; sleep 61.5');
		await start(confined);
		await expect.poll(sleepers).toHaveLength(2);
		await confined.confinement.close();
		await expect.poll(sleepers).toEqual([]);
	});
});
