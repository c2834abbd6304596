import { expect, test } from 'vitest';
import type { AgentQuirks } from '../../../src/core/agent-info.js';
import { alwaysRule } from '../../../src/core/policy/always.js';
import { chooseOption, orderOptions } from '../../../src/core/policy/choose-option.js';
import { planAnswers } from '../../../src/core/policy/exit-plan.js';
import { matchRule } from '../../../src/core/policy/rules.js';
import type { ActionRequest, OptionKind, PermissionOption } from '../../../src/core/policy/types.js';
import { argv, inside, outside, request } from './requests.js';

const QUIRKS: AgentQuirks = {
	neverAsks: false,
	noExitPlanRequest: false,
	acceptEditsOptionIds: [],
	reviewEditsOptionIds: [],
	modesAreNotPermissions: false,
};
const option = (name: string, kind: OptionKind, id: string): PermissionOption => ({ id, name, kind });

const CLAUDE_PLAN = [
	option('Yes, manually approve edits', 'allow_once', 'exit-plan-default'),
	option('Yes, clear context (1% used) and use auto mode', 'allow_always', 'exit-plan-clear-auto'),
	option('Yes, and use auto mode', 'allow_always', 'exit-plan-auto'),
	option('No, keep planning', 'reject_once', 'reject'),
];
const CLAUDE_OLD_PLAN = [
	option('Yes, and use "auto" mode', 'allow_always', 'auto'),
	option('Yes, and auto-accept edits', 'allow_always', 'acceptEdits'),
	option('Yes, and manually approve edits', 'allow_once', 'default'),
	option('No, keep planning', 'reject_once', 'plan'),
];
const CODEX_PLAN = [
	option('Yes, implement this plan', 'allow_once', 'implement_plan'),
	option('No, and tell Codex what to do differently', 'reject_once', 'revise_plan'),
];
const GEMINI_PLAN = [option('Allow', 'allow_once', 'proceed_once'), option('Reject', 'reject_once', 'cancel')];
const QWEN_PLAN = [
	option('Yes, restore previous mode (default)', 'allow_once', 'restore_previous'),
	option('Yes, and auto-accept edits', 'allow_always', 'proceed_always'),
	option('Yes, and manually approve edits', 'allow_once', 'proceed_once'),
	option('No, keep planning (esc)', 'reject_once', 'cancel'),
];

test.each<[string, readonly PermissionOption[], Partial<AgentQuirks>, readonly (string | null)[], readonly string[]]>([
	[
		'claude',
		CLAUDE_PLAN,
		{ reviewEditsOptionIds: ['exit-plan-default', 'default'], acceptEditsOptionIds: ['acceptEdits'] },
		['exit-plan-default', 'exit-plan-default', 'reject'],
		['exit-plan-clear-auto', 'exit-plan-auto'],
	],
	[
		'claude, quirks unknown',
		CLAUDE_PLAN,
		{},
		['exit-plan-default', 'exit-plan-default', 'reject'],
		['exit-plan-clear-auto', 'exit-plan-auto'],
	],
	[
		'claude 0.49',
		CLAUDE_OLD_PLAN,
		{ reviewEditsOptionIds: ['exit-plan-default', 'default'], acceptEditsOptionIds: ['acceptEdits'] },
		['default', 'acceptEdits', 'plan'],
		['auto'],
	],
	['claude 0.49, quirks unknown', CLAUDE_OLD_PLAN, {}, ['default', 'default', 'plan'], ['auto', 'acceptEdits']],
	[
		'codex',
		CODEX_PLAN,
		{ reviewEditsOptionIds: ['implement_plan'] },
		['implement_plan', 'implement_plan', 'revise_plan'],
		[],
	],
	['gemini', GEMINI_PLAN, { reviewEditsOptionIds: ['proceed_once'] }, ['proceed_once', 'proceed_once', 'cancel'], []],
	[
		'qwen',
		QWEN_PLAN,
		{ reviewEditsOptionIds: ['proceed_once'], acceptEditsOptionIds: ['proceed_always'] },
		['proceed_once', 'proceed_always', 'cancel'],
		['restore_previous'],
	],
	[
		'qwen, quirks unknown',
		QWEN_PLAN,
		{},
		[null, null, 'cancel'],
		['restore_previous', 'proceed_always', 'proceed_once'],
	],
	['no options at all', [], {}, [null, null, 'cancelled'], []],
	['kinds nobody knows', [option('Go', 'unknown', 'go')], {}, [null, null, 'cancelled'], ['go']],
	[
		'two options of one id',
		[option('Once', 'allow_once', 'x'), option('Always', 'allow_always', 'x')],
		{},
		[null, null, 'cancelled'],
		['x', 'x'],
	],
])('the plan review of %s', (_, options, quirks, answers, others) => {
	const found = planAnswers(options, { ...QUIRKS, ...quirks });
	expect(found.choices.map(({ choice }) => choice)).toEqual(['review-edits', 'accept-edits', 'keep-planning']);
	const ids = found.choices.map(({ outcome }) =>
		outcome === null ? null : outcome.type === 'selected' ? outcome.optionId : 'cancelled',
	);
	expect(ids).toEqual(answers);
	expect(found.others.map((one) => one.id)).toEqual(others);
	for (const { outcome, because } of found.choices) if (outcome === null) expect(because).toMatch(/./);
});

