import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailsOf } from '../../../src/core/policy/action-details.js';
import { decide, refusalForAgent } from '../../../src/core/policy/decide.js';
import { CHAT } from '../../../src/core/policy/own-mode.js';
import { BECAUSE } from '../../../src/core/policy/policy-messages.js';
import {
	type ActionRequest,
	MODES,
	type Mode,
	type Rule,
	type Verdict,
} from '../../../src/core/policy/policy-types.js';
import { matchRule, mayForbid } from '../../../src/core/policy/rule-match.js';
import { isWhole } from '../../setup/whole.js';
import { lines } from '../lines.js';
import { argv, inside, line, outside, request, rule, run } from './requests.js';

const EVERY: readonly Mode[] = MODES;
const verdictOf = (asked: ActionRequest, mode: Mode, ...rules: Rule[]) => decide(asked, { mode, rules }).decision;
const inModes = (asked: ActionRequest, ...rules: Rule[]) =>
	EVERY.map((mode) => verdictOf(asked, mode, ...rules)).join(' ');

const diffs = [{ type: 'diff' as const, path: 'a.ts', oldText: 'a', newText: 'b' }];
const fsRead = (path = inside('a.ts')): ActionRequest => request('read', { source: 'fs-read', paths: [path] });
const fsWrite = (path = inside('a.ts')): ActionRequest => request('edit', { source: 'fs-write', paths: [path], diffs });
const terminal = (...words: string[]): ActionRequest =>
	request('execute', { source: 'terminal', command: argv(...words) });
const planFile = outside('/home/me/.agent/plans/p.md', true);

test.each<[string, ActionRequest, string]>([
	['a read inside', request('read', { paths: [inside('a.ts')] }), 'allow allow allow allow'],
	['a read outside', request('read', { paths: [outside('/etc/passwd')] }), 'ask ask ask ask'],
	['a read of both', request('read', { paths: [inside('a'), outside('/b')] }), 'ask ask ask ask'],
	['a read that names no path', request('read'), 'ask ask ask allow'],
	['a search', request('search'), 'allow allow allow allow'],
	['a search outside', request('search', { paths: [outside('/etc')] }), 'ask ask ask ask'],
	['a search on the network', request('search', { host: 'example.com' }), 'ask ask ask allow'],
	['a thought', request('think'), 'allow allow allow allow'],
	['a fetch', request('fetch', { host: 'example.com' }), 'ask ask ask allow'],
	['an edit inside', request('edit', { paths: [inside('a.ts')] }), 'ask allow deny allow'],
	['an edit of two files inside', request('edit', { paths: [inside('a'), inside('b')] }), 'ask allow deny allow'],
	['an edit outside', request('edit', { paths: [outside('/etc/x')] }), 'ask ask deny ask'],
	['an edit of both', request('edit', { paths: [inside('a'), outside('/b')] }), 'ask ask deny ask'],
	['an edit that names no path', request('edit'), 'ask ask deny ask'],
	[
		'an edit of a path that cannot be resolved',
		request('edit', { paths: [{ ...inside('a'), real: null }] }),
		'ask ask deny ask',
	],
	['an edit inside .git', request('edit', { paths: [inside('.git/hooks/pre-commit')] }), 'ask ask deny allow'],
	['a delete inside', request('delete', { paths: [inside('a.ts')] }), 'ask ask deny allow'],
	['a move inside', request('move', { paths: [inside('a'), inside('b')] }), 'ask ask deny allow'],
	['a delete that names no path', request('delete'), 'ask ask deny ask'],
	['a read that shows a change', request('read', { paths: [inside('a.ts')], diffs }), 'ask ask deny allow'],
	['an unknown kind that shows a change', request('other', { paths: [inside('a.ts')], diffs }), 'ask ask deny allow'],
	['a command', run('npm test'), 'ask ask deny allow'],
	['a read-only command', run('git status'), 'allow allow allow allow'],
	['a read-only command with paths outside', run('ls', { paths: [outside('/etc')] }), 'ask ask ask ask'],
	['an execute without a command', request('execute'), 'ask ask deny allow'],
	[
		'a command that says it reads',
		request('read', { command: line('rm x'), paths: [inside('x')] }),
		'ask ask deny allow',
	],
	['a command that says it thinks', request('think', { command: line('rm x') }), 'ask ask deny allow'],
	[
		'a command that says it edits',
		request('edit', { command: line('rm x'), paths: [inside('x')] }),
		'ask ask deny allow',
	],
	['a command of no known kind', request('other', { command: line('rm x') }), 'ask ask deny allow'],
	['a command outside', run('make', { command: { ...line('make'), cwd: outside('/tmp') } }), 'ask ask deny ask'],
	['a change of mode', request('switch_mode'), 'ask ask ask allow'],
	['an unknown kind', request('other'), 'ask ask ask allow'],
	[
		'an MCP tool that says it reads',
		request('read', { paths: [inside('a')], mcp: { server: 's', tool: 't' } }),
		'ask ask ask allow',
	],
	[
		'an MCP tool that says it edits',
		request('edit', { paths: [inside('a')], mcp: { server: 's', tool: 't' } }),
		'ask ask deny allow',
	],
	['fs read inside', fsRead(), 'allow allow allow allow'],
	['fs read outside', fsRead(outside('/etc/passwd')), 'deny deny deny deny'],
	['fs read of a plan file', fsRead(planFile), 'allow allow allow allow'],
	['fs read of nothing', request('read', { source: 'fs-read' }), 'deny deny deny deny'],
	['fs write inside', fsWrite(), 'ask allow deny allow'],
	['fs write outside', fsWrite(outside('/etc/x')), 'deny deny deny deny'],
	['fs write of a plan file', fsWrite(planFile), 'deny deny allow deny'],
	['fs write of a plan file inside', fsWrite({ ...inside('plans/p.md'), isPlanFile: true }), 'ask allow allow allow'],
	[
		'fs write of a file in a plan folder that programs look for',
		fsWrite({ ...inside('.opencode/plans/.envrc'), isPlanFile: true }),
		'ask ask deny allow',
	],
	['an edit of a plan file', request('edit', { paths: [planFile] }), 'ask ask allow ask'],
	['a delete of a plan file', request('delete', { paths: [planFile] }), 'ask ask deny ask'],
	['an edit of a plan file and another', request('edit', { paths: [planFile, inside('a')] }), 'ask ask deny ask'],
	[
		'a plan file named by a command with a change',
		request('execute', { paths: [planFile], diffs }),
		'ask ask deny ask',
	],
	['a terminal', terminal('npm', 'test'), 'ask ask deny allow'],
	['a read-only terminal', terminal('ls', '-la'), 'allow allow allow allow'],
	['a terminal that says it reads', { ...terminal('rm', 'x'), kind: 'read' }, 'ask ask deny allow'],
])('%s: default, accept edits, plan, bypass', (_, asked, expected) => {
	expect(inModes(asked)).toBe(expected);
});

