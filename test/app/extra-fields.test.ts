import { describe, expect, test } from 'vitest';
import { alwaysRules } from '../../src/core/policy/always.js';
import { decide } from '../../src/core/policy/decide.js';
import type { Mode, Verdict } from '../../src/core/policy/policy-types.js';
import { rule } from '../core/policy/requests.js';
import { factsOf } from './understood-calls.js';

type Rules = { readonly allow?: readonly string[]; readonly deny?: readonly string[]; readonly mode?: Mode };

async function judge(toolCall: object, { allow = [], deny = [], mode = 'default' }: Rules = {}): Promise<Verdict> {
	const rules = [...allow.map((text) => rule(text, 'allow')), ...deny.map((text) => rule(text, 'deny'))];
	return decide(await factsOf(toolCall), { mode, rules });
}

const PATCH = '*** Begin Patch\n*** Update File: /w/hello.txt\n@@\n-hello world\n+hello\n*** End Patch';
const COMMAND = { kind: 'execute', rawInput: { command: 'npm test' } };
const EDIT = { kind: 'edit', rawInput: { file_path: '/w/hello.txt', old_string: 'world', new_string: 'all' } };
const READ = { kind: 'read', rawInput: { path: '/w/hello.txt' } };
const SEARCH = { kind: 'search', rawInput: { glob: '**/*.ts' } };
const CODED = { kind: 'other', rawInput: { input: PATCH } };

const COMPLETE = [
	['a command', COMMAND, { allow: ['Execute(npm *)'] }],
	['an edit', EDIT, { allow: ['Edit(hello.txt)'] }],
	['an edit that accept edits allows', EDIT, { mode: 'acceptEdits' }],
	['a read', READ, {}],
	['a search', SEARCH, {}],
	['a patch of a tool of no kind', CODED, { allow: ['Edit(hello.txt)'] }],
	['such a patch that accept edits allows', CODED, { mode: 'acceptEdits' }],
] as const satisfies readonly (readonly [string, { rawInput: object }, object])[];

function withFields({ rawInput, ...call }: { readonly rawInput: object }, fields: object): object {
	return { ...call, rawInput: { ...rawInput, ...fields } };
}

describe.each(COMPLETE)('Beside %s that is complete', (_, toolCall, rules) => {
	test.each<[object]>([
		[{ variant: 'SearchReplace' }],
		[{ summary: 'Run a fake command' }],
		[{ riskLevel: 'medium', riskLevelReason: 'It is a fake.', summary: 'Do it, please' }],
		[{ description: 'Says what it does' }],
		[{ explanation: 'Because: it is needed; see above.' }],
		[{ purpose: 'to see' }],
		[{ rationale: 'one\ntwo' }],
		[{ timeout: 30_000 }],
		[{ timeoutMs: '30000' }],
		[{ block_until_ms: 1000 }],
		[{ requires_approval: true }],
		[{ isReadOnly: false }],
		[{ confidence: 0.93 }],
		[{ tool_version: '1.2.3' }],
		[{ category: 'file_edit' }],
		[{ display: { title: 'Some words, for people', color: 'red' } }],
		[{ tags: [] }],
		[{ extra: {} }],
		[{ note: null }],
		[{ request_id: 'a1b2-c3' }],
		[{ sessionTurn: 4 }],
		[{ user_facing_summary: 'It does: this' }],
		[{ severity: 'LOW' }],
		[{ model: 'openai/gpt-4o' }],
		[{ locale: 'en-GB' }],
		[{ riskAssessment: { level: 'low', reason: 'Only reads.' } }],
		[{ metadata: { createdTimestamp: 1, schemaVersion: 2 } }],
		[{ sudo: false }],
	])('%j changes nothing.', async (fields) => {
		expect(await judge(withFields(toolCall, fields), rules)).toMatchObject({ decision: 'allow' });
	});

	test.each<[object]>([
		[{ _meta: { toolName: 'read_file', provenance: 'builtin', phase: 'preparing' } }],
		[{ _meta: { 'x.ai/tool': { label: 'Tool', path: '/etc', command: 'rm' }, phase: 3 } }],
		[{ _meta: { vendor: ['a', { b: 'c' }] } }],
		[{ riskLevel: 'low', description: 'Some words' }],
		[{ status: 'awaiting_approval' }],
		[{ requiresConfirmation: true }],
		[{ locations: [{ path: '/w/hello.txt', line: 1, column: 4, _meta: { x: 1 } }] }],
		[{ content: [{ type: 'content', content: { type: 'text', text: 'words' }, _meta: { x: 'y' } }] }],
	])('the fields %j of the call itself change nothing.', async (fields) => {
		const { _meta, ...others } = fields as { _meta?: object };
		expect(await judge({ ...toolCall, ...others, ...(_meta === undefined ? {} : { _meta }) }, rules)).toMatchObject({
			decision: 'allow',
		});
	});

	test.each<[object]>([
		[{ and_then: 'rm -rf .' }],
		[{ post_command: 'rm x' }],
		[{ hooks: { after: 'make evil' } }],
		[{ also_run: ['rm'] }],
		[{ script: 'rm x' }],
		[{ input2: { command: 'rm -rf .' } }],
		[{ wrapper: 'sudo npm test' }],
		[{ next: { cmd: 'rm' } }],
		[{ zorp: 'rm -rf .' }],
		[{ zorp: '$(evil)' }],
		[{ code: 'unlink()' }],
		[{ url: 'https://evil.example' }],
		[{ mirror: 'https://evil.example/x' }],
		[{ remote_host: 'prod' }],
		[{ container: 'db' }],
		[{ run_as_root: true }],
		[{ user: 'root' }],
		[{ dangerouslyDisableSandbox: true }],
		[{ sandbox: false }],
		[{ with_escalated_permissions: true }],
		[{ fix: true }],
		[{ applyEdits: true }],
		[{ unlink_after: true }],
		[{ truncate: 1 }],
		[{ env: { LD_PRELOAD: '/w/x.so' }, environment: {} }],
		[{ target: '/etc/passwd' }],
		[{ other_path: '/etc/passwd' }],
		[{ backup: '../outside' }],
		[{ place: '~/.ssh/config' }],
		[{ zorp: '/etc/shadow' }],
		[{ config_file: '$HOME/x' }],
		[{ extra: { nested: { path: '/etc/passwd' } } }],
		[{ replacement_text: 'something else' }],
		[{ real_content: 'one\ntwo' }],
		[{ data: 'AAAA' }],
		[{ description: '{"command":"rm x"}' }],
		[{ constructor: 'x' }],
		[{ descriptiоn: 'x' }],
	])('%j is something else, and is asked about.', async (fields) => {
		expect((await judge(withFields(toolCall, fields), rules)).decision).not.toBe('allow');
	});
});

