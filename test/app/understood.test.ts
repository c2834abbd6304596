import { describe, expect, test } from 'vitest';
import { isObject, objectOf } from '../../src/agent/json.js';
import type { Mode } from '../../src/core/policy/policy-types.js';
import { lines } from '../core/lines.js';
import { inside, judgeAfter, REQUESTS, verdictOf } from './understood-calls.js';

/** What agents ask for in passing, and nobody wants to be asked about. */
const HARMLESS: readonly [string, object][] = [
	['a read', { kind: 'read', rawInput: { file_path: '/w/a.ts', offset: 3, limit: 100 } }],
	['a read of a page range', { kind: 'read', rawInput: { file_path: '/w/a.pdf', pages: '1-5' } }],
	['a read in other words', { kind: 'read', rawInput: { absolutePath: '/w/a.ts', view_range: [1, 9], timeout_ms: 5 } }],
	['a read that says its place alone', { kind: 'read', locations: [{ path: '/w/a.ts' }] }],
	['a list of a folder', { kind: 'read', rawInput: { path: '/w', ignore: ['*.log'], recursive: true } }],
	[
		'a list with filters',
		{ kind: 'search', rawInput: { dir_path: '/w', file_filtering_options: { respect_git_ignore: true } } },
	],
	[
		'a search',
		{ kind: 'search', rawInput: { pattern: 'foo|bar', path: '/w', '-n': true, '-C': 3, output_mode: 'content' } },
	],
	['a search by name', { kind: 'search', rawInput: { pattern: 'src/**/*.{ts,tsx}' } }],
	['a search for words in a place', { kind: 'search', rawInput: { query: 'where is it', path: '/w/src' } }],
	['a thought', { kind: 'think', rawInput: { thought: 'Hm.', thoughtNumber: 1, nextThoughtNeeded: false } }],
	['a thought without input', { kind: 'think' }],
	[
		'a read of a file that is called mcp',
		{ kind: 'read', title: 'Read src/mcp/server.ts', rawInput: { path: '/w/src/mcp/server.ts' } },
	],
	[
		'a search for mcp',
		{ kind: 'search', title: 'grep "mcp__srv"', rawInput: { pattern: 'mcp__srv', path: '/w', call_id: 'call_1' } },
	],
	[
		'a sub-agent',
		{
			kind: 'think',
			rawInput: { description: 'Look', prompt: 'Look at {a}\nand b.', subagent_type: 'general-purpose' },
		},
	],
	[
		'a to-do list',
		{ kind: 'other', rawInput: { todos: [{ content: 'Do it', status: 'pending', priority: 'high', id: '1' }] } },
	],
	[
		'a to-do list as a thought',
		{ kind: 'think', rawInput: { todos: [{ content: 'Do', activeForm: 'Doing', status: 'x' }] } },
	],
	[
		'a command',
		{
			kind: 'execute',
			rawInput: { command: 'ls -l', description: 'List', is_background: false, cwd: '/w', timeout: 9 },
		},
	],
	[
		'a command of words',
		{ kind: 'execute', rawInput: { command: ['wc', '-l', 'a.ts'], workdir: '/w', shell: '/bin/bash' } },
	],
];

