import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTranslator } from '../../src/agent/translate/translator.js';
import { permissionAction } from '../../src/app/action-request.js';
import type { CommandPorts } from '../../src/app/command-findings.js';
import { decide } from '../../src/core/policy/decide.js';
import { rule } from '../core/policy/requests.js';
import { folderOfFile } from '../services/temporary-folder.js';
import { checkout } from './checkout.js';

/** A cloned repository with links to folders outside, to git's hooks, and within. */
const { workspace, files } = checkout(folderOfFile(), {
	paths: [
		...['src/a.ts', 'src/deep/b.ts', 'docs/x.md', 'sub/', '.git/hooks/', 'secret/key', 'deep/sub/'],
		...['../lib/src/a.ts', '../lib/sub/', '../outside/key'],
	],
	links: {
		...{ etc: '/etc', 'sub/link': '/etc', 'src/hooks': '../.git/hooks', 'docs/inner': '../src' },
		...{ 'deep/out': '../../outside', '../lib/out': '../outside', '../lib/sub/out': '../../outside' },
	},
	additionalDirectories: ['../lib'],
});
const lib = join(workspace, '../lib');

/** `what`: a kind, and perhaps the name of the tool. */
async function verdictOn(what: string, rawInput: object, denied?: string) {
	const [kind, name] = what.split(' ');
	const toolCall = { toolCallId: 'c', title: 'Look', kind, rawInput, ...(name === undefined ? {} : { name }) };
	const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
	const { request } = createTranslator().permission({ sessionId: 's', toolCall, options });
	if (!request.ok) throw new Error(request.failure.message);
	const action = await permissionAction(request.value, null, { files } as unknown as CommandPorts, workspace);
	if (denied === undefined) return decide(action, { mode: 'acceptEdits', rules: [] }).decision;
	return decide(action, { mode: 'bypassPermissions', rules: [rule(denied, 'deny')] }).decision;
}

const many = (path: string): readonly string[] =>
	Array.from({ length: 12 }, (_, index) => `${'./'.repeat(index)}${path}`);

test.each<[string, object]>([
	['search', { pattern: 'etc/*' }],
	['search', { pattern: 'etc/**/*.conf' }],
	['search', { pattern: '*/passwd' }],
	['search', { pattern: '*/*.conf' }],
	['search', { pattern: 'key', glob: 'e*/*' }],
	['search', { pattern: `${workspace}/*/passwd` }],
	['read', { paths: ['*/passwd'] }],
	['read', { paths: ['e*'] }],
	['read', { paths: ['src/a.ts'], include: ['etc/*'] }],
	['read', { path: 'src/a.ts', include: '{src,etc}/passwd' }],
	['read', { directory: 'sub', path: 'link/passwd' }],
	['edit', { path: 'sub', relative_path: 'link/x', content: 'y' }],
	['edit', { path: 'src', filename: 'hooks/pre-commit', content: 'y' }],
	['search', { pattern: '{etc/*,x}' }],
	['search', { pattern: '@(etc|x)/*' }],
	['search', { pattern: '*/**/*.conf' }],
	['search', { pattern: 'key', include: 'etc/[!:]*' }],
	['search', { pattern: 'key', include: '\\etc/passwd' }],
	['read', { path: 'src/a.ts', include: '(etc|x)/passwd' }],
	['read', { filename: 'e*/passwd' }],
	['read', { path: 'src/a.ts', include: [...many('src/*.a'), 'etc/*'] }],
	['read', { path: 'src/a.ts', include: `${'./'.repeat(600)}etc/*` }],
	['read', { paths: [...many('src/a.ts'), 'sub', 'link/passwd'] }],
	['read', { path: 'docs/inner/../x' }],
	['read', { path: 'src/a.ts', include: 'deep/out/*' }],
	['read', { path: `${workspace}/deep`, pattern: 'out/*' }],
	['read', { path: `${workspace}/deep`, include: 'o*/key' }],
	['read', { path: 'src/a.ts', target: `${workspace}/deep/*/key` }],
	['read', { path: 'src/a.ts', uris: [`${workspace}/*/out/key`] }],
	['search', { pattern: 'out/*', path: `${workspace}/deep` }],
	['search', { pattern: '*/key', path: `${workspace}/deep` }],
	['search', { pattern: 'key', path: `${workspace}/deep`, glob: 'out/**' }],
	['read', { paths: [`${lib}/*/key`] }],
	['read', { path: lib, include: 'out/*' }],
	['search', { pattern: `${lib}/out/*` }],
	['search', { pattern: '*/out/*', path: lib }],
	['read', { paths: Array.from({ length: 501 }, (_, index) => `src/${index}.ts`) }],
])('A %s that may follow a link to a place of its own is asked about: %j', async (kind, rawInput) => {
	expect(await verdictOn(kind, rawInput)).toBe('ask');
});