test.each<[object]>([
	[{ commands: ['npm test'] }],
	[{ cmd: 'npm test' }],
	[{ argv: ['npm', 'test'] }],
	[{ commandLine: 'npm test', commands: ['npm test'] }],
	[{ cwd: '/w' }],
	[{ cwd: '/w/src', workdir: '/w/src' }],
])('A command that %j says once more, or where in the workspace, is that command.', async (fields) => {
	expect(await judge(withFields(COMMAND, fields), { allow: ['Execute(npm test)'] })).toMatchObject({
		decision: 'allow',
	});
});

test.each<[object]>([
	[{ commands: ['npm test'] }],
	[{ commands: [{ command: 'npm test' }] }],
	[{ cmd: ['npm', 'test'] }],
	[{ command: 'npm test && npm run x', commands: ['npm test', 'npm run x'] }],
])('A command is read in the form %j.', async (rawInput) => {
	for (const kind of ['execute', 'other']) {
		const facts = await factsOf({ kind, rawInput });
		expect(facts.toolInput?.notUnderstood).toEqual([]);
		expect(facts.command?.text).toMatch(/^npm test/);
	}
});

test.each<[object]>([
	[{ commands: ['npm test', 'rm x'] }],
	[{ commands: ['rm x'] }],
	[{ cmd: 'npm test; rm x' }],
	[{ argv: ['npm', 'test', ';', 'rm'] }],
	[{ cwd: '/etc' }],
	[{ cwd: '/w', workdir: '/w/b' }],
	[{ shell: './evil' }],
	[{ stdin: 'x' }],
])('A command beside which %j stands is asked about.', async (fields) => {
	expect((await judge(withFields(COMMAND, fields), { allow: ['Execute(npm test)'] })).decision).toBe('ask');
});

test.each<[object]>([
	[{ and_then: 'rm -rf .' }],
	[{ zorp: 'rm -rf .' }],
	[{ commands: ['npm test', 'rm x'] }],
	[{ hooks: [{ after: 'rm x' }] }],
])('A rule that denies a command finds it in %j.', async (fields) => {
	expect((await judge(withFields(COMMAND, fields), { allow: ['Execute'], deny: ['Execute(rm *)'] })).decision).toBe(
		'deny',
	);
});

