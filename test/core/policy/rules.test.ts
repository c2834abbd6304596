import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, matchesGlob } from '../../../src/core/policy/glob.js';
import type { ActionRequest, RuleMatcher } from '../../../src/core/policy/policy-types.js';
import { matchRule } from '../../../src/core/policy/rule-match.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import { lines } from '../lines.js';
import { argv, inside, line, outside, request, rule, run } from './requests.js';

test.each<[string, RuleMatcher]>([
	['Read', { type: 'kind', kind: 'read' }],
	['SwitchMode', { type: 'kind', kind: 'switch_mode' }],
	['Edit(src/**)', { type: 'path', kind: 'edit', glob: 'src/**' }],
	['Edit(./src/)', { type: 'path', kind: 'edit', glob: 'src/**' }],
	['Execute(npm test)', { type: 'command', words: ['npm', 'test'], openEnd: false }],
	['Execute(npm test *)', { type: 'command', words: ['npm', 'test'], openEnd: true }],
	["Execute(find . -name '*.ts')", { type: 'command', words: ['find', '.', '-name', '*.ts'], openEnd: false }],
	["Execute(echo '*')", { type: 'command', words: ['echo', '*'], openEnd: false }],
	['Fetch(Example.com)', { type: 'host', host: 'example.com' }],
	['Fetch(*.example.com)', { type: 'host', host: '*.example.com' }],
	['Mcp', { type: 'mcp', server: '*', tool: '*' }],
	['Mcp(github)', { type: 'mcp', server: 'github', tool: '*' }],
	['Mcp(github/create_*)', { type: 'mcp', server: 'github', tool: 'create_*' }],
])('%s is read', (text, matcher) => {
	expect(parseRule(text, 'allow', 'user')).toEqual({
		ok: true,
		value: { decision: 'allow', text, origin: 'user', inPlan: false, matcher },
	});
});

test.each([
	['', 'expected Kind'],
	['npm test', 'expected Kind'],
	['Execute(npm test', 'expected Kind'],
	['Bash(ls)', 'Execute'],
	['edit', 'Edit'],
	['Write(x)', 'write Edit(x)'],
	['Bash(npm test:*)', 'write Execute(npm test *)'],
	['Bash(npm:*)', 'write Execute(npm *)'],
	['bash(git commit -m x)', 'write Execute(git commit -m x)'],
	['Bash(*)', 'write Execute.'],
	['plan:Bash(ls:*)', 'write plan:Execute(ls *)'],
	['WebFetch(domain:example.com)', 'write Fetch(example.com)'],
	['mcp__github__create_issue', 'write Mcp(github/create_issue)'],
	['Bash(a && b)', 'expected Execute'],
	['Frob', 'one of Read'],
	['constructor', 'one of Read'],
	['Edit()', 'a pattern'],
	['Edit(../x)', 'without ..'],
	['Edit(~/x)', '~'],
	['Edit([a)', ']'],
	['Edit({a)', '}'],
	['Execute(*)', 'Execute alone'],
	['Execute(npm run *-test)', 'single quotes'],
	['Execute(npm test; ls)', 'one command'],
	['Execute(a | b)', 'one command'],
	['Execute(a > b)', 'one command'],
	['Execute(A=1 b)', 'one command'],
	['Execute($X)', 'single quotes'],
	['Execute("a)', 'one command'],
	['Fetch(https://example.com/x)', 'a host'],
	['Think(x)', 'no pattern'],
	['Mcp(/x)', 'a server and a tool'],
])('%s is refused, saying what was expected', (text, expected) => {
	const parsed = parseRule(text, 'allow', 'project');
	expect(parsed.ok).toBe(false);
	if (parsed.ok) return;
	expect(parsed.failure.code).toBe('config');
	expect(parsed.failure.message).toContain(expected);
	expect(parsed.failure.message).toContain(text);
});

