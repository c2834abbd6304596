import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultOf } from '../../../src/agent/translate/translate-result.js';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import type { ToolCallPatch, ToolKind } from '../../../src/core/tool-call.js';

const command = (rawOutput: unknown, text?: string): ToolCallPatch => ({
	id: 'c',
	kind: 'execute',
	rawOutput,
	...(text === undefined ? {} : { content: [{ type: 'content', block: { type: 'text', text } }] }),
});

describe('How a command ended is read in every spelling', () => {
	test.each<[string, unknown, number | undefined]>([
		['exitCode', { exitCode: 3 }, 3],
		['exit_code', { exit_code: 3 }, 3],
		['exit', { exit: 3 }, 3],
		['code', { code: 3 }, 3],
		['status as a number', { status: 3 }, 3],
		['status as a word', { status: 'completed' }, undefined],
		['a number in a string', { exitCode: '3' }, 3],
		['returncode', { returncode: 3 }, 3],
		['exitStatus', { exitStatus: 3 }, 3],
		['in metadata', { metadata: { exit: 3 }, output: 'x' }, 3],
		['in a result in a result', { result: { details: { exitCode: 3 } } }, 3],
		['an object of its own', { exit: { code: 3 } }, 3],
		['the outermost counts', { exitCode: 0, metadata: { exit: 3 } }, 0],
		['what no wrapper holds is not looked at', { env: { code: 3 } }, undefined],
		['four levels down is too deep', { data: { data: { data: { data: { exit: 3 } } } } }, undefined],
		['no number', { exitCode: null }, undefined],
		['a fraction', { exitCode: 0.5 }, undefined],
	])('%s', (_, rawOutput, code) => {
		expect(resultOf(command(rawOutput))?.exitCode).toBe(code);
	});

	test.each<[ToolKind, unknown, number | undefined]>([
		['fetch', { status: 404 }, undefined],
		['other', { code: 7 }, undefined],
		['other', { exitCode: 7 }, 7],
		['read', { exit_code: 1 }, 1],
		['search', { exit_code: 1 }, undefined],
		['search', { exit_code: 2 }, 2],
	])('Of a %s %j it is %s', (kind, rawOutput, code) => {
		expect(resultOf({ id: 'c', kind, rawOutput })?.exitCode).toBe(code);
	});

	test.each<[string, unknown]>([
		['a flag', { interrupted: true }],
		['a flag in metadata', { metadata: { aborted: true } }],
		['a state', { status: 'cancelled' }],
	])('That it was interrupted, by %s', (_, rawOutput) => {
		expect(resultOf(command(rawOutput))?.isInterrupted).toBe(true);
	});
});

describe('That a call failed is read from any mark of it', () => {
	test.each<[unknown]>([
		[{ success: false, output: 'x' }],
		[[{ query: 'ls', result: 'x', success: false }]],
		[{ ok: false }],
		[{ isError: true, content: [{ type: 'text', text: 'x' }] }],
		[{ is_error: true }],
		[{ error: 'It did not work.' }],
		[{ error: { message: 'x' } }],
		[{ result: { error: 'x' } }],
		[{ status: 'failed' }],
		[{ status: 'error' }],
		[{ resultType: 'failure' }],
		[{ results: [{ success: true }, { success: false }] }],
		['{"query":"x","result":"y","success":false}'],
	])('%j', (rawOutput) => {
		for (const kind of ['execute', 'read', 'edit', 'other'] as const) {
			expect(resultOf({ id: 'c', kind, rawOutput })?.hasFailed).toBe(true);
		}
	});

	test.each<[unknown]>([
		[{ success: true }],
		[{ error: null }],
		[{ error: '' }],
		[{ isError: false }],
		[{ status: 'completed' }],
		[{ exitCode: 0, error: 'a warning' }],
		[{ data: { items: [{ state: { error: 'of a page' } }] } }],
		['{"error":"in what a command printed"}'],
		['failed'],
	])('%j is none', (rawOutput) => {
		expect(resultOf(command(rawOutput))?.hasFailed).toBeUndefined();
	});

	test.each<[unknown, number]>([
		[[{ query: 'x', result: '[Command exited with code 3]\nout\n', success: false }], 3],
		[[{ result: 'out', error: 'Command exited with code 3' }], 3],
		[{ message: 'Process failed with exit code 3.' }, 3],
		[{ content: 'x', contents: [{ type: 'shell_exit', shellId: '0', exitCode: 3, outputPreview: 'x' }] }, 3],
		[[{ type: 'shell_exit', exitCode: 3 }], 3],
		[{ results: [{ exitCode: 0 }, { exitCode: 3 }] }, 3],
		[{ result: 'Command exited with code 0' }, 0],
	])('The exit code is read from %j', (rawOutput, code) => {
		expect(resultOf(command(rawOutput))?.exitCode).toBe(code);
	});
});

