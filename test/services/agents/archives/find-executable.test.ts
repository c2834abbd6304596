import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../../../src/services/agents/archives/find-executable.js';
import { temporaryFolder } from '../../temporary-folder.js';

function folderWith(...files: readonly string[]): string {
	const folder = temporaryFolder();
	for (const file of files) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), 'program', { mode: 0o644 });
	}
	return folder;
}

async function found(folder: string, command: string, platform: NodeJS.Platform = 'linux'): Promise<string> {
	const result = await findExecutable(folder, command, platform);
	if (!result.ok) return result.failure.message;
	return result.value.type === 'file' ? result.value.path.slice(folder.length + 1) : `system ${result.value.command}`;
}

test.each([
	['./goose', 'goose', 'goose'],
	['amp-acp.exe', 'amp-acp.exe', 'amp-acp.exe'],
	['./dist-package/cursor-agent', 'dist-package/cursor-agent', 'dist-package/cursor-agent'],
	['./goose-package\\goose.exe', 'goose-package/goose.exe', 'goose-package/goose.exe'],
	['./coco-1.0+18.e6/cortex', 'coco-1.0+18.e6/cortex', 'coco-1.0+18.e6/cortex'],
	['./kimi', 'kimi-1.2-linux/kimi', 'kimi-1.2-linux/kimi'],
	['./bin/devin', 'devin-3/bin/devin', 'devin-3/bin/devin'],
	['./bin/devin', 'package/devin', 'package/devin'],
])('The command %s is the file %s.', async (command, file, expected) => {
	const folder = folderWith(file, 'other', 'lib/other');
	expect(await found(folder, command)).toBe(expected);
	expect(statSync(join(folder, file)).mode & 0o777).toBe(0o755);
});

test('The path of a command goes before files of its name elsewhere.', async () => {
	expect(await found(folderWith('agent', 'lib/agent'), './agent')).toBe('agent');
	expect(await found(folderWith('x/bin/agent', 'y/agent'), './bin/agent')).toBe('x/bin/agent');
});

test('A name that is there more than once is not guessed.', async () => {
	expect(await found(folderWith('a/agent', 'b/agent'), './agent')).toMatch(/more than once: "(a|b)\/agent"/);
	expect(await found(folderWith('agent.txt'), './agent')).toBe('The agent\'s command "./agent" is not in its archive.');
});

test('Windows finds a command without its ending.', async () => {
	expect(await found(folderWith('opencode.exe'), './opencode', 'win32')).toBe('opencode.exe');
	expect(await found(folderWith('opencode.exe'), './opencode')).toMatch(/is not in its archive/);
});

test.each(['node', 'python3', 'python3.12', 'java', 'ruby', 'node.exe', 'Python'])(
	'%s is a program of the machine, whatever the archive has.',
	async (command) => {
		expect(await found(folderWith(command, `bin/${command}`), command)).toBe(`system ${command}`);
		expect(await found(folderWith(command), `./${command}`)).toBe(command);
	},
);

test.each(['', '.', './', '../agent', '/bin/sh', 'a/../../agent', 'C:\\agent.exe', '\\\\host\\agent', 'agent\0'])(
	'The command %j is no path inside an archive.',
	async (command) => {
		expect(await found(folderWith('agent'), command)).toMatch(/is not a path inside its archive/);
	},
);

test('A folder, a link out and a link to nowhere are no programs.', async () => {
	const folder = folderWith('bin/agent/readme');
	symlinkSync('/bin/sh', join(folder, 'out'));
	symlinkSync('missing', join(folder, 'nowhere'));
	for (const command of ['./bin/agent', './out', './nowhere']) {
		expect(await found(folder, command)).toMatch(/is not in its archive/);
	}
});

test('A link inside leads to the real file, and only that becomes executable.', async () => {
	const folder = folderWith('lib/agent-1.2');
	symlinkSync('lib/agent-1.2', join(folder, 'agent'));
	expect(await found(folder, './agent')).toBe('lib/agent-1.2');
	chmodSync(join(folder, 'lib/agent-1.2'), 0o500);
	expect(await found(folder, './agent')).toBe('lib/agent-1.2');
	expect(statSync(join(folder, 'lib/agent-1.2')).mode & 0o777).toBe(0o500);
});
