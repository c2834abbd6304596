import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startsNpx, withoutNpm } from '../../../src/services/launch/npx.js';
import { prepareLaunch } from '../../../src/services/launch/prepare-launch.js';
import { temporaryFolder } from '../temporary-folder.js';

test.each([
	[true, 'npx', ['-y', 'mux@^0.28.0', 'acp']],
	[true, 'npx', ['--package', '@kilocode/cli', 'kilo', './acp']],
	[true, 'npx', ['--package=@kilocode/cli', '-c', 'kilo acp']],
	[true, 'npm', ['exec', '--', 'mux', '/work']],
	[true, '/usr/bin/npx', ['mux']],
	[false, 'npm', ['start']],
	[false, 'npx', ['./agent']],
	[false, 'npx', ['-y', '-p', 'file:../agent', 'agent']],
	[false, 'npx', ['/work/agent']],
	[false, 'uvx', ['fast-agent-mcp', 'acp']],
] as const)('That it fetches a package with npx is %s of %s %j.', (expected, command, args) => {
	expect(startsNpx({ command, args })).toBe(expected);
});

test('What npm set for a script of a repository is not handed on to npx.', () => {
	const own = { PATH: '/bin', NPM_CONFIG_REGISTRY: 'http://mine' };
	const fromScript = {
		npm_execpath: '/npm',
		npm_config_registry: 'http://theirs',
		npm_package_name: 'x',
		INIT_CWD: '/',
	};
	expect(withoutNpm({ ...own, ...fromScript })).toEqual(own);
	expect(withoutNpm({ ...own, npm_config_registry: 'http://mine' })).toMatchObject({
		npm_config_registry: 'http://mine',
	});
});

/** A registry that has one package, and notes who asks. */
async function registry(tarball: Buffer): Promise<{ readonly url: string; readonly asked: string[] }> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		if (request.url?.endsWith('.tgz')) response.end(tarball);
		else if (request.url === '/acp-tui-test-agent') {
			const version = {
				name: 'acp-tui-test-agent',
				version: '1.0.0',
				bin: { 'acp-tui-test-agent': 'agent.js' },
				dist: { tarball: `${url}/agent.tgz` },
			};
			response.end(
				JSON.stringify({ name: version.name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
			);
		} else response.writeHead(404).end('{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, asked };
}

/** The package of the agent, which tells where it runs and what it finds. */
function agentPackage(): Buffer {
	const folder = join(temporaryFolder(), 'package');
	mkdirSync(folder);
	const bin = { 'acp-tui-test-agent': 'agent.js' };
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'acp-tui-test-agent', version: '1.0.0', bin }));
	const script = '{ cwd: process.cwd(), args: process.argv.slice(2), env: process.env }';
	writeFileSync(join(folder, 'agent.js'), `#!/usr/bin/env node\nconsole.log(JSON.stringify(${script}));\n`);
	const file = join(folder, '..', 'agent.tgz');
	execFileSync('tar', ['czf', file, '-C', join(folder, '..'), 'package']);
	return readFileSync(file);
}

test('npx takes neither the package nor the registry nor the programs of a repository, and runs the agent in it.', async () => {
	const root = temporaryFolder();
	const workspace = join(root, 'clone');
	const owned = join(root, 'owned');
	const bin = join(workspace, 'node_modules', '.bin');
	const package_ = join(workspace, 'node_modules', 'acp-tui-test-agent');
	for (const folder of [bin, package_, join(root, 'home')]) mkdirSync(folder, { recursive: true });
	for (const file of ['node', 'npx', 'sh', 'acp-tui-test-agent'].map((name) => join(bin, name))) {
		writeFileSync(file, `#!/bin/sh\necho ${file} >> ${owned}\n`);
		chmodSync(file, 0o755);
	}
	const manifest = { name: 'acp-tui-test-agent', version: '1.0.0', bin: { 'acp-tui-test-agent': 'x' } };
	writeFileSync(join(package_, 'package.json'), JSON.stringify(manifest));
	writeFileSync(join(package_, 'x'), `#!/bin/sh\necho local package >> ${owned}\n`, { mode: 0o755 });
	writeFileSync(join(workspace, 'package.json'), JSON.stringify({ dependencies: { 'acp-tui-test-agent': '*' } }));
	const [theirs, mine] = await Promise.all([registry(Buffer.alloc(0)), registry(agentPackage())]);
	writeFileSync(join(workspace, '.npmrc'), `registry=${theirs.url}\nscript-shell=${join(bin, 'sh')}\n`);
	writeFileSync(join(root, 'home', '.npmrc'), `registry=${mine.url}\n`);

	const npx = dirname(execFileSync('sh', ['-c', 'command -v npx'], { encoding: 'utf8' }).trim());
	const launch = { name: 'x', command: 'npx', args: ['-y', 'acp-tui-test-agent@^1.0.0', 'acp', 'a b'], env: {} };
	const prepared = await prepareLaunch(launch, workspace, {
		env: {
			PATH: [bin, '', 'node_modules/.bin', npx, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
			HOME: join(root, 'home'),
			npm_config_cache: join(root, 'cache'),
			npm_config_update_notifier: 'false',
		},
		home: join(root, 'home'),
		workspace,
		additionalDirectories: [],
		stateDir: join(root, 'state'),
	});
	if (prepared.type !== 'ready') throw new Error(prepared.type);
	const child = spawn(prepared.command, [...prepared.args], { cwd: prepared.cwd, env: { ...prepared.env } });
	const output = { out: '', err: '' };
	child.stdout.on('data', (data: Buffer) => {
		output.out += data;
	});
	child.stderr.on('data', (data: Buffer) => {
		output.err += data;
	});
	await once(child, 'close');

	expect(existsSync(owned)).toBe(false);
	expect(theirs.asked).toEqual([]);
	expect(mine.asked).not.toEqual([]);
	const facts = JSON.parse(output.out || `{"error": ${JSON.stringify(output.err)}}`);
	expect(facts).toMatchObject({ cwd: workspace, args: ['acp', 'a b'] });
	expect(facts.env.PATH).not.toContain(workspace);
	expect(Object.keys(facts.env).filter((name) => /ACP_TUI|script_shell|INIT_CWD/.test(name))).toEqual([]);
}, 60_000);
