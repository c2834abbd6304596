import { describe, expect, test } from 'vitest';
import { alwaysRules } from '../../../src/core/policy/always.js';
import { autoRunPart } from '../../../src/core/policy/auto-run-files.js';
import { decide, decideOutsideTurn } from '../../../src/core/policy/decide.js';
import type { ActionRequest, Mode, PathFact, Rule } from '../../../src/core/policy/policy-types.js';
import type { DiffContent, ToolKind } from '../../../src/core/tool-call.js';
import { lines } from '../lines.js';
import { argv, inside, line, outside, request, rule, run } from './requests.js';

const DIFF: DiffContent = { type: 'diff', path: 'a.ts', oldText: 'a', newText: 'b' };
const MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const;

function verdicts(wanted: ActionRequest, rules: readonly Rule[] = []): Record<string, string> {
	return Object.fromEntries(MODES.map((mode) => [mode, decide(wanted, { mode, rules }).decision]));
}

const write = (path: PathFact): ActionRequest => ({ ...request('edit', { paths: [path] }), source: 'fs-write' });

describe('A request is judged by the most dangerous thing that it says', () => {
	test.each<[string, ActionRequest, Partial<Record<Mode, string>>]>([
		[
			'an edit with a command',
			request('edit', { paths: [inside('a')], command: line('rm x') }),
			{ acceptEdits: 'ask', plan: 'deny' },
		],
		[
			'an edit with a command that only reads',
			request('edit', { paths: [inside('a')], command: line('ls') }),
			{ default: 'ask', acceptEdits: 'ask', plan: 'deny' },
		],
		[
			'a command that only reads, with a diff',
			run('cat a', { paths: [inside('a')], diffs: [DIFF] }),
			{ default: 'ask', acceptEdits: 'ask', plan: 'deny' },
		],
		[
			'a read with a command',
			request('read', { paths: [inside('a')], command: line('rm a') }),
			{ default: 'ask', plan: 'deny' },
		],
		['a search with a command', request('search', { command: line('rm a') }), { default: 'ask', plan: 'deny' }],
		['a thought with a command', request('think', { command: line('rm a') }), { default: 'ask', plan: 'deny' }],
		[
			'a thought that writes',
			request('think', { paths: [inside('a')], writes: true }),
			{ default: 'ask', plan: 'deny' },
		],
		[
			'a read that writes',
			request('read', { paths: [inside('a')], writes: true }),
			{ default: 'ask', acceptEdits: 'ask', plan: 'deny' },
		],
		['a search that writes to nowhere', request('search', { writes: true }), { default: 'ask', plan: 'deny' }],
		[
			'a thought with a diff',
			request('think', { paths: [inside('a')], diffs: [DIFF] }),
			{ default: 'ask', plan: 'deny' },
		],
		[
			'a thought about a file outside',
			request('think', { paths: [outside('/etc/x')] }),
			{ default: 'ask', bypassPermissions: 'ask' },
		],
		[
			'a read of two files, one outside',
			request('read', { paths: [inside('a'), outside('/x')] }),
			{ default: 'ask', bypassPermissions: 'ask' },
		],
		[
			'an edit whose diff is of another file than its location',
			request('edit', { paths: [inside('a'), outside('/home/x')], diffs: [DIFF] }),
			{ acceptEdits: 'ask', plan: 'deny', bypassPermissions: 'ask' },
		],
		['a command of a server’s tool', run('ls', { mcp: { server: 's', tool: 't' } }), { default: 'ask', plan: 'deny' }],
		['a command that also fetches', run('ls', { host: 'evil.com' }), { default: 'ask', plan: 'deny' }],
		['a fetch with a command', request('fetch', { command: line('ls') }), { default: 'ask', plan: 'deny' }],
		[
			'a change of mode with a command',
			request('switch_mode', { command: line('ls') }),
			{ default: 'ask', plan: 'deny' },
		],
		[
			'a command with a variable',
			request('execute', { command: line('git log', { envNames: ['GIT_EXTERNAL_DIFF'] }) }),
			{ default: 'ask', plan: 'deny' },
		],
		['two commands, the first of which only reads', run("ls\n'rm' 'x'"), { default: 'ask', plan: 'deny' }],
		['a command that nobody could read', run('["rm",7]'), { default: 'ask', plan: 'deny' }],
	])('%s', (_, wanted, expected) => {
		expect(verdicts(wanted)).toMatchObject(expected);
	});

	test.each<[string, ActionRequest, string]>([
		['Execute(rm *)', request('edit', { paths: [inside('a')], command: line('rm a') }), 'deny'],
		['Edit(a)', request('think', { paths: [inside('a')], writes: true }), 'deny'],
		['Edit', request('read', { paths: [inside('a')], writes: true }), 'deny'],
		['Fetch(evil.com)', request('fetch', { host: 'good.com,evil.com' }), 'deny'],
	])('A rule that denies %s knows it under any name.', (text, wanted, decision) => {
		expect(decide(wanted, { mode: 'bypassPermissions', rules: [rule(text, 'deny')] }).decision).toBe(decision);
	});

	test('A rule for one host allows no second one.', () => {
		const wanted = request('fetch', { host: 'good.com,evil.com' });
		expect(decide(wanted, { mode: 'default', rules: [rule('Fetch(good.com)')] }).decision).toBe('ask');
		expect(alwaysRules(wanted)).toEqual([]);
	});
});