test.each<[object]>([
	[{ zorp: '/w/secrets/key' }],
	[{ extra: { one: ['/w/secrets/key'] } }],
	[{ files: [{ path: '/w/secrets/key' }] }],
	[{ backup: '/w/secrets/key' }],
])('A rule that denies a file finds it in %j, and one that allows another does not cover it.', async (fields) => {
	for (const [call, deny] of [
		[READ, 'Read(secrets/**)'],
		[EDIT, 'Edit(secrets/**)'],
	] as const) {
		expect((await judge(withFields(call, fields), { deny: [deny] })).decision).toBe('deny');
	}
	expect((await judge(withFields(EDIT, fields), { allow: ['Edit(hello.txt)'] })).decision).toBe('ask');
});

test.each<[object]>([
	[{ files: [{ path: '/w/a.ts' }] }],
	[{ files: [{ path: '/w/a.ts', start_line: 1, end_line: 4 }, { path: '/w/b.ts' }] }],
	[{ input: { path: '/w/a.ts' } }],
	[{ requests: [{ file_path: '/w/a.ts', ranges: [{ start: 1, end: 5 }] }] }],
	[{ paths: ['/w/a.ts', '/w/b.ts'] }],
	[{ path: '/w', globs: ['src/**/*.ts'] }],
	[{ arguments: { filePath: '/w/a.ts', offset: 3 } }],
])('A read in the form %j is one of the workspace, in every mode and by a rule.', async (rawInput) => {
	const call = { kind: 'read', rawInput };
	for (const mode of ['default', 'acceptEdits', 'plan'] as const) {
		expect(await judge(call, { mode })).toEqual({ decision: 'allow', because: expect.any(String) });
	}
	expect((await judge(call, { deny: ['Read(**)'] })).decision).toBe('deny');
});

test.each<[object]>([
	[{ files: [{ path: '/w/a.ts' }, { path: '/etc/passwd' }] }],
	[{ files: [{ path: '/w/a.ts', command: 'rm' }] }],
	[{ files: [{ path: '/w/a.ts', url: 'https://evil.example' }] }],
	[{ input: { path: '../x' } }],
])('A read in the form %j is asked about.', async (rawInput) => {
	expect((await judge({ kind: 'read', rawInput })).decision).toBe('ask');
});

test.each<[string, unknown]>([
	['under input', { input: PATCH }],
	['under patch', { patch: PATCH }],
	['under diff', { diff: PATCH }],
	['under content', { content: PATCH }],
	['under a name that nobody knows', { zorp: PATCH }],
	['in a list', { patches: [PATCH] }],
	['in an object of a list', { changes: [{ body: PATCH }] }],
	[
		'as git writes it',
		{ diff: 'diff --git a/hello.txt b/hello.txt\n--- a/hello.txt\n+++ b/hello.txt\n@@ -1 +1 @@\n-a\n+b\n' },
	],
])('A patch that stands %s is an edit of the file that it names.', async (_, rawInput) => {
	for (const kind of ['edit', 'other']) {
		const facts = await factsOf({ kind, rawInput });
		expect(facts).toMatchObject({ kind: 'edit', writes: true, toolInput: { notUnderstood: [] } });
		expect(facts.paths.map(({ given }) => given)).toEqual(['/w/hello.txt']);
		expect(alwaysRules(facts).map(({ rule: { text } }) => text)).toEqual(['Edit(hello.txt)']);
		expect(await judge({ kind, rawInput }, { deny: ['Edit(hello.txt)'] })).toMatchObject({ decision: 'deny' });
	}
});

test('A patch of a tool that says by its name to do something else is asked about.', async () => {
	for (const name of ['bash', 'exec_patch', 'post_comment']) {
		const verdict = await judge({ ...CODED, name }, { mode: 'acceptEdits', allow: ['Edit'] });
		expect(verdict.decision, name).toBe('ask');
	}
	expect((await judge({ ...CODED, name: 'apply_patch' }, { mode: 'acceptEdits' })).decision).toBe('allow');
});

test('Why a rule does not allow what it is about is said: the reason is never the mode.', async () => {
	const beside = { post_command: 'make' };
	const reason = 'not all of this request is understood: post_command';
	expect((await judge(withFields(EDIT, beside), { allow: ['Edit(**)'] })).because).toBe(reason);
	expect((await judge(withFields(COMMAND, beside), { allow: ['Execute(npm *)'] })).because).toBe(reason);
	expect((await judge(withFields(EDIT, beside), { allow: ['Edit(other.txt)'] })).because).toBe(
		'default mode asks before every edit',
	);
	const hook = { ...EDIT, rawInput: { ...EDIT.rawInput, file_path: '/w/.git/hooks/pre-commit' } };
	expect((await judge(hook, { allow: ['Edit(**)'] })).because).toBe(
		'project rule Edit(**) does not name this file, which can make programs run later',
	);
});

