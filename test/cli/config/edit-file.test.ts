import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServerFile, setUserConfig } from '../../../src/cli/config/edit-file.js';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'acp-edit-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file that begins with a byte order mark can be changed', async () => {
	const file = join(folder, 'config.json');
	await writeFile(file, '\uFEFF{\n  "mode": "plan"\n}\n');
	await setUserConfig(folder, ['agents', 'claude', 'sandbox'], 'fence');
	expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mode: 'plan', agents: { claude: { sandbox: 'fence' } } });
	await writeFile(file, '\uFEFF{"mcpServers":{"files":{"command":"x"}}}');
	expect((await openServerFile(file)).names).toEqual(['files']);
});