describe('What a command wrote is found in any form', () => {
	test.each<[unknown, string]>([
		['hi', 'hi'],
		[['hi', 'there'], 'hi\nthere'],
		[[{ query: 'ls', result: 'hi\n', success: true }], 'hi'],
		[
			[
				{ query: 'a', result: 'one\n' },
				{ query: 'b', result: 'two\n' },
			],
			'one\ntwo',
		],
		[{ results: [{ stdout: 'out\n', stderr: 'err\n' }] }, 'out\nerr\n'],
		[{ result: { stdout: 'hi' } }, 'hi'],
		[{ data: { result: { text: 'hi' } } }, 'hi'],
		[{ stdOut: 'hi', stdErr: '' }, 'hi'],
		[{ stdout: ['one', 'two'] }, 'one\ntwo'],
		[{ output: { text: 'hi' } }, 'hi'],
		[{ zorp: { blip: 'hi' } }, 'hi'],
		['{"query":"ls","result":"hi","success":true}', 'hi'],
		['{"name":"a package","version":"1"}', '{"name":"a package","version":"1"}'],
		[[{ query: 'x', result: '[Command exited with code 3]\nout\n\n[stderr]\nerr\n' }], 'out\n\n[stderr]\nerr'],
		[{ content: 'hi\n<shellId: 0 completed with exit code 0>' }, 'hi'],
	])('%j', (rawOutput, output) => {
		expect(resultOf({ id: 'c', kind: 'execute', rawOutput })?.output).toBe(output);
	});

	test.each([[{ pid: 7 }], [{ query: 'ls', success: true }], [[]], [{ command: 'ls', cwd: '/w', id: 'x' }], [null]])(
		'%j holds none',
		(rawOutput) => {
			expect(resultOf({ id: 'c', kind: 'execute', rawOutput })?.output).toBeUndefined();
		},
	);
});

describe('What a command wrote is shown without what stands around it for the model', () => {
	test.each<[string, unknown, string | undefined]>([
		['output', { output: 'hi', text: 'Output: hi' }, 'hi'],
		['aggregated_output', { aggregated_output: 'hi\n', exit_code: 0 }, 'hi\n'],
		['stdout and stderr', { stdout: 'out\n', stderr: 'err' }, 'out\nerr'],
		['an unused output beside them', { output: '', stdout: 'out' }, 'out'],
		['nothing was written', { stdout: '', stderr: '' }, ''],
		['in metadata', { metadata: { output: 'hi' } }, 'hi'],
		['a string', 'hi', 'hi'],
		[
			'blocks',
			[
				{ type: 'text', text: 'a' },
				{ type: 'text', text: 'b' },
			],
			'a\nb',
		],
		['content blocks', { content: [{ type: 'text', text: 'hi' }] }, 'hi'],
		['blocks among which is a picture', [{ type: 'text', text: 'a' }, { type: 'image' }], undefined],
		['nothing known', { pid: 7 }, undefined],
	])('%s', (_, rawOutput, output) => {
		expect(resultOf(command(rawOutput))?.output).toBe(output);
	});

	const report = [
		'Command: seq 1 2; false',
		'Directory: (root)',
		'Output: 1',
		'2',
		'Error: (none)',
		'Exit Code: 1',
		'Signal: (none)',
		'Process Group PGID: 23894',
	].join('\n');
	test.each<[string, string, unknown]>([
		['a report of fields', report, { output: '1\n2', exitCode: 1 }],
		[
			'a report with nothing in it',
			'Command: true\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)',
			{ output: '', exitCode: 0 },
		],
		[
			'a report with a signal',
			'Command: x\nOutput: a\nError: killed\nExit Code: (none)\nSignal: SIGKILL',
			{ output: 'a\nkilled', signal: 'SIGKILL' },
		],
		[
			'a report in another order',
			'Exit code: 0\nWall time: 0.1 seconds\nOutput:\nhi\nthere',
			{ output: 'hi\nthere', exitCode: 0 },
		],
		['the first line in a fence', '```\nExit code 3\nout\nerr\n```', { output: 'out\nerr', exitCode: 3 }],
		['the last paragraph', 'out\n\nCommand exited with code 3', { output: 'out', exitCode: 3 }],
		[
			'a block in tags',
			'tick 1\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>',
			{ output: 'tick 1', isInterrupted: true },
		],
		['a reminder', 'hi\n<system-reminder>Mind the gap.</system-reminder>', { output: 'hi' }],
		[
			'a sentence about a stop',
			'Command cancelled by user.\n\nOutput before cancellation:\ntick 1\ntick 2',
			{ output: 'tick 1\ntick 2', isInterrupted: true },
		],
	])('%s', (_, text, expected) => {
		expect(resultOf(command(undefined, text))).toEqual(expected);
	});

	test.each([
		['a text that a command wrote', 'hi\nthere'],
		['a program that tells exit codes itself', 'test 1 ok\nExit Code: 3\nall done'],
		['a program that ends with a word of its own', 'job\nexited with code 3'],
		['tags of another kind', '<div>hi</div>'],
	])('%s is left alone', (_, text) => {
		expect(resultOf(command(undefined, text))).toBeUndefined();
	});

	test('Fields of the raw output count before the words of a text.', () => {
		expect(resultOf(command({ output: 'out\nerr', exitCode: 3 }, report))).toEqual({ output: 'out\nerr', exitCode: 3 });
	});
});

