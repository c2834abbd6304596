import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAutoRunFolders } from '../../../src/services/files/auto-run-folders.js';
import { createFiles } from '../../../src/services/files/files.js';
import { gitIn as git } from '../../drive/git.js';
import { temporaryFolder } from '../temporary-folder.js';

function setUp() {
	const top = temporaryFolder();
	const workspace = join(top, 'work');
	mkdirSync(workspace);
	const files = createFiles({
		workspace,
		autoRunFolderOf: createAutoRunFolders({ ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' }).folderOf,
	});
	const autoRunFolder = async (path: string) => (await files.inspect(join(workspace, path))).autoRunFolder;
	return { top, workspace, autoRunFolder };
}

test('the folder that core.hooksPath names is found, also when it is named later', async () => {
	const { workspace, autoRunFolder } = setUp();
	git(workspace, 'init', '-q');
	expect(await autoRunFolder('scripts/hooks/pre-commit')).toBeUndefined();
	git(workspace, 'config', 'core.hooksPath', 'scripts/hooks');
	expect(await autoRunFolder('scripts/hooks/pre-commit')).toBe('scripts/hooks');
	expect(await autoRunFolder('scripts/hooks/deep/er')).toBe('scripts/hooks');
	expect(await autoRunFolder('scripts/build.sh')).toBeUndefined();
	expect(await autoRunFolder('scripts/hooks-not')).toBeUndefined();
});

test('hooks of a repository in a folder below count, and of one above', async () => {
	const { top, workspace, autoRunFolder } = setUp();
	git(top, 'init', '-q');
	git(top, 'config', 'core.hooksPath', join(workspace, 'outer'));
	mkdirSync(join(workspace, 'module'));
	git(join(workspace, 'module'), 'init', '-q');
	git(join(workspace, 'module'), 'config', 'core.hooksPath', './inner');
	expect(await autoRunFolder('outer/pre-push')).toBe('outer');
	expect(await autoRunFolder('module/inner/pre-push')).toBe('module/inner');
	expect(await autoRunFolder('inner/pre-push')).toBeUndefined();
});

test('a repository that is kept beside its working tree is one folder of them', async () => {
	const { workspace, autoRunFolder } = setUp();
	git(workspace, 'init', '-q', `--separate-git-dir=${join(workspace, 'data')}`);
	expect(await autoRunFolder('data/config')).toBe('data');
	expect(await autoRunFolder('data/hooks/pre-commit')).toBe('data');
	expect(await autoRunFolder('a.ts')).toBeUndefined();
});

test('what is no repository names nothing', async () => {
	const { workspace, autoRunFolder } = setUp();
	writeFileSync(join(workspace, '.git'), 'nothing of use');
	expect(await autoRunFolder('scripts/hooks/pre-commit')).toBeUndefined();
});

test('what a link under such a name leads to counts, whoever made the link', async () => {
	const { workspace, autoRunFolder } = setUp();
	git(workspace, 'init', '-q');
	for (const folder of ['editor', 'packages/a', 'shared/hooks', 'plain'])
		mkdirSync(join(workspace, folder), { recursive: true });
	for (const file of ['editor/tasks.json', 'env.sh', 'shared/hooks/pre-commit', 'plain/x'])
		writeFileSync(join(workspace, file), '');
	symlinkSync('../../editor', join(workspace, 'packages/a/.vscode'));
	symlinkSync('env.sh', join(workspace, '.envrc'));
	symlinkSync('plain', join(workspace, 'alias'));
	expect(await autoRunFolder('env.sh')).toBe('env.sh');
	expect(await autoRunFolder('editor/tasks.json')).toBeUndefined();
	git(workspace, 'add', '-A');
	expect(await autoRunFolder('editor/tasks.json')).toBe('editor');
	expect(await autoRunFolder('editor/new/settings.json')).toBe('editor');
	expect(await autoRunFolder('plain/x')).toBeUndefined();
	symlinkSync('shared/hooks', join(workspace, '.husky'));
	expect(await autoRunFolder('shared/hooks/pre-commit')).toBe('shared/hooks');
	expect(await autoRunFolder('shared/x')).toBeUndefined();
});