describe.each<Mode>(['default', 'plan'])('In %s mode', (mode) => {
	test.each(HARMLESS)('%s is allowed.', async (_, toolCall) => {
		expect(await verdictOf(toolCall, mode)).toMatchObject({ decision: 'allow' });
	});

	test.each<[string, object]>([
		[
			'an input that is JSON in a string',
			{ kind: 'read', rawInput: '{"file_path":"/w/a"}', locations: [{ path: '/w/a' }] },
		],
		['an input that is a list', { kind: 'read', rawInput: ['/w/a'], locations: [{ path: '/w/a' }] }],
		['an input that is a number', { kind: 'think', rawInput: 7 }],
		['a nested command', { kind: 'read', rawInput: { ...inside, input: { command: 'rm -rf .' } } }],
		['a command in arguments', { kind: 'read', rawInput: { ...inside, arguments: { command: 'rm -rf .' } } }],
		['a command in JSON', { kind: 'think', rawInput: { description: '{"command":"rm -rf ."}' } }],
		[
			'a program apart from its arguments',
			{ kind: 'read', rawInput: { ...inside, program: 'rm', args: ['-rf', '.'] } },
		],
		['a line as a shell', { kind: 'read', rawInput: { ...inside, shell: 'rm -rf .' } }],
		['code in a read', { kind: 'read', rawInput: { ...inside, code: 'unlink()' } }],
		['code in a thought', { kind: 'think', rawInput: { thought: 'x', code: 'unlink()' } }],
		['code in a search', { kind: 'search', rawInput: { pattern: 'x', code: 'unlink()' } }],
		['a command in another case', { kind: 'think', rawInput: { Command: 'rm -rf .' } }],
		['a command with a sign behind it', { kind: 'think', rawInput: { command_: 'rm -rf .' } }],
		['a command and an argv', { kind: 'execute', rawInput: { command: 'ls', argv: ['rm', '-rf', '.'] } }],
		[
			'two lists of arguments',
			{ kind: 'execute', rawInput: { command: 'git', args: ['status'], arguments: ['push'] } },
		],
		[
			'arguments that are a line',
			{ kind: 'execute', rawInput: { command: 'git', args: [], arguments: 'status; rm x' } },
		],
		['two commands', { kind: 'execute', rawInput: { command: 'ls', cmds: ['rm x'] } }],
		['arguments that are a line when joined', { kind: 'execute', rawInput: { command: 'ls', args: ['; rm x'] } }],
		['others that are one', { kind: 'execute', rawInput: { cmd: 'ls', args: ['; rm x'] } }],
		['arguments that are more', { kind: 'execute', rawInput: { command: 'rg', args: ['-e x --pre=./x', '.'] } }],
		...[' /etc/passwd', '\t/etc/x', '\u00a0/etc/x', "'/etc/x'", '@/etc/x', '@~/.ssh/x', ' ../x', '"/etc/x" '].map(
			(path): [string, object] => [`a path that tools trim: ${path}`, { kind: 'read', rawInput: { path } }],
		),
		['a pattern that they trim', { kind: 'search', rawInput: { pattern: ' /etc/*' } }],
		['a path that is an option', { kind: 'search', rawInput: { pattern: 'x', path: '--pre=./x' } }],
		['a server in _meta', { kind: 'read', rawInput: inside, _meta: { mcp: { server: 'x', tool: 'read' } } }],
		['a server by name in _meta', { kind: 'read', rawInput: inside, _meta: { x: { serverName: 'x' } } }],
		['an address that a search may reach', { kind: 'search', rawInput: { query: 'https://x.example', path: '/w' } }],
		['a mode that writes', { kind: 'read', rawInput: { ...inside, mode: 'w' } }],
		['a mode that asks less', { kind: 'think', rawInput: { prompt: 'x', mode: 'bypassPermissions' } }],
		['another one', { kind: 'think', rawInput: { prompt: 'x', agent_mode: 'yolo' } }],
		['one by its name', { kind: 'think', rawInput: { prompt: 'x', modeId: 'yolo' } }],
		['one as an object', { kind: 'think', rawInput: { prompt: 'x', mode: { id: 'autopilot' } } }],
		['a level of its freedom', { kind: 'think', rawInput: { prompt: 'x', autonomy_level: 'full' } }],
		['a mode that makes a file', { kind: 'read', rawInput: { ...inside, mode: 'create' } }],
		['an input for the command', { kind: 'execute', rawInput: { command: 'ls', stdin: 'x' } }],
		['an interpreter', { kind: 'execute', rawInput: { command: 'ls', interpreter: './evil' } }],
		['a shell of its own', { kind: 'execute', rawInput: { command: 'ls', shell: './evil' } }],
		[
			'variables by another name',
			{ kind: 'execute', rawInput: { command: 'ls', environment_variables: { LD_PRELOAD: 'x' } } },
		],
		['variables in a list', { kind: 'execute', rawInput: { command: 'ls', envVars: ['LD_PRELOAD=x'] } }],
		['another folder', { kind: 'execute', rawInput: { command: 'ls', currentWorkingDirectory: '/etc' } }],
		['a change of the folder', { kind: 'execute', rawInput: { command: 'ls', chdir: '/etc' } }],
		['two folders', { kind: 'execute', rawInput: { command: 'ls', cwd: '/w', workdir: '/w/b' } }],
		['another user', { kind: 'execute', rawInput: { command: 'ls', run_as_root: true } }],
		[
			'a file address outside',
			{ kind: 'read', locations: [{ path: '/w/a' }], rawInput: { uri: 'file:///etc/passwd' } },
		],
		['a coded file address', { kind: 'read', rawInput: { ...inside, path: 'file:///w/%2e%2e/etc/passwd' } }],
		['a second path outside', { kind: 'read', locations: [{ path: '/w/a' }], rawInput: { absPath: '/etc/passwd' } }],
		['a file outside', { kind: 'read', locations: [{ path: '/w/a' }], rawInput: { file: '/etc/passwd' } }],
		[
			'a file address by name',
			{ kind: 'read', locations: [{ path: '/w/a' }], rawInput: { file_uri: 'file:///etc/passwd' } },
		],
		['a home folder', { kind: 'read', rawInput: { ...inside, path: '~/.ssh/id_rsa' } }],
		['a drive', { kind: 'read', rawInput: { ...inside, path: 'C:\\secret' } }],
		['a share', { kind: 'read', rawInput: { ...inside, path: '\\\\host\\share' } }],
		['a path that climbs', { kind: 'read', rawInput: { path: '/w/../etc/passwd' } }],
		['a search in a folder outside', { kind: 'search', rawInput: { pattern: 'x', dir: '/etc' } }],
		['a search in another folder', { kind: 'search', rawInput: { pattern: 'x', folder: '/etc' } }],
		['a pattern outside', { kind: 'search', rawInput: { pattern: '/etc/**' } }],
		['a pattern that climbs', { kind: 'search', rawInput: { pattern: 'src/{a,../../etc}/**', path: '/w' } }],
		['a pattern with an absolute part', { kind: 'search', rawInput: { pattern: '{x,/etc}/**', path: '/w' } }],
		['a pattern of what to look at outside', { kind: 'search', rawInput: { pattern: 'x', include: '../../**' } }],
		['a file to write to', { kind: 'read', rawInput: { ...inside, output_path: '/w/b' } }],
		['data to be written', { kind: 'read', rawInput: { ...inside, data: 'x' } }],
		['a text', { kind: 'read', rawInput: { ...inside, text: 'x' } }],
		['lines', { kind: 'read', rawInput: { ...inside, lines: ['x'] } }],
		['steps of an edit', { kind: 'read', rawInput: { ...inside, ops: [{ set: 'x' }] } }],
		['a broken diff', { kind: 'read', rawInput: inside, content: [{ type: 'diff', path: '/w/a' }] }],
		['an address in a read', { kind: 'read', rawInput: { ...inside, mirror: 'https://evil.example' } }],
		['an address in a thought', { kind: 'think', rawInput: { thought: 'x', url: 'https://evil.example' } }],
		['a search of the network', { kind: 'search', rawInput: { query: 'a secret' } }],
		['a search that says nothing', { kind: 'search', title: 'Searching the web for: "a secret"' }],
		['a tool of a server in the title', { kind: 'read', title: 'mcp__srv__del', rawInput: inside }],
		['a tool of a server in words', { kind: 'read', title: 'del (srv MCP Server)', rawInput: inside }],
		['a tool of a server by name', { kind: 'read', name: 'srv.del', rawInput: inside }],
		['a tool and its server', { kind: 'read', rawInput: { ...inside, server_name: 'srv', tool_name: 'del' } }],
		['a call within', { kind: 'read', rawInput: { ...inside, invocation: { server: 'srv', tool: 'del' } } }],
		[
			'a field of every object',
			{ kind: 'read', rawInput: JSON.parse('{"path":"/w/a","__proto__":{"command":"rm x"}}') },
		],
		['a name of every object', { kind: 'think', rawInput: { constructor: 'x', thought: 'y' } }],
		['JSON in JSON', { kind: 'think', rawInput: { thought: JSON.stringify(JSON.stringify({ command: 'rm x' })) } }],
		['fields that are not quite JSON', { kind: 'think', rawInput: { thought: '{command: "rm x"}' } }],
		[
			'JSON too long to be looked into',
			{ kind: 'think', rawInput: { thought: JSON.stringify({ a: 'x'.repeat(300_000) }) } },
		],
		['a to-do that does something', { kind: 'other', rawInput: { todos: [{ content: 'x', run: 'rm -rf .' }] } }],
	])('%s is not allowed.', async (_, toolCall) => {
		expect((await verdictOf(toolCall, mode)).decision).not.toBe('allow');
	});

	test('What is not understood is asked about, with the fields by name; a user can decide.', async () => {
		expect(
			await verdictOf({ kind: 'execute', rawInput: { command: 'ls', user: 'x', run_as_root: true } }, mode),
		).toEqual({ decision: 'ask', because: 'not all of this request is understood: user, run_as_root' });
	});
});

