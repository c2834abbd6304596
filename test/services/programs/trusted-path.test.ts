import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readClipboardImage } from '../../../src/services/attachments/clipboard-image.js';
import { createClipboard } from '../../../src/services/desktop/clipboard.js';
import { openEditor } from '../../../src/services/desktop/editor.js';
import { createFileViewer } from '../../../src/services/desktop/file-viewer.js';
import { checkAdditionalDirectories } from '../../../src/services/folders/additional-directories.js';
import { runGit } from '../../../src/services/git/run-git.js';
import { createProcessGuard } from '../../../src/services/guard/process-guard.js';
import { findTrusted, trustedEnvironment } from '../../../src/services/programs/trusted-path.js';
import { createTerminals } from '../../../src/services/terminals/terminals.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';

const never = new AbortController().signal;
const system = '/usr/bin:/bin';

/** A cloned repository with programs of its own in a folder that is on PATH, as it is under npx. */
function hostile(): { readonly workspace: string; readonly env: { readonly PATH: string } } {
	const workspace = temporaryFolder();
	const bin = join(workspace, 'node_modules', '.bin');
	mkdirSync(bin, { recursive: true });
	for (const name of ['git', 'ls']) {
		writeFileSync(join(bin, name), '#!/bin/sh\necho owned\n');
		chmodSync(join(bin, name), 0o755);
	}
	return { workspace, env: { PATH: `${bin}${delimiter}${system}` } };
}

test('Folders of the workspace, and relative ones, are no part of a trusted PATH.', async () => {
	const { workspace, env } = hostile();
	const pathOf = async (PATH: string) => (await trustedEnvironment(workspace, { PATH }))['PATH'] ?? '';
	const trusted = await pathOf(`.${delimiter}${delimiter}${env.PATH}`);
	expect(trusted).not.toContain(workspace);
	expect(trusted.split(delimiter).every((folder) => folder.startsWith('/'))).toBe(true);
	expect(trusted).not.toBe('');
	expect(await pathOf(join(workspace, 'node_modules', '.bin'))).toBe('');
});

test('A git that the workspace brings is not run.', async () => {
	const { workspace, env } = hostile();
	let said = '';
	await runGit({
		cwd: workspace,
		env,
		args: ['--version'],
		timeout: 10_000,
		onData(chunk) {
			said += String(chunk);
			return true;
		},
	});
	expect(said).not.toContain('owned');
});

test.each([['ls'], ['sh', '-c', 'ls']])(
	'A command that is known to read is not taken from the workspace: %s %s %s',
	async (...argv) => {
		const { workspace, env } = hostile();
		const terminals = createTerminals({ env });
		const [command = '', ...args] = argv;
		const quiet = { onData: () => {}, onExit: () => {} };
		const request = { sessionId: 's', command, args, env: [], cwd: workspace };
		for (const [notFrom, isOwned] of [
			[undefined, true],
			[workspace, false],
		] as const) {
			const created = must(
				await terminals.create({ ...request, ...(notFrom === undefined ? {} : { notFrom }) }, quiet),
			);
			await terminals.waitForExit(created.terminalId, never);
			const output = terminals.output(created.terminalId);
			expect(output.ok && output.value.output.includes('owned')).toBe(isOwned);
		}
		await terminals.closeAll();
	},
);

const PNG = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');

