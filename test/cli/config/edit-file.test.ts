import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openServerFile, setUserConfig } from '../../../src/cli/config/edit-file.js';
import { temporaryFolder } from '../../services/temporary-folder.js';

let folder: string;
beforeEach(() => {
	folder = temporaryFolder();
});

test('a file that begins with a byte order mark can be changed', async () => {
	const file = join(folder, 'config.json');
	await writeFile(file, '\uFEFF{\n  "mode": "plan"\n}\n');
	await setUserConfig(folder, ['agents', 'claude', 'sandbox'], 'fence');
	expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mode: 'plan', agents: { claude: { sandbox: 'fence' } } });
	await writeFile(file, '\uFEFF{"mcpServers":{"files":{"command":"x"}}}');
	expect((await openServerFile(file)).names).toEqual(['files']);
});

test('a key behind an alias of YAML is not changed, as that would change more', async () => {
	const text = 'agents:\n  a: &x\n    env: { A: b }\n    command: x\n  b: *x\n';
	await writeFile(join(folder, 'config.yaml'), text);
	await expect(setUserConfig(folder, ['agents', 'b', 'model'], 'm')).rejects.toThrow('an alias of YAML');
	expect(await readFile(join(folder, 'config.yaml'), 'utf8')).toBe(text);
});