const NAMES = ['Post_Command', '__proto__', 'constructor', 'sudo', 'next', 'hooks', 'toString', 'ｃｏｄｅ', ''];
const VALUES = [true, 1, 'x', '/etc/passwd', ['rm'], { a: { b: { c: 'rm' } } }];

/** The same input with a field more, in each of its objects. */
function* withField(input: unknown, name: string, value: unknown): Generator<unknown> {
	if (Array.isArray(input)) {
		for (const [at, item] of input.entries()) {
			for (const changed of withField(item, name, value)) yield input.with(at, changed);
		}
	} else if (isObject(input)) {
		const added = { ...input };
		Object.defineProperty(added, name, { value, enumerable: true });
		yield added;
		for (const [key, item] of Object.entries(input)) {
			for (const changed of withField(item, name, value)) yield { ...input, [key]: changed };
		}
	}
}

test.each(HARMLESS.filter(([, toolCall]) => 'rawInput' in toolCall))(
	'%s with one field more that may do something, at any depth, is not allowed.',
	async (_, toolCall) => {
		for (const name of NAMES) {
			for (const value of VALUES) {
				for (const rawInput of withField(objectOf(toolCall)['rawInput'], name, value)) {
					const verdict = await verdictOf({ ...toolCall, rawInput });
					expect(verdict.decision, JSON.stringify(rawInput)).toBe('ask');
				}
			}
		}
	},
);

