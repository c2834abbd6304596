import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunOptions } from '../../src/cli/command.js';
import { prepareRun } from '../../src/cli/prepare-run.js';
import type { PreparedRun } from '../../src/cli/prepared-run.js';
import { PLAIN } from '../../src/cli/style.js';
import { trustProject } from '../../src/cli/subcommands/config/run-config.js';
import { prepareInWorktree } from '../../src/cli/worktrees/start-end.js';
import type { World } from '../../src/cli/world.js';
import { createRepository, type TestRepository } from '../services/worktrees/repository.js';
import { NO_OPTIONS, worldIn } from './world.js';

const RUN: RunOptions = { ...NO_OPTIONS, worktree: { name: 'fix', isCopying: false } };

function worldOf({ folder, top, env, dataDir }: TestRepository): World {
	return worldIn(join(folder, 'home'), { ...env, ACP_TUI_DATA_DIR: dataDir }, top);
}

async function start(world: World, options: RunOptions = RUN, answers: Readonly<Record<string, boolean>> = {}) {
	const said: string[] = [];
	const run = await prepareInWorktree(options, await prepareRun(options, world), world, {
		signal: new AbortController().signal,
		say: (words) => said.push(words),
		confirm: async (question) => {
			said.push(question);
			const key = Object.keys(answers).find((words) => question.includes(words));
			return key === undefined ? null : (answers[key] ?? null);
		},
	});
	await run.worktreeUse?.release();
	return { run, said: said.join('\n') };
}

const textsOf = ({ rules }: PreparedRun): readonly string[] => rules.map(({ text }) => text);

test('the rules of the project hold in its worktrees, and what is allowed there does not hold in the project', async () => {
	const repository = createRepository();
	const world = worldOf(repository);
	const words = 'w';
	const project = await prepareRun(RUN, world);
	await project.ruleStore.add({ decision: 'allow', text: 'Edit(a)', scope: 'project', at: 1, words });
	const { run } = await start(world, { ...RUN, deny: [`Read(${repository.top}/secret/**)`] });
	expect(textsOf(run)).toEqual([
		`Read(${repository.top}/secret/**)`,
		'Edit(a)',
		`Read(${run.worktree?.path}/secret/**)`,
	]);
	await run.ruleStore.add({ decision: 'allow', text: 'Edit(b)', scope: 'project', at: 2, words });
	await run.ruleStore.add({ decision: 'deny', text: 'Edit(c)', scope: 'project', at: 3, words });
	const other = await start(world, { ...RUN, worktree: { name: 'other', isCopying: false } });
	expect(textsOf(other.run)).toEqual(['Edit(a)', 'Edit(b)', 'Edit(c)']);
	expect(textsOf(await prepareRun(RUN, world))).toEqual(['Edit(a)', 'Edit(c)']);
	expect(await run.ruleStore.remove({ decision: 'allow', text: 'Edit(b)', scope: 'project' })).toMatchObject({
		value: true,
	});
	expect(await run.ruleStore.remove({ decision: 'allow', text: 'Edit(a)', scope: 'project' })).toMatchObject({
		value: true,
	});
	expect(textsOf((await start(world)).run)).toEqual(['Edit(c)']);
	expect(run.project).toBe(repository.top);
});

test('a project config that is trusted is trusted in a worktree with the same content, and with no other', async () => {
	const repository = createRepository();
	const world = worldOf(repository);
	repository.write('agent.sh', '#!/bin/sh\n');
	repository.write(
		'.acp-tuirc.json',
		JSON.stringify({
			agent: 'mine',
			agents: { mine: { command: './agent.sh' } },
			additionalDirectories: ['../shared'],
		}),
	);
	mkdirSync(join(repository.folder, 'shared'));
	repository.git('add', '--all');
	repository.git('commit', '--quiet', '-m', 'config');
	expect((await start(world)).run.profile.launch.name).toBe('demo');
	await trustProject(repository.top, { world, style: PLAIN, agree: async () => true });
	const { run } = await start(world);
	expect(run.profile.launch.name).toBe('mine');
	expect(run.additionalDirectories).toEqual([join(repository.folder, 'shared')]);
	repository.write('agent.sh', '#!/bin/sh\nevil\n', run.worktree?.path);
	expect((await prepareRun({ ...RUN, cwd: run.cwd }, world)).profile.launch.name).toBe('demo');
});

test('uncommitted changes and ignored files are copied only when the user says so', async () => {
	const repository = createRepository();
	const world = worldOf(repository);
	repository.write('.worktreeinclude', '.env\n');
	repository.write('.env', 'S=1\n');
	const named = (name: string, isCopying = false): RunOptions => ({ ...RUN, worktree: { name, isCopying } });
	const status = (run: PreparedRun): string => repository.gitIn(run.cwd, 'status', '--porcelain', '--ignored');
	const first = await start(world, named('one'));
	expect(first.said).toContain('1 uncommitted change of the work tree is not in it');
	expect(first.said).toContain('.worktreeinclude lists 1 file that git ignores (4 bytes):\n  .env');
	expect(first.said).toContain('--worktree-copy copies them');
	expect(status(first.run)).toBe('');
	expect(status((await start(world, named('two'), { uncommitted: false, 'into the': false })).run)).toBe('');
	const third = await start(world, named('three'), { uncommitted: true, 'into the': true });
	expect(status(third.run)).toBe('?? .worktreeinclude\n!! .env');
	expect(status((await start(world, named('four', true))).run)).toBe('!! .env');
});

test('a folder of --add-dir counts from where the session would work without the worktree', async () => {
	const repository = createRepository();
	const world = worldOf(repository);
	mkdirSync(join(repository.folder, 'shared'));
	const { run } = await start(world, { ...RUN, addDir: ['../shared', 'sub'] });
	expect(run.additionalDirectories).toEqual([join(repository.folder, 'shared')]);
});

test('what is wrong is reported before anything is made', async () => {
	const repository = createRepository();
	const world = worldOf(repository);
	await expect(start(world, { ...RUN, allow: ['Nonsense(x)'] })).rejects.toThrow('Nonsense');
	expect(repository.git('branch', '--list', 'acp-tui/*')).toBe('');
	await expect(start({ ...world, cwd: repository.folder })).rejects.toThrow('is not in a git repository');
});
