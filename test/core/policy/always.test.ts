import { expect, test } from 'vitest';
import { alwaysRules } from '../../../src/core/policy/always.js';
import { decide } from '../../../src/core/policy/decide.js';
import { type ActionRequest, MODES } from '../../../src/core/policy/policy-types.js';
import { matchRule } from '../../../src/core/policy/rule-match.js';
import { argv, inside, line, outside, request, rule, run } from './requests.js';

const write = (path = inside('src/a.ts')): ActionRequest => request('edit', { source: 'fs-write', paths: [path] });
const edit = (...paths: string[]): ActionRequest => request('edit', { paths: paths.map((path) => inside(path)) });
const terminal = (...words: string[]): ActionRequest =>
	request('execute', { source: 'terminal', command: argv(...words) });
const mcp = (server: string, tool: string): ActionRequest => request('other', { mcp: { server, tool } });

test.each<[string, ActionRequest, readonly [string, string][]]>([
	[
		'a file',
		write(),
		[
			['Edit(src/a.ts)', 'edits of src/a.ts'],
			['Edit(src/**)', 'edits of every file below src/'],
		],
	],
	[
		'an edit of the agent’s own',
		edit('src/deep/a.ts'),
		[
			['Edit(src/deep/a.ts)', 'edits of src/deep/a.ts'],
			['Edit(src/deep/**)', 'edits of every file below src/deep/'],
		],
	],
	['a file at the top', write(inside('a.ts')), [['Edit(a.ts)', 'edits of a.ts']]],
	[
		'a file with special characters',
		write(inside('app/[id]/{a}*.ts')),
		[
			['Edit(app/\\[id\\]/\\{a\\}\\*.ts)', 'edits of app/[id]/{a}*.ts'],
			['Edit(app/\\[id\\]/**)', 'edits of every file below app/[id]/'],
		],
	],
	[
		'a test run',
		terminal('npm', 'test', '--', 'a b'),
		[
			["Execute(npm test -- 'a b')", "exactly the command npm test -- 'a b'"],
			['Execute(npm test *)', 'the command npm test, with further names and harmless options'],
		],
	],
	[
		'a script',
		run('npm run lint'),
		[
			['Execute(npm run lint)', 'exactly the command npm run lint'],
			['Execute(npm run lint *)', 'the command npm run lint, with further names and harmless options'],
		],
	],
	[
		'a shell in a shell',
		terminal('sh', '-c', "sh -c 'a; b'"),
		[['Execute(a) + Execute(b)', 'exactly the command a; exactly the command b']],
	],
	[
		'a test run whose output is cut',
		run('CI=1 npm test 2>&1 | tail -5'),
		[
			['Execute(npm test)', 'exactly the command npm test'],
			['Execute(npm test *)', 'the command npm test, with further names and harmless options'],
		],
	],
	[
		'two commands that need a rule and one that does not',
		run('cd src && git add -A && git status && git commit -m x'),
		[
			[
				'Execute(git add -A) + Execute(git commit -m x)',
				'exactly the command git add -A; exactly the command git commit -m x',
			],
			[
				'Execute(git add *) + Execute(git commit *)',
				'the command git add, with further names and harmless options; the command git commit, with further names and harmless options',
			],
		],
	],
	[
		'a command whose output goes into a file',
		request('execute', { command: line('make > logs/out.txt', { outputs: [inside('logs/out.txt')] }) }),
		[['Execute(make) + Edit(logs/out.txt)', 'exactly the command make; edits of logs/out.txt']],
	],
	[
		'a command that only prints into a file',
		request('execute', { command: line('echo 2 > f.txt', { outputs: [inside('f.txt')] }) }),
		[['Edit(f.txt)', 'edits of f.txt']],
	],
	[
		'a command behind programs that only start it',
		run('timeout 60 nice npm test'),
		[
			['Execute(npm test)', 'exactly the command npm test'],
			['Execute(npm test *)', 'the command npm test, with further names and harmless options'],
		],
	],
	[
		'a command that nobody knows',
		run('frobnicate -x'),
		[['Execute(frobnicate -x)', 'exactly the command frobnicate -x']],
	],
	['a word that would be a pattern', terminal('touch', '*'), [["Execute(touch '*')", "exactly the command touch '*'"]]],
	[
		'a word with a quote',
		terminal('touch', "it's"),
		[["Execute(touch 'it'\\''s')", "exactly the command touch 'it'\\''s'"]],
	],
	['an assignment as a program', terminal('A=1', 'b'), [["Execute('A=1' b)", "exactly the command 'A=1' b"]]],
	[
		'one command in a shell',
		terminal('bash', '-lc', 'npm test'),
		[
			['Execute(npm test)', 'exactly the command npm test'],
			['Execute(npm test *)', 'the command npm test, with further names and harmless options'],
		],
	],
	[
		'a folder for a tool',
		run('npx eslint .'),
		[
			['Execute(npx eslint .)', 'exactly the command npx eslint .'],
			['Execute(npx eslint *)', 'the command npx eslint, with further names and harmless options'],
		],
	],
	['a folder for another', run('docker build .'), [['Execute(docker build .)', 'exactly the command docker build .']]],
	[
		'what begins another thing to do',
		run('npx vitest init browser'),
		[['Execute(npx vitest init browser)', 'exactly the command npx vitest init browser']],
	],
	['a script of an interpreter', run('node tool.js'), [['Execute(node tool.js)', 'exactly the command node tool.js']]],
	['a fetch', request('fetch', { host: 'example.com' }), [['Fetch(example.com)', 'fetches from example.com']]],
	[
		'a tool of an MCP server',
		mcp('github', 'create_issue'),
		[
			['Mcp(github/create_issue)', 'the tool create_issue of the MCP server github'],
			['Mcp(github/*)', 'every tool of the MCP server github'],
		],
	],
])('allow always states %s, the exact rule first', (_, asked, expected) => {
	const offers = alwaysRules(asked);
	const texts = offers.map((offer) => [offer.rule, ...offer.further].map(({ text }) => text).join(' + '));
	expect(texts.map((text, index) => [text, offers[index]?.words])).toEqual(expected);
	for (const { rule: first, further } of offers) {
		expect(first).toMatchObject({ decision: 'allow', origin: 'session', inPlan: false });
		expect(decide(asked, { mode: 'default', rules: [first, ...further] }).decision).toBe('allow');
		expect(further.length === 0 || decide(asked, { mode: 'default', rules: [first] }).decision === 'ask').toBe(true);
	}
	const [exact] = offers;
	if (exact === undefined) return;
	expect(matchRule(exact.rule, terminal(...(asked.command?.argv ?? ['npm']), 'more'))).toBe(false);
	expect(matchRule(exact.rule, write(inside('src/b.ts')))).toBe(false);
});

