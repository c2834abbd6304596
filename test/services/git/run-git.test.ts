import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGit } from '../../../src/services/git/run-git.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A git that runs these lines of shell, and where it is found. */
function gitOf(lines: string) {
	const root = temporaryFolder();
	const [cwd, bin] = [join(root, 'work'), join(root, 'bin')];
	for (const folder of [cwd, bin]) mkdirSync(folder);
	writeFileSync(join(bin, 'git'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
	return { cwd, env: { PATH: `${bin}:/usr/bin:/bin` }, args: ['status'], most: 1000 };
}

test('a git that does not end in time is stopped with what it started, and that is the reason', async () => {
	expect(await readGit({ ...gitOf('sleep 600 & wait'), timeout: 300 })).toMatchObject({
		ok: false,
		failure: { code: 'timed-out' },
	});
});

test('a git that says more than is wanted is stopped without a failure', async () => {
	const read = await readGit({ ...gitOf('yes'), timeout: 60_000 });
	expect(read).toMatchObject({ ok: true, value: { code: 0 } });
	expect(read.ok && read.value.bytes.length).toBeGreaterThan(1000);
});

test('a git that is stopped by the user is cancelled', async () => {
	const stop = new AbortController();
	const read = readGit({ ...gitOf('echo begun; sleep 600'), timeout: 60_000, signal: stop.signal });
	setTimeout(() => stop.abort(), 50);
	expect(await read).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});
