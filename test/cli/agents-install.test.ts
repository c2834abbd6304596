import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { machineTarget } from '../../src/services/agents/registry/machine-target.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { carryOut } from './carry-out.js';
import { startProgram } from './program.js';

let home = '';
beforeEach(() => {
	home = temporaryFolder();
	mkdirSync(join(home, 'index'));
});

type Entry = { readonly version: string; readonly archive?: string; readonly authors?: readonly string[] };

/** Writes the index that `--from` names: one agent, whose program is a script that says its version. */
function writeIndex(
	{ version, archive = `agent-${version}`, authors = ['Acme'] }: Entry,
	target = machineTarget(),
): void {
	writeFileSync(join(home, 'index', `agent-${version}`), `#!/bin/sh\necho ${version}\n`);
	const binary = { [target]: { archive, cmd: './agent', args: ['--acp'] } };
	const acme = { id: 'acme', name: 'Acme', description: 'Writes code.', version, authors, distribution: { binary } };
	writeFileSync(
		join(home, 'index/registry.json'),
		JSON.stringify({ version: '1.0.0', agents: [acme], extensions: [] }),
	);
}

const dataDir = () => join(home, 'state/data');
const agents = (...args: readonly string[]) => carryOut(['agents', ...args], { home });
const from = () => ['--from', join(home, 'index')];
const lock = () => JSON.parse(readFileSync(join(dataDir(), 'agents.lock.json'), 'utf8'));

test('without a terminal and --yes the plan is printed, nothing happens, and the exit code is 2', async () => {
	writeIndex({ version: '1.0.0' });
	const ended = await agents('install', 'acme', ...from());
	expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
	expect(ended.out).toMatch(/^Acme 1\.0\.0 \(acme\)\nWrites code\.\n\n/);
	expect(ended.out).toContain('not published; the first download’s is kept and checked later');
	expect(existsSync(dataDir())).toBe(false);
});

/** Writes an index whose agent is an archive where nobody listens, and a package of npm; returns a folder with that npm. */
function writeBoth(npm: string): string {
	const binary = { [machineTarget()]: { archive: 'http://127.0.0.1:1/agent', cmd: './agent', sha256: '0'.repeat(64) } };
	const npx = { package: '@acme/agent@1.0.0' };
	const both = {
		id: 'acme',
		name: 'Acme',
		description: '',
		version: '1.0.0',
		authors: ['Acme'],
		distribution: { binary, npx },
	};
	writeFileSync(
		join(home, 'index/registry.json'),
		JSON.stringify({ version: '1.0.0', agents: [both], extensions: [] }),
	);
	const bin = join(home, 'npm-bin');
	mkdirSync(bin);
	writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
	return bin;
}

const NO_SUCH_VERSION = 'case "$1" in view) echo 0.9.0;; *) echo "npm error code ETARGET" >&2; exit 1;; esac';

test('where the archive cannot be fetched the package is tried, as one plan of its own; a version that is gone leads to the newest', async () => {
	const PATH = `${writeBoth(NO_SUCH_VERSION)}:${process.env['PATH']}`;
	const install = (...more: readonly string[]) =>
		carryOut(['agents', 'install', 'acme', '--yes', ...from(), ...more], { home, env: { PATH } });
	const both = await install();
	expect(both.code).toBe(1);
	expect(both.err).toContain(
		'127.0.0.1:1 refused the connection. It is also a package of npm, which is tried instead:',
	);
	expect(both.out).toMatch(/http:\/\/127\.0\.0\.1:1\/agent[\s\S]*@acme\/agent@1\.0\.0/);
	expect(both.err).toContain(
		'its registry has no such version. The newest that it has is 0.9.0. To install that one: --version 0.9.0',
	);
	const archive = await install('--kind', 'archive');
	expect(archive).toMatchObject({ code: 1, out: expect.not.stringContaining('@acme/agent') });
	const npm = await install('--kind', 'npm');
	expect(npm).toMatchObject({ code: 1, out: expect.not.stringContaining('127.0.0.1') });
	expect(await install('--kind', 'pypi')).toMatchObject({
		code: 2,
		err: expect.stringContaining('is not distributed as pypi; the index has archive and npm'),
	});
});

test('an adapter says before and after its installation what it needs beside itself', async () => {
	writeIndex({ version: '1.0.0' });
	const index = readFileSync(join(home, 'index/registry.json'), 'utf8');
	writeFileSync(join(home, 'index/registry.json'), index.replaceAll('acme', 'pi-acp'));
	const PATH = '/usr/bin:/bin';
	const words = /pi-acp needs pi, which is not on this machine\. To install that: npm install -g \S+/;
	const ended = await carryOut(['agents', 'install', 'pi-acp', '--yes', ...from()], { home, env: { PATH } });
	expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(words), err: expect.stringMatching(words) });
	mkdirSync(join(home, 'bin'));
	writeFileSync(join(home, 'bin/pi'), '#!/bin/sh\n', { mode: 0o755 });
	const env = { PATH: `${join(home, 'bin')}:${PATH}` };
	const there = await carryOut(['agents', 'install', 'pi-acp', '--yes', ...from()], { home, env });
	expect(`${there.out}${there.err}`).not.toContain('needs pi');
});