test.each(['bundle exec rspec spec/a_spec.rb', 'pnpm exec vitest run', 'yarn exec jest'])(
	'%s may be allowed always: exec is no program there',
	(text) => expect(alwaysRules(run(text))[0]?.rule.text).toBe(`Execute(${text})`),
);

test.each(['rm -rf dist', 'rm a.txt src/b.txt', 'rmdir out', 'rm -r /w/dist'])(
	'%s may be allowed always, exactly so',
	(text) => {
		const { command = line(text) } = run(text);
		const texts = alwaysRules(request('execute', { command: { ...command, workspace: '/w' } })).map(
			({ rule: { text: words } }) => words,
		);
		expect(texts).toEqual([`Execute(${text})`]);
	},
);

test.each<[string, ActionRequest]>([
	['a compound command', terminal('bash', '-lc', 'npm test; rm ../x')],
	['a pipe into a shell', run('npm test | sh')],
	['a part with an expansion', run('npm test; make $X')],
	['five commands that need a rule', run('a; b; c; d; e')],
	['a deletion in a line', run('npm test && rm -r ../x')],
	['a redirection', run('npm test > log')],
	['a variable that loads code', run('NODE_OPTIONS=-r./x npm test')],
	['a command with an expansion', terminal('sh', '-c', 'echo $HOME')],
	['a substitution', run('npm test $(cat x)')],
	['a shell', run('bash deploy.sh')],
	['sudo', run('sudo npm test')],
	...['/', '~', '..', '.', './', '../x', '/etc/x', 'build/..', '*', 'build/*', '-- ', '', '$X', '"$X"/x', '{a,/}'].map(
		(words): [string, ActionRequest] => [`rm ${words}`, run(`rm -rf ${words}`)],
	),
	['rm by its path', run('/bin/rm ../build')],
	['rm behind a wrapper', run('timeout 5 rm -rf /')],
	['rm behind env', run('env -u X rm ~/build')],
	['rm behind find, as words', terminal('find', '.', '-exec', 'rm', '{}', '+')],
	['what deletes elsewhere', run('cd .. && rm -rf build')],
	['rm behind find', run('find . -name x -exec rm {} +')],
	['find that deletes', run('find . -delete')],
	['xargs', run('xargs rm')],
	['python with code', run("python3 -c 'import os'")],
	['python with code, flags joined', run("python3 -Bc 'import os'")],
	['node with code', run("node -e 'x()'")],
	['node that prints code', run("node --print 'x()'")],
	['node with a module in its options', run('node --import data:text/javascript,x a.js')],
	['perl with code', run("perl -ne 'unlink'")],
	['an interpreter that reads its input', run('python3 -')],
	['an interpreter without a file', run('node')],
	['awk', run("awk '{system($1)}' a")],
	[
		'a command with an environment',
		request('execute', { source: 'terminal', command: { ...argv('ls'), envNames: ['PATH'] } }),
	],
	['a command outside', request('execute', { source: 'terminal', command: { ...argv('ls'), cwd: outside('/tmp') } })],
	['a command with control characters', terminal('echo', 'a\u001b[2J')],
	['a command too long to read', run(`frobnicate ${'x'.repeat(400)}`)],
	['a command of too many words', run(`frobnicate ${'x '.repeat(40)}`)],
	['no command', request('execute', { source: 'terminal' })],
	['a file outside', write(outside('/etc/x'))],
	['no file', request('edit', { source: 'fs-write' })],
	['two files', edit('a', 'b')],
	['what the repository runs by itself', edit('.git/hooks/pre-commit')],
	['a name with a blank at its end', write(inside('a '))],
	['a name that looks like a home', write(inside('~x'))],
	['a deletion', request('delete', { paths: [inside('a')] })],
	['a move', request('move', { paths: [inside('a')] })],
	['a read', request('read', { source: 'fs-read', paths: [inside('a')] })],
	['an action of no known kind', request('other')],
	['a server whose name is a pattern', mcp('*', 'x')],
	['a change of mode', request('switch_mode')],
])('allow always is not offered for %s', (_, asked) => {
	expect(alwaysRules(asked)).toEqual([]);
});

