import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { recordFile } from '../../src/cli/command-line-messages.js';
import { UsageError } from '../../src/cli/errors.js';
import { findWorkspace } from '../../src/cli/find-workspace.js';
import { openRecorder } from '../../src/cli/record-traffic.js';
import { temporaryFolder } from '../services/temporary-folder.js';

let home: string;
const log = { write: () => {} };

beforeEach(() => {
	home = temporaryFolder();
});

test('a recording is JSON lines that only their owner may read', async () => {
	const file = join(home, 'traffic.jsonl');
	const recorder = openRecorder('traffic.jsonl', home, log);
	recorder.write({ t: 1, dir: 'c2a', msg: { id: 0 } });
	recorder.write({ t: 2, dir: 'a2c', msg: { id: 0, result: null } });
	await recorder.end();
	expect(await readFile(file, 'utf8')).toBe(
		'{"t":1,"dir":"c2a","msg":{"id":0}}\n{"t":2,"dir":"a2c","msg":{"id":0,"result":null}}\n',
	);
	expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a message that is nested too deeply to be written ends neither the recording nor the session', async () => {
	const recorder = openRecorder('traffic.jsonl', home, log);
	recorder.write({ t: 1, dir: 'a2c', msg: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) });
	recorder.write({ t: 2, dir: 'a2c', msg: 1 });
	await recorder.end();
	expect(await readFile(join(home, 'traffic.jsonl'), 'utf8')).toMatch(/too deeply.*\n\{"t":2,/);
});

test('what MCP servers are given in variables and headers is not recorded', async () => {
	const env = [{ name: 'GH_TOKEN', value: 'hunter2' }];
	const stdio = { name: 'files', command: '/bin/files', args: ['--token', 'hunter3'], env };
	const headers = [{ name: 'Authorization', value: 'Bearer abcdef123456' }];
	const http = { type: 'http', name: 'web', url: 'https://x.example/?key=hunter4', headers };
	const recorder = openRecorder('traffic.jsonl', home, log);
	recorder.write({ t: 1, dir: 'c2a', msg: { method: 'session/new', params: { cwd: '/', mcpServers: [stdio, http] } } });
	await recorder.end();
	expect(JSON.parse(await readFile(join(home, 'traffic.jsonl'), 'utf8')).msg.params).toEqual({
		cwd: '/',
		mcpServers: [
			{ ...stdio, args: ['--token', '[redacted]'], env: [{ name: 'GH_TOKEN', value: '…' }] },
			{ ...http, url: 'https://x.example/?key=…', headers: [{ name: 'Authorization', value: '…' }] },
		],
	});
});

test('a recording that cannot be opened is wrong usage', () => {
	expect(() => openRecorder('no/such/place', home, log)).toThrow(UsageError);
	expect(() => openRecorder('no/such/place', home, log)).toThrow('--record "no/such/place": it cannot be written');
});

test('a recording writes over no file and follows no link', async () => {
	const outside = temporaryFolder();
	const precious = join(outside, 'precious');
	await writeFile(precious, 'precious');
	await symlink(precious, join(home, 'link.jsonl'));
	await symlink(join(outside, 'new'), join(home, 'dangling.jsonl'));
	await symlink(outside, join(home, 'folder'));
	await writeFile(join(home, 'there.jsonl'), 'old');
	for (const [file, words] of [
		['link.jsonl', recordFile.isLink],
		['dangling.jsonl', recordFile.isLink],
		['folder/new.jsonl', recordFile.linkLeadsOut],
		['folder', recordFile.isLink],
		['there.jsonl', recordFile.exists],
		['.', recordFile.isFolder],
		[precious, recordFile.exists],
	] as const) {
		expect(() => openRecorder(file, home, log), file).toThrow(UsageError);
		expect(() => openRecorder(file, home, log), file).toThrow(words);
	}
	expect(await readFile(precious, 'utf8')).toBe('precious');
	expect(await readFile(join(home, 'there.jsonl'), 'utf8')).toBe('old');
	expect(await readdir(outside)).toEqual(['precious']);
	await rm(outside, { recursive: true });
});

test('a recording that breaks ends without harm', async () => {
	const broken: string[] = [];
	const recorder = openRecorder('/dev/full', home, { write: (_, what) => broken.push(what) });
	recorder.write({ t: 1, dir: 'c2a', msg: 'x' });
	await recorder.end();
	recorder.write({ t: 2, dir: 'c2a', msg: 'x' });
	await recorder.end();
	expect(broken).toEqual(['recording stopped']);
});

test('the workspace has to be a directory', async () => {
	await writeFile(join(home, 'file'), '');
	expect(await findWorkspace(null, home)).toBe(home);
	expect(await findWorkspace('.', home)).toBe(home);
	await expect(findWorkspace('gone', home)).rejects.toThrow('--cwd "gone": no such directory');
	await expect(findWorkspace('file', home)).rejects.toThrow('--cwd "file": not a directory');
	await expect(findWorkspace(null, join(home, 'gone'))).rejects.toThrow('the current directory');
});
