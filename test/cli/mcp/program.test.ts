import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { carryOut } from '../carry-out.js';

const script = fileURLToPath(new URL('../../mcp-servers/stdio.mjs', import.meta.url));
let home: string;
let config: string;

beforeEach(async () => {
	home = temporaryFolder();
	config = join(home, 'config', 'config.json');
});

const run = (...args: string[]) => carryOut(['mcp', ...args], { home });
const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const write = async (file: string, text: string) => {
	await mkdir(join(home, 'config'), { recursive: true });
	await writeFile(file, text);
};

test('a server is added, listed without its secrets, tested and removed', async () => {
	await write(config, '{\n    "mode": "plan"\n}\n');
	const added = await run(
		'add',
		'files',
		'--env',
		'KEY=x',
		'--env',
		'API_TOKEN=hunter2',
		'--',
		process.execPath,
		script,
		'good',
	);
	expect(added).toMatchObject({ code: 0, out: `Added "files" to ${config}\n` });
	expect(added.err).toContain('The value of env.API_TOKEN is written to the file as it is.');
	expect(added.err).not.toContain('hunter2');
	const server = { command: process.execPath, args: [script, 'good'], env: { KEY: 'x', API_TOKEN: 'hunter2' } };
	expect(await readFile(config, 'utf8')).toBe(
		`${JSON.stringify({ mode: 'plan', mcpServers: { files: server } }, null, '    ')}\n`,
	);
	expect((await stat(config)).mode & 0o777).toBe(0o600);

	const listed = await run('list', '--json');
	expect(JSON.parse(listed.out)).toEqual([
		{
			name: 'files',
			source: 'config',
			type: 'stdio',
			command: process.execPath,
			args: [script, 'good'],
			env: { KEY: '…', API_TOKEN: '…' },
			waits: false,
			file: config,
			problem: null,
		},
	]);
	const [short, tested, testedHere] = await Promise.all([run(), run('test', 'files', '--json'), run('test', 'files')]);
	expect(short.out).toMatch(/^files {2}stdio {2}your config {2}/);
	expect({ ...JSON.parse(tested.out), code: tested.code }).toEqual({
		name: 'files',
		ok: true,
		tools: [
			{ name: 'read', description: 'Reads a file.\nAnd more.' },
			{ name: 'write', description: 'Writes a file.' },
		],
		error: null,
		code: 0,
	});
	expect(testedHere.out).toBe('files works: 2 tools\n  read  Reads a file.\n  write  Writes a file.\n');

	expect(await run('remove', 'files')).toMatchObject({ code: 0, out: `Removed "files" from ${config}\n` });
	expect(await read(config)).toEqual({ mode: 'plan', mcpServers: {} });
	expect(await run('remove', 'files')).toMatchObject({ code: 2 });
});

test('hostile tools of a server cannot draw on the terminal or add lines', async () => {
	await write(config, JSON.stringify({ mcpServers: { a: { command: process.execPath, args: [script, 'hostile'] } } }));
	const { out } = await run('test', 'a');
	expect(out).not.toMatch(/[\u001b\u202e]/);
	expect(out.split('\n')).toHaveLength(3);
});

test('a server that does not work ends with 1 and a sentence', async () => {
	const servers = { a: { command: process.execPath, args: [script, 'exits'] }, b: { command: 'nowhere-to-be-found' } };
	await write(config, JSON.stringify({ mcpServers: servers }));
	const [failed, missing, unknown] = await Promise.all([
		run('test', 'a'),
		run('test', 'b', '--json'),
		run('test', 'c'),
	]);
	expect(failed).toMatchObject({ code: 1, out: '' });
	expect(failed.err).toBe(
		'acp-tui: the MCP server "a" does not work: it exited with code 3 before it answered: missing the token\n',
	);
	expect(JSON.parse(missing.out)).toMatchObject({ name: 'b', ok: false, tools: [] });
	expect(missing.code).toBe(1);
	expect(unknown.err).toBe('acp-tui: there is no MCP server "c" ("acp-tui mcp list" lists them)\n');
	expect(unknown.code).toBe(2);
});

