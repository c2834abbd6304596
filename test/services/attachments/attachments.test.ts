import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createAttachments, mimeTypeOf } from '../../../src/services/attachments/attachments.js';
import { imageTools, readClipboardImage } from '../../../src/services/attachments/clipboard-image.js';
import { imageType } from '../../../src/services/attachments/image.js';
import { createFiles } from '../../../src/services/files/files.js';
import { GIT_ENV as env, gitIn } from '../../drive/git.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

function desk() {
	const base = temporaryFolder();
	const workspace = join(base, 'work');
	mkdirSync(workspace);
	const write = (name: string, text: string | Buffer): void => {
		mkdirSync(dirname(join(workspace, name)), { recursive: true });
		writeFileSync(join(workspace, name), text);
	};
	const port = createAttachments({
		workspace,
		home: base,
		env,
		files: createFiles({ workspace }),
		imageBytes: 1000,
		changesBytes: 2000,
	});
	const git = (...args: readonly string[]): string => gitIn(workspace, ...args);
	/** A repository with these files committed. */
	const commit = (...names: readonly string[]): void => {
		git('init', '-q');
		for (const name of names) write(name, 'one\n');
		git('add', '-A');
		git('commit', '-qm', 'x');
	};
	const changesIn = async (which: 'diff' | 'staged'): Promise<string> => {
		const changes = must(await port.changes(which));
		return changes.files.map(({ text }) => text).join('');
	};
	return { base, workspace, write, port, git, commit, changesIn };
}

test('a file and a folder are looked at', async () => {
	const { port, write, workspace } = desk();
	write('src/a b.ts', 'text');
	expect(await port.inspect('src/a b.ts')).toEqual({
		ok: true,
		value: {
			path: join(workspace, 'src/a b.ts'),
			name: 'src/a b.ts',
			uri: `file://${workspace}/src/a%20b.ts`,
			kind: 'file',
			size: 4,
			mimeType: 'text/x-typescript',
			fact: expect.objectContaining({ relative: 'src/a b.ts', isInside: true }),
		},
	});
	expect(await port.inspect('./src/')).toMatchObject({
		value: { name: 'src/', uri: `file://${workspace}/src/`, kind: 'folder', size: 0 },
	});
	expect(await port.inspect(workspace)).toMatchObject({ value: { name: './', kind: 'folder' } });
	expect(await port.inspect('~/work/src')).toMatchObject({ value: { name: 'src/' } });
});

test.each([
	['../outside.txt', 'outside-workspace'],
	['/etc/passwd', 'outside-workspace'],
	['~/outside.txt', 'outside-workspace'],
	['link', 'outside-workspace'],
	['missing.txt', 'not-found'],
	['pipe', 'not-a-file'],
	['a.txt/b', 'not-a-file'],
	['odd\nname', 'invalid'],
	['odd\x1b[2J', 'invalid'],
	['odd\ud800', 'invalid'],
])('%j is not attached: %s', async (path, code) => {
	const { base, workspace, port, write } = desk();
	write('a.txt', '');
	writeFileSync(join(base, 'outside.txt'), 'secret');
	symlinkSync(join(base, 'outside.txt'), join(workspace, 'link'));
	execFileSync('mkfifo', [join(workspace, 'pipe')]);
	const looked = await port.inspect(path);
	expect(looked.ok ? looked.value : looked.failure.code).toBe(code);
	if (!looked.ok) expect(looked.failure.message).not.toMatch(/[\x00-\x1f]/);
});

test('a picture is read by what it holds, wherever it lies', async () => {
	const { base, port, write } = desk();
	writeFileSync(join(base, 'shot.jpg'), PIXEL);
	expect(await port.readImage('~/shot.jpg')).toEqual({
		ok: true,
		value: {
			type: 'image',
			mimeType: 'image/png',
			data: PIXEL.toString('base64'),
			bytes: PIXEL.length,
			uri: `file://${base}/shot.jpg`,
		},
	});
	write('in.png', PIXEL);
	expect(await port.readImage('in.png')).toMatchObject({ value: { mimeType: 'image/png' } });
});

