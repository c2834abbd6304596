import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type JsonObject, objectOf } from '../../src/agent/json.js';
import { createTranslator } from '../../src/agent/translate/translator.js';
import { permissionAction } from '../../src/app/action-request.js';
import { detailsOf } from '../../src/core/policy/action-details.js';
import { decide } from '../../src/core/policy/decide.js';
import { parseRule } from '../../src/core/policy/rules.js';
import { kindsOf } from '../setup/whole.js';
import { factsOf, inside, judgeAfter, portsOf, REQUESTS, verdictOf } from './understood-calls.js';

test('A request with a parameter that ACP does not have is asked about.', async () => {
	const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
	const toolCall = { toolCallId: 'c', title: 'Look', kind: 'read', rawInput: inside };
	const { request } = createTranslator().permission({ sessionId: 's', toolCall, options, command: 'rm x' });
	if (!request.ok) throw new Error(request.failure.message);
	const facts = await permissionAction(request.value, null, portsOf('/w'), '/w');
	expect(decide(facts, { mode: 'default', rules: [] }).decision).toBe('ask');
});

test.each([
	...[
		'命令_description',
		'description命令',
		'descript\u0131on',
		'description\u0301',
		'descrіption',
		'd\u200bescription',
	],
	...[
		'description\u00ad',
		'_descriptionß',
		'descriptión',
		'description$',
		'description[]',
		'a.description',
		'ｄescription\u200d',
	],
])('A field «%s» is not the one that it looks like.', async (name) => {
	for (const [, toolCall] of REQUESTS) {
		const rawInput = { ...objectOf(objectOf(toolCall)['rawInput']), [name]: 'x' };
		expect((await verdictOf({ ...toolCall, rawInput })).decision).toBe('ask');
	}
});

test('A field in wide letters is the one that it is.', async () => {
	expect((await verdictOf({ kind: 'read', rawInput: { ...inside, ｄｅｓｃｒｉｐｔｉｏｎ: 'x' } })).decision).toBe(
		'allow',
	);
});

test.each(['сommand', 'ｃｏｍｍａｎｄ', 'com\u200bmand', 'cómmand'])(
	'A rule that denies a command finds it in «%s».',
	async (name) => {
		const rawInput = { x: { [name]: 'rm x' } };
		expect((await verdictOf({ kind: 'other', rawInput }, 'bypassPermissions', ['Execute(rm *)'])).decision).toBe(
			'deny',
		);
	},
);

test.each([
	'$HOME/x',
	`$${'{X}'}/y`,
	'/w/$X',
	`/w/$${'{X}'}/y`,
	'%USERPROFILE%\\x',
	'~user/x',
	'~',
	'src/$X/**',
	'$(pwd)/x',
])('A place that a shell would replace in «%s» is asked about.', async (text) => {
	for (const toolCall of [
		{ kind: 'read', rawInput: { path: text } },
		{ kind: 'read', rawInput: { ...inside, paths: ['/w/b', text] } },
		{ kind: 'read', rawInput: inside, locations: [{ path: text }] },
		{ kind: 'search', rawInput: { path: text, pattern: 'x' } },
		{ kind: 'search', rawInput: { path: '/w', pattern: text } },
		{ kind: 'search', rawInput: { path: '/w', pattern: 'x', include: [text] } },
	]) {
		expect((await verdictOf(toolCall)).decision, JSON.stringify(toolCall)).toBe('ask');
	}
});

test('A file that is called after a variable can be edited; one in a folder that a variable names is asked about.', async () => {
	const edit = (path: string) => ({ kind: 'edit', rawInput: { file_path: path, content: 'x' } });
	expect((await verdictOf(edit('/w/routes/$id.tsx'), 'acceptEdits')).decision).toBe('allow');
	expect((await verdictOf(edit('$HOME/x'), 'acceptEdits')).decision).toBe('ask');
});