test.each<[string, ActionRequest, boolean]>([
	['Execute(npm test *)', run('npm test'), true],
	['Execute(npm test *)', run('npm test --watch a'), true],
	['Execute(npm test *)', run('npm testx'), false],
	['Execute(npm test)', run('npm test'), true],
	['Execute(npm test)', run('npm test a'), false],
	['Execute(npm test)', run("npm 'te'st;"), true],
	['Execute(npm test *)', run('npm test; rm -rf ~'), false],
	['Execute(npm test *)', run('npm test\nrm x'), false],
	['Execute(npm test *)', run('npm test & rm x'), false],
	['Execute(npm test *)', run('npm test | sh'), false],
	['Execute(npm test *)', run('npm test > x'), false],
	['Execute(npm test *)', run('npm test $(rm x)'), false],
	['Execute(npm test *)', run('npm test `rm x`'), false],
	['Execute(npm test *)', run('npm test $X'), false],
	['Execute(npm test *)', run('npm test *'), false],
	['Execute(npm test *)', run('npm test {a,b}'), true],
	['Execute(npm test *)', run('npm test {a,$X}'), false],
	['Execute(npm test *)', run('{npm,test}'), false],
	['Execute(npm test *)', run('PATH=. npm test'), false],
	['Execute(npm test *)', run('npm test # ; rm x'), false],
	['Execute(npm test *)', run('npm test <<E\n$(x)\nE'), false],
	['Execute(npm test *)', run('npm test <<E\nx\nE'), true],
	['Execute(npm test *)', run('(npm test)'), true],
	['Execute(npm test *)', run('! npm test'), true],
	['Execute(npm test *)', run('/tmp/npm test'), false],
	['Execute(npm test *)', request('execute', { command: argv('npm', 'test', ';', 'x') }), true],
	['Execute(npm test *)', request('execute', { command: argv('npm test') }), false],
	['Execute(npm test *)', request('execute', { command: argv('bash', '-lc', 'npm test') }), true],
	['Execute(npm test *)', request('execute', { command: argv('bash', '-lc', 'npm test; rm x') }), false],
	['Execute(npm test *)', request('execute', { command: { ...line('npm test'), envNames: ['PATH'] } }), false],
	['Execute(npm test *)', request('execute', { command: { ...line('npm test'), cwd: outside('/tmp') } }), false],
	['Execute', run('anything; at all'), true],
	['Edit(src/**)', request('edit', { paths: [inside('src/a/b.ts')] }), true],
	['Edit(src/**)', request('edit', { paths: [inside('src/a'), inside('b')] }), false],
	['Edit(src/**)', request('edit', { paths: [inside('srcx/a')] }), false],
	['Edit(src/**)', request('edit'), false],
	['Edit(**)', request('edit', { paths: [outside('/etc/x')] }), false],
	['Edit(/etc/**)', request('edit', { paths: [outside('/etc/x')] }), false],
	['Edit', request('edit'), false],
	['Edit(*.md)', request('edit', { paths: [inside('docs/a.md')] }), false],
	['Edit(**/*.{md,txt})', request('edit', { paths: [inside('docs/a.txt'), inside('b.md')] }), true],
	['Edit(src)', request('edit', { paths: [inside('src/a')] }), false],
	['Read(**)', request('edit', { paths: [inside('a')] }), false],
	['Fetch(example.com)', request('fetch', { host: 'EXAMPLE.com.' }), true],
	['Fetch(example.com)', request('fetch', { host: 'a.example.com' }), false],
	['Fetch(*.example.com)', request('fetch', { host: 'a.b.example.com' }), true],
	['Fetch(*.example.com)', request('fetch', { host: 'example.com' }), false],
	['Fetch(*.example.com)', request('fetch', { host: 'evilexample.com' }), false],
	['Fetch(example.com)', request('fetch'), false],
	['Mcp(github/*)', request('other', { mcp: { server: 'github', tool: 'x' } }), true],
	['Mcp(github/get_*_by*)', request('other', { mcp: { server: 'github', tool: 'get_a_byid' } }), true],
	['Mcp(github/get_*)', request('other', { mcp: { server: 'github', tool: 'set_a' } }), false],
	['Mcp(github/*)', request('other', { mcp: { server: 'gitlab', tool: 'x' } }), false],
	['Mcp', request('other'), false],
])('allow %s: %o → %s', (text, asked, expected) => {
	expect(matchRule(rule(text), asked)).toBe(expected);
});

