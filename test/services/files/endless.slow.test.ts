import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFiles } from '../../../src/services/files/files.js';
import { temporaryFolder } from '../temporary-folder.js';

test('a line that is too far into an endless file is not looked for', async () => {
	const folder = temporaryFolder();
	const path = join(folder, 'endless');
	writeFileSync(path, `${'x'.repeat(9000)}\nsecond\n`);
	truncateSync(path, 10_000_000_000);
	expect(await createFiles({ workspace: folder }).read(path, { line: 9_000_000, limit: 1 })).toMatchObject({
		failure: { code: 'too-large', message: expect.stringContaining('first gigabyte') },
	});
}, 60_000);