test('a project’s server waits, and is not started for a test either', async () => {
	const added = await run('add', 'files', '--project', '--', process.execPath, script);
	expect(added).toMatchObject({ code: 0, err: 'acp-tui: It waits until you trust the file: acp-tui config trust\n' });
	const file = join(home, '.mcp.json');
	expect(await read(file)).toEqual({ mcpServers: { files: { command: process.execPath, args: [script] } } });
	const [listed, refused] = await Promise.all([run('list', '--json'), run('test', 'files')]);
	expect(JSON.parse(listed.out)).toMatchObject([{ source: 'project', waits: true }]);
	expect(refused).toMatchObject({ code: 2, out: '' });
	expect(refused.err).toContain('review it with "acp-tui config trust"');
	const trust = await carryOut(['config', 'trust', '--yes'], { home });
	expect(trust).toMatchObject({ code: 0 });
	expect(trust.out).toContain('would use the MCP server "files"');
	expect((await run('test', 'files')).code).toBe(0);
	await run('add', 'more', '--project', '--', 'sh');
	expect((await run('test', 'files')).code).toBe(2);
});

test('a YAML config keeps its comments, and a link stays one', async () => {
	const target = join(home, 'dotfiles.yaml');
	await write(target, '# mine\nmode: plan # careful\n');
	await symlink(target, join(home, 'config', 'config.yaml'));
	const token = `\${env:TOKEN}`;
	const added = await run('add', 'web', '--url', 'https://x.example/mcp', '--header', `Authorization: Bearer ${token}`);
	expect(added).toMatchObject({ code: 0, err: '' });
	expect(await readFile(target, 'utf8')).toBe(
		`# mine\nmode: plan # careful\nmcpServers:\n  web:\n    type: http\n    url: https://x.example/mcp\n    headers:\n      Authorization: Bearer ${token}\n`,
	);
	expect((await run('remove', 'web')).code).toBe(0);
	expect(await readFile(target, 'utf8')).toContain('# careful');
});

test.each([
	[['add', 'a'], 'say how the server is started'],
	[['add', 'a', '--url', 'https://x', '--', 'sh'], 'not both'],
	[['add', 'a', '--header', 'X:Y', '--', 'sh'], '--header and --sse need --url'],
	[['add', 'a', '--env', 'KEY', '--', 'sh'], '--env "KEY": must be NAME=VALUE'],
	[['add'], '"acp-tui mcp add" needs a NAME'],
	[['test'], '"acp-tui mcp test" needs a NAME'],
	[['list', '--', 'x'], 'takes no command behind --'],
])('wrong usage is reported in a sentence: %j', async (args, sentence) => {
	expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
});

test('a server that cannot be added or is not there ends with 2 and a sentence', async () => {
	const [bad, ftp, none] = await Promise.all([
		run('add', 'a\nb', '--', 'sh'),
		run('add', 'a', '--url', 'ftp://x'),
		run('remove', 'a'),
	]);
	expect(bad).toMatchObject({ code: 2, out: '' });
	expect(bad.err).toContain('a name may have letters');
	expect(ftp).toMatchObject({ code: 2, out: '' });
	expect(ftp.err).toContain('--url: must begin with http');
	expect(none).toMatchObject({ code: 2, out: '' });
	expect(none.err).toContain('names no MCP server "a"');
});

test('a server that its file disables is listed as left out, and is not started by a test', async () => {
	await write(join(home, '.mcp.json'), '{"mcpServers":{"off":{"command":"sh","disabled":true}}}');
	await mkdir(join(home, '.git'));
	const [listed, json, tested] = await Promise.all([run('list'), run('list', '--json'), run('test', 'off')]);
	expect(listed.out).toContain('left out: it is disabled in its file');
	expect(JSON.parse(json.out)).toMatchObject([{ name: 'off', waits: false, problem: 'it is disabled in its file' }]);
	expect(tested).toMatchObject({ code: 2, err: expect.stringContaining('"off" is disabled in') });
});

test('a file with mistakes is not written over', async () => {
	await write(config, '{"mcpServers": {"a": ');
	expect((await run('add', 'b', '--', 'sh')).code).toBe(2);
	expect(await readFile(config, 'utf8')).toBe('{"mcpServers": {"a": ');
	await writeFile(join(home, '.mcp.json'), '[]');
	expect((await run('add', 'b', '--project', '--', 'sh')).code).toBe(2);
	await rm(join(home, '.mcp.json'));
	await writeFile(`${home}-outside.json`, '{}');
	await symlink(`${home}-outside.json`, join(home, '.mcp.json'));
	expect((await run('add', 'b', '--project', '--', 'sh')).err).toContain('is a link that leads out of its folder');
	await rm(`${home}-outside.json`);
});