test.each([
	['no picture', 'text.png', 'invalid'],
	['an empty one', 'empty.png', 'invalid'],
	['one over the limit', 'large.png', 'too-large'],
	['one that is gone', 'gone.png', 'not-found'],
	['a folder', 'folder.png', 'not-a-file'],
	['a pipe', 'pipe.png', 'not-a-file'],
	['a device', '/dev/zero', 'not-a-file'],
])('%s is refused as a picture', async (_what, path, code) => {
	const { port, write, workspace } = desk();
	write('text.png', 'text');
	write('empty.png', '');
	write('large.png', Buffer.concat([PIXEL, Buffer.alloc(2000)]));
	write('folder.png/a', '');
	execFileSync('mkfifo', [join(workspace, 'pipe.png')]);
	const image = await port.readImage(path);
	expect(image.ok ? image.value : image.failure.code).toBe(code);
});

test.each([
	['\x89PNG\r\n\x1a\n....', 'image/png'],
	['\xff\xd8\xff\xe0....', 'image/jpeg'],
	['GIF89a....', 'image/gif'],
	['RIFF\n\x00\x00\x00WEBPVP8', 'image/webp'],
	['RIFF\n\x00\x00\x00WAVE', null],
	['<svg', null],
	['', null],
])('bytes that begin with %j are %s', (head, type) => {
	expect(imageType(Buffer.from(head, 'latin1'))).toBe(type);
});

test.each([
	['a.ts', 'text/x-typescript'],
	['A.PNG', 'image/png'],
	['a.constructor', undefined],
	['Makefile', undefined],
])('the type of %s is %s', (name, type) => {
	expect(mimeTypeOf(name)).toBe(type);
});

test('changes of another folder, which the settings of a repository name, are not reported', async () => {
	const { base, port, git, commit } = desk();
	commit('secret.txt');
	const home = join(base, 'home');
	mkdirSync(home, { recursive: true });
	writeFileSync(join(home, 'secret.txt'), 'the key of the user\n');
	for (const folder of [home, base]) {
		git('config', 'core.worktree', folder);
		expect(await port.changes('diff')).toMatchObject({ failure: { code: 'invalid' } });
	}
});

test('changes are what git finds, staged or not, and bounded', async () => {
	const { port, write, git, commit, changesIn } = desk();
	commit('a.txt');
	expect(await port.changes('diff')).toEqual({ ok: true, value: { files: [], isCut: false } });
	write('a.txt', 'two\n');
	expect(await changesIn('diff')).toContain('+two');
	expect(await changesIn('staged')).toBe('');
	git('add', '-A');
	expect(await changesIn('staged')).toContain('+two');
	write('a.txt', 'long line\n'.repeat(1000));
	const cut = await port.changes('diff');
	expect(cut).toMatchObject({ value: { isCut: true } });
	expect((await changesIn('diff')).length).toBe(2000);
});

test('a diff writes nothing into the repository, and names no file that was only touched', async () => {
	const { base, port, write, commit, changesIn } = desk();
	commit('a.txt', 'b.txt', 'c.txt');
	const index = (): Buffer => readFileSync(join(base, 'work/.git/index'));
	for (const name of ['a', 'c']) utimesSync(join(base, `work/${name}.txt`), 1, 1);
	const before = index();
	expect(await port.changes('diff')).toEqual({ ok: true, value: { files: [], isCut: false } });
	write('b.txt', 'two\n');
	expect((await changesIn('diff')).match(/^diff.*/gm)).toEqual(['diff --git a/b.txt b/b.txt']);
	expect(index()).toEqual(before);
});

test('without git there are no changes to tell', async () => {
	expect(await desk().port.changes('diff')).toMatchObject({ failure: { code: 'not-found' } });
});

test('no program that a repository sets up runs for a diff', async () => {
	const { base, write, git, commit, changesIn } = desk();
	const mark = join(base, 'mark');
	const trap = join(base, 'trap.sh');
	writeFileSync(trap, `#!/bin/sh\ntouch "${mark}"\ncat\n`, { mode: 0o755 });
	commit('a.txt');
	write('.gitattributes', '*.txt diff=trap filter=trap\n');
	for (const key of [
		'diff.external',
		'diff.trap.command',
		'diff.trap.textconv',
		'filter.trap.clean',
		'core.fsmonitor',
	]) {
		git('config', key, trap);
	}
	git('config', 'filter.trap.process', trap);
	git('config', 'filter.trap.required', 'true');
	write('a.txt', 'two\n');
	expect(await changesIn('diff')).toContain('+two');
	expect(existsSync(mark)).toBe(false);
});

