import { describe, expect, test } from 'vitest';
import { OUTPUT_FORMATS, type RunOptions } from '../../src/cli/command.js';
import * as messages from '../../src/cli/command-line-messages.js';
import { UsageError } from '../../src/cli/errors.js';
import { OTHER_OPTIONS } from '../../src/cli/other-options.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { mayNameSubcommand, SUBCOMMAND_ACTIONS, SUBCOMMAND_NAMES } from '../../src/cli/subcommand-names.js';
import { ALL_SUBCOMMANDS } from '../../src/cli/subcommands/all-subcommands.js';
import { NO_OPTIONS } from './world.js';

const interactive = (prompt: string, run: Partial<RunOptions> = {}) => ({
	type: 'interactive',
	prompt,
	run: { ...NO_OPTIONS, ...run },
});
const print = (prompt: string, more: object = {}, run: Partial<RunOptions> = {}) => ({
	type: 'print',
	prompt,
	isInputAwaited: false,
	run: { ...NO_OPTIONS, print: true, ...run },
	...more,
});

const subcommand = (name: string, request: object) => ({
	type: 'subcommand',
	name,
	request,
	run: expect.any(Function),
});

describe('arguments become a command', () => {
	test.each([
		[[], interactive('')],
		[['fix', 'the', 'bug'], interactive('fix the bug')],
		[['update', 'the', 'readme'], interactive('update the readme')],
		[['login page is broken'], interactive('login page is broken')],
		[['fix the bug', '-m', 'plan'], interactive('fix the bug', { mode: 'plan' })],
		[['--', '-x', 'agents'], interactive('-x agents')],
		[['--', 'agents'], interactive('agents')],
		[['demo'], interactive('', { agent: 'demo' })],
		[['demo', '-m', 'acceptEdits', 'hello'], interactive('hello', { agent: 'demo', mode: 'acceptEdits' })],
		[['demo', '--', '--hello'], interactive('--hello', { agent: 'demo' })],
		[['--sandbox', 'fence', '--agent-command', 'x'], interactive('', { agentCommand: 'x', sandbox: 'fence' })],
		[['-a', 'claude'], interactive('', { agent: 'claude' })],
		[['--agent-command', 'node a.js --x'], interactive('', { agentCommand: 'node a.js --x' })],
		[
			['login', 'claude', '--method', 'key', '-C', '/tmp', '--timeout', '9'],
			subcommand('login', { agent: 'claude', method: 'key', cwd: '/tmp', timeout: 9 }),
		],
		[['logout', '--agent-command', 'x y'], subcommand('logout', { agentCommand: 'x y' })],
		[['-C', '/tmp'], interactive('', { cwd: '/tmp' })],
		[['-m', 'bypassPermissions', '--allow-bypass'], interactive('', { mode: 'bypassPermissions', allowBypass: true })],
		[
			['--allow', 'Read', '--deny', 'Edit', '--allow', 'Execute(npm test *)'],
			interactive('', { allow: ['Read', 'Execute(npm test *)'], deny: ['Edit'] }),
		],
		[['--add-dir', '../lib', '--add-dir=/more'], interactive('', { addDir: ['../lib', '/more'] })],
		[['--screen-reader'], interactive('', { screenReader: true })],
		[['--record', 'x.jsonl'], interactive('', { record: 'x.jsonl' })],
		[['--debug'], interactive('', { debug: true })],
		[['-c'], interactive('', { continue: true, resume: { type: 'newest', isFork: false, isPrinted: false } })],
		[
			['-c', '--fork'],
			interactive('', { continue: true, fork: true, resume: { type: 'newest', isFork: true, isPrinted: false } }),
		],
		[['-r'], interactive('', { resume: { type: 'list', isFork: false, isPrinted: false } })],
		[
			['-r', 'abc', 'and', 'now'],
			interactive('and now', { resume: { type: 'id', id: 'abc', isFork: false, isPrinted: false } }),
		],
		[['--resume=abc'], interactive('', { resume: { type: 'id', id: 'abc', isFork: false, isPrinted: false } })],
		[['--no-persistence'], interactive('', { noPersistence: true })],
		[['-p', 'hello'], print('hello')],
		[['hello', '--print'], print('hello')],
		[['-p', 'review', '-'], print('review', { isInputAwaited: true })],
		[['-p', '--', '-'], print('-')],
		[['-p', 'mcps'], print('mcps')],
		[['logins', '-p'], print('logins')],
		[['-p', 'update'], print('update')],
		[['-p', 'demo'], print('demo')],
		[['-p', 'mcp'], print('mcp')],
		[['-p', 'config', 'the', 'thing'], print('config the thing')],
		[['-a', 'claude', '-p', 'usage', '--timeout', '9'], print('usage', {}, { agent: 'claude', timeout: 9 })],
		[['-p', '-a', 'demo', 'sessions'], print('sessions', {}, { agent: 'demo' })],
		[['session', 'handling', 'is', 'broken'], interactive('session handling is broken')],
		[['agent', 'x', 'fails'], interactive('agent x fails')],
		[['-p'], print('')],
		[
			['-p', 'hi', '--timeout', '1.5', '--output-format', 'json'],
			print('hi', {}, { timeout: 1.5, outputFormat: 'json' }),
		],
		[['-p', '--output-format=stream-json', 'hi'], print('hi', {}, { outputFormat: 'stream-json' })],
		[['demo', '-p', 'hi'], print('hi', {}, { agent: 'demo' })],
		[['agents', 'list', '--json'], subcommand('agents list', { json: true })],
		[['agents', '-C', '/x'], subcommand('agents', { cwd: '/x' })],
		[
			['agents', 'show', 'goose', '--json', '--from', 'x'],
			subcommand('agents show', { json: true, from: 'x', id: 'goose' }),
		],
		[['agents', 'install', 'x', '--version', '2'], subcommand('agents install', { id: 'x', agentVersion: '2' })],
		[['config', 'trust', '--yes'], subcommand('config trust', { yes: true })],
		[['mcp', 'add', 'x', '--', 'y', '-z'], subcommand('mcp add', { name: 'x', literal: ['y', '-z'] })],
		[['-V'], { type: 'show', text: '9.9.9\n' }],
		[['--version', '-p'], { type: 'show', text: '9.9.9\n' }],
	] as const)('%j', (argv, expected) => {
		expect(parseCommandLine([...argv], '9.9.9', ALL_SUBCOMMANDS)).toEqual(expected);
	});
});