test('No tool of the clipboard, opener or editor is taken from the workspace, not even through a link.', async () => {
	const workspace = temporaryFolder();
	const outside = temporaryFolder();
	const marker = join(outside, 'marker');
	const bin = join(workspace, 'bin');
	const linked = join(outside, 'bin');
	mkdirSync(bin);
	mkdirSync(linked);
	for (const name of ['xclip', 'xsel', 'wl-copy', 'wl-paste', 'xdg-open', 'my-editor']) {
		writeFileSync(join(bin, name), `#!/bin/sh\necho "$0" >>'${marker}'\n`, { mode: 0o755 });
		symlinkSync(join(bin, name), join(linked, name));
	}
	for (const PATH of [`${bin}:bin:.:${linked}`, `${linked}:${bin}`]) {
		const env = { PATH, DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' };
		await createClipboard({ write: () => {}, env, workspace }).copy('text');
		await readClipboardImage({ platform: 'linux', env, workspace, timeout: 5000, most: 1000 });
		await createFileViewer({ dir: outside, env, workspace, platform: 'linux' }).show(Buffer.from(PNG, 'base64'));
		const editor = openEditor({ env, cwd: workspace });
		for (const command of [['my-editor'], ['bin/my-editor'], ['./bin/my-editor']]) {
			const edited = await editor.editText('draft', { command, dir: outside, path: 'a.md' });
			expect(edited).toMatchObject({ ok: false, failure: { code: 'could-not-start' } });
		}
	}
	expect(existsSync(marker)).toBe(false);
	// What the user named by its absolute path is theirs to name.
	const editor = openEditor({ env: { PATH: system }, cwd: workspace });
	expect(
		await editor.editText('draft', { command: [join(bin, 'my-editor')], dir: outside, path: 'a.md' }),
	).toMatchObject({ ok: true });
	expect(existsSync(marker)).toBe(true);
});

test.each(['git', 'bin/git', './git', '../git'])('A relative %s is found nowhere but on PATH.', async (command) => {
	const { workspace } = hostile();
	const found = await findTrusted(command, workspace, {
		PATH: `.${delimiter}${join(workspace, 'node_modules', '.bin')}`,
	});
	expect(found.ok).toBe(false);
});

test('The watchdog takes its programs from the system, not from the workspace.', async () => {
	const workspace = temporaryFolder();
	const marker = join(temporaryFolder(), 'marker');
	for (const name of ['cat', 'sleep', 'ps', 'kill']) {
		writeFileSync(join(workspace, name), `#!/bin/sh\n: >'${marker}'\n`, { mode: 0o755 });
	}
	const guard = createProcessGuard();
	const child = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' });
	const ended = once(child, 'exit');
	guard.add(child.pid ?? 0);
	guard.close();
	await ended;
	expect(existsSync(marker)).toBe(false);
});

test('Git that only reads starts neither the monitor nor the hooks that a repository sets up.', async () => {
	const workspace = temporaryFolder();
	const marker = join(temporaryFolder(), 'marker');
	const script = join(workspace, 'evil');
	writeFileSync(script, `#!/bin/sh\n: >'${marker}'\n`, { mode: 0o755 });
	const git = (...words: string[]) => execFileSync('git', words, { cwd: workspace, stdio: 'ignore' });
	git('init', '-q');
	git('add', 'evil');
	git('config', 'core.fsmonitor', script);
	git('config', 'core.hooksPath', workspace);
	copyFileSync(script, join(workspace, 'post-index-change'));
	const terminals = createTerminals({ env: { PATH: system, HOME: workspace, GIT_CONFIG_COUNT: '0' } });
	const run = async (parts: { notFrom?: string }) => {
		const request = { sessionId: 's', command: 'git', args: ['status'], env: [], cwd: workspace, ...parts };
		const created = must(await terminals.create(request, { onData: () => {}, onExit: () => {} }));
		expect(await terminals.waitForExit(created.terminalId, never)).toMatchObject({ value: { code: 0 } });
		return existsSync(marker);
	};
	expect(await run({ notFrom: workspace })).toBe(false);
	// The check is worth something only when the same settings do run otherwise.
	expect(await run({})).toBe(true);
	await terminals.closeAll();
});

/** A repository with a package of its own in it and a library beside it, below one folder, and a home folder elsewhere. */
function monorepo() {
	const base = realpathSync(temporaryFolder());
	const home = realpathSync(temporaryFolder());
	const at = (path: string): string => join(base, path);
	for (const folder of ['repo/.git', 'repo/packages/a/.bin', 'lib/.git', 'lib/src', 'own'])
		mkdirSync(at(folder), { recursive: true });
	/** Puts a git into a folder; returns the entry of PATH that leads there. */
	const put = (folder: string, entry?: string): string => {
		const path = resolve(base, folder);
		mkdirSync(path, { recursive: true });
		writeFileSync(join(path, 'git'), '#!/bin/sh\necho owned\n', { mode: 0o755 });
		return entry ?? path;
	};
	const link = (target: string, path: string): string => {
		symlinkSync(target, at(path));
		return at(path);
	};
	return { base, home, at, put, link };
}
type Monorepo = ReturnType<typeof monorepo>;

test.each<[string, (repo: Monorepo) => string]>([
	['node_modules of the package', ({ put }) => put('repo/packages/a/node_modules/.bin')],
	['node_modules of its parent', ({ put }) => put('repo/packages/node_modules/.bin')],
	['node_modules of the top', ({ put }) => put('repo/node_modules/.bin')],
	['node_modules above every repository', ({ put }) => put('node_modules/.bin')],
	['a virtual environment of the top', ({ put }) => put('repo/.venv/bin')],
	['a folder that direnv adds', ({ put }) => put('repo/tools/bin')],
	['the top itself', ({ put }) => put('repo')],
	['a folder of a neighbouring package', ({ put }) => put('repo/packages/b/bin')],
	['the folder of git', ({ put }) => put('repo/.git/hooks')],
	['a link to a folder of the repository', ({ put, link }) => link(put('repo/tools'), 'own/tools')],
	['a link to a link to one', ({ put, link }) => link(link(put('repo/tools'), 'own/one'), 'own/two')],
	['a folder below a link to the repository', ({ put, link, at }) => put('repo/t', `${link(at('repo'), 'own/r')}/t`)],
	['a link of the repository to a folder outside', ({ put, link }) => link(put('own/tools'), 'repo/bin')],
	['a path outside through such a link', ({ put, link, at }) => put('own/t', `${link(at('own'), 'repo/o')}/t`)],
	['a path with dots through the repository', ({ put, at }) => put('repo/tools', `${at('own')}/../repo/tools`)],
	['a relative folder', ({ put }) => put('repo/packages/a/tools', 'tools')],
	['an empty entry', ({ put }) => put('repo/packages/a', '')],
	['a dot', ({ put }) => put('repo/packages/a', '.')],
	['two dots', ({ put }) => put('repo/packages', '..')],
	['a folder beside the workspace', ({ put }) => put('lib/src/bin')],
	['the repository around a folder beside it', ({ put }) => put('lib/node_modules/.bin')],
])('Programs of ours are not found in %s.', async (_, entryOf) => {
	const repo = monorepo();
	const workspace = repo.at('repo/packages/a');
	const places = { workspace, home: repo.home, own: [] };
	const beside = [{ path: repo.at('lib/src'), where: '--add-dir' }];
	expect(await checkAdditionalDirectories(beside, places)).toMatchObject({ ok: true });
	const env = { PATH: [entryOf(repo), system].join(delimiter), HOME: repo.home };
	for (const cwd of [workspace, join(workspace, '.bin')]) {
		const found = await findTrusted('git', cwd, env);
		expect(found.ok && found.value).toMatch(/^(?:\/usr)?\/bin\/git$/);
		expect(await trustedEnvironment(cwd, env)).toMatchObject({ PATH: system });
	}
});

test('A repository around the repository brings programs as well, and a link of the user’s to one of them is passed over.', async () => {
	const { at, put, link, base, home } = monorepo();
	mkdirSync(at('.hg'));
	link(join(put('bin'), 'git'), 'own/git');
	mkdirSync(join(home, 'bin'));
	symlinkSync(join(base, 'bin', 'git'), join(home, 'bin', 'git'));
	const env = { PATH: [at('bin'), join(home, 'bin'), system].join(delimiter), HOME: home };
	const found = await findTrusted('git', at('repo/packages/a'), env);
	expect(found.ok && found.value).toMatch(/^(?:\/usr)?\/bin\/git$/);
});

test('In a git worktree, programs of the repository that it belongs to are not found either; those of the home folder are.', async () => {
	const { at, put, home } = monorepo();
	const git = (...words: string[]) => execFileSync('/usr/bin/git', words, { cwd: at('main'), stdio: 'ignore' });
	const bin = put('main/node_modules/.bin');
	const own = put(join(home, 'bin'));
	const worktree = join(home, 'data', 'x');
	git('init', '-q');
	git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'x');
	git('worktree', 'add', '-q', worktree);
	const env = { PATH: [bin, own, system].join(delimiter), HOME: home };
	expect(await findTrusted('git', worktree, env)).toMatchObject({ value: join(own, 'git') });
});
