import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorktree } from '../../../src/services/worktrees/open-worktree.js';
import { cleanUp } from '../../../src/services/worktrees/remove-worktree.js';
import { readRecords } from '../../../src/services/worktrees/worktree-records.js';
import { endWorktree } from '../../../src/services/worktrees/worktrees.js';
import { program } from '../../drive/desk.js';
import { must } from '../must.js';
import { createRepository, type TestRepository } from './repository.js';

const MOMENTS = process.env['ACP_TUI_LONG'] === '1' ? 300 : 4;
/** Milliseconds that making the worktree below takes, once its folder is there. */
const SPAN = 120;

/** Starts `acp-tui ARGS` and kills it some milliseconds after it began its work. */
async function killed(repository: TestRepository, args: readonly string[], isBegun: () => boolean, after: number) {
	const child = spawn(process.execPath, [program, ...args], {
		cwd: repository.top,
		env: {
			...repository.env,
			ACP_TUI_DATA_DIR: repository.dataDir,
			ACP_TUI_STATE_DIR: join(repository.folder, 'state'),
			ACP_TUI_CONFIG_DIR: join(repository.folder, 'config'),
		},
		stdio: 'ignore',
	});
	const ended = once(child, 'exit');
	while (!isBegun() && child.exitCode === null) await wait(1);
	await wait(after);
	child.kill('SIGKILL');
	await ended;
}

function filesOf(folder: string): readonly string[] {
	return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
}

/** The names in a folder that others change meanwhile. */
function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** After the next start nothing is half done: neither with us nor with git. */
async function expectWhole(repository: TestRepository): Promise<void> {
	const root = join(repository.dataDir, 'worktrees');
	const locks = async (): Promise<readonly string[]> => {
		await cleanUp(repository.dataDir, repository);
		return filesOf(join(repository.top, '.git')).filter((file) => /\.lock$|(?:^|\/)locked$/.test(file));
	};
	// The watchdog ends the git that was at work, and a lock without a number counts for two seconds.
	await expect.poll(locks, { timeout: 10_000 }).toEqual([]);
	const [id] = existsSync(root) ? readdirSync(root) : [];
	const records = id === undefined ? [] : await readRecords(join(root, id));
	expect(records.filter(({ state }) => state !== 'ready')).toEqual([]);
	const names = records.map(({ name }) => name);
	expect(filesOf(join(repository.top, '.git/worktrees')).filter((file) => !file.includes('/'))).toEqual(names);
	expect(repository.git('branch', '--list', 'acp-tui/*', '--format=%(refname:short)')).toBe(
		names.map((name) => `acp-tui/${name}`).join('\n'),
	);
	for (const { path } of records) expect(repository.gitIn(path, 'status', '--porcelain')).toBe('');
}

test(`${MOMENTS} kills while a worktree is made leave nothing half made, and it can be made then`, async () => {
	const repository = createRepository();
	for (let index = 0; index < 400; index += 1) repository.write(`many/${index}.txt`, `${index}\n`);
	repository.git('add', '--all');
	repository.git('commit', '--quiet', '-m', 'many');
	for (let moment = 0; moment < MOMENTS; moment += 1) {
		const isBegun = (): boolean => existsSync(join(repository.dataDir, 'worktrees'));
		await killed(repository, ['demo', '-p', '--worktree', 'fix', 'hello'], isBegun, (moment / MOMENTS) * SPAN);
		await expectWhole(repository);
		const made = must(await openWorktree({ ...repository, cwd: repository.top, name: 'fix' }));
		await made.use.release();
		expect(repository.gitIn(made.record.path, 'status', '--porcelain')).toBe('');
		must(await endWorktree(made.record, 'discard', { ...repository, ownUse: null }));
		await expectWhole(repository);
		expect(filesOf(repository.dataDir).filter((file) => file !== 'worktrees')).toEqual([]);
	}
});

test('kills while a worktree is removed leave either all of it or nothing', async () => {
	const repository = createRepository();
	for (let index = 0; index < 400; index += 1) repository.write(`many/${index}.txt`, `${index}\n`);
	repository.git('add', '--all');
	repository.git('commit', '--quiet', '-m', 'many');
	for (let moment = 0; moment < MOMENTS / 2; moment += 1) {
		const made = must(await openWorktree({ ...repository, cwd: repository.top, name: 'fix' }));
		await made.use.release();
		const folder = join(made.record.path, '..');
		const isBegun = (): boolean => namesIn(folder).includes('.lock') || !existsSync(made.record.path);
		await killed(repository, ['worktrees', 'remove', 'fix'], isBegun, (moment / MOMENTS) * 60);
		await expectWhole(repository);
	}
});