test.each<[string, object]>([
	['Claude', { file_path: '/w/a.ts', old_string: 'x', new_string: 'y', replace_all: false }],
	['Claude (a new file)', { file_path: '/w/a.ts', content: 'y' }],
	[
		'Gemini',
		{ file_path: '/w/a.ts', instruction: 'Do it.', old_string: 'x', new_string: 'y', expected_replacements: 1 },
	],
	['Qwen', { file_path: '/w/a.ts', content: 'y', modified_by_user: false, ai_proposed_content: 'y' }],
	['OpenCode', { filepath: '/w/a.ts', diff: 'Index: /w/a.ts' }],
	[
		'OpenCode (several files)',
		{ files: [{ filePath: '/w/a.ts', relativePath: 'a.ts', type: 'update', patch: 'x', additions: 1 }] },
	],
	['pi', { path: '/w/a.ts', edits: [{ oldText: 'x', newText: 'y' }] }],
	['Codex', { changes: { '/w/a.ts': { type: 'update', unified_diff: 'x', move_path: null } } }],
	['an editor tool', { command: 'str_replace', path: '/w/a.ts', old_str: 'x', new_str: 'y' }],
])('An edit in the words of %s is understood.', async (_, rawInput) => {
	const content = [{ type: 'diff', path: '/w/a.ts', oldText: 'x', newText: 'y' }];
	expect(await verdictOf({ kind: 'edit', rawInput, content }, 'acceptEdits')).toMatchObject({ decision: 'allow' });
});

const APPLIED = (body: string): object => ({ patch: `*** Begin Patch\n${body}\n*** End Patch` });
const HUNK = '@@ -1 +1 @@\n-x\n+y\n';

test.each<[string, object]>([
	['deletes it', APPLIED('*** Delete File: a.ts')],
	['moves it', APPLIED('*** Update File: a.ts\n*** Move to: b.ts\n@@\n-x\n+y')],
	['deletes it, as git says it', { patch: '--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n' }],
	['renames it, as git says it', { patch: 'diff --git a/a.ts b/b.ts\nrename from a.ts\nrename to b.ts\n' }],
	['deletes it by its type', { changes: { '/w/a.ts': { type: 'delete' } } }],
	['deletes it by its type, with what was in it', { changes: { '/w/a.ts': { type: 'delete', content: 'x' } } }],
	['deletes it by a name', { changes: { '/w/a.ts': { delete: { content: 'x' } } } }],
	['deletes it by a command', { path: '/w/a.ts', command: 'delete' }],
	['moves it by a field', { changes: { '/w/a.ts': { type: 'update', unified_diff: HUNK, move_path: '/w/b.ts' } } }],
	['moves it by two names', { old_path: '/w/a.ts', new_path: '/w/b.ts' }],
])('An edit that %s is asked about as what it is, and held by rules for that.', async (_, rawInput) => {
	const toolCall = { kind: 'edit', locations: [{ path: '/w/a.ts' }], rawInput };
	expect(await verdictOf(toolCall, 'acceptEdits')).toMatchObject({ because: expect.stringMatching(/delet|move|mov/) });
	expect((await verdictOf(toolCall, 'bypassPermissions', ['Delete(**)', 'Move(**)'])).decision).toBe('deny');
	expect((await verdictOf(toolCall, 'bypassPermissions', ['Edit(**)'])).decision).toBe('deny');
});