test('An edit that was announced as something else, or by a name that does more, is asked about.', async () => {
	const edit = { kind: 'edit', rawInput: { file_path: '/w/a.ts', content: 'x' } };
	for (const news of [{ kind: 'edit' }, { kind: 'read' }, { name: 'Write' }, { name: 'MultiEdit' }, {}]) {
		expect((await judgeAfter([news], edit, 'acceptEdits')).decision).toBe('allow');
	}
	for (const news of [{ kind: 'execute' }, { kind: 'delete' }, { kind: 'other' }, { name: 'Bash' }, { command: 'x' }]) {
		expect((await judgeAfter([news], edit, 'acceptEdits')).decision).toBe('ask');
	}
	const outside = { kind: 'edit', locations: [{ path: '/w/.git/hooks/x' }] };
	expect((await judgeAfter([outside], edit, 'acceptEdits')).decision).toBe('ask');
});

test('A command that was announced as another one is asked about, and deny rules count both.', async () => {
	const look = { kind: 'execute', rawInput: { command: ['bash', '-lc', 'ls -la'] } };
	for (const command of ['ls', 'ls -la', ' ls -la ', ['ls', '-la'], ['bash', '-c', 'ls -la'], undefined]) {
		expect((await judgeAfter([{ kind: 'execute', rawInput: { command } }], look)).decision).toBe('allow');
	}
	const pieces = Array.from({ length: 300 }, (_, at) => ({ rawInput: { command: `echo ${'x'.repeat(at)}` } }));
	const whole = { kind: 'execute', rawInput: { command: `echo ${'x'.repeat(300)}` } };
	expect((await judgeAfter(pieces, whole)).decision).toBe('allow');
	for (const command of ['rm x', 'ls -la; rm x', ['rm', 'x'], 'ls -lart']) {
		expect(await judgeAfter([{ rawInput: { command } }, look], look)).toMatchObject({
			decision: 'ask',
			because: expect.stringContaining('announced with another command'),
		});
		const read = { kind: 'read', rawInput: { path: '/w/a' } };
		expect((await judgeAfter([{ rawInput: { command } }], read)).decision).toBe('ask');
	}
});

test('Very many servers and tools are paired in bounded time, and asked about, since a rule may deny one of them.', async () => {
	// Many spellings of one name.
	const names = (name: string): readonly (readonly [string, string])[] =>
		Array.from({ length: 8000 }, (_, at) => [`${'_'.repeat(at % 90)}${name}${'-'.repeat(at / 90)}`, `${name}${at}`]);
	const rawInput = Object.fromEntries([...names('server'), ...names('tool')]);
	const before = process.cpuUsage();
	const verdict = await verdictOf({ kind: 'other', rawInput }, 'bypassPermissions', ['Mcp(other/*)']);
	const { user, system } = process.cpuUsage(before);
	expect((user + system) / 1000).toBeLessThan(5000);
	expect(verdict.decision).toBe('ask');
});

test('An edit with a field that nobody knows is asked about in accept edits mode.', async () => {
	const rawInput = { file_path: '/w/a.ts', old_string: 'x', new_string: 'y', replace_all: true };
	expect(await verdictOf({ kind: 'edit', rawInput }, 'acceptEdits')).toMatchObject({ decision: 'allow' });
	expect(await verdictOf({ kind: 'edit', rawInput: { ...rawInput, and_then: 'run' } }, 'acceptEdits')).toEqual({
		decision: 'ask',
		because: 'not all of this request is understood: and_then',
	});
});

test.each<[string, object]>([
	['an address', { url: 'https://evil.example/x' }],
	['an address without a scheme', { url: 'evil.example/x' }],
	['an address without a protocol', { url: '//evil.example/x' }],
	['a link', { link: 'evil.example' }],
	['a domain', { domain: 'evil.example' }],
	['objects', { urls: [{ href: 'https://evil.example' }] }],
	['a query', { url: 'https://good.example/?next=https%3A%2F%2Fevil.example%2Fx' }],
	['a query without a scheme', { url: 'https://good.example/?next=evil.example' }],
	['requests', { requests: [{ target: { address: 'https://evil.example' } }] }],
	['options', { url: 'https://good.example', options: { proxy: 'evil.example:8080' } }],
	['a user in front', { url: 'https://good.example@evil.example/' }],
	['words', { prompt: 'Summarise https://evil.example/x, please' }],
	['JSON', { request: '{"url":"https://evil.example"}' }],
	['capitals', { URL: 'HTTPS://EVIL.EXAMPLE' }],
])('A rule that denies a host finds it in %s.', async (_, rawInput) => {
	expect(await verdictOf({ kind: 'fetch', rawInput }, 'bypassPermissions', ['Fetch(evil.example)'])).toMatchObject({
		decision: 'deny',
	});
	expect(await verdictOf({ kind: 'fetch', rawInput }, 'bypassPermissions', ['Fetch(other.example)'])).toMatchObject({
		decision: 'allow',
	});
});

