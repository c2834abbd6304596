import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { readClipboardImage } from '../../../src/services/attachments/clipboard-image.js';
import { createClipboard } from '../../../src/services/desktop/clipboard.js';
import { openEditor } from '../../../src/services/desktop/editor.js';
import { createFileViewer } from '../../../src/services/desktop/file-viewer.js';
import { runGit } from '../../../src/services/git/run-git.js';
import { createProcessGuard } from '../../../src/services/guard/process-guard.js';
import { findTrusted, trustedPath } from '../../../src/services/programs/trusted-path.js';
import { createTerminals } from '../../../src/services/terminals/terminals.js';
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
	const trusted = await trustedPath(workspace, `.${delimiter}${delimiter}${env.PATH}`);
	expect(trusted).not.toContain(workspace);
	expect(trusted.split(delimiter).every((folder) => folder.startsWith('/'))).toBe(true);
	expect(trusted).not.toBe('');
	expect(await trustedPath(workspace, join(workspace, 'node_modules', '.bin'))).toBe('');
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
			const created = await terminals.create({ ...request, ...(notFrom === undefined ? {} : { notFrom }) }, quiet);
			if (!created.ok) throw new Error(created.failure.message);
			await terminals.waitForExit(created.value.terminalId, never);
			const output = terminals.output(created.value.terminalId);
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
			const edited = await editor.editText('draft', { command, dir: outside });
			expect(edited).toMatchObject({ ok: false, failure: { code: 'could-not-start' } });
		}
	}
	expect(existsSync(marker)).toBe(false);
	// What the user named by its absolute path is theirs to name.
	const editor = openEditor({ env: { PATH: system }, cwd: workspace });
	expect(await editor.editText('draft', { command: [join(bin, 'my-editor')], dir: outside })).toMatchObject({
		ok: true,
	});
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
	const guard = createProcessGuard({ PATH: `${workspace}:${system}` }, workspace);
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
		const created = await terminals.create(request, { onData: () => {}, onExit: () => {} });
		if (!created.ok) throw new Error(created.failure.message);
		expect(await terminals.waitForExit(created.value.terminalId, never)).toMatchObject({ value: { code: 0 } });
		return existsSync(marker);
	};
	expect(await run({ notFrom: workspace })).toBe(false);
	// The check is worth something only when the same settings do run otherwise.
	expect(await run({})).toBe(true);
	await terminals.closeAll();
});
