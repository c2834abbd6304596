import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../src/cli/command.js';
import { parseCommandLine } from '../../src/cli/parse.js';
import { UsageError } from '../../src/cli/usage-error.js';

const nothing: RunOptions = {
	agent: null,
	agentCommand: null,
	cwd: null,
	mode: null,
	isBypassAllowed: false,
	allow: [],
	deny: [],
	record: null,
};
const interactive = (prompt: string, run: Partial<RunOptions> = {}) => ({
	type: 'interactive',
	prompt,
	isScreenReader: false,
	run: { ...nothing, ...run },
});
const print = (prompt: string, more: object = {}, run: Partial<RunOptions> = {}) => ({
	type: 'print',
	prompt,
	timeoutSeconds: null,
	format: 'text',
	run: { ...nothing, ...run },
	...more,
});

describe('arguments become a command', () => {
	test.each([
		[[], interactive('')],
		[['fix', 'the', 'bug'], interactive('fix the bug')],
		[['fix the bug', '-m', 'plan'], interactive('fix the bug', { mode: 'plan' })],
		[['--', '-x', 'agents'], interactive('-x agents')],
		[['--', 'agents'], interactive('agents')],
		[['demo'], interactive('', { agent: 'demo' })],
		[['demo', '-m', 'acceptEdits', 'hello'], interactive('hello', { agent: 'demo', mode: 'acceptEdits' })],
		[['demo', '--', '--hello'], interactive('--hello', { agent: 'demo' })],
		[['-a', 'claude'], interactive('', { agent: 'claude' })],
		[['--agent-command', 'node a.js --x'], interactive('', { agentCommand: 'node a.js --x' })],
		[['-C', '/tmp'], interactive('', { cwd: '/tmp' })],
		[
			['-m', 'bypassPermissions', '--allow-bypass'],
			interactive('', { mode: 'bypassPermissions', isBypassAllowed: true }),
		],
		[
			['--allow', 'Read', '--deny', 'Edit', '--allow', 'Execute(npm test *)'],
			interactive('', { allow: ['Read', 'Execute(npm test *)'], deny: ['Edit'] }),
		],
		[['--screen-reader'], { ...interactive(''), isScreenReader: true }],
		[['--record', 'x.jsonl'], interactive('', { record: 'x.jsonl' })],
		[['-p', 'hello'], print('hello')],
		[['hello', '--print'], print('hello')],
		[['-p'], print('')],
		[['-p', 'hi', '--timeout', '1.5', '--output-format', 'json'], print('hi', { timeoutSeconds: 1.5, format: 'json' })],
		[['-p', '--output-format=stream-json', 'hi'], print('hi', { format: 'stream-json' })],
		[['demo', '-p', 'hi'], print('hi', {}, { agent: 'demo' })],
		[['agents'], { type: 'agents', cwd: null }],
		[['agents', '-C', '/x'], { type: 'agents', cwd: '/x' }],
		[['config'], { type: 'config', action: 'show', cwd: null, isAgreed: false }],
		[['config', 'trust'], { type: 'config', action: 'trust', cwd: null, isAgreed: false }],
		[['config', 'trust', '--yes'], { type: 'config', action: 'trust', cwd: null, isAgreed: true }],
		[['-V'], { type: 'show', text: '9.9.9\n' }],
		[['--version', '-p'], { type: 'show', text: '9.9.9\n' }],
	] as const)('%j', (argv, expected) => {
		expect(parseCommandLine([...argv], '9.9.9')).toEqual(expected);
	});
});

describe('wrong usage is one sentence that names the place', () => {
	test.each([
		[['--nope'], 'unknown option "--nope" (acp-tui --help lists them)'],
		[['--mod', 'plan'], 'unknown option "--mod", did you mean --mode? (acp-tui --help lists them)'],
		[['-m'], '--mode needs a value'],
		[['-m', 'Plan'], '--mode "Plan": default, acceptEdits, plan or bypassPermissions is expected; did you mean plan?'],
		[['-m', 'bypassPermissions'], '--mode bypassPermissions needs --allow-bypass'],
		[['--agent-command', ' '], '--agent-command needs a value that is not empty'],
		[['-a', ''], '--agent needs a value that is not empty'],
		[['-a', 'x', '--agent-command', 'y'], '--agent and --agent-command exclude each other: give one of them'],
		[['demo', '-a', 'x'], '"acp-tui demo" runs the demo agent: it takes no --agent and no --agent-command'],
		[['--allow', ''], '--allow needs a value that is not empty'],
		[['--timeout', '5'], '--timeout needs --print'],
		[['--output-format', 'json'], '--output-format needs --print'],
		[['-p', 'x', '--output-format', 'xml'], '--output-format "xml": text, json or stream-json is expected'],
		[['-p', 'x', '--timeout', '0'], '--timeout "0": seconds above 0 and at most 604800 (a week) are expected'],
		[['-p', 'x', '--timeout', '-5'], '--timeout "-5": seconds above 0 and at most 604800 (a week) are expected'],
		[['-p', 'x', '--timeout', '1e9'], '--timeout "1e9": seconds above 0 and at most 604800 (a week) are expected'],
		[['agents', '-p'], '"acp-tui agents" takes no --print; a prompt of that word goes after --'],
		[['config', '--allow-bypass'], '"acp-tui config" takes no --allow-bypass; a prompt of that word goes after --'],
		[['config', 'show', '-y'], '"acp-tui config show" takes no --yes'],
		[['config', 'frob'], '"acp-tui config" has no "frob": show, path, schema, trust, untrust are known'],
		[['agents', 'please'], "too many arguments for 'agents'. Expected 0 arguments but got 1: please."],
		[['agnets'], '"agnets" is not a command, did you mean agents? As a prompt it goes after --'],
		[['confg', '-p'], '"confg" is not a command, did you mean config? As a prompt it goes after --'],
		[['help'], 'help is an option: acp-tui --help'],
		[['sessions'], '"acp-tui sessions" is not in this version; as a prompt it goes after --'],
		[['doctor'], '"acp-tui doctor" is not in this version; as a prompt it goes after --'],
		[['replay', 'x.jsonl'], '"acp-tui replay" is not in this version; as a prompt it goes after --'],
		[['-c'], '-c is not in this version'],
		[['--continue'], '--continue is not in this version'],
		[['--resume'], '--resume is not in this version'],
		[['--resume=abc'], '--resume is not in this version'],
	] as const)('%j', (argv, sentence) => {
		const parse = () => parseCommandLine([...argv], '9.9.9');
		expect(parse).toThrow(UsageError);
		expect(parse).toThrow(sentence);
	});
});

test('the help lists every option of this version and nothing that a later one brings', () => {
	const command = parseCommandLine(['--help'], '9.9.9');
	const text = command.type === 'show' ? command.text : '';
	for (const word of ['--agent-command', '--allow-bypass', '--output-format', '--record', 'demo', 'agents', 'config']) {
		expect(text).toContain(word);
	}
	for (const word of ['--continue', '--resume', 'sessions', 'doctor', 'replay', '(default']) {
		expect(text).not.toContain(word);
	}
	expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('a word far from any command is a prompt', () => {
	expect(parseCommandLine(['hello'], '9.9.9')).toEqual(interactive('hello'));
});