test.each<[string, object]>([
	['search', { pattern: 'src/*.{ts,tsx}' }],
	['search', { pattern: '**/*.ts' }],
	['search', { pattern: 'docs/*/a.ts' }],
	['search', { pattern: '[a-z]+' }],
	['search', { pattern: 'src/.*' }],
	['read', { paths: ['src/*.ts', 'docs/x.md'] }],
	['read', { paths: ['src', 'src/a.ts', 'docs/x.md'] }],
	['read', { directory: 'src', path: 'a.ts' }],
	['read', { paths: [...many('src/a.ts'), 'docs/../docs/x.md'] }],
	['read', { path: 'src/(group)/[id]/{{name}}.ts' }],
	['search', { pattern: 'import\\s+(type (a|b))?' }],
	['edit', { path: 'src', filename: 'new.ts', content: 'y' }],
	['read', { paths: [`${lib}/src/*.ts`, 'src/a.ts'] }],
	['search', { pattern: 'src/*.ts', path: lib }],
	['search', { pattern: 'sub/*', path: `${workspace}/deep` }],
	['read', { paths: Array.from({ length: 80 }, (_, index) => `${workspace}/src/${index}.ts`) }],
])('A %s that stays in the workspace needs no question: %j', async (kind, rawInput) => {
	expect(await verdictOn(kind, rawInput)).toBe('allow');
});

test('Rules that deny a file see a name that may count from a folder beside it.', async () => {
	expect(await verdictOn('read', { directory: 'secret', path: 'key' }, 'Read(secret/key)')).toBe('deny');
	expect(await verdictOn('read', { directory: 'src', path: 'a.ts' }, 'Read(secret/key)')).toBe('allow');
});

