import { expect, test } from 'vitest';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import type { PermissionRequest } from '../../../src/core/permission-request.js';
import { sized } from '../../setup/whole.js';

function ask(toolCall: object): PermissionRequest {
	const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
	const params = { sessionId: 's', toolCall: { toolCallId: 'c', ...toolCall }, options };
	const { request } = createTranslator().permission(params);
	if (!request.ok) throw new Error(request.failure.message);
	return request.value;
}

test('Every field of the input can be shown, at any depth, in the order of the agent.', () => {
	const rawInput = { prompt: 'Look', options: { deep: [{ path: '/a', all: true }, 7, null] }, none: {}, list: [] };
	expect(ask({ kind: 'other', rawInput }).toolInput).toMatchObject({
		fields: [
			{ name: 'prompt', value: 'Look' },
			{ name: 'options.deep.0.path', value: '/a' },
			{ name: 'options.deep.0.all', value: 'true' },
			{ name: 'options.deep.1', value: '7' },
			{ name: 'options.deep.2', value: 'null' },
			{ name: 'none', value: '{}' },
			{ name: 'list', value: '[]' },
		],
		omitted: 0,
	});
});

test('An input that is no object is one field without a name.', () => {
	expect(ask({ kind: 'read', rawInput: '{"path":"/a"}' }).toolInput?.fields).toEqual([
		{ name: '', value: '{"path":"/a"}' },
	]);
});

test('A request without an input has no fields.', () => {
	expect(ask({ kind: 'read' }).toolInput).toMatchObject({ fields: [], omitted: 0, notUnderstood: [] });
});

test('More fields than anybody reads are counted, not kept, and a long one says how much is missing.', () => {
	const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, 'x']));
	expect(ask({ kind: 'other', rawInput: many }).toolInput).toMatchObject({ omitted: 2000 });
	const { fields = [], omitted } =
		ask({ kind: 'other', rawInput: { long: 'x'.repeat(2_000_000), after: 'y' } }).toolInput ?? {};
	expect(fields[0]?.value).toMatch(/… \(\d+ more characters\)$/);
	expect(omitted).toBe(1);
});

test('A long title beside many values, or an object with many fields, is gone through in bounded time.', () => {
	const values = Array.from({ length: sized(1500, 5000) }, (_, index) => `${index} ${'ab '.repeat(300)}`);
	const title = Array.from({ length: sized(6000, 20_000) }, (_, index) => `word${index}`).join(' ');
	const fields = Object.fromEntries(Array.from({ length: sized(15_000, 50_000) }, (_, index) => [`f${index}`, 'x']));
	const requests = [
		{ title, rawInput: { values } },
		{ title: title.replaceAll('word', 'mcp'), rawInput: { values } },
		{ title: 'Look', rawInput: fields },
	];
	for (const request of requests) {
		const before = process.cpuUsage();
		ask({ kind: 'other', ...request });
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(2000);
	}
});

test('An input nested deeper than the stack is taken without harm.', () => {
	const rawInput: unknown = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
	expect(ask({ kind: 'other', rawInput }).toolInput?.fields).toHaveLength(1);
});

test.each<[string, object, object[]]>([
	['a whole file', { file_path: '/a', content: 'new' }, [{ path: '/a', newText: 'new', how: 'whole' }]],
	['an emptied file', { file_path: '/a', content: '' }, [{ path: '/a', newText: '', how: 'whole' }]],
	['a replacement', { filePath: '/a', oldString: 'x', newString: 'y' }, [{ path: '/a', oldText: 'x', newText: 'y' }]],
	['a removal', { filePath: '/a', oldString: 'x', newString: '' }, [{ path: '/a', oldText: 'x', newText: '' }]],
	[
		'every occurrence',
		{ file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true },
		[{ path: '/a', oldText: 'x', newText: 'y', how: 'every' }],
	],
	[
		'several expected replacements',
		{ file_path: '/a', old_string: 'x', new_string: 'y', expected_replacements: 2 },
		[{ path: '/a', oldText: 'x', newText: 'y', how: 'every' }],
	],
	[
		'an insertion',
		{ command: 'insert', path: '/a', insert_line: 3, insert_text: 'y' },
		[{ path: '/a', newText: 'y', how: { afterLine: 3 } }],
	],
	['an addition', { path: '/a', content: 'y', append: true }, [{ path: '/a', newText: 'y', how: 'append' }]],
	['an unknown place', { path: '/a', content: 'y', start_line: 3 }, [{ path: '/a', newText: 'y' }]],
	['a file elsewhere', { path: 'a', content: 'y', repo: 'r', branch: 'b' }, [{ path: 'a', newText: 'y' }]],
	['an editor’s words', { path: '/a', file_text: 'new' }, [{ path: '/a', newText: 'new', how: 'whole' }]],
	[
		'a list of edits',
		{
			file_path: '/a',
			edits: [
				{ old_string: 'x', new_string: 'y' },
				{ oldText: 'p', newText: 'q' },
			],
		},
		[
			{ path: '/a', oldText: 'x', newText: 'y' },
			{ path: '/a', oldText: 'p', newText: 'q' },
		],
	],
	['a patch', { patch: '*** Begin Patch' }, [{ newText: '*** Begin Patch', how: 'patch' }]],
	['changes by path', { changes: { '/a.ts': { content: 'new' } } }, [{ path: '/a.ts', newText: 'new', how: 'whole' }]],
	[
		'a file that goes away',
		{ changes: { '/a.ts': { type: 'delete', content: 'old' } } },
		[{ path: '/a.ts', oldText: 'old', newText: '', how: 'delete' }],
	],
	['a nested input', { input: { 'File-Path': '/a', Content: 'new' } }, [{ path: '/a', newText: 'new', how: 'whole' }]],
	['names in wide letters', { ｐａｔｈ: '/a', ｃｏｎｔｅｎｔ: 'new' }, [{ path: '/a', newText: 'new', how: 'whole' }]],
	['nothing to write', { path: '/a', offset: 3 }, []],
])('The texts of %s are reported, with what is done with them.', (_, rawInput, texts) => {
	expect(ask({ kind: 'edit', rawInput }).toolInput?.texts).toEqual(texts);
});

test('A text of a tool that adds to something is not taken for all of a file.', () => {
	const rawInput = { path: '/a', content: 'y' };
	for (const [name, how] of [
		['write_file', 'whole'],
		['mcp__files__write_file', 'whole'],
		['append_to_file', undefined],
		['mcp__notes__add_comment', undefined],
	] as const) {
		expect(ask({ kind: 'edit', name, rawInput }).toolInput?.texts).toEqual([
			how === undefined ? { path: '/a', newText: 'y' } : { path: '/a', newText: 'y', how },
		]);
	}
});
