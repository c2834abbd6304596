import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
	['linux', {}, [], []],
	['linux', { DISPLAY: ':0' }, ['xclip', 'xsel'], ['xclip', 'xsel']],
	['linux', { DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }, ['wl-copy', 'xclip', 'xsel'], ['wl-paste', 'xclip', 'xsel']],
	['linux', { DISPLAY: ':0', SSH_CONNECTION: 'x' }, [], []],
	['linux', { WSL_DISTRO_NAME: 'Ubuntu' }, ['clip.exe'], ['powershell.exe']],
	['darwin', {}, ['pbcopy'], ['pbpaste']],
	['darwin', { SSH_TTY: '/dev/ttys0' }, [], []],
	['win32', {}, ['clip.exe'], ['powershell.exe']],
] as const)('on %s with %j the tools are %j, and to read %j', (platform, env, copying, reading) => {
	const { copy, read } = toolsFor(platform, env);
	expect([copy.map(([name]) => name), read.map(([name]) => name)]).toEqual([copying, reading]);
});

test('PowerShell ends the text with no line break of its own', () => {
	expect(toolsFor('win32', {}).read[0]?.at(-1)).toContain('[Console]::Out.Write(');
});

describe.skipIf(process.platform !== 'linux')('reading the clipboard', () => {
	async function readWith(env: Record<string, string>) {
		const written: string[] = [];
		const options = { write: (data: string) => written.push(data), env, workspace: '/nowhere', timeout: 5000 };
		const read = await createClipboard(options).read();
		expect(written).toEqual([]);
		return read.ok ? read.value : read.failure.message;
	}

	test.each([
		['gives its text as it is', 'printf "hé\\n"', 'hé\n'],
		['with nothing in it says so', 'exit 1', 'The clipboard holds no text.'],
		['with too much in it says so', 'head -c 1100000 /dev/zero', 'What the clipboard holds is too large for a draft.'],
	])('%s', async (_, script, expected) => {
		const path = `${fakeTool('wl-paste', script)}:/usr/bin:/bin`;
		expect(await readWith({ WAYLAND_DISPLAY: 'w', PATH: path })).toBe(expected);
	});

	test('without a tool says how to paste', async () => {
		expect(await readWith({ PATH: '' })).toBe('The clipboard cannot be read from here.');
	});
});
