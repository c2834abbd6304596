import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planFoldersFor } from '../../../src/agent/writable.js';
import type { AgentLaunch } from '../../../src/core/agent-info.js';
import { decide } from '../../../src/core/policy/decide.js';
import { createFiles } from '../../../src/services/files/files.js';
import { isTracked } from '../../../src/services/git/is-tracked.js';
import { gitIn as git } from '../../drive/git.js';
import { temporaryFolder } from '../temporary-folder.js';

const always = (folders: readonly string[]) => () => folders;
const launch = (name: string, command = name): AgentLaunch => ({ name, command, args: [], env: {} });

/** A cloned repository, and what plan mode and accept edits make of a write into it. */
function clone(fill: (workspace: string) => void, agent = launch('opencode')) {
	const workspace = temporaryFolder();
	git(workspace, 'init', '-q');
	mkdirSync(join(workspace, 'src'));
	writeFileSync(join(workspace, 'src/a.ts'), 'a');
	fill(workspace);
	git(workspace, 'add', '-A');
	git(workspace, 'commit', '-qm', 'all', '--allow-empty');
	const files = createFiles({
		workspace,
		planFolders: always(planFoldersFor(agent, { workspace, home: '/nowhere' })),
		isFromRepository: (folder) => isTracked(folder, { cwd: workspace, env: process.env }),
	});
	const inMode = async (mode: 'plan' | 'acceptEdits', path: string) => {
		const fact = await files.inspect(join(workspace, path));
		const write = { source: 'fs-write', kind: 'edit', title: '', paths: [fact], diffs: [] } as const;
		return decide(write, { mode, rules: [] }).decision;
	};
	return { workspace, files, inMode };
}

const planFolder = (workspace: string) => {
	mkdirSync(join(workspace, '.opencode'));
	return join(workspace, '.opencode/plans');
};

test.each([
	['..', ['.git/config', '.git/hooks/pre-commit', 'src/a.ts', 'new.md', 'README.md']],
	['../.git/hooks', ['.git/hooks/pre-commit', '.git/hooks/a.md']],
	['../.vscode', ['.vscode/tasks.json', '.vscode/a.md']],
	['../src', ['src/a.ts', 'src/a.md']],
	['.', ['.opencode/a.md']],
])('a plan folder that is a link to %s makes nothing a plan', async (target, paths) => {
	const { inMode } = clone((workspace) => symlinkSync(target, planFolder(workspace)));
	for (const path of paths) {
		const throughLink = `.opencode/plans/${path.slice(path.lastIndexOf('/') + 1)}`;
		expect([path, await inMode('plan', path)]).toEqual([path, 'deny']);
		expect([path, await inMode('plan', throughLink)]).toEqual([path, 'deny']);
		if (path.startsWith('.')) expect([path, await inMode('acceptEdits', path)]).toEqual([path, 'ask']);
	}
});

test('a folder above the plan folder that is a link makes nothing a plan', async () => {
	const { inMode } = clone((workspace) => {
		mkdirSync(join(workspace, 'elsewhere/plans'), { recursive: true });
		symlinkSync('elsewhere', join(workspace, '.opencode'));
	});
	expect(await inMode('plan', '.opencode/plans/a.md')).toBe('deny');
	expect(await inMode('plan', 'elsewhere/plans/a.md')).toBe('deny');
});

test('a plan folder that the repository brings is none', async () => {
	const { inMode } = clone((workspace) => {
		mkdirSync(planFolder(workspace));
		writeFileSync(join(workspace, '.opencode/plans/theirs.md'), '# Plan');
	});
	expect(await inMode('plan', '.opencode/plans/theirs.md')).toBe('deny');
	expect(await inMode('plan', '.opencode/plans/mine.md')).toBe('deny');
});

test('without a repository nobody can tell who made the folder, so it is none', async () => {
	const workspace = temporaryFolder();
	mkdirSync(planFolder(workspace));
	const files = createFiles({
		workspace,
		planFolders: always([join(workspace, '.opencode/plans')]),
		isFromRepository: (folder) => isTracked(folder, { cwd: workspace, env: process.env }),
	});
	expect(await files.inspect(join(workspace, '.opencode/plans/a.md'))).toMatchObject({ isPlanFile: false });
});

test.each<[path: string, plan: string, acceptEdits: string]>([
	['.opencode/plans/a.md', 'allow', 'allow'],
	['.opencode/plans/new-plan.MD', 'allow', 'allow'],
	['.opencode/plans/hard.md', 'deny', 'ask'],
	['.opencode/plans/link.md', 'deny', 'allow'],
	['.opencode/plans/folder.md', 'deny', 'ask'],
	['.opencode/plans/deep/a.md', 'deny', 'ask'],
	['.opencode/plans/.envrc', 'deny', 'ask'],
	['.opencode/plans/.envrc.md', 'deny', 'ask'],
	['.opencode/plans/run.sh', 'deny', 'ask'],
	['.opencode/plans/opencode.json', 'deny', 'ask'],
	['.opencode/plans/../opencode.json', 'deny', 'ask'],
	['.opencode/plans/../../.git/config', 'deny', 'ask'],
	['.opencode/agent/a.md', 'deny', 'ask'],
])('OpenCode writes %s: in plan mode %s, accepting edits %s', async (path, plan, acceptEdits) => {
	const { workspace, inMode } = clone(() => {});
	mkdirSync(planFolder(workspace));
	writeFileSync(join(workspace, '.opencode/plans/a.md'), '# Plan');
	linkSync(join(workspace, 'src/a.ts'), join(workspace, '.opencode/plans/hard.md'));
	symlinkSync('../../src/a.ts', join(workspace, '.opencode/plans/link.md'));
	mkdirSync(join(workspace, '.opencode/plans/folder.md'));
	expect([await inMode('plan', path), await inMode('acceptEdits', path)]).toEqual([plan, acceptEdits]);
});

test.each([
	[launch('opencode'), 'allow'],
	[launch('mine', '/opt/bin/opencode'), 'allow'],
	[launch('claude', 'claude-agent-acp'), 'deny'],
	[launch('demo', 'node'), 'deny'],
	[launch('opencode.sh', './opencode.sh'), 'deny'],
])('the folder of OpenCode is one for $name: %#', async (agent, expected) => {
	const { workspace, inMode } = clone(() => {}, agent);
	mkdirSync(planFolder(workspace));
	expect(await inMode('plan', '.opencode/plans/a.md')).toBe(expected);
});

test('a workspace below .git has no plan folder', async () => {
	const top = temporaryFolder();
	const workspace = join(top, '.git/work');
	mkdirSync(join(workspace, 'plans'), { recursive: true });
	const files = createFiles({
		workspace,
		planFolders: always([join(workspace, 'plans')]),
		isFromRepository: async () => false,
	});
	expect(await files.inspect(join(workspace, 'plans/a.md'))).toMatchObject({ isPlanFile: false });
});

test('a plan folder in the home folder that is a link into the workspace is none', async () => {
	const top = temporaryFolder();
	mkdirSync(join(top, 'work'));
	symlinkSync('work', join(top, 'plans'));
	const files = createFiles({ workspace: join(top, 'work'), planFolders: always([join(top, 'plans')]) });
	expect(await files.inspect(join(top, 'work/a.md'))).toMatchObject({ isPlanFile: false });
});