const RUNS_LATER = [
	...lines`
		.git/hooks/pre-commit ¦ sub/.git/config ¦ .GIT/config ¦ .git./config ¦ git~1/config ¦ .vscode/tasks.json
		packages/a/.vscode/settings.json ¦ x.code-workspace ¦ .idea/workspace.xml ¦ .husky/pre-commit ¦ .envrc
		.npmrc ¦ sub/.yarnrc.yml ¦ .cargo/config.toml ¦ .mcp.json ¦ .bashrc ¦ .claude/settings.json
		.codex/config.toml ¦ .gemini/settings.json ¦ .cursor/mcp.json ¦ .ssh/authorized_keys ¦ .acp-tuirc.json
		.acp-tuirc.yaml ¦ acp-tui.config.json ¦ .config/autostart/x.desktop ¦ .pre-commit-config.yaml
	`,
	'.g\u200cit/config',
];

describe('A file that makes programs run later', () => {
	test.each(RUNS_LATER)('%s is asked about in accept edits, and by no star of a rule allowed', (path) => {
		const wanted = write(inside(path));
		expect(verdicts(wanted)).toEqual({ default: 'ask', acceptEdits: 'ask', plan: 'deny', bypassPermissions: 'allow' });
		for (const text of ['Edit', 'Edit(**)', 'Edit(sub/**)', 'Edit(packages/**)']) {
			expect(decide(wanted, { mode: 'acceptEdits', rules: [rule(text)] }).decision).toBe('ask');
		}
		expect(alwaysRules(wanted)).toEqual([]);
	});

	test.each(['src/a.ts', '.gitignore', 'git/x', 'profile', 'package.json'])('%s is none', (path) => {
		expect(autoRunPart(path)).toBeNull();
		expect(decide(write(inside(path)), { mode: 'acceptEdits', rules: [] }).decision).toBe('allow');
	});

	test('is allowed by a rule that names it.', () => {
		const rules = [rule('Edit(.vscode/**)')];
		expect(decide(write(inside('.vscode/tasks.json')), { mode: 'default', rules }).decision).toBe('allow');
		expect(decide(write(inside('.vscode/.git/config')), { mode: 'default', rules }).decision).toBe('allow');
		expect(decide(write(inside('.git/config')), { mode: 'default', rules }).decision).toBe('ask');
	});
});