test.each([
	['is included', 'inc', { value: { files: [{ text: expect.stringContaining('+two') }] } }],
	['has a name that cannot be overruled', 'a=b', { failure: { code: 'invalid' } }],
])('a filter that %s does not run for a diff either', async (_, name, expected) => {
	const { base, port, write, git, commit } = desk();
	const mark = join(base, 'mark');
	commit('a.txt');
	write('.gitattributes', `*.txt filter=${name}\n`);
	write('.git/more', `[filter "${name}"]\n\tclean = touch '${mark}'; cat\n`);
	git('config', 'include.path', 'more');
	write('a.txt', 'two\n');
	expect(await port.changes('diff')).toMatchObject(expected);
	expect(existsSync(mark)).toBe(false);
});

const clipboard = { platform: 'linux', workspace: '/nowhere', timeout: 5000, most: 1000 } as const;

function tool(name: string, script: string): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'clip'), PIXEL);
	writeFileSync(join(folder, name), `#!/bin/sh\nhere=$(dirname "$0")\n${script}\n`, { mode: 0o755 });
	return `${folder}:/usr/bin:/bin`;
}

test.each([
	[
		'wl-paste',
		{ WAYLAND_DISPLAY: 'w' },
		'case "$*" in *list-types*) echo image/png;; *image/png*) cat $here/clip;; esac',
	],
	[
		'xclip',
		{ DISPLAY: ':0' },
		'case "$*" in *TARGETS*) echo TARGETS; echo image/png;; *image/png*) cat $here/clip;; esac',
	],
])('%s gives the picture in the clipboard', async (name, place, script) => {
	const read = await readClipboardImage({ ...clipboard, env: { ...place, PATH: tool(name, script) } });
	expect(read).toMatchObject({ value: { mimeType: 'image/png', bytes: PIXEL.length } });
});

test('on macOS the picture comes as AppleScript writes it, where nothing better is there', async () => {
	const path = tool('osascript', `echo "«data PNGf${PIXEL.toString('hex').toUpperCase()}»"`);
	const read = await readClipboardImage({ ...clipboard, platform: 'darwin', env: { PATH: path } });
	expect(read).toMatchObject({ value: { bytes: PIXEL.length } });
});

test.each([
	['only text', 'echo text/plain', null],
	['nothing', 'exit 1', null],
	['what is no picture', 'case "$*" in *list*) echo image/png;; *) echo text;; esac', 'invalid'],
	['too much', 'case "$*" in *list*) echo image/png;; *) cat $here/clip; head -c 3000 /dev/zero;; esac', 'too-large'],
	['endless data', 'case "$*" in *list*) echo image/png;; *) cat /dev/zero;; esac', 'too-large'],
])('a clipboard that holds %s gives no picture', async (_what, script, code) => {
	const env = { WAYLAND_DISPLAY: 'w', PATH: tool('wl-paste', script) };
	const read = await readClipboardImage({ ...clipboard, env });
	expect(read.ok ? read.value : read.failure.code).toBe(code);
});

test('a tool that hangs is given up', async () => {
	const env = { WAYLAND_DISPLAY: 'w', PATH: tool('wl-paste', 'exec sleep 60') };
	expect(await readClipboardImage({ ...clipboard, timeout: 50, env })).toEqual({ ok: true, value: null });
});

test('without a tool, and over SSH, it is said what is missing', async () => {
	for (const env of [{ PATH: '' }, { SSH_TTY: '/dev/pts/1', DISPLAY: ':0', PATH: '/usr/bin' }]) {
		expect(await readClipboardImage({ ...clipboard, env })).toMatchObject({ failure: { code: 'could-not-start' } });
	}
	expect(imageTools('linux', { SSH_CONNECTION: 'x', WAYLAND_DISPLAY: 'w' })).toEqual([]);
});