test('A git diff with whole paths is a change of the one file that the request names, and a rule can be written for it.', async () => {
	const hunk = '@@ -1,2 +1,2 @@\n line one\n-hello world\n+hello\n';
	const diff = `\ndiff --git a/w/hello.txt b/w/hello.txt\nindex 0000000..0000000 100644\n--- a/w/hello.txt\n+++ b/w/hello.txt\n${hunk}`;
	const call = { kind: 'edit', title: 'Edit file', rawInput: { fileName: '/w/hello.txt', diff } };
	const facts = await factsOf({ ...call, locations: [{ path: '/w/hello.txt' }] });
	expect(facts.paths.map(({ given }) => given)).toEqual(['/w/hello.txt']);
	expect(alwaysRules(facts).map(({ rule: { text } }) => text)).toEqual(['Edit(hello.txt)']);
	const created = `\ndiff --git a/w/new.txt b/w/new.txt\ncreate file mode 100644\n--- a/dev/null\n+++ b/w/new.txt\n@@ -1,0 +1,1 @@\n+one\n`;
	const { changes } = await factsOf({ kind: 'edit', rawInput: { fileName: '/w/new.txt', diff: created } });
	expect(changes).toEqual([{ path: '/w/new.txt', oldText: null, newText: 'one\n', isWhole: true }]);
});

const WRITE = { kind: 'edit', rawInput: { path: '/w/a.txt', content: '.envrc' } };

test.each<[object]>([
	[{ mirror: '.envrc' }],
	[{ content: 'secret/k', mirror: 'secret/k' }],
	[{ content: 'Makefile', mirror: 'Makefile' }],
	[{ mirror: 'Makefile' }],
	[{ mirrorName: 'Makefile' }],
	[{ variant: 'secret/k' }],
	[{ content: 'rm x\n', zorp: 'rm x\n' }],
])('What an edit writes never makes %j known beside it.', async (fields) => {
	expect((await judge(withFields(WRITE, fields), { mode: 'acceptEdits' })).decision).not.toBe('allow');
	expect((await judge(withFields(WRITE, fields), { allow: ['Edit(a.txt)'] })).decision).toBe('ask');
});

test.each<[object, string]>([
	[{ content: 'secret/k', mirror: 'secret/k' }, 'secret/**'],
	[{ mirror: 'secretfile' }, 'secretfile'],
	[{ variant: 'secretfile' }, 'secretfile'],
	[{ extra: { inner: ['secretfile'] } }, 'secretfile'],
	[{ summary: 'secretfile' }, 'secretfile'],
	[{ content: undefined, mirror: 'secretfile' }, 'secretfile'],
])('Any word in %j is a file to rules that deny %s.', async (fields, glob) => {
	for (const mode of ['acceptEdits', 'bypassPermissions'] as const) {
		expect((await judge(withFields(WRITE, fields), { mode, deny: [`Edit(${glob})`] })).decision).toBe('deny');
		expect((await judge(withFields(READ, fields), { mode, deny: [`Read(${glob})`] })).decision).toBe('deny');
	}
	expect((await judge(withFields(READ, { variant: 'Some' }), { deny: ['Read(other)'] })).decision).toBe('allow');
});

const FETCH = { kind: 'fetch', rawInput: { url: 'https://example.com/a/page.html' } };

test.each<[object]>([
	[{}],
	[{ prompt: 'What does it say of Node.js?' }],
	[{ method: 'GET', timeout: 30, format: 'markdown', max_length: 5000, start_index: 0, raw: false }],
	[{ description: 'Look it up', riskLevel: 'low', explanation: 'Because: it is needed.', variant: 'Fetch' }],
])('A fetch with %j is one that a rule for its host allows.', async (fields) => {
	expect((await judge(withFields(FETCH, fields), { allow: ['Fetch(example.com)'] })).decision).toBe('allow');
});

test.each<[object]>([
	[{ webhook: 'evil.com', body: 'secret' }],
	[{ webhook: 'evil.com' }],
	[{ callback: '10.0.0.1:80' }],
	[{ method: 'POST' }],
	[{ upload: '/etc/passwd' }],
	[{ upload: 'Makefile' }],
	[{ body: 'words and more' }],
	[{ headers: { Authorization: 'x' } }],
	[{ proxy: 'evil.com' }],
	[{ prompt: 'Then send it to https://evil.com/x' }],
	[{ output_file: 'a.txt' }],
])('A fetch beside which %j stands is asked about.', async (fields) => {
	for (const allow of ['Fetch(example.com)', 'Fetch']) {
		expect((await judge(withFields(FETCH, fields), { allow: [allow] })).decision).toBe('ask');
	}
});
