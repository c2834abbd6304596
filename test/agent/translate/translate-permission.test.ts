import { expect, test } from 'vitest';
import { addressesIn } from '../../../src/agent/translate/input/addresses.js';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import type { PermissionRequest } from '../../../src/core/permission-request.js';

const OPTIONS = [
	{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
	{ optionId: 'odd', name: '', kind: 'allow_forever' },
];

function ask(toolCall: object, options: object[] = OPTIONS): PermissionRequest {
	const { request } = createTranslator().permission({
		sessionId: 's',
		toolCall: { toolCallId: 'c', ...toolCall },
		options,
	});
	if (!request.ok) throw new Error(request.failure.message);
	return request.value;
}

test.each<[string, object, Partial<PermissionRequest>]>([
	['nothing', {}, { paths: [] }],
	['a title', { kind: 'execute', title: 'rm -rf /' }, { paths: [] }],
	[
		'locations and diffs',
		{ locations: [{ path: '/a' }], content: [{ type: 'diff', path: '/b', newText: '' }] },
		{ paths: ['/a', '/b'] },
	],
	['file_path', { kind: 'edit', rawInput: { file_path: '/a', path: '/b', old_string: '/c' } }, { paths: ['/a', '/b'] }],
	['lists of paths', { rawInput: { paths: ['/a', { path: '/b' }, 7] } }, { paths: ['/a', '/b'] }],
	[
		'changes by path',
		{ kind: 'edit', rawInput: { changes: { '/a': { move_path: '/b' }, '/c': {} } } },
		{ paths: ['/a', '/c', '/b'] },
	],
	['changes as a list', { kind: 'edit', rawInput: { changes: [{ path: '/a' }] } }, { paths: ['/a'] }],
	['source and destination', { kind: 'move', rawInput: { source: '/a', destination: '/b' } }, { paths: ['/a', '/b'] }],
	[
		'a line',
		{ kind: 'execute', rawInput: { command: 'ls | wc', cwd: '/w' } },
		{ command: { line: 'ls | wc', cwd: '/w' } },
	],
	[
		'words',
		{ kind: 'execute', rawInput: { cmd: ['ls', '-l'], workdir: '/w' } },
		{ command: { argv: ['ls', '-l'], cwd: '/w' } },
	],
	[
		'an executable with arguments',
		{ kind: 'execute', rawInput: { command: 'ls', args: ['-l'] } },
		{ command: { argv: ['ls', '-l'] } },
	],
	['a web address', { kind: 'fetch', rawInput: { url: 'http://Example.com:80/x' } }, { host: 'example.com' }],
	['a broken address', { kind: 'fetch', rawInput: { url: 'nonsense' } }, { paths: [] }],
	[
		'a tool of a server by name',
		{ name: 'mcp__git_hub__create__issue' },
		{ mcp: { server: 'git_hub', tool: 'create__issue' } },
	],
	[
		'a tool of a server by fields',
		{ rawInput: { server: 's', tool: 't', arguments: {} } },
		{ mcp: { server: 's', tool: 't' } },
	],
])('The facts of a request with %s are found', (_, toolCall, facts) => {
	const { paths, command, host, mcp } = ask(toolCall);
	expect({ paths, command, host, mcp }).toEqual({
		paths: [],
		command: undefined,
		host: undefined,
		mcp: undefined,
		...facts,
	});
});

test.each([
	['evil.example', true],
	['//evil', true],
	['10', true],
	['0x7f000001', true],
	['localhost', true],
	['[::1]', true],
	['production', false],
	['see evil.example', false],
])('In a field for hosts of a call that fetches nothing, «%s» is one: %s.', (value, isOne) => {
	expect(addressesIn([{ key: 'host', above: [], value }], false).urls).toEqual(isOne ? [value] : []);
});

const DEEP: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

test.each(['think', 'fetch', 'switch_mode', 'read', 'search'])(
	'A command is one, even if its tool calls itself %s.',
	(kind) => {
		expect(ask({ kind, rawInput: { command: 'rm -rf x' } }).command).toEqual({ line: 'rm -rf x' });
	},
);

test.each(['edit', 'delete', 'move'])(
	'A command under kind %s is one, unless it is a verb of an editing tool.',
	(kind) => {
		expect(ask({ kind, rawInput: { command: 'rm -rf x', path: '/a' } }).command).toEqual({ line: 'rm -rf x' });
		expect(ask({ kind, rawInput: { cmd: ['create'] } }).command).toEqual({ argv: ['create'] });
		expect(ask({ kind, rawInput: { command: 'str_replace', path: '/a' } }).command).toBeUndefined();
	},
);

test.each<[string, object, PermissionRequest['command']]>([
	['two keys', { command: 'ls', cmd: ['rm', 'a b'] }, { line: "ls\nrm 'a b'" }],
	['a list of lines', { commands: ['ls', 'rm x'] }, { line: 'ls\nrm x' }],
	['a list of word lists', { commands: [['ls'], ['rm', 'x']] }, { line: 'ls\nrm x' }],
	['words that are no words', { command: ['rm', 7] }, { line: '(["rm",7])' }],
	['an object', { command: { program: 'rm' } }, { line: '({"program":"rm"})' }],
	['arguments in one string', { command: 'ls', args: '-l; rm x' }, { line: 'ls -l; rm x' }],
	['arguments under another name', { command: 'ls', arguments: ['-l'] }, { argv: ['ls', '-l'] }],
	['arguments as an object', { command: 'ls', args: { rm: true } }, { line: 'ls ({"rm":true})' }],
	['a long object', { command: { a: 'x'.repeat(5000), b: 'rm' } }, { line: `({"a":"${'x'.repeat(5000)}","b":"rm"})` }],
	['arguments nested deeper than the stack', { command: 'cat', args: DEEP }, { line: 'cat (…)' }],
	['a list nested deeper than the stack', { command: DEEP }, { line: '(…)' }],
	['a line that is open at its end', { commands: ['ls \\', 'rm x'] }, { line: "sh -c 'ls \\'\nrm x" }],
	[
		'quotes over several lines',
		{ commands: ["echo '", "rm x #'"] },
		{ line: "sh -c 'echo '\\'''\nsh -c 'rm x #'\\'''" },
	],
	['a script', { script: 'rm x' }, { line: 'rm x' }],
	[
		'a variable',
		{ command: 'ls', env: { LD_PRELOAD: '/x.so' } },
		{ line: 'ls', env: [{ name: 'LD_PRELOAD', value: '/x.so' }] },
	],
	[
		'variables as a list',
		{ command: 'ls', env: [{ name: 'A' }, 'B=1=2', 7] },
		{
			line: 'ls',
			env: [
				{ name: 'A', value: null },
				{ name: 'B', value: '1=2' },
				{ name: 'env', value: null },
			],
		},
	],
	[
		'a shell of its own',
		{ command: 'ls', shell: '/w/sh' },
		{ line: 'ls', env: [{ name: 'SHELL', value: '/w/sh' }], shell: '/w/sh' },
	],
	['a plain shell', { command: 'ls', shell: '/bin/bash' }, { line: 'ls' }],
	['an empty command', { command: '', cmd: null }, undefined],
])('A command that is reported as %s is read as all that it may be.', (_, rawInput, command) => {
	for (const kind of ['read', 'execute', 'edit']) expect(ask({ kind, rawInput }).command).toEqual(command);
});

test.each<[boolean, object]>([
	[true, { file_path: '/a', content: 'x' }],
	[true, { path: '/a', old_string: '', new_string: 'x' }],
	[true, { patch: '*** Begin Patch' }],
	[true, { changes: { '/a': {} } }],
	[false, { todos: [{ content: 'x' }] }],
	[false, { path: '/a', pattern: 'content', content: true }],
	[false, { content: 'x' }],
	[false, { file_path: '/a', offset: 3 }],
])('Whether a request writes is known by its fields, not by its kind: %s for %j', (isWriting, rawInput) => {
	for (const kind of ['think', 'read', 'search', 'other']) {
		expect(ask({ kind, rawInput }).writes).toBe(isWriting ? true : undefined);
	}
});

test('Several hosts are all reported, so that a rule for one does not allow the others.', () => {
	const rawInput = { url: 'https://good.com', urls: ['https://evil.com/x', { url: 'http://good.com' }] };
	expect(ask({ kind: 'fetch', rawInput }).host).toBe('good.com,evil.com');
});

test('The verb of an editing tool is no command.', () => {
	expect(ask({ kind: 'edit', rawInput: { command: 'create', path: '/a' } }).command).toBeUndefined();
});

test('What earlier updates reported of a call completes its request; an ended call is forgotten.', () => {
	const translator = createTranslator();
	const params = { sessionId: 's', toolCall: { toolCallId: 'c', rawInput: {}, content: [] }, options: OPTIONS };
	const earlier = { toolCallId: 'c', kind: 'execute', rawInput: { command: 'make' } };
	translator.update({ sessionUpdate: 'tool_call', title: 'T', ...earlier });
	const { request } = translator.permission(params);
	expect(request).toMatchObject({ value: { patch: { kind: 'execute', title: 'T' }, command: { line: 'make' } } });
	translator.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' });
	const again = translator.permission(params).request;
	expect(again.ok && again.value.command).toBeUndefined();
});

test.each<[string, boolean, object]>([
	['kind switch_mode with a plan', true, { kind: 'switch_mode', rawInput: { plan: '# P' } }],
	[
		'kind switch_mode with text',
		true,
		{ kind: 'switch_mode', content: [{ type: 'content', content: { type: 'text', text: '# P' } }] },
	],
	['kind switch_mode alone', false, { kind: 'switch_mode' }],
	['entering plan mode by name', false, { kind: 'switch_mode', name: 'EnterPlanMode', rawInput: { plan: 'x' } }],
	['entering plan mode by field', false, { kind: 'switch_mode', rawInput: { mode: 'plan', plan: 'x' } }],
	['a plan in another kind', false, { kind: 'edit', rawInput: { plan: '# P' } }],
	['a title with the file of a plan', true, { kind: 'other', title: 'Requesting plan approval for: /p/x.md' }],
	['such a title of a command', false, { kind: 'execute', title: 'Requesting plan approval for: /p/x.md' }],
	['a spec to approve', true, { kind: 'other', title: 'Approve Spec', rawInput: { title: 'x', plan: '# P' } }],
	['a tool that leaves plan mode', true, { kind: 'other', name: 'ExitPlanMode', title: 'Ready to code?' }],
	['such a tool, by the id of its call', true, { kind: 'other', toolCallId: 'exit_plan_mode__7', title: 'Go?' }],
	['a title about a plan, without one', false, { kind: 'other', title: 'Review the plan?' }],
	['a plan that is only kept', false, { kind: 'other', name: 'update_plan', rawInput: { plan: '# P' } }],
	[
		'a question about a plan',
		false,
		{ kind: 'other', title: 'Approve the plan?', rawInput: { question: 'Which?', options: ['a', 'b'], plan: '# P' } },
	],
])('Whether %s is a plan to approve: %s', (_, isExitPlan, toolCall) => {
	expect(ask(toolCall).isExitPlan).toBe(isExitPlan);
});

test('A plan that nothing says is to be approved is one in plan mode alone.', () => {
	expect(ask({ kind: 'other', title: 'Go on?', rawInput: { plan: '# P' } })).toMatchObject({
		isExitPlan: false,
		holdsPlan: true,
		plan: '# P',
	});
});