test('A place beside an address is not understood: no rule for hosts looks at it.', async () => {
	const rawInput = { url: 'https://good.example', scope: '/w/b' };
	expect((await factsOf({ kind: 'fetch', rawInput })).toolInput?.notUnderstood).toEqual(['scope']);
});

test.each<[string, object]>([
	['a name', { name: 'mcp__srv__del' }],
	['a name in capitals', { name: 'MCP__SRV__DEL' }],
	['a name with a dot', { name: 'srv.del' }],
	['a name with a slash', { name: 'srv/del' }],
	['a name with single signs', { name: 'mcp_srv_del' }],
	['the title', { title: 'mcp__srv__del' }],
	['a title with a dot', { title: 'srv.del' }],
	['the words of the title', { title: 'del (srv MCP Server)' }],
	['server and tool', { rawInput: { server: 'srv', tool: 'del', arguments: {} } }],
	['server and tool with a list', { rawInput: { server: 'srv', tool: 'del', arguments: [] } }],
	['server and tool with a text', { rawInput: { server: 'srv', tool: 'del', arguments: 'x' } }],
	['other names', { rawInput: { server_name: 'srv', tool_name: 'del' } }],
	['a nested call', { rawInput: { invocation: { server: 'srv', tool: 'del' } } }],
	['a name in its meta', { _meta: { toolName: 'mcp__srv__del', provenance: 'x' } }],
])('A rule that denies the tools of an MCP server finds one in %s.', async (_, toolCall) => {
	for (const rule of ['Mcp(srv/*)', 'Mcp(srv/del)']) {
		expect(await verdictOf({ kind: 'other', ...toolCall }, 'bypassPermissions', [rule])).toMatchObject({
			decision: 'deny',
		});
	}
	expect(await verdictOf({ kind: 'other', ...toolCall }, 'bypassPermissions', ['Mcp(other/*)'])).toMatchObject({
		decision: 'allow',
	});
});

test('A tool of an MCP server is none of the agent’s own, wherever its name stands.', async () => {
	const toolCall = { kind: 'execute', _meta: { toolName: 'mcp__box__run' }, rawInput: { command: 'ls' } };
	expect((await verdictOf(toolCall)).decision).toBe('ask');
	expect((await verdictOf(toolCall, 'bypassPermissions', ['Mcp(box/*)'])).decision).toBe('deny');
	const unnamed = { kind: 'read', rawInput: { mcp_server: 'fs', path: '/w/a' } };
	expect((await verdictOf(unnamed, 'bypassPermissions', ['Mcp(fs/*)'])).decision).toBe('deny');
	expect((await verdictOf({ kind: 'other', name: 'mcp__fs' }, 'bypassPermissions', ['Mcp(fs/*)'])).decision).toBe(
		'deny',
	);
});

test('A rule that denies a command finds it in whatever field may hold one.', async () => {
	for (const rawInput of [
		{ input: { cmd: 'rm x' } },
		{ program: 'rm', args: ['x'] },
		{ code: 'ls; rm x' },
		'{"command":"rm x"}',
	]) {
		expect(await verdictOf({ kind: 'other', rawInput }, 'bypassPermissions', ['Execute(rm *)'])).toMatchObject({
			decision: 'deny',
		});
	}
});