test('an agent is installed, updated, taken back and removed; consent for a changed publisher is one of its own', async () => {
	writeIndex({ version: '1.0.0' });
	expect(await agents('install', 'acme', '--yes', ...from())).toMatchObject({ code: 0 });
	expect(await agents('install', 'acme', ...from())).toMatchObject({
		code: 0,
		out: 'acme 1.0.0 is installed already.\n',
	});
	expect(lock().agents.acme).toMatchObject({ version: '1.0.0', kind: 'binary', command: 'agent', args: ['--acp'] });
	// The index has no hash: that of the first download is known from then on.
	const shown = JSON.parse((await agents('show', 'acme', '--json', ...from())).out);
	expect(`sha256:${shown.sha256}`).toBe(lock().agents.acme.integrity);
	writeIndex({ version: '1.1.0', authors: ['Mallory'] });
	const refused = await agents('update', 'acme', '--yes', ...from());
	expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--accept-changes') });
	expect(refused.out).toContain('authors: Acme → Mallory');
	expect(refused.out).toContain('version: 1.0.0 → 1.1.0');
	expect(lock().agents.acme.version).toBe('1.0.0');
	expect(existsSync(join(dataDir(), 'registry.json'))).toBe(false);
	expect(await agents('update', 'acme', '--yes', '--accept-changes', ...from())).toMatchObject({ code: 0 });
	expect(lock().agents.acme).toMatchObject({ version: '1.1.0', previous: { version: '1.0.0' } });
	expect(await agents('rollback', 'acme')).toMatchObject({ code: 0 });
	expect(lock().agents.acme).toMatchObject({ version: '1.0.0', previous: { version: '1.1.0' } });
	expect(await agents('remove', 'acme')).toMatchObject({ code: 2, err: expect.stringContaining('To agree: --yes') });
	expect(await agents('remove', 'acme', '--yes')).toMatchObject({ code: 0 });
	expect(await agents('remove', 'acme')).toMatchObject({ code: 2 });
	expect(readdirSync(join(dataDir(), 'agents'))).toEqual([]);
});

test('what is not installed is said so before anything is fetched, without a dead end', async () => {
	const nowhere = ['--from', join(home, 'nowhere')];
	expect(await agents('update', 'pi', ...nowhere)).toMatchObject({
		code: 2,
		err: 'acp-tui: pi-acp is not installed by acp-tui; to install it: acp-tui agents install pi-acp\n',
	});
	expect(await agents('remove', 'demo')).toMatchObject({
		code: 2,
		err: 'acp-tui: demo is not installed by acp-tui ("acp-tui agents" lists what is)\n',
	});
	expect((await agents('install', '--help')).out).toContain('--from <index>');
});

test('an update of the index shows what is different, and asks where publishers have changed', async () => {
	writeIndex({ version: '1.0.0' });
	expect(await agents('update', ...from())).toMatchObject({ code: 0, out: expect.stringContaining('+ acme 1.0.0') });
	writeIndex({ version: '2.0.0' });
	expect(await agents('update', ...from())).toMatchObject({
		code: 0,
		out: expect.stringContaining('acme 1.0.0 → 2.0.0'),
	});
	writeIndex({ version: '2.0.0', authors: ['Mallory'] });
	expect(await agents('update', '--yes', ...from())).toMatchObject({ code: 2 });
	expect(JSON.parse((await agents('show', 'acme', '--json')).out)).toMatchObject({
		version: '2.0.0',
		publisher: 'Acme',
	});
	expect(await agents('update', '--accept-changes', ...from())).toMatchObject({ code: 0 });
	expect(JSON.parse((await agents('show', 'acme', '--json')).out)).toMatchObject({ publisher: 'Mallory' });
});

test('what cannot be installed is said in one sentence', async () => {
	writeIndex({ version: '1.0.0' }, 'darwin-aarch64' === machineTarget() ? 'linux-x86_64' : 'darwin-aarch64');
	expect(await agents('install', 'acme', '--yes', ...from())).toMatchObject({
		code: 1,
		err: expect.stringContaining(`there is no archive for ${machineTarget()}`),
	});
	writeIndex({ version: '1.0.0', archive: 'gone.zip' });
	expect(await agents('install', 'acme', '--yes', ...from())).toMatchObject({ code: 1 });
	expect(await agents('install', 'nobody', '--yes', ...from())).toMatchObject({ code: 2 });
	expect(await agents('install', 'demo', '--yes')).toMatchObject({ code: 2 });
	const other = await agents('install', 'acme', '--version', '9.9.9', '--yes', ...from());
	expect(other).toMatchObject({ code: 2, err: expect.stringContaining('the index has 1.0.0') });
	expect(await agents('update', '--from', join(home, 'nowhere'))).toMatchObject({ code: 1 });
	expect(existsSync(join(dataDir(), 'agents.lock.json'))).toBe(false);
});

