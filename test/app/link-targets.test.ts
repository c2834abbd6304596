import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLinkTargets } from '../../src/app/command-links.js';
import { decide } from '../../src/core/policy/decide.js';
import { createFiles } from '../../src/services/files/files.js';
import { argv, line, request, rule } from '../core/policy/requests.js';
import { temporaryFolder } from '../services/temporary-folder.js';

function setUp() {
	const workspace = temporaryFolder();
	for (const folder of ['secret', 'sub']) mkdirSync(join(workspace, folder));
	for (const file of ['.env', 'secret/f', 'plain', 'sub/a']) writeFileSync(join(workspace, file), '');
	symlinkSync('.env', join(workspace, 'inner'));
	symlinkSync('../.env', join(workspace, 'sub/inner'));
	symlinkSync('secret', join(workspace, 'folder'));
	return { workspace, files: createFiles({ workspace }) };
}

test.each<[line: string, deny: string, decision: string]>([
	['cat inner', 'Read(.env*)', 'deny'],
	['cat ./sub/../inner', 'Read(.env*)', 'deny'],
	['head -n 1 < inner', 'Read(.env*)', 'deny'],
	['cd sub && cat inner', 'Read(.env*)', 'deny'],
	['cat folder/f', 'Read(secret/**)', 'deny'],
	['grep --file=inner plain', 'Read(.env*)', 'deny'],
	["sh -c 'cat inner'", 'Read(.env*)', 'deny'],
	['echo x > folder/f', 'Edit(secret/**)', 'deny'],
	['echo x > folder/new', 'Edit(secret/**)', 'deny'],
	['cp plain folder/f', 'Edit(secret/**)', 'deny'],
	['cat plain', 'Read(.env*)', 'allow'],
	['cat sub/a', 'Read(.env*)', 'allow'],
	['touch plain', 'Edit(secret/**)', 'allow'],
])('%s with deny %s: %s', async (text, denied, decision) => {
	const { workspace, files } = setUp();
	const command = await withLinkTargets(line(text), workspace, files);
	const rules = [rule(denied, 'deny')];
	expect(decide(request('execute', { command }), { mode: 'bypassPermissions', rules }).decision).toBe(decision);
});

test.each<[line: string, decision: string]>([
	['cat secret/f', 'deny'],
	['cd secret; cat f', 'deny'],
	['cat sub/../secret/f', 'deny'],
	['cp -r . x', 'ask'],
	['cat plain', 'allow'],
	['cat other/secret/f', 'allow'],
	['cp -r sub x', 'allow'],
])('%s with deny of the whole path: %s', async (text, decision) => {
	const { workspace, files } = setUp();
	const command = await withLinkTargets(line(text), workspace, files);
	const rules = [rule(`Read(${workspace}/secret/**)`, 'deny')];
	expect(decide(request('execute', { command }), { mode: 'bypassPermissions', rules }).decision).toBe(decision);
});

test('so many words that nobody looks at each are reported as that', async () => {
	const { workspace, files } = setUp();
	const words = Array.from({ length: 600 }, (_, index) => `a${index}`);
	expect(await withLinkTargets(argv('cat', ...words), workspace, files)).toMatchObject({ links: null });
});

test('a command without links has none', async () => {
	const { workspace, files } = setUp();
	const command = line('cat plain');
	expect(await withLinkTargets(command, workspace, files)).toEqual({ ...command, startsIn: workspace });
});