test.each([
	[
		['help', 'sessions'],
		['sessions', '--help'],
	],
	[
		['help', 'sessions', 'list'],
		['sessions', 'list', '--help'],
	],
])('%j shows what %j does', (argv, same) => {
	const [shown, expected] = [argv, same].map((each) => parseCommandLine(each, '9.9.9', ALL_SUBCOMMANDS));
	expect(shown).toEqual(expected);
	expect(shown?.type).toBe('show');
});

test.each([['help me to write tests'], ['help sessions to be found faster']])('%j is a prompt', (words) => {
	expect(parseCommandLine(words.split(' '), '9.9.9', ALL_SUBCOMMANDS)).toMatchObject({ prompt: words });
});

describe('wrong usage is one sentence that names the place', () => {
	test.each([
		[['--nope'], messages.unknownOption('--nope', null, 'acp-tui')],
		[['--mod', 'plan'], messages.unknownOption('--mod', 'mode', 'acp-tui')],
		[['-m'], messages.needsValue('--mode')],
		[['-m', 'bypassPermissions'], messages.bypassNeedsConsent],
		[['--agent-command', ' '], messages.needsValue('--agent-command')],
		[['-a', ''], messages.needsValue('--agent')],
		[['-a', 'x', '--agent-command', 'y'], messages.twoAgents],
		[['demo', '-a', 'x'], messages.demoTakesNoAgent],
		[['--allow', ''], messages.needsValue('--allow')],
		[['--timeout', '5'], messages.needsPrint('--timeout')],
		[['--output-format', 'json'], messages.needsPrint('--output-format')],
		[['-p', 'x', '--output-format', 'xml'], messages.badChoice('--output-format', 'xml', OUTPUT_FORMATS)],
		[['-p', 'x', '--timeout', '0'], messages.badTimeout('0', 604_800)],
		[['-p', 'x', '--timeout', '-5'], messages.badTimeout('-5', 604_800)],
		[['-p', 'x', '--timeout', '1e9'], messages.badTimeout('1e9', 604_800)],
		[['agents', '-p'], messages.takesNoOption('agents', '--print')],
		[['config', '--allow-bypass'], messages.takesNoOption('config', '--allow-bypass')],
		[['config', 'trust', '--yess'], messages.unknownOption('--yess', 'yes', 'acp-tui config trust')],
		[['agents', '--yes'], 'unknown option "--yes" (acp-tui agents --help lists them)'],
		[['config', 'show', '--project'], messages.unknownOption('--project', null, 'acp-tui config show')],
		[['config', 'set', 'ui.theme'], messages.needsArgument('acp-tui config set', 'value')],
		[['config', 'frob'], messages.unknownAction('frob', SUBCOMMAND_ACTIONS['config'] ?? [])],
		[
			['agents', 'please'],
			'unknown action "please"; "acp-tui agents" knows list, show, install, update, rollback or remove',
		],
		[['mcp', 'tst', 'x'], 'unknown action "tst"; did you mean test? "acp-tui mcp" knows list, test, add or remove'],
		[['agents', 'show', 'a', 'b'], '"acp-tui agents show" does not take "b"'],
		[['agnets'], messages.unknownCommand('agnets', 'agents')],
		[['session', 'list'], messages.unknownCommand('session list', 'sessions')],
		[['agent', 'install', 'goose'], messages.unknownCommand('agent install goose', 'agents')],
		[['agent', 'ls'], messages.unknownCommand('agent ls', 'agents')],
		[['worktree', 'ls'], messages.unknownCommand('worktree ls', 'worktrees')],
		[['worktree', 'new', 'x'], messages.unknownCommand('worktree new x', 'worktrees')],
		[['sesions', 'lst'], messages.unknownCommand('sesions lst', 'sessions')],
		[['mcp', 'lst'], 'unknown action "lst"; did you mean list?'],
		[['sessions', 'rm', 'x'], 'unknown action "rm"; did you mean delete?'],
		[['config', 'edit', 'ui.theme', 'dark'], 'unknown action "edit"; did you mean set?'],
		[['config', 'show', 'ui.theme'], messages.tooManyWords('acp-tui config show', ['ui.theme'])],
		[['resume', 'x'], 'use "acp-tui --resume ID"'],
		[['update', 'claude'], 'use "acp-tui agents update"'],
		[['--yolo'], 'unknown option "--yolo"; use --mode bypassPermissions'],
		[['plugin', 'install', 'x'], 'the agent reads its own settings for it'],
		[['stats'], 'use "acp-tui usage"'],
		[['acp'], 'acp-tui is the client'],
		[['exec', 'hi'], 'unknown command "exec"'],
		[['init'], 'unknown command "init"'],
		[['mcp', 'add'], messages.needsArgument('acp-tui mcp add', 'name')],
		[['--modle', 'x'], messages.unknownOption('--modle', 'model', 'acp-tui')],
		[['help'], 'unknown command "help"; use --help. To send it as a prompt: acp-tui -- help'],
		[['doctor'], 'unknown command "doctor"'],
		[['replay', 'x.jsonl'], 'unknown command "replay"'],
		[['--auth', 'key'], messages.needsPrint('--auth')],
		[['login', 'claude', '--agent-command', 'x'], messages.twoAgents],
		[['logout', 'claude', '-p'], messages.takesNoOption('logout', '--print')],
		[['logn'], 'unknown command "logn"; did you mean login?'],
		[
			['mcp', 'add', 'x', 'npx', '-y'],
			'there is no -y here; the command of a server, with its options, stands behind --',
		],
		[['mcp', 'add', 'x', 'npx'], '"acp-tui mcp add" does not take "npx"; a command stands behind --'],
		[['mcp', 'add', 'x', 'http://h/'], 'an address behind --url'],
		[['mcp', 'add', '--url', 'http://h/'], messages.needsArgument('acp-tui mcp add', 'name')],
		[['mcp', 'add', '--transport', 'http', 'x', 'http://h/'], 'there is no --transport here; use --url URL'],
		[['mcp', 'get', 'x'], 'unknown action "get"; did you mean list?'],
		[['usage', 'today'], '"acp-tui usage" does not take "today" (acp-tui usage --help)'],
		[['completions', 'bash'], 'use "acp-tui completion SHELL"'],
		[['fix', '-'], messages.dashNeedsPrint],
		[['-c', '-r', 'abc'], messages.CONTINUE_OR_RESUME],
		[['-r', '-p'], messages.LIST_NEEDS_SCREEN],
		[['--resume=', '-p', 'hi'], messages.LIST_NEEDS_SCREEN],
		[['--fork'], messages.FORK_NEEDS_SESSION],
		[['-r', '--fork'], messages.FORK_NEEDS_SESSION],
		[['-c', '--worktree'], messages.RESUME_WORKTREE],
		[['agents', '-c'], messages.takesNoOption('agents', '--continue')],
		[['continue'], 'use "acp-tui --continue"'],
		[['--model', ' '], messages.needsValue('--model')],
		[['--full-auto', 'fix it'], 'use --mode acceptEdits --sandbox fence'],
		[['--allowedTools', 'Bash(npm test:*)'], 'use --allow "Execute(npm test *)"'],
		[['--max-turns=3', '-p', 'x'], 'use --timeout SECONDS'],
		[['-i', 'hello'], 'acp-tui "PROMPT"'],
		[['--sandbox', 'read-only'], 'use --mode plan --sandbox fence'],
	] as const)('%j', (argv, sentence) => {
		const parse = () => parseCommandLine([...argv], '9.9.9', ALL_SUBCOMMANDS);
		expect(parse).toThrow(UsageError);
		expect(parse).toThrow(sentence);
	});
});

