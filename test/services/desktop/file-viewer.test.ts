import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileViewer, openerFor } from '../../../src/services/desktop/file-viewer.js';
import { temporaryFolder } from '../temporary-folder.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');
const HTML = Buffer.from('<script>1</script>');

function setUp(script: string | null, env: Record<string, string> = { DISPLAY: ':0' }) {
	const dir = temporaryFolder();
	if (script !== null) writeFileSync(join(dir, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	const path = script === null ? '' : `${dir}:/usr/bin:/bin`;
	return {
		dir,
		viewer: createFileViewer({ dir, env: { PATH: path, ...env }, workspace: '/nowhere', platform: 'linux' }),
	};
}

const isPosix = process.platform !== 'win32';

test.runIf(isPosix)('a picture is saved for the user alone and opened', async () => {
	const { dir, viewer } = setUp('cp "$1" "$(dirname "$0")/shown"');
	const shown = await viewer.show(PNG);
	expect(shown).toMatchObject({ ok: true, value: { isOpened: true } });
	if (!shown.ok) return;
	const { path } = shown.value;
	expect(path.endsWith('/file.png')).toBe(true);
	expect(readFileSync(path)).toEqual(PNG);
	expect(readFileSync(join(dir, 'shown'))).toEqual(PNG);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

test.runIf(isPosix).each<[string, string | null, Record<string, string>, Buffer, string]>([
	['there is no display', 'exit 0', {}, PNG, 'file.png'],
	['the user is elsewhere', 'exit 0', { DISPLAY: ':10', SSH_CONNECTION: '1' }, PNG, 'file.png'],
	['there is no opener', null, { DISPLAY: ':0' }, PNG, 'file.png'],
	['the opener fails', 'exit 3', { DISPLAY: ':0' }, PNG, 'file.png'],
	['it may be a program', 'exit 0', { DISPLAY: ':0' }, HTML, 'file.bin'],
])('it is only saved where %s', async (_, script, env, bytes, name) => {
	const shown = await setUp(script, env).viewer.show(bytes);
	expect(shown).toMatchObject({ ok: true, value: { isOpened: false, path: expect.stringMatching(`${name}$`) } });
});

test('a folder that is not there is a failure with words', async () => {
	const dir = join(temporaryFolder(), 'none');
	expect(await createFileViewer({ dir, env: {}, workspace: '/nowhere' }).show(PNG)).toMatchObject({ ok: false });
});

test.each([
	['darwin', {}, 'open'],
	['darwin', { SSH_TTY: '/dev/ttys1' }, null],
	['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
	['linux', {}, null],
] as const)('on %s with %j it is %s', (platform, env, opener) => {
	expect(openerFor(platform, env)).toBe(opener);
});