test.each([
	...lines`
		rm x ¦ /bin/rm x ¦ r\m x ¦ r'm' x ¦ "rm" x ¦ $'\x72m' x ¦ ls; rm x ¦ ls && rm x ¦ ls | rm ¦ ls & rm x
		(rm x) ¦ { rm x; } ¦ echo $(rm x) ¦ echo "$(rm x)" ¦ cat <(rm x) ¦ A=$(rm x) ¦ echo > $(rm x)
		if true; then rm x; fi ¦ for f in a b; do rm $f; done ¦ while rm x; do ls; done ¦ ! rm x ¦ FOO=1 rm x
		sudo rm x ¦ sudo -u me env A=1 rm x ¦ xargs rm ¦ time rm x ¦ command rm x ¦ eval "rm x" ¦ eval rm x
		bash -c 'ls; rm x' ¦ bash -x -c 'rm x' ¦ sh -c 'sh -c "rm x"' ¦ find . -exec rm {} +
		find . -exec sh -c 'rm x' + ¦ find . -exec sudo rm {} + ¦ ssh host "rm x" ¦ X=rm; $X x ¦ {rm,x}
		case x in x) rm x;; esac ¦ f() { rm x; }; f ¦ echo "unclosed; rm x ¦ echo $((1)); rm x
	`,
	'ls\nrm x',
	'echo `rm x`',
	'rm x <<E\n$(x)\nE',
	'r\\m x <<E\nE',
])('deny Execute(rm *) hits: %s', (text) => {
	expect(matchRule(rule('Execute(rm *)', 'deny'), run(text))).toBe(true);
	expect(matchRule(rule('Execute(rm *)', 'ask'), run(text))).toBe(true);
});

test.each([
	...['rm x', 'r\\m x', "r'm' x", '"rm" x', "$'\\x72m' x", '! rm x', 'FOO=1 rm x', 'time rm x', 'command rm x'],
	...['ls; rm x', 'ls && rm x', 'ls | rm', 'ls\nrm x', '(rm x)', '{ rm x; }', 'if true; then rm x; fi'],
	...["bash -c 'ls; rm x'", 'sh -c \'sh -c "rm x"\'', 'rm x 2>&1 | tail -5', 'cd src && rm x', 'timeout 9s rm x'],
	...[
		'rm x 2>/dev/null',
		'rm x || true',
		'rm x; rm y',
		'env A=1 nice rm x',
		'cat < a | rm x',
		'ls & rm x',
		'rm x &',
		'case a in b) rm x;; esac',
	],
])('allow Execute(rm *) covers: %s', (text) => {
	expect(matchRule(rule('Execute(rm *)'), run(text))).toBe(true);
});

test.each([
	...lines`
		ls & rm x $X ¦ echo $(rm x) ¦ echo "$(rm x)" ¦ cat <(rm x) ¦ A=$(rm x) ¦ for f in a $x; do rm $f; done
		while rm x; do ls; done ¦ sudo rm x ¦ xargs rm ¦ eval rm x ¦ find . -exec rm {} + ¦ ssh host "rm x"
		rm x; touch y ¦ rm x && $Y ¦ rm $x ¦ rm x > out ¦ rm x | tee out ¦ cat ../x && rm x
		cat /etc/passwd; rm x ¦ LD_PRELOAD=./x.so rm x ¦ PATH=. rm x ¦ NODE_OPTIONS=-r./x rm x ¦ GIT_SSH=./x rm x
		BASH_ENV=x rm x ¦ export PATH=. && rm x ¦ cd /tmp && rm x ¦ cd && rm x ¦ cd - && rm x ¦ ./rm x ¦ rm x # y
		ls ¦ timeout rm x ¦ env -S "rm x" ¦ env LD_PRELOAD=x rm x ¦ nice -x rm x ¦ bash -c 'rm $0' x ¦ HOME=. rm x
	`,
	'rm x <<E\n$x\nE',
])('allow Execute(rm *) does not cover: %s', (text) => {
	expect(matchRule(rule('Execute(rm *)'), run(text))).toBe(false);
});