test('a rule with further words is offered only for commands known by name', () => {
	for (const text of ['./npm test', 'npm install left-pad', 'npm exec x', 'git push', 'make all', 'npm run --x']) {
		expect(alwaysRules(run(text)).map((offer) => offer.rule.text)).not.toContainEqual(expect.stringMatching(/ \*\)$/));
	}
});

test('no rule that «allow always» offers opens plan mode, and no rule at all opens it for changes', () => {
	const requests = [edit('src/a.ts'), write(), run('npm test'), request('fetch', { host: 'h' }), mcp('a', 'b')];
	const changes = [
		edit('src/a.ts'),
		write(),
		request('delete', { paths: [inside('a')] }),
		request('move', { paths: [inside('a')] }),
	];
	const offered = requests.flatMap((asked) => alwaysRules(asked).map((offer) => offer.rule));
	for (const asked of [...requests, ...changes]) {
		const before = decide(asked, { mode: 'plan', rules: [] });
		expect(decide(asked, { mode: 'plan', rules: offered })).toEqual(before);
	}
	const loose = ['Edit', 'plan:Edit', 'plan:Edit(**)', 'plan:Delete', 'plan:Move'].flatMap((text) =>
		(['remembered everywhere', 'remembered for this project', 'session'] as const).map((origin) =>
			rule(text, 'allow', origin),
		),
	);
	for (const asked of changes) expect(decide(asked, { mode: 'plan', rules: loose }).decision).toBe('deny');
});

test('what was remembered is said with its scope in every mode', () => {
	const rules = [rule('Execute(frobnicate)', 'deny', 'remembered for this project')];
	for (const mode of MODES) {
		expect(decide(request('execute', { command: line('frobnicate') }), { mode, rules }).because).toBe(
			'denied by rule Execute(frobnicate), remembered for this project',
		);
	}
});
