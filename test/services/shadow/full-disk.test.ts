import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../bundle-of.js';
import { temporaryFolder } from '../temporary-folder.js';

const program = fileURLToPath(new URL('full-disk.mjs', import.meta.url));

/** A small disk in the place of `$1`, for a program and all that it starts. */
const ON_SMALL_DISK = 'mount -t tmpfs -o size=256k small "$1" && mkdir "$1/state" && shift && exec "$@"';

describe.runIf(process.platform === 'linux')('a disk that what an agent wrote has filled', () => {
	it('still shows the changes, applies nothing in part, and has room again when some are discarded', async () => {
		const folder = temporaryFolder();
		const disk = join(folder, 'disk');
		mkdirSync(disk);
		const entry = await bundleOf('src/services/shadow/shadows.ts', folder);
		const line = [execPath, program, join(disk, 'state'), join(folder, 'real'), entry];
		const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', ON_SMALL_DISK, 'sh', disk, ...line];
		const { stdout } = await promisify(execFile)('unshare', args);
		expect(JSON.parse(stdout)).toEqual({
			filled: 'ENOSPC',
			seen: ['a.txt', 'big.bin'],
			applied: { code: 'disk-full', message: 'Nothing was applied: there is no room left on the disk.' },
			text: 'a\n',
			names: ['a.txt'],
			discarded: { discarded: ['big.bin'], skipped: [] },
			appliedThen: { applied: ['a.txt'], skipped: [], kept: [] },
			after: 'by the agent\n',
			isGone: true,
		});
	});
});