test.each([
	...[
		`Here it is:\n--- a/.envrc\n+++ b/.envrc\n${HUNK}`,
		'diff --git a/.envrc b/.envrc\nGIT binary patch\nliteral 1\n',
	],
	...['*** .envrc\t2020\n--- .envrc\t2020\n***************\n*** 1 ****\n! x\n', `Index: .envrc\n${HUNK}`],
	...['*** Begin Patch\n***Add File: .envrc\n+x\n*** End Patch', '```\n+++ b/.envrc\n@@ @@\n-x\n+y\n```'],
	'*** Begin Patch\n*** Add File: b.ts\n+x\n*** End Patch\n\n*** Begin Patch\n*** Add File: .envrc\n+x\n*** End Patch',
])('A patch that nobody can read, and that names another file, is asked about: %j.', async (patch) => {
	const toolCall = { kind: 'edit', locations: [{ path: '/w/a.ts' }], rawInput: { patch } };
	expect(await verdictOf(toolCall, 'acceptEdits')).toMatchObject({ because: expect.stringContaining('not known') });
	expect((await verdictOf(toolCall, 'bypassPermissions', ['Edit(.envrc)'])).decision).toBe('deny');
});

test.each([
	'new file mode 120000\n',
	'old mode 100644\nnew mode 120000\n',
	'new file mode 160000\n',
	'index 1..2 120000\n',
])('A patch that makes a link is asked about: %j.', async (mode) => {
	const patch = `diff --git a/a.ts b/a.ts\n${mode}--- a/a.ts\n+++ b/a.ts\n${HUNK}`;
	const verdict = await verdictOf(
		{ kind: 'edit', locations: [{ path: '/w/a.ts' }], rawInput: { patch } },
		'acceptEdits',
	);
	expect(verdict).toMatchObject({ decision: 'ask', because: expect.stringContaining('makes a link') });
});

test.each<[string, object]>([
	['of blocks', { path: '/w/a.ts', diff: '------- SEARCH\nx\n=======\ny\n+++++++ REPLACE' }],
	['that names no other file', { patch: `Here it is:\n--- a/a.ts\n+++ b/a.ts\n${HUNK}` }],
	['that makes it executable', { patch: 'diff --git a/a.ts b/a.ts\nold mode 100644\nnew mode 100755\n' }],
])('A patch %s is an edit.', async (_, rawInput) => {
	const toolCall = { kind: 'edit', locations: [{ path: '/w/a.ts' }], rawInput };
	expect((await verdictOf(toolCall, 'acceptEdits')).decision).toBe('allow');
});

test.each<[string, object]>([
	['a read', { kind: 'read', rawInput: { path: 'src/a.ts' } }],
	['a read that says its place', { kind: 'read', locations: [{ path: './src/a.ts' }] }],
	['a read of several files', { kind: 'read', rawInput: { files: ['a.ts', 'docs/b.md'] } }],
	['a search', { kind: 'search', rawInput: { pattern: 'x', path: 'src/' } }],
	['a list', { kind: 'search', rawInput: { pattern: 'x', dir_path: '.' } }],
	['an edit', { kind: 'edit', rawInput: { path: 'a.ts', old_string: 'x', new_string: 'y' } }],
	['a diff', { kind: 'edit', content: [{ type: 'diff', path: 'a.ts', oldText: 'x', newText: 'y' }] }],
])('A relative path counts from the workspace: %s.', async (_, toolCall) => {
	expect(await verdictOf(toolCall, 'acceptEdits')).toMatchObject({ decision: 'allow' });
	const text = JSON.stringify(toolCall).replaceAll(/"(?:\.\/)?(?:src\/|\.|src\/a\.ts|a\.ts)"/g, '"../x"');
	expect((await verdictOf(JSON.parse(text), 'acceptEdits')).decision).toBe('ask');
});