test.each<[string, ActionRequest, Rule[], string]>([
	['deny holds in every mode', run('npm test'), [rule('Execute', 'deny')], 'deny deny deny deny'],
	[
		'deny comes before allow',
		run('npm test'),
		[rule('Execute'), rule('Execute(npm *)', 'deny')],
		'deny deny deny deny',
	],
	['deny comes before ask', run('npm test'), [rule('Execute', 'ask'), rule('Execute', 'deny')], 'deny deny deny deny'],
	[
		'ask comes before allow, not in bypass',
		run('npm test'),
		[rule('Execute'), rule('Execute', 'ask')],
		'ask ask deny allow',
	],
	[
		'ask holds for what the mode allows',
		request('read', { paths: [inside('a')] }),
		[rule('Read', 'ask')],
		'ask ask ask allow',
	],
	['ask does not open what plan mode denies', fsWrite(), [rule('Edit', 'ask')], 'ask ask deny allow'],
	['allow holds in default and accept edits', run('npm test'), [rule('Execute(npm test *)')], 'allow allow deny allow'],
	['plan: holds in plan mode too', run('make lint'), [rule('plan:Execute(make lint)')], 'allow allow allow allow'],
	[
		'ask comes before plan: allow',
		run('make lint'),
		[rule('plan:Execute'), rule('Execute', 'ask')],
		'ask ask ask allow',
	],
	['plan: never allows an edit', fsWrite(), [rule('plan:Edit')], 'allow allow deny allow'],
	[
		'plan: never allows a delete',
		request('delete', { paths: [inside('a')] }),
		[rule('plan:Delete')],
		'allow allow deny allow',
	],
	[
		'plan: never allows a disguised edit',
		request('edit', { command: line('make lint') }),
		[rule('plan:Execute')],
		'allow allow deny allow',
	],
	[
		'an allow without plan: says nothing in plan',
		request('fetch', { host: 'a.b' }),
		[rule('Fetch')],
		'allow allow ask allow',
	],
	['plan: for a fetch', request('fetch', { host: 'a.b' }), [rule('plan:Fetch(a.b)')], 'allow allow allow allow'],
	['a rule allows no pathless edit', request('edit'), [rule('Edit')], 'ask ask deny ask'],
	['a rule opens no boundary', request('edit', { paths: [outside('/x')] }), [rule('Edit')], 'ask ask deny ask'],
	['a rule opens no boundary of the file methods', fsWrite(outside('/x')), [rule('Edit')], 'deny deny deny deny'],
	['deny Execute holds for a read-only command', run('ls'), [rule('Execute', 'deny')], 'deny deny deny deny'],
	['deny Read holds for a read-only command', run('ls'), [rule('Read', 'deny')], 'deny deny deny deny'],
	['ask Execute holds for a read-only command', run('ls'), [rule('Execute(ls *)', 'ask')], 'ask ask ask allow'],
	[
		'deny Read(path) holds for a command that names it',
		run('cat ./.env'),
		[rule('Read(.env)', 'deny')],
		'deny deny deny deny',
	],
	[
		'deny Read(path) holds for a revision of it',
		run('git show HEAD:.env'),
		[rule('Read(.env)', 'deny')],
		'deny deny deny deny',
	],
	['deny Read(path) holds for an input', run('wc -l < .env'), [rule('Read(.env)', 'deny')], 'deny deny deny deny'],
	['deny Edit(path) holds for an output', run('echo x > .env'), [rule('Edit(.env)', 'deny')], 'deny deny deny deny'],
	[
		'what may print a protected file is asked about',
		run('grep -r x .'),
		[rule('Read(.env)', 'deny')],
		'ask ask ask ask',
	],
	['what cannot print it is not', run('cat a.txt'), [rule('Read(.env)', 'deny')], 'allow allow allow allow'],
	['an MCP rule', request('other', { mcp: { server: 's', tool: 't' } }), [rule('Mcp(s/*)')], 'allow allow ask allow'],
	['deny by a folder', fsRead(inside('secret/a/b')), [rule('Read(secret)', 'deny')], 'deny deny deny deny'],
	['deny in other letters', fsRead(inside('.ENV')), [rule('Read(.env)', 'deny')], 'deny deny deny deny'],
])('%s: default, accept edits, plan, bypass', (_, asked, rules, expected) => {
	expect(inModes(asked, ...rules)).toBe(expected);
});

