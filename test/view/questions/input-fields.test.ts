import { describe, expect, test } from 'vitest';
import { plannedChanges } from '../../../src/core/edits/planned-changes.js';
import type { CurrentText } from '../../../src/core/policy/policy-types.js';
import { fieldDetails } from '../../../src/view/questions/input-fields.js';
import { factsOf } from '../../app/understood-calls.js';

async function fieldsOf(toolCall: object, currentTexts: readonly CurrentText[] = []): Promise<readonly string[]> {
	const facts = { ...(await factsOf(toolCall)), currentTexts };
	const request = { ...facts, changes: plannedChanges(facts, '/w') };
	return fieldDetails(request).map(({ name }) => name);
}

const BODY = '*** Update File: /w/a.txt\n@@\n-hello\n+bye\n';
const PATCH = `*** Begin Patch\n${BODY}*** End Patch`;
const GIT = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-hello\n+bye\n';
const A = [{ path: '/w/a.txt', text: 'hello\n' }];

describe('A command in other forms is not shown below itself', () => {
	test.each<[object]>([
		[{ command: 'npm test', commands: ['npm test'] }],
		[{ command: 'npm test', argv: ['npm', 'test'] }],
		[{ command: 'npm test', cmdline: 'npm test' }],
		[{ command: 'cd a && npm test', commands: ['cd a', 'npm test'] }],
		[{ commands: ['npm ci', 'npm test'] }],
		[{ script: 'npm test' }],
		[{ command: 'npm test', options: { command: 'npm test' } }],
	])('%j', async (rawInput) => {
		expect(await fieldsOf({ kind: 'execute', rawInput })).toEqual([]);
	});

	test.each<[object, string]>([
		[{ command: 'npm test', options: { command: 'test' } }, 'options.command'],
		[{ command: 'npm test', next: { command: 'npm' } }, 'next.command'],
		[{ command: 'npm test', note: 'npm test' }, 'note'],
	])('but what may be another one is: %j', async (rawInput, field) => {
		expect(await fieldsOf({ kind: 'execute', rawInput })).toContain(field);
	});
});

describe('A patch is not shown below the change that was read from it', () => {
	test.each<[string, object]>([
		['input', { input: PATCH }],
		['patch', { patch: PATCH }],
		['diff', { path: '/w/a.txt', diff: GIT }],
		['any name', { freeform: GIT }],
	])('%s', async (_, rawInput) => {
		expect(await fieldsOf({ kind: 'other', rawInput }, A)).not.toContain(Object.keys(rawInput).at(-1));
	});

	test.each<[string, string, readonly CurrentText[]]>([
		['does not fit the file', PATCH, [{ path: '/w/a.txt', text: 'good morning\n' }]],
		['holds lines that are no patch', `*** Begin Patch\n${BODY}and rm -rf /\n*** End Patch`, A],
	])('but one that %s is', async (_, input, current) => {
		expect(await fieldsOf({ kind: 'other', rawInput: { input } }, current)).toHaveLength(1);
	});

	test('nor are a replaced text and its replacement under other names', async () => {
		const rawInput = { path: '/w/a.txt', old: 'hello', replacement: 'bye' };
		expect(await fieldsOf({ kind: 'edit', rawInput }, A)).toEqual([]);
	});
});

test('What says that nothing unusual is wanted is left out; what is wanted is shown', async () => {
	const edit = { file_path: '/w/a.txt', old_string: 'hello', new_string: 'bye' };
	const asked = (more: object) => fieldsOf({ kind: 'edit', rawInput: { ...edit, ...more } }, A);
	expect(await asked({ replace_all: false })).toEqual([]);
	expect(await asked({ replace_all: true })).toContain('replace_all');
});
