import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpecialFiles } from '../../../src/services/sandbox/special-files.js';

let top = '';

beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), 'special-')));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

test.each<[string, { readonly find?: string }]>([
	['with find(1)', { find: '/usr/bin/find' }],
	['without', {}],
])('Very many pipes hide no socket, beside them or in another folder: %s.', async (_, tools) => {
	const [first, second] = [join(top, 'a'), join(top, 'b')];
	for (const folder of [first, second]) mkdirSync(folder);
	spawnSync('sh', ['-c', 'seq 1 2100 | xargs mkfifo'], { cwd: first });
	const sockets = [join(first, 'z'), join(second, 'z')];
	const servers = await Promise.all(
		sockets.map(
			(path) =>
				new Promise<ReturnType<typeof createServer>>((resolve) => {
					const server = createServer().listen(path, () => resolve(server));
				}),
		),
	);
	const found = await new SpecialFiles(tools).find([first, second], 60_000);
	for (const server of servers) server.close();
	expect(found).toEqual(expect.arrayContaining(sockets));
	expect(found).toHaveLength(2001);
});