test('a refusal tells the agent why and what it may do', () => {
	const plan = refusalForAgent(decide(fsWrite(), { mode: 'plan', rules: [] }), fsWrite(), { mode: 'plan', rules: [] });
	expect(plan).toContain(BECAUSE.planNoChanges);
	expect(plan).toContain('The user has plan mode on');
	const away = fsRead(outside('/etc/passwd'));
	expect(refusalForAgent(decide(away, { mode: 'plan', rules: [] }), away, { mode: 'plan', rules: [] })).toContain(
		'Only files inside the workspace',
	);
	const byRule = refusalForAgent({ decision: 'deny', because: BECAUSE.deniedBy('user rule Execute') }, terminal('x'), {
		mode: 'default',
		rules: [],
	});
	expect(byRule).toContain(BECAUSE.deniedBy('user rule Execute'));
	expect(byRule).not.toContain('plan');
	const inChat = { mode: 'plan', rules: CHAT.rules } as const;
	expect(refusalForAgent(decide(fsRead(), inChat), fsRead(), inChat)).toMatch(/chat mode.*words alone: no tool/);
	expect(refusalForAgent(decide(fsRead(), inChat), fsRead(), inChat)).not.toContain('plan mode');
});

const paths = fc.array(
	fc.constantFrom(inside('a.ts'), inside('src/b.ts'), inside('.git/config'), outside('/etc/x'), planFile, {
		...inside('c'),
		real: null,
	}),
	{ maxLength: 3 },
);
const commands = fc.constantFrom(
	'npm test',
	'npm test; rm x',
	'ls',
	'rm -rf .',
	'cat .env',
	'echo $(rm x)',
	'unclosed "',
	'sudo rm x',
	'git status',
);
const requests: fc.Arbitrary<ActionRequest> = fc
	.record({
		source: fc.constantFrom('permission' as const, 'fs-read' as const, 'fs-write' as const, 'terminal' as const),
		kind: fc.constantFrom(
			'read',
			'edit',
			'delete',
			'move',
			'search',
			'execute',
			'think',
			'fetch',
			'switch_mode',
			'other',
		) as fc.Arbitrary<ActionRequest['kind']>,
		paths,
		command: fc.option(commands, { nil: undefined }),
		host: fc.option(fc.constantFrom('example.com', 'a.example.com'), { nil: undefined }),
		hasMcp: fc.boolean(),
		hasDiffs: fc.boolean(),
	})
	.map(({ source, kind, paths: named, command, host, hasMcp, hasDiffs }) => ({
		source,
		kind,
		title: 't',
		paths: named,
		...(command === undefined ? {} : { command: line(command) }),
		...(host === undefined ? {} : { host }),
		...(hasMcp ? { mcp: { server: 's', tool: 't' } } : {}),
		diffs: hasDiffs ? diffs : [],
	}));
