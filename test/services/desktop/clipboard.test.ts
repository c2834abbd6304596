import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClipboard, toolsFor } from '../../../src/services/desktop/clipboard.js';
import { temporaryFolder } from '../temporary-folder.js';

const SEQUENCE = '\u001b]52;c;aMOp\u0007';

async function copyWith(env: Record<string, string>, text: string, timeout?: number) {
	const written: string[] = [];
	const options = {
		write: (data: string) => written.push(data),
		env,
		workspace: '/nowhere',
		...(timeout === undefined ? {} : { timeout }),
	};
	const result = await createClipboard(options).copy(text);
	return { result: result.ok ? result.value : result.failure.code, written: written.join('') };
}

test.each([
	['a plain terminal', {}, SEQUENCE],
	['tmux', { TMUX: '/tmp/tmux,1,0' }, `${SEQUENCE}\u001bPtmux;\u001b\u001b]52;c;aMOp\u0007\u001b\\`],
	['screen', { STY: '1.x' }, `\u001bP${SEQUENCE}\u001b\\`],
])('in %s the terminal is asked to copy', async (_, env, written) => {
	expect(await copyWith({ PATH: '', ...env }, 'hé')).toEqual({ result: 'osc52', written });
});

test('a text that no terminal takes is refused without a word to it', async () => {
	expect(await copyWith({ PATH: '' }, 'x'.repeat(100_000))).toEqual({ result: 'too-large', written: '' });
});

function fakeTool(name: string, script: string): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	return folder;
}

test.skipIf(process.platform !== 'linux')('with a display the clipboard tool gets the text, however long', async () => {
	const folder = fakeTool('xclip', 'cat > "$(dirname "$0")/$2"; sleep 2 & exit 0');
	const env = { DISPLAY: ':0', PATH: `${folder}:/usr/bin:/bin` };
	const text = 'x'.repeat(200_000);
	expect(await copyWith(env, text)).toEqual({ result: 'system', written: '' });
	expect(readFileSync(join(folder, 'clipboard'), 'utf8')).toBe(text);
});

test.skipIf(process.platform !== 'linux').each([
	['fails', 'exit 1', 5000],
	['hangs', 'exec sleep 600', 100],
	['does not read', 'exec <&-; exit 1', 5000],
])('a clipboard tool that %s leaves the terminal to do it', async (_, script, timeout) => {
	const env = { WAYLAND_DISPLAY: 'wayland-0', PATH: `${fakeTool('wl-copy', script)}:/usr/bin:/bin` };
	expect((await copyWith(env, 'x'.repeat(70_000), timeout)).result).toBe('osc52');
});

test.skipIf(process.platform !== 'linux')('a tool from a relative entry of PATH is not run', async () => {
	const folder = fakeTool('xclip', 'touch "$(dirname "$0")/ran"');
	// The lookup starts from the root folder.
	const entry = folder.slice(1);
	await copyWith({ DISPLAY: ':0', PATH: `${entry}::.` }, 'x');
	expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test.each([
	['linux', {}, []],
	['linux', { DISPLAY: ':0' }, ['xclip', 'xsel']],
	['linux', { DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }, ['wl-copy', 'xclip', 'xsel']],
	['linux', { DISPLAY: ':0', SSH_CONNECTION: 'x' }, []],
	['linux', { WSL_DISTRO_NAME: 'Ubuntu' }, ['clip.exe']],
	['darwin', {}, ['pbcopy']],
	['darwin', { SSH_TTY: '/dev/ttys0' }, []],
	['win32', {}, ['clip.exe']],
] as const)('on %s with %j the tools are %j', (platform, env, names) => {
	expect(toolsFor(platform, env).map(([name]) => name)).toEqual(names);
});
