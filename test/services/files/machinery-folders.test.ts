import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFiles } from '../../../src/services/files/files.js';
import { createMachineryFolders } from '../../../src/services/files/machinery-folders.js';
import { temporaryFolder } from '../temporary-folder.js';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });

function setUp() {
	const top = temporaryFolder();
	const workspace = join(top, 'work');
	mkdirSync(workspace);
	const files = createFiles({
		workspace,
		machineryFolderOf: createMachineryFolders({ ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' }).folderOf,
	});
	const machinery = async (path: string) => (await files.inspect(join(workspace, path))).machinery;
	return { top, workspace, machinery };
}

test('the folder that core.hooksPath names is found, also when it is named later', async () => {
	const { workspace, machinery } = setUp();
	git(workspace, 'init', '-q');
	expect(await machinery('scripts/hooks/pre-commit')).toBeUndefined();
	git(workspace, 'config', 'core.hooksPath', 'scripts/hooks');
	expect(await machinery('scripts/hooks/pre-commit')).toBe('scripts/hooks');
	expect(await machinery('scripts/hooks/deep/er')).toBe('scripts/hooks');
	expect(await machinery('scripts/build.sh')).toBeUndefined();
	expect(await machinery('scripts/hooks-not')).toBeUndefined();
});

test('hooks of a repository in a folder below count, and of one above', async () => {
	const { top, workspace, machinery } = setUp();
	git(top, 'init', '-q');
	git(top, 'config', 'core.hooksPath', join(workspace, 'outer'));
	mkdirSync(join(workspace, 'module'));
	git(join(workspace, 'module'), 'init', '-q');
	git(join(workspace, 'module'), 'config', 'core.hooksPath', './inner');
	expect(await machinery('outer/pre-push')).toBe('outer');
	expect(await machinery('module/inner/pre-push')).toBe('module/inner');
	expect(await machinery('inner/pre-push')).toBeUndefined();
});

test('a repository that is kept beside its working tree is one folder of them', async () => {
	const { workspace, machinery } = setUp();
	git(workspace, 'init', '-q', `--separate-git-dir=${join(workspace, 'data')}`);
	expect(await machinery('data/config')).toBe('data');
	expect(await machinery('data/hooks/pre-commit')).toBe('data');
	expect(await machinery('a.ts')).toBeUndefined();
});

test('what is no repository names nothing', async () => {
	const { workspace, machinery } = setUp();
	writeFileSync(join(workspace, '.git'), 'nothing of use');
	expect(await machinery('scripts/hooks/pre-commit')).toBeUndefined();
});

test('what a link under such a name leads to counts, whoever made the link', async () => {
	const { workspace, machinery } = setUp();
	git(workspace, 'init', '-q');
	for (const folder of ['editor', 'packages/a', 'shared/hooks', 'plain'])
		mkdirSync(join(workspace, folder), { recursive: true });
	for (const file of ['editor/tasks.json', 'env.sh', 'shared/hooks/pre-commit', 'plain/x'])
		writeFileSync(join(workspace, file), '');
	symlinkSync('../../editor', join(workspace, 'packages/a/.vscode'));
	symlinkSync('env.sh', join(workspace, '.envrc'));
	symlinkSync('plain', join(workspace, 'alias'));
	expect(await machinery('env.sh')).toBe('env.sh');
	expect(await machinery('editor/tasks.json')).toBeUndefined();
	git(workspace, 'add', '-A');
	expect(await machinery('editor/tasks.json')).toBe('editor');
	expect(await machinery('editor/new/settings.json')).toBe('editor');
	expect(await machinery('plain/x')).toBeUndefined();
	symlinkSync('shared/hooks', join(workspace, '.husky'));
	expect(await machinery('shared/hooks/pre-commit')).toBe('shared/hooks');
	expect(await machinery('shared/x')).toBeUndefined();
});
