import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MANAGERS, TOOLS } from '../../../../src/services/sandbox/home/language-tools.js';
import { privateFiles } from '../../../../src/services/sandbox/home/private-files.js';

let top = '';

beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), 'private-')));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(name: string): string {
	const path = join(top, name);
	mkdirSync(join(path, '..'), { recursive: true });
	writeFileSync(path, '', { mode: 0o644 });
	return path;
}

test.each(['github_api_token', 'credentials', 'auth.json', 'secret.toml', 'api_key'])(
	'%s in a folder of a tool is covered, whatever its mode.',
	(name) => {
		const path = put(`tool/${name}`);
		put('tool/token.js');
		put('tool/program');
		expect(privateFiles([join(top, 'tool')], new Set())).toEqual([{ at: path, kind: 'file' }]);
	},
);

test.each([
	'.nimble/github_api_token',
	'.luarocks/upload_config.lua',
	'.rye/credentials',
	'.dotnet/corefx/cryptography/x509stores/my',
])('%s is in no folder that is always shown.', (path) => {
	expect([...TOOLS, ...MANAGERS].filter((folder) => path.startsWith(`${folder}/`))).toEqual([]);
});