test.each(lines`
	ls ¦ echo rm ¦ grep rm x ¦ npm run rm-old ¦ git commit -m "rm x" ¦ cat rm ¦ farm x ¦ echo "farm <<E
`)('deny Execute(rm *) does not hit: %s', (text) => {
	expect(matchRule(rule('Execute(rm *)', 'deny'), run(text))).toBe(false);
});

test('a deny rule with more words needs them, unless only the shell knows them', () => {
	const denied = (text: string) => matchRule(rule('Execute(git push --force *)', 'deny'), run(text));
	expect(denied('git push --force')).toBe(true);
	expect(denied('git push')).toBe(false);
	expect(denied('git $X')).toBe(true);
	expect(denied('git pull')).toBe(false);
	expect(matchRule(rule('Execute(git push)', 'deny'), run('git push origin'))).toBe(false);
});

test('a call buried under many words costs no more than its length', () => {
	const buried = request('execute', {
		command: argv('sudo', ...Array.from({ length: 20_000 }, () => 'sudo'), 'rm', 'x'),
	});
	expect(matchRule(rule('Execute(rm *)', 'deny'), buried)).toBe(true);
});

test.each<[string, string, boolean]>([
	['*', 'a', true],
	['*', 'a/b', false],
	['**', 'a/b', true],
	['**/a', 'a', true],
	['**/a', 'x/y/a', true],
	['**/a', 'xa', false],
	['a/**', 'a/b/c', true],
	['a/**', 'a', false],
	['a/**/b', 'a/b', true],
	['a/**/b', 'a/x/y/b', true],
	['a/**/b', 'a/xb', false],
	['a**b', 'axb', true],
	['a**b', 'a/b', false],
	['?', 'é', true],
	['?', '/', false],
	['?', '😀', true],
	['[a-c]x', 'bx', true],
	['[!a-c]x', 'bx', false],
	['[!a]x', '/x', false],
	['[]]', ']', true],
	['[a-]', '-', true],
	['{a,b/**}c', 'ac', true],
	['{a,b}/{c,}', 'b/', true],
	['{a,{b,c}}d', 'cd', true],
	['{**/x,y}', 'p/q/x', true],
	['\\*', '*', true],
	['\\*', 'a', false],
	['a.c', 'abc', false],
	['', '', true],
	['(a+)+$', '(a+)+$', true],
])('the glob %s on %s: %s', (pattern, text, expected) => {
	const glob = compileGlob(pattern);
	expect(typeof glob).toBe('object');
	if (typeof glob === 'object') expect(matchesGlob(glob, text)).toBe(expected);
});

test('no glob is slow, none throws, and one without special characters matches itself alone', () => {
	const slow = compileGlob(`${'{*,**/*a}'.repeat(40)}b`);
	if (typeof slow === 'object') expect(matchesGlob(slow, 'a'.repeat(300))).toBe(false);
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...'ab*?[]{},!-\\/^') }), fc.string(), (pattern, text) => {
			const glob = compileGlob(pattern);
			if (typeof glob === 'object') matchesGlob(glob, text);
		}),
	);
	const letters = fc.string({ unit: fc.constantFrom(...'ab/.') });
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...'ab/.*?[]{},!\\') }), letters, (pattern, text) => {
			const glob = compileGlob(pattern);
			// What has to stand in a text is only quicker.
			if (typeof glob === 'object') expect(matchesGlob(glob, text)).toBe(matchesGlob({ ...glob, required: '' }, text));
		}),
		{ numRuns: 2000 },
	);
	expect(compileGlob('src/{a,b}/**/.env')).toMatchObject({ required: 'src/' });
	expect(compileGlob('**/*.pe[mn]/ab\\*cdef')).toMatchObject({ required: '/ab*cdef' });
	fc.assert(
		fc.property(fc.string(), fc.string(), (path, other) => {
			const glob = compileGlob(path.replaceAll(/[\\*?[\]{}]/g, '\\$&'));
			if (typeof glob === 'string') return;
			expect(matchesGlob(glob, path)).toBe(true);
			expect(matchesGlob(glob, other)).toBe(other === path);
		}),
	);
});
