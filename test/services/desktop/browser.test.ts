import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBrowser } from '../../../src/services/desktop/browser.js';
import { temporaryFolder } from '../temporary-folder.js';

const browserOf = (env: Record<string, string>, workspace = '/nowhere') =>
	createBrowser({ env: { PATH: '/usr/bin:/bin', ...env }, workspace, platform: 'linux' });

test.each<[string, Record<string, string>]>([
	['here', { BROWSER: 'firefox' }],
	['here', { BROWSER: 'firefox --new-tab', SSH_TTY: '/dev/pts/1' }],
	['here', { DISPLAY: ':0' }],
	['remote', { SSH_CONNECTION: '1' }],
	['remote', { SSH_TTY: '/dev/pts/1', BROWSER: ' ' }],
	['none', {}],
	['none', { BROWSER: '"firefox' }],
])('addresses open %s with %j', (place, env) => {
	expect(browserOf(env).place).toBe(place);
});

test.runIf(process.platform !== 'win32')('BROWSER gets web addresses, and nothing else', async () => {
	const dir = temporaryFolder();
	const program = join(dir, 'open');
	const opened = join(dir, 'opened');
	writeFileSync(program, `#!/bin/sh\nprintf '%s' "$*" > '${opened}'\n`, { mode: 0o755 });
	const browser = browserOf({ BROWSER: `${program} --new` });
	expect(await browser.open('file:///etc/passwd')).toBe(false);
	expect(existsSync(opened)).toBe(false);
	expect(await browser.open('https://example.com/a')).toBe(true);
	await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe('--new https://example.com/a');
	expect(await browserOf({}).open('https://example.com/a')).toBe(false);
});