test.each<[kind: string, rawInput: object, denied: string, decision: string]>([
	['search', { pattern: 'KEY', path: 'secret/key', output_mode: 'content' }, 'Read(secret/**)', 'deny'],
	['search', { pattern: 'KEY', path: `${workspace}/secret` }, 'Read(secret/**)', 'deny'],
	['search', { pattern: 'KEY', glob: 'secret/**' }, 'Read(secret/**)', 'deny'],
	['search', { pattern: 'KEY', include: ['.env*'], path: workspace }, 'Read(.env*)', 'deny'],
	['search', { pattern: 'KEY', include: 'key', path: `${workspace}/secret` }, 'Search(secret/key)', 'deny'],
	['search', { pattern: 'KEY', exclude_pattern: 'secret/**', path: workspace }, 'Read(secret/**)', 'allow'],
	['search', { pattern: 'secret/key', path: workspace, output_mode: 'content' }, 'Read(secret/**)', 'allow'],
	['search', { pattern: 'KEY', path: 'src' }, 'Read(secret/**)', 'allow'],
	['read', { paths: [`${workspace}/secre?/key`] }, 'Read(secret/**)', 'ask'],
	['read', { paths: [`${workspace}/**`] }, 'Read(secret/**)', 'ask'],
	['read', { paths: [`${workspace}/src/*.ts`] }, 'Read(secret/**)', 'allow'],
	['read', { path: `${workspace}/src/[id].ts` }, 'Read(**/*.pem)', 'allow'],
	['read', { paths: [`${workspace}/src/*`] }, 'Read(**/*.pem)', 'ask'],
	['read', { paths: ['src/@(a.pem|b)'] }, 'Read(**/*.pem)', 'ask'],
	['read', { path: 'src/(group)/@me/a.ts' }, 'Read(**/*.pem)', 'allow'],
	['delete', { path: `${workspace}/secret` }, 'Delete(secret/**)', 'deny'],
	['delete', { path: workspace }, 'Delete(secret/**)', 'ask'],
	['delete', { path: `${workspace}/secret/key` }, 'Edit(secret/**)', 'deny'],
	['delete', { path: `${workspace}/src/a.ts` }, 'Delete(secret/**)', 'allow'],
	['move', { source: 'secret', destination: 'x' }, 'Delete(secret/**)', 'deny'],
	['move', { source: 'src/a.ts', destination: 'secret/key' }, 'Edit(secret/**)', 'deny'],
	['move', { source: 'secret/key', destination: 'x' }, 'Read(secret/**)', 'deny'],
	['move', { source: 'src/a.ts', destination: 'x' }, 'Edit(secret/**)', 'allow'],
	['fetch', { url: `file://${workspace}/secret/key` }, 'Read(secret/**)', 'deny'],
	['other', { path: 'secret/key' }, 'Read(secret/**)', 'ask'],
	['other', { path: 'src/a.ts' }, 'Read(secret/**)', 'allow'],
	['read', { path: 'secret/key' }, 'Edit(secret/**)', 'allow'],
])('A %s of %j with deny %s: %s', async (kind, rawInput, denied, decision) => {
	expect(await verdictOn(kind, rawInput, denied)).toBe(decision);
});

test.each<[string, object, string?]>([
	['a regular expression', { regex: '/usr/local', path: workspace }],
	['words', { query: '/usr/bin/env', path: workspace }],
	['a pattern of lines', { pattern: '/api/users|../x', path: workspace, output_mode: 'content', '-n': true }],
	['a pattern beside one of names', { pattern: '$HOME/', path: workspace, include: '*.ts' }],
	['a pattern beside a language', { pattern: '/api/users', path: workspace, type: 'ts' }],
	['a pattern beside a number of lines', { pattern: '/api/users', path: workspace, head_limit: 20 }],
	['a pattern of a tool for lines', { pattern: '/api/users' }, 'Grep'],
	['an address', { pattern: 'https://x.example/a', path: workspace, output_mode: 'content' }],
	['an address for such a tool', { query: 'http://localhost:3000' }, 'grep_search'],
	['a pattern of another one', { pattern: '../x/*', path: workspace }, 'search_file_content'],
])('What is looked for in files is no path: %s.', async (_, rawInput, name = '') => {
	expect(await verdictOn(`search ${name}`.trim(), rawInput)).toBe('allow');
});

test('What a tool for names looks for is one, whatever else its input says.', async () => {
	for (const name of ['Glob', 'list_files', 'find', 'file_search'])
		expect(await verdictOn(`search ${name}`, { pattern: '/usr/*', path: workspace, '-n': true, glob: '*' })).toBe(
			'ask',
		);
	expect(await verdictOn('search Grep', { pattern: 'x', path: '/usr' })).toBe('ask');
});

test.each<object>([
	{ pattern: '/usr/*', path: workspace },
	{ pattern: '../*', path: workspace },
	{ pattern: '/usr/*', path: workspace, case_sensitive: true, type: 'file' },
	{ pattern: '/usr/*', path: workspace, type: 'directories' },
	{ regex: 'x', path: '/usr' },
	{ pattern: 'x', include: '/usr/*', path: workspace },
])('Where it is looked for is one: %j', async (rawInput) => {
	expect(await verdictOn('search', rawInput)).toBe('ask');
});
