import { chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTerminals } from '../../../src/services/terminals/terminals.js';
import { testRepository } from '../command-checks/git-repositories.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';

const never = new AbortController().signal;
const SYSTEM = '/usr/local/bin:/usr/bin:/bin';

type Run = {
	readonly argv: readonly string[];
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly folders?: readonly string[];
	/** Allowed because it only reads. */
	readonly isReading: boolean;
};

async function outputOf({ argv: [command = '', ...args], cwd, env, folders = [], isReading }: Run): Promise<string> {
	const terminals = createTerminals({ env: { PATH: SYSTEM, HOME: cwd, ...env }, folders: () => folders });
	onTestFinished(() => terminals.closeAll());
	const request = { sessionId: 's', command, args, env: [], cwd, ...(isReading ? { notFrom: cwd } : {}) };
	const created = must(await terminals.create(request, { onData: () => {}, onExit: () => {} }));
	await terminals.waitForExit(created.terminalId, never);
	const output = terminals.output(created.terminalId);
	return output.ok ? output.value.output : '';
}

/** Commands that write the index anew in passing, as git does otherwise. */
test.each([[['git', 'status']], [['git', 'diff']], [['sh', '-c', 'git diff | head; git status']]])(
	'%j leaves the index as it is when it only reads.',
	async (argv) => {
		const { top, env } = testRepository();
		const index = join(top, '.git/index');
		const before = readFileSync(index);
		utimesSync(join(top, 'hello.txt'), 1, 1);
		await outputOf({ argv, cwd: top, env, isReading: true });
		expect(readFileSync(index).equals(before)).toBe(true);
		await outputOf({ argv, cwd: top, env, isReading: false });
		expect(readFileSync(index).equals(before)).toBe(false);
	},
);

test.runIf(process.platform === 'linux')('It may not take all memory.', async () => {
	const cwd = temporaryFolder();
	const argv = ['sh', '-c', 'ulimit -v'];
	expect((await outputOf({ argv, cwd, isReading: true })).trim()).toBe('4194304');
	expect((await outputOf({ argv, cwd, isReading: false })).trim()).not.toBe('4194304');
	const words = ['printf', '<%s>', '', 'a b', '$HOME', "'", '-n'];
	expect(await outputOf({ argv: words, cwd, isReading: true })).toBe("<><a b><$HOME><'><-n>");
});

/** A folder with programs and files that make a mark of themselves when something takes them. */
function hostile() {
	const workspace = temporaryFolder();
	const script = join(workspace, 'tool');
	writeFileSync(script, '#!/bin/sh\necho OWNED\n');
	writeFileSync(join(workspace, 'start'), 'echo OWNED\n');
	writeFileSync(join(workspace, 'own.cjs'), '');
	writeFileSync(join(workspace, 'load.cjs'), 'console.log("OWNED")\n');
	chmodSync(script, 0o755);
	for (const folder of ['bin', 'lib']) {
		mkdirSync(join(workspace, folder));
		symlinkSync(script, join(workspace, folder, 'ls'));
	}
	return workspace;
}

const LINE = ['bash', '-c', 'ls'];
test.each<[string, readonly string[], (workspace: string) => Readonly<Record<string, string>>]>([
	['a file that bash runs first', LINE, (workspace) => ({ BASH_ENV: join(workspace, 'start') })],
	['one from the current folder', LINE, () => ({ BASH_ENV: 'start' })],
	['a function in the place of a program', LINE, () => ({ 'BASH_FUNC_ls%%': '() { echo OWNED; }' })],
	['a folder of programs', LINE, (workspace) => ({ PATH: `${workspace}/bin:${SYSTEM}` })],
	['a relative folder of programs', LINE, () => ({ PATH: `bin:${SYSTEM}` })],
	['the current folder', ['ls'], (workspace) => ({ PATH: `:${workspace}/lib::${SYSTEM}` })],
	['a module from the current folder', ['node', 'own.cjs'], () => ({ NODE_OPTIONS: '--require ./load.cjs' })],
	[
		'a module of the workspace',
		['node', 'own.cjs'],
		(workspace) => ({ NODE_OPTIONS: `--require ${workspace}/load.cjs` }),
	],
])('No program of the workspace runs by %s.', async (_, argv, envOf) => {
	const cwd = hostile();
	const given = envOf(cwd);
	const env = { SHLVL: '1', ...given, PATH: `${given['PATH'] ?? SYSTEM}:${process.env['PATH'] ?? ''}` };
	expect(await outputOf({ argv, cwd, env, isReading: true })).not.toContain('OWNED');
	expect(await outputOf({ argv, cwd, env, isReading: false })).toContain('OWNED');
});

test('Nor one of an additional directory.', async () => {
	const library = hostile();
	const run = { argv: LINE, cwd: temporaryFolder(), env: { PATH: `${library}/bin:${SYSTEM}` } };
	expect(await outputOf({ ...run, folders: [library], isReading: true })).not.toContain('OWNED');
	expect(await outputOf({ ...run, isReading: true })).toContain('OWNED');
});

test('Where git is set to look, it does not look.', async () => {
	const { top, env, home, gitIn } = testRepository();
	gitIn(home, 'init', '-q', 'other');
	const led = { ...env, GIT_DIR: join(home, 'other/.git'), GIT_EXTERNAL_DIFF: './tool.sh', GIT_WORK_TREE: home };
	const run = { argv: ['git', 'rev-parse', '--show-toplevel'], cwd: top, env: led };
	expect((await outputOf({ ...run, isReading: true })).trim()).toBe(top);
	expect((await outputOf({ ...run, isReading: false })).trim()).toBe(home);
});