test.each([...['~/x', '$HOME/x', '%HOME%/x', 'C:\\x', '..\\x', 'src/../../x', 'c:x', 'file:/etc/passwd']])(
	'The path %j is none below the workspace.',
	async (path) => {
		expect((await verdictOf({ kind: 'read', rawInput: { path } })).decision).toBe('ask');
	},
);

describe.each(REQUESTS)('A call that is requested as %s', (_, toolCall) => {
	test.each(['execute', 'edit', 'delete', 'move', 'fetch', 'switch_mode', 'other', 'new_kind'])(
		'and was announced as %s is asked about, however much is said between.',
		async (kind) => {
			const input = { command: 'rm x' };
			const asked = { decision: 'ask', because: expect.stringContaining('announced as') };
			const between = { kind: 'read', title: 'Look', rawInput: { path: '/w/b' } };
			for (const news of [[{ kind }], [{ kind, rawInput: input }], [{ kind }, between], [between, { kind }, between]]) {
				expect(await judgeAfter(news, toolCall)).toMatchObject(asked);
				expect(
					await judgeAfter(
						[...news, ...Array.from({ length: news.length > 2 ? 300 : 1 }, (_, at) => ({ toolCallId: `d${at}` }))],
						toolCall,
					),
				).toMatchObject(asked);
			}
		},
	);

	test.each<[string, object]>([
		['a place outside', { kind: 'read', locations: [{ path: '/etc/passwd' }] }],
		['a path outside', { kind: 'read', rawInput: { file_path: '/etc/passwd' } }],
		[
			'a link outside',
			{ content: [{ type: 'content', content: { type: 'resource_link', name: 'x', uri: 'file:///etc/passwd' } }] },
		],
		['a field of its own', { kind: 'read', command: 'rm x' }],
		['a name that runs', { kind: 'read', name: 'Bash' }],
		['a name in its meta', { _meta: { claudeCode: { toolName: 'Write' } } }],
	])('and was announced with %s is asked about.', async (_, news) => {
		expect((await judgeAfter([news], toolCall)).decision).toBe('ask');
		expect((await judgeAfter([news, { kind: 'read', locations: [{ path: '/w/b' }] }], toolCall)).decision).toBe('ask');
	});

	test.each([
		...lines`
			Bash ¦ bash ¦ Write ¦ exec_command ¦ apply_patch ¦ run_shell ¦ run_shell_command ¦ create_file ¦ Edit
		`,
		...['execCommand', 'ExecCommand', 'writefile', 'strReplaceEditor', 'str_replace_based_edit_tool', 'MultiEdit'],
		...lines`
			NotebookEdit ¦ replace ¦ save_memory ¦ WebFetch ¦ delete-file ¦ terminal ¦ python ¦ shell.run ¦ Ｂａｓｈ
		`,
		...['Read\u200bBash', 'Βash', 'frobnicate', 'read_and_execute', 'x'.repeat(500)],
	])('under the tool name %s is asked about, wherever the name stands.', async (name) => {
		for (const named of [
			{ name },
			{ _meta: { toolName: name } },
			{ _meta: { tool_name: name } },
			{ _meta: { claudeCode: { toolName: name } } },
			{ name: 'Read', _meta: { claudeCode: { toolName: name } } },
			{ toolName: name },
		]) {
			expect((await judgeAfter([], { ...toolCall, ...named })).decision).toBe('ask');
		}
		if (/^(?:Bash|exec_command|apply_patch|create_file)$/.test(name)) {
			expect((await judgeAfter([], { ...toolCall, title: name })).decision).toBe('ask');
		}
	});

	test.each([
		...['Read', 'Grep', 'Glob', 'LS', 'NotebookRead', 'TodoWrite', 'Task', 'Agent', 'ToolSearch', 'Skill'],
		...['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'search_file_content', 'write_todos'],
		...['codebase_investigator', 'todo_write', 'skill', 'read', 'list', 'grep', 'find', 'ls', 'todoread', 'todowrite'],
		...['lsp', 'codesearch', 'view_image', 'update_plan', 'sequentialthinking', 'listFiles', 'ripgrep'],
	])('under the usual tool name %s is allowed.', async (name) => {
		expect(await judgeAfter([], { ...toolCall, name })).toMatchObject({ decision: 'allow' });
		expect(await judgeAfter([], { ...toolCall, _meta: { toolName: name } })).toMatchObject({ decision: 'allow' });
	});

	const harmless = {
		locations: [{ path: '/w/a.ts', line: 3 }],
		content: [{ type: 'content', content: { type: 'text', text: 'x' } }],
	};

	test('with all that ACP gives a call is allowed.', async () => {
		const whole = {
			status: 'pending',
			rawOutput: 'x',
			_meta: { terminal_info: { terminal_id: 't', cwd: '/w' }, traceparent: '00-1' },
		};
		expect(await judgeAfter([], { ...toolCall, ...harmless, ...whole })).toMatchObject({ decision: 'allow' });
		const link = { type: 'content', content: { type: 'resource_link', name: 'a', uri: 'file:///w/a.ts' } };
		expect(await judgeAfter([], { ...toolCall, locations: null, content: [link] })).toMatchObject({
			decision: 'allow',
		});
	});

	test.each([
		...['command', 'cmd', 'args', 'env', 'url', 'raw_input', 'RawInput', 'input', 'paths', 'x', '__proto__'],
		...['constructor', ''],
	])(
		'with the field «%s» beside those of ACP, in any of its objects, is asked about; in _meta it is not.',
		async (name) => {
			for (const value of ['rm x', ['rm -r x'], { command: 'rm' }]) {
				for (const changed of withField(harmless, name, value)) {
					expect((await judgeAfter([], { ...toolCall, ...objectOf(changed) })).decision).toBe('ask');
				}
				const meta = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
				expect((await judgeAfter([], { ...toolCall, _meta: meta })).decision).toBe('allow');
			}
		},
	);

	test.each<[string, object]>([
		['a place that is no object', { locations: [{ path: '/w/a.ts' }, '/etc/passwd'] }],
		['a place without a path', { locations: [{ path: '/w/a.ts' }, { line: 3 }] }],
		['a place whose path is a list', { locations: [{ path: '/w/a.ts' }, { path: ['/etc/passwd'] }] }],
		['a place whose line is a text', { locations: [{ path: '/w/a.ts', line: '/etc' }] }],
		['places that are no list', { locations: { path: '/etc/passwd' } }],
		['a place with a home folder', { locations: [{ path: '/w/a.ts' }, { path: '~/x' }] }],
		['a place with a variable', { locations: [{ path: '/w/$HOME/x' }] }],
		['content that is no list', { content: { type: 'terminal' } }],
		['content that is null', { content: [null] }],
		['a terminal', { content: [{ type: 'terminal', terminalId: 't' }] }],
		['a terminal without its id', { content: [{ type: 'terminal' }] }],
		['a broken block', { content: [{ type: 'content', content: { type: 'text' } }] }],
		['an unknown block', { content: [{ type: 'content', content: { type: 'run', text: 'x' } }] }],
		[
			'a link outside',
			{ content: [{ type: 'content', content: { type: 'resource_link', name: 'x', uri: 'file:///etc/passwd' } }] },
		],
		[
			'a link that climbs',
			{ content: [{ type: 'content', content: { type: 'resource_link', name: 'x', uri: 'file:///w/%2e%2e/etc' } }] },
		],
		[
			'a link to the network',
			{ content: [{ type: 'content', content: { type: 'resource_link', name: 'x', uri: 'https://evil.example' } }] },
		],
		[
			'a resource outside',
			{
				content: [
					{ type: 'content', content: { type: 'resource', resource: { uri: 'file:///etc/passwd', text: 'x' } } },
				],
			},
		],
		[
			'a picture outside',
			{
				content: [
					{ type: 'content', content: { type: 'image', data: '', mimeType: 'image/png', uri: 'file:///etc/x.png' } },
				],
			},
		],
		['a kind that is no word', { kind: 7 }],
		['a title that is no text', { title: ['rm'] }],
	])('with %s is asked about.', async (_, more) => {
		expect((await judgeAfter([{ kind: 'read' }], { ...toolCall, ...more })).decision).toBe('ask');
	});
});