test('What is too large to be looked at is asked about in every mode, since a rule may deny what is in it.', async () => {
	const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`f${index}`, 'x']));
	const deep: unknown = JSON.parse(`${'{"a":'.repeat(3000)}{"path":"/etc/passwd"}${'}'.repeat(3000)}`);
	for (const rawInput of [many, deep]) {
		for (const mode of kindsOf<'default' | 'acceptEdits' | 'bypassPermissions'>(
			['bypassPermissions'],
			['default', 'acceptEdits'],
		)) {
			expect(await verdictOf({ kind: 'other', rawInput }, mode, ['Read(.env)'])).toMatchObject({ decision: 'ask' });
		}
	}
	const commands = { ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a${at}`, { cmd: `ls ${at}` }])) };
	expect(
		await verdictOf({ kind: 'other', rawInput: { ...commands, z: { cmd: 'rm x' } } }, 'bypassPermissions', [
			'Execute(rm *)',
		]),
	).toMatchObject({ decision: 'deny' });
});

test('Texts made to be slow are judged quickly enough.', async () => {
	const texts = [
		'a'.repeat(99_000),
		'a.'.repeat(49_000),
		'{'.repeat(99_000),
		'%41'.repeat(30_000),
		'http://'.repeat(14_000),
	];
	for (const text of [
		...texts,
		'../'.repeat(33_000),
		'mcp_'.repeat(20_000),
		'"'.repeat(99_000),
		' \t'.repeat(40_000),
	]) {
		const start = performance.now();
		await verdictOf({
			kind: 'fetch',
			title: text,
			rawInput: { url: text, prompt: text, command: text, path: text, x: text },
		});
		expect(performance.now() - start, text.slice(0, 8)).toBeLessThan(2000);
	}
});

test('A rule that allows a command does not allow what stands beside it unknown.', async () => {
	const parsed = parseRule('Execute(npm test)', 'allow', 'user');
	if (!parsed.ok) throw new Error(parsed.failure.message);
	const context = { mode: 'default', rules: [parsed.value] } as const;
	expect(decide(await factsOf({ kind: 'execute', rawInput: { command: 'npm test' } }), context).decision).toBe('allow');
	for (const more of [{ interpreter: './evil' }, { stdin: 'x' }, { cmds: ['rm x'] }, { user: 'root' }]) {
		const rawInput = { command: 'npm test', ...more };
		expect(decide(await factsOf({ kind: 'execute', rawInput }), context).decision).toBe('ask');
	}
});

/** The questions of a recorded session, put again. */
async function questionsIn(file: string): Promise<readonly { kind: string; isPlain: boolean; decision: string }[]> {
	const translators = new Map<string, ReturnType<typeof createTranslator>>();
	const questions: { kind: string; isPlain: boolean; decision: string }[] = [];
	for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
		const { dir, msg } = JSON.parse(line) as { dir: string; msg: JsonObject };
		if (dir !== 'a2c') continue;
		const params = objectOf(msg['params']);
		const sessionId = String(params['sessionId']);
		const translator = translators.get(sessionId) ?? createTranslator();
		translators.set(sessionId, translator);
		if (msg['method'] === 'session/update') translator.update(params['update']);
		if (msg['method'] !== 'session/request_permission') continue;
		const { request } = translator.permission(params);
		if (!request.ok) throw new Error(request.failure.message);
		const facts = await permissionAction(request.value, null, portsOf('/home/dev'), '/home/dev');
		const { decision } = decide(facts, { mode: 'acceptEdits', rules: [] });
		// Making a file is an edit.
		const isPlain = detailsOf(facts).parts?.every(({ doubt, makes }) => doubt === null || makes !== undefined) === true;
		questions.push({ kind: facts.kind, isPlain, decision });
	}
	return questions;
}

test('Of what real agents asked for, commands, fetches and plans are asked about, edits are understood.', async () => {
	const folder = fileURLToPath(new URL('../fixtures/traces', import.meta.url));
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
	let edits = 0;
	for (const name of names) {
		for (const { kind, isPlain, decision } of await questionsIn(join(folder, name))) {
			if (kind === 'edit') edits += 1;
			expect(decision, `${kind} in ${name}`).toBe(kind === 'edit' || isPlain ? 'allow' : 'ask');
		}
	}
	expect(edits).toBeGreaterThan(3);
});