describe('A list of tasks is one in every spelling', () => {
	const steps = [
		{ text: 'Read', status: 'completed', priority: 'high' },
		{ text: 'Write', status: 'pending', priority: 'medium' },
	];
	test.each<[string, unknown]>([
		[
			'todos',
			{
				todos: [
					{ content: 'Read', status: 'completed', priority: 'high' },
					{ content: 'Write', status: 'pending' },
				],
			},
		],
		[
			'tasks with descriptions',
			{
				tasks: [
					{ description: 'Read', status: 'done', priority: 'high' },
					{ description: 'Write', status: 'TODO' },
				],
			},
		],
		[
			'boxes',
			{
				items: [
					{ text: 'Read', done: true, priority: 'high' },
					{ text: 'Write', done: false },
				],
			},
		],
		[
			'a bare list',
			[
				{ title: 'Read', state: 'Completed', priority: 'high' },
				{ title: 'Write', state: 'not started' },
			],
		],
	])('%s', (_, rawInput) => {
		expect(resultOf({ id: 'c', kind: 'other', rawInput })?.todos).toEqual(steps);
	});

	test.each<[string, ToolCallPatch]>([
		['a status that nobody knows', { id: 'c', rawInput: { todos: [{ content: 'a', status: 'open-ish' }] } }],
		['a status that every object knows', { id: 'c', rawInput: { todos: [{ content: 'a', status: 'constructor' }] } }],
		[
			'one item without words',
			{ id: 'c', rawInput: { todos: [{ content: 'a', status: 'done' }, { status: 'done' }] } },
		],
		['an empty list', { id: 'c', rawInput: { todos: [] } }],
		['what a command is given', { id: 'c', kind: 'execute', rawInput: { tasks: [{ name: 'a', status: 'done' }] } }],
	])('%s is none', (_, patch) => {
		expect(resultOf(patch)?.todos).toBeUndefined();
	});
});

test.each<[ToolKind, unknown, string | undefined]>([
	['other', { prompt: 'Look around', description: 'Look' }, 'Look around'],
	['think', { task: 'Look around' }, 'Look around'],
	['fetch', { prompt: 'What does it say?' }, undefined],
	['other', { prompt: 'What does it say?', url: 'https://example.org' }, undefined],
	['execute', { prompt: 'x' }, undefined],
])('What the sub-agent of a %s with %j is asked is %s', (kind, rawInput, prompt) => {
	expect(resultOf({ id: 'c', kind, rawInput })?.prompt).toBe(prompt);
});

describe('In a session', () => {
	const todos = [{ content: 'Read', status: 'in_progress' }];
	const call = (more: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...more });
	const types = (update: unknown, translator = createTranslator()) => translator.update(update).map(({ type }) => type);

	test('A list of tasks is the plan once its call is done, unless the agent sends plans.', () => {
		const translator = createTranslator();
		expect(types(call({ rawInput: { todos } }), translator)).toEqual(['tool']);
		expect(types(call({ status: 'completed' }), translator)).toEqual(['tool', 'plan']);
		expect(types(call({ status: 'failed', rawInput: { todos } }))).toEqual(['tool']);
		translator.update({ sessionUpdate: 'plan', entries: [] });
		expect(types(call({ status: 'completed', rawInput: { todos } }), translator)).toEqual(['tool']);
	});

	test('A sub-agent’s list is not the plan.', () => {
		const meta = { claudeCode: { parentToolUseId: 'p' } };
		expect(types(call({ status: 'completed', rawInput: { todos }, _meta: meta }))).toEqual(['tool']);
	});
});

/** What this process has spent since, in ms of one core. */
function cpuTime(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

test('Whatever an agent sends, reading a result does not throw, and takes no more time for more of it.', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (rawInput, rawOutput, text) => {
			for (const kind of ['execute', 'other', 'read'] as const) {
				resultOf({ ...command(rawOutput, text), kind, rawInput });
			}
		}),
	);
	for (const piece of ['<a-metadata>', '```\n', 'Exit code: 0\n', '\n\n', 'Output: ', ' ']) {
		const before = process.cpuUsage();
		resultOf(command(undefined, piece.repeat(2_000_000 / piece.length)));
		expect(cpuTime(before)).toBeLessThan(2000);
	}
	const before = process.cpuUsage();
	resultOf(command(undefined, `${'`'.repeat(200_000)}\n${`${'`'.repeat(199_999)}x`.repeat(3)}`));
	expect(cpuTime(before)).toBeLessThan(2000);
});