test('a choice carries the name of the option that it answers', () => {
	expect(planAnswers(CODEX_PLAN, QUIRKS).choices[0]).toMatchObject({ optionName: 'Yes, implement this plan' });
});

test.each<[string, readonly PermissionOption[], string | null, string | null]>([
	[
		'claude shell',
		[option('Yes', 'allow_once', 'y'), option('Always', 'allow_always', 'a'), option('No', 'reject_once', 'n')],
		'y',
		'n',
	],
	[
		'always first',
		[option('Always', 'allow_always', 'a'), option('Yes', 'allow_once', 'y'), option('No', 'reject_once', 'n')],
		'y',
		'n',
	],
	['only always', [option('Always', 'allow_always', 'a'), option('Never', 'reject_always', 'n')], null, null],
	[
		'two once',
		[
			option('A', 'allow_once', 'a'),
			option('B', 'allow_once', 'b'),
			option('N', 'reject_once', 'n'),
			option('M', 'reject_once', 'm'),
		],
		null,
		'n',
	],
	[
		'one id twice',
		[option('A', 'allow_once', 'x'), option('B', 'allow_always', 'x'), option('N', 'reject_once', 'x')],
		null,
		null,
	],
	[
		'two once, one of them with a shared id',
		[option('A', 'allow_once', 'a'), option('B', 'allow_once', 'x'), option('C', 'allow_always', 'x')],
		null,
		null,
	],
	['unknown kinds', [option('A', 'unknown', 'a')], null, null],
	['nothing', [], null, null],
])('an option is chosen by its kind: %s', (_, options, allow, deny) => {
	expect(chooseOption(options, 'allow')?.id ?? null).toBe(allow);
	expect(chooseOption(options, 'deny')?.id ?? null).toBe(deny);
});

test('options are listed by kind, each kind as it was sent', () => {
	const sent = [...QWEN_PLAN, option('?', 'unknown', 'u'), option('Never', 'reject_always', 'never')].toReversed();
	expect(orderOptions(sent).map((one) => one.id)).toEqual([
		'proceed_once',
		'restore_previous',
		'proceed_always',
		'cancel',
		'never',
		'u',
	]);
});

const write = (path = inside('src/a.ts')): ActionRequest => request('edit', { source: 'fs-write', paths: [path] });
const terminal = (...words: string[]): ActionRequest =>
	request('execute', { source: 'terminal', command: argv(...words) });

test.each<[string, ActionRequest, string, string]>([
	['a file', write(), 'Edit(src/a.ts)', 'edits of src/a.ts'],
	[
		'a file with special characters',
		write(inside('app/[id]/{a}*.ts')),
		'Edit(app/\\[id\\]/\\{a\\}\\*.ts)',
		'edits of app/[id]/{a}*.ts',
	],
	['a command', terminal('npm', 'test', '--', 'a b'), "Execute(npm test -- 'a b')", "the command npm test -- 'a b'"],
	['a word that would be a pattern', terminal('echo', '*'), "Execute(echo '*')", "the command echo '*'"],
	['a word with a quote', terminal('echo', "it's"), "Execute(echo 'it'\\''s')", "the command echo 'it'\\''s'"],
	['an assignment as a program', terminal('A=1', 'b'), "Execute('A=1' b)", "the command 'A=1' b"],
	['one command in a shell', terminal('bash', '-lc', 'npm test'), 'Execute(npm test)', 'the command npm test'],
])('allow always states exactly %s', (_, asked, text, words) => {
	const always = alwaysRule(asked);
	expect(always).toMatchObject({ words, rule: { text, decision: 'allow', origin: 'session', inPlan: false } });
	if (always === null) return;
	expect(matchRule(always.rule, asked)).toBe(true);
	expect(matchRule(always.rule, terminal(...(asked.command?.argv ?? []), 'more'))).toBe(false);
	expect(matchRule(always.rule, write(inside('src/b.ts')))).toBe(false);
});

test.each<[string, ActionRequest]>([
	['a compound command', terminal('bash', '-lc', 'npm test; rm x')],
	['a command with an expansion', terminal('sh', '-c', 'echo $HOME')],
	['a shell in a shell', terminal('sh', '-c', "sh -c 'a; b'")],
	[
		'a command with an environment',
		request('execute', { source: 'terminal', command: { ...argv('ls'), envNames: ['PATH'] } }),
	],
	['a command outside', request('execute', { source: 'terminal', command: { ...argv('ls'), cwd: outside('/tmp') } })],
	['a command with control characters', terminal('echo', 'a\u001b[2J')],
	['no command', request('execute', { source: 'terminal' })],
	['a file outside', write(outside('/etc/x'))],
	['no file', request('edit', { source: 'fs-write' })],
	['two files', request('edit', { source: 'fs-write', paths: [inside('a'), inside('b')] })],
	['a name with a blank at its end', write(inside('a '))],
	['a name that looks like a home', write(inside('~x'))],
	['a permission request, whose options are the agent’s', request('edit', { paths: [inside('a')] })],
	['a read', request('read', { source: 'fs-read', paths: [inside('a')] })],
])('allow always is not offered for %s', (_, asked) => {
	expect(alwaysRule(asked)).toBeNull();
});