test.each(Object.keys(OTHER_OPTIONS))('%s of another program is no option of ours, and says what is', (flag) => {
	const parse = () => parseCommandLine([flag, 'x'], '9.9.9', ALL_SUBCOMMANDS);
	expect(parse).toThrow(UsageError);
	expect(parse).toThrow(OTHER_OPTIONS[flag] ?? '');
});

test('the help lists every option of this version and nothing that a later one brings', () => {
	const command = parseCommandLine(['--help'], '9.9.9', ALL_SUBCOMMANDS);
	const text = command.type === 'show' ? command.text : '';
	for (const word of ['--agent-command', '--allow-bypass', '--output-format', '--record', 'demo', 'agents', 'config']) {
		expect(text).toContain(word);
	}
	for (const word of ['doctor', 'replay', '(default']) expect(text).not.toContain(word);
	expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.each([
	...['update deps', 'resume work on the parser', 'agent loop crashes', 'inspect main.ts', 'install express'],
	...['export the types', 'hooks fail'],
])('%s is a prompt', (words) => {
	expect(parseCommandLine(words.split(' '), '9.9.9', ALL_SUBCOMMANDS)).toEqual(interactive(words));
});

test('The definitions of subcommands are loaded where the arguments may name one, and only there', () => {
	expect(ALL_SUBCOMMANDS.map(({ name }) => name)).toEqual([...SUBCOMMAND_NAMES]);
	for (const name of SUBCOMMAND_NAMES) expect(mayNameSubcommand(['--debug', name])).toBe(true);
	for (const help of [['-h'], ['--help'], ['-ch']]) expect(mayNameSubcommand(help)).toBe(true);
	for (const argv of [[], ['hello'], ['-p', 'fix it', '-m', 'plan'], ['--continue'], ['demo', 'hello']]) {
		expect(mayNameSubcommand(argv)).toBe(false);
		expect(parseCommandLine(argv, '9.9.9', [])).toEqual(parseCommandLine(argv, '9.9.9', ALL_SUBCOMMANDS));
	}
});