const texts = [
	...'Read Edit Delete Move Search Execute Think Fetch SwitchMode Other Mcp plan:Execute plan:Edit plan:Fetch'.split(
		' ',
	),
	...lines`
		Edit(src/**) ¦ Read(.env) ¦ Execute(npm test) ¦ Execute(npm *) ¦ Execute(rm *) ¦ plan:Execute(npm test *)
		Fetch(*.example.com) ¦ Mcp(s/*)
	`,
];
const ruleSets = fc.array(
	fc
		.tuple(fc.constantFrom(...texts), fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const))
		.map(([text, decision]) => rule(text, decision)),
	{ maxLength: 6 },
);
const modes = fc.constantFrom(...MODES);

test('deny comes before ask before allow before the mode, whatever the rules and their order', () => {
	fc.assert(
		fc.property(requests, ruleSets, modes, (asked, rules, mode) => {
			const verdict = decide(asked, { mode, rules });
			const matching = (decision: Rule['decision']) =>
				rules.filter((one) => one.decision === decision && matchRule(one, asked));
			const bare = decide(asked, { mode, rules: [] }).decision;
			if (matching('deny').length > 0) {
				expect(verdict.decision).toBe('deny');
				return;
			}
			if (matching('ask').length > 0 && mode !== 'bypassPermissions') {
				expect(verdict.decision).not.toBe('allow');
				return;
			}
			const allowing = matching('allow').filter((one) => mode !== 'plan' || one.inPlan);
			if (allowing.length === 0 && verdict.decision === 'allow') expect(bare).toBe('allow');
			const isDoubted = rules.some((one) => one.decision !== 'allow' && mayForbid(one, detailsOf(asked)));
			if (bare === 'allow' && !isDoubted) expect(verdict.decision).toBe('allow');
			expect(verdict.because.length).toBeGreaterThan(0);
		}),
		{ numRuns: isWhole ? 3000 : 1000 },
	);
});

test('in plan mode nothing that changes files and no unproven command passes without a plan: rule', () => {
	fc.assert(
		fc.property(requests, ruleSets, (asked, rules) => {
			const plain = rules.filter((one) => !one.inPlan);
			const verdict = decide(asked, { mode: 'plan', rules: plain });
			const isChange =
				['edit', 'delete', 'move'].includes(asked.kind) || asked.source === 'fs-write' || asked.diffs.length > 0;
			const isPlanFile = asked.paths.length > 0 && asked.paths.every((path) => path.isPlanFile);
			if (isChange && !isPlanFile) expect(verdict.decision).toBe('deny');
			const runs =
				asked.source === 'terminal' ||
				(asked.source === 'permission' && (asked.kind === 'execute' || asked.command !== undefined));
			if (runs && !/^(?:ls|cat \.env|git status)$/.test(asked.command?.line ?? ''))
				expect(verdict.decision).toBe('deny');
		}),
		{ numRuns: isWhole ? 3000 : 1000 },
	);
});

test('the order of rules of one decision does not change the decision', () => {
	fc.assert(
		fc.property(requests, ruleSets, modes, (asked, rules, mode) => {
			const decisions = (list: readonly Rule[]): Verdict['decision'] => decide(asked, { mode, rules: list }).decision;
			expect(decisions(rules.toReversed())).toBe(decisions(rules));
		}),
	);
});

test('an allow rule never makes a verdict stricter, a deny or ask rule never looser', () => {
	const rank: Record<Verdict['decision'], number> = { allow: 0, ask: 1, deny: 2 };
	fc.assert(
		fc.property(requests, ruleSets, modes, fc.constantFrom(...texts), (asked, rules, mode, text) => {
			const level = (list: readonly Rule[]) => rank[decide(asked, { mode, rules: list }).decision];
			expect(level([...rules, rule(text, 'allow')])).toBeLessThanOrEqual(level(rules));
			expect(level([...rules, rule(text, 'ask')])).toBeGreaterThanOrEqual(level(rules));
			expect(level([...rules, rule(text, 'deny')])).toBeGreaterThanOrEqual(level(rules));
		}),
		{ numRuns: isWhole ? 2000 : 700 },
	);
});

test('A rule that stands for what the agent gives in words alone is not heeded, and that is said.', () => {
	const because = (asked: ActionRequest, ...rules: Rule[]) => decide(asked, { mode: 'default', rules }).because;
	const titled = request('execute', { title: 'touch a' });
	const tool = request('other', { title: 'shout (loud MCP Server)', possibleMcp: [{ server: 'loud', tool: 'shout' }] });
	expect(because(titled, rule('Execute(touch *)', 'allow'))).toBe(BECAUSE.commandInTitle);
	// Those that only read run unasked.
	expect(because(titled)).toBe('default mode asks before commands that may change something');
	expect(because(tool, rule('Mcp(loud/*)', 'allow'))).toBe(BECAUSE.toolInTitle);
	expect(because(tool, rule('Mcp(other/*)', 'allow'))).toBe(BECAUSE.modeAsks('default', 'unknown'));
});