test('a project’s lock decides version and content once it is trusted; what does not match is not started', async () => {
	const cwd = join(home, 'work');
	mkdirSync(join(cwd, '.git'), { recursive: true });
	const here = (...args: readonly string[]) => carryOut(args, { home, cwd });
	writeIndex({ version: '1.0.0' });
	await here('agents', 'install', 'acme', '--yes', ...from());
	const { version, agents: locked } = lock();
	const pinTo = (change: Readonly<Record<string, unknown>>): void => {
		const acme = { ...locked.acme, command: '../../evil', ...change };
		writeFileSync(join(cwd, 'agents.lock.json'), JSON.stringify({ version, agents: { acme } }));
	};
	pinTo({ version: '0.9.0' });
	// Not trusted: reported, and without effect.
	const untrusted = await here('agents', 'install', 'acme', ...from());
	expect(untrusted).toMatchObject({ code: 0, err: expect.stringContaining('agents.lock.json is not trusted yet') });
	expect(await here('config', 'trust', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('acme') });
	expect(await here('-p', '-a', 'acme', 'hi')).toMatchObject({
		code: 2,
		err: expect.stringContaining('agents.lock.json wants acme 0.9.0; 1.0.0 is installed, so nothing was started'),
	});
	expect(await here('agents', 'install', 'acme', '--yes', ...from())).toMatchObject({
		code: 2,
		err: expect.stringContaining('which is not what the index has'),
	});
	// Another content: the trust was for the file as it was.
	pinTo({ integrity: `sha256:${'ab'.repeat(32)}` });
	expect(await here('agents', 'install', 'acme', ...from())).toMatchObject({ code: 0 });
	await here('config', 'trust', '--yes');
	expect(await here('agents', 'install', 'acme', '--yes', ...from())).toMatchObject({
		code: 1,
		err: expect.stringContaining('does not match this project’s agents.lock.json'),
	});
	expect(await here('-p', '-a', 'acme', 'hi')).toMatchObject({
		code: 2,
		err: expect.stringContaining('other content'),
	});
	pinTo({});
	await here('config', 'trust', '--yes');
	const wanted = await here('agents', 'install', 'acme', '--version', '2.0.0', '--yes', ...from());
	expect(wanted).toMatchObject({ code: 2, err: expect.stringContaining('wants acme 1.0.0') });
	expect(await here('agents', 'install', 'acme', ...from())).toMatchObject({ code: 0 });
	// It is no agent, but it is what is started.
	expect(await here('-p', '-a', 'acme', 'hi')).toMatchObject({ code: 1 });
	writeFileSync(join(cwd, 'agents.lock.json'), '{"version":7,"agents":{}}');
	// Damaged, and no longer what was trusted: reported, and without effect.
	expect(await here('-p', '-a', 'acme', 'hi')).toMatchObject({
		code: 1,
		err: expect.stringMatching(/it has the format 7.*; it is ignored\./),
	});
});

/** A server that begins to answer and never ends. */
async function startSlowServer(): Promise<{ readonly server: Server; readonly address: string }> {
	const server = createServer((_, response) =>
		response.writeHead(200, { 'content-length': '1000' }).write('#!/bin/sh\n'),
	);
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent` };
}

test.each(['SIGINT', 'SIGKILL'] as const)(
	'a download that ends by %s leaves what was there, and the next one works',
	async (signal) => {
		writeIndex({ version: '1.0.0' });
		await agents('install', 'acme', '--yes', ...from());
		const { server, address } = await startSlowServer();
		try {
			writeIndex({ version: '1.1.0', archive: address });
			const running = startProgram(['agents', 'install', 'acme', '--yes', '--accept-changes', ...from()], { home });
			await running.sees('Downloading');
			running.kill(signal);
			const ended = await running.ended;
			if (signal === 'SIGINT') expect(ended).toMatchObject({ code: 130 });
			expect(lock().agents.acme).toMatchObject({ version: '1.0.0' });
			if (signal === 'SIGINT') expect(readdirSync(join(dataDir(), 'agents/acme'))).toEqual(['1.0.0']);
		} finally {
			server.closeAllConnections();
			server.close();
		}
		writeIndex({ version: '1.2.0' });
		expect(await agents('install', 'acme', '--yes', '--accept-changes', ...from())).toMatchObject({ code: 0 });
		expect(readdirSync(join(dataDir(), 'agents/acme')).sort()).toEqual(['1.0.0', '1.2.0']);
		expect(readdirSync(join(dataDir(), 'agents'))).toEqual(['acme']);
	},
);