describe('«Always, with any further words»', () => {
	test.each([
		['npm test', 'npm test --script-shell=/w/x'],
		['npm test', 'npm test --node-options --require=x'],
		['npm run lint', 'npm run lint --prefix /elsewhere'],
		['npm run lint', 'npm run lint -C /elsewhere'],
		['go test', "go test -exec 'rm -rf' ./..."],
		['go build', 'go build -toolexec=./x .'],
		['go build', 'go build -o /home/x/.bashrc .'],
		['go vet', 'go vet -vettool=x .'],
		['cargo test', "cargo test --config 'target.runner=x'"],
		['pytest', 'pytest -p evil'],
		['pytest', 'pytest --rootdir=/etc'],
		['git commit', 'git commit -F /etc/shadow'],
		['eslint', 'eslint --rulesdir x .'],
		['eslint', 'eslint -f ./evil.js .'],
		['vitest', 'npx vitest --config ../x.ts'],
		['jest', 'jest --globalSetup=./x'],
		['rspec', 'rspec -r ./evil'],
		['mvn test', 'mvn test -Dexec=x'],
	])('for %s does not reach to %s', (text, later) => {
		const rules = [rule(`Execute(${text} *)`, 'allow', 'session'), rule(`Execute(npx ${text} *)`, 'allow', 'session')];
		expect(decide(run(later), { mode: 'default', rules }).decision).toBe('ask');
		// Who wrote the same rule into their settings meant it.
		const own = rules.map(({ text: words }) => rule(words, 'allow', 'user'));
		expect(decide(run(later), { mode: 'default', rules: own }).decision).toBe('allow');
	});

	test.each([
		['npm test', 'npm test -- src/a.test.ts'],
		['npm run lint', 'npm run lint -- src/a.ts test'],
		['go test', 'go test -race -run TestX -count=1 ./...'],
		['cargo test', 'cargo test -p core --release -- --nocapture'],
		['pytest', 'pytest -x -q tests/test_a.py::test_b -k "a and b"'],
		['git commit', "git commit -am 'words --exec'"],
		['vitest', 'vitest run test/a.test.ts -t name --reporter=verbose'],
	])('for %s reaches to %s', (text, later) => {
		const rules = [rule(`Execute(${text} *)`, 'allow', 'session')];
		expect(decide(run(later), { mode: 'default', rules }).decision).toBe('allow');
	});

	test('for git push is never offered, and neither is git alone', () => {
		const offered = alwaysRules({ ...request('execute', { command: argv('git', 'push') }), source: 'terminal' });
		expect(offered.map(({ rule: { text } }) => text)).toEqual(['Execute(git push)']);
		const rules = offered.map((offer) => offer.rule);
		expect(decide(run('git push --force'), { mode: 'default', rules }).decision).toBe('ask');
	});
});

describe('While no turn runs', () => {
	const everything = (['Edit', 'Execute', 'Fetch', 'Other', 'Think', 'Read'] as const).map((text) => rule(text));
	const doing: readonly (readonly [string, ActionRequest])[] = [
		['a write', write(inside('a.ts'))],
		['a command', run('npm test')],
		['a fetch', request('fetch', { host: 'a.com' })],
		['something unknown', request('other')],
		['a thought that writes', request('think', { paths: [inside('a')], writes: true })],
		['a deletion', request('delete', { paths: [inside('a')] })],
	];
	test.each(doing)('%s is never allowed unasked', (_, wanted) => {
		for (const mode of MODES) expect(decideOutsideTurn(wanted, { mode, rules: everything }).decision).not.toBe('allow');
	});

	test.each<[string, ActionRequest]>([
		['a read', { ...request('read', { paths: [inside('a')] }), source: 'fs-read' }],
		['a search', request('search', { paths: [inside('a')] })],
		['a command that only reads', run('git status')],
	])('%s is as ever', (_, wanted) => {
		for (const mode of MODES) expect(decideOutsideTurn(wanted, { mode, rules: [] }).decision).toBe('allow');
	});

	test('what is denied stays denied', () => {
		const kinds: readonly ToolKind[] = ['edit', 'delete', 'move'];
		for (const kind of kinds) {
			expect(decideOutsideTurn(request(kind, { paths: [inside('a')] }), { mode: 'plan', rules: [] }).decision).toBe(
				'deny',
			);
		}
	});
});
