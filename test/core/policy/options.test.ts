import { expect, test } from 'vitest';
import { chooseOption, orderOptions } from '../../../src/core/policy/choose-option.js';
import type { OptionKind, PermissionOption } from '../../../src/core/policy/policy-types.js';
import { planAnswers } from '../../../src/core/session/questions/exit-plan.js';
import { lines } from '../lines.js';

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

const DROID_PLAN = [
	option('Allow', 'allow_once', 'proceed_once'),
	option('Allow & auto-run (low risk)', 'allow_always', 'proceed_auto_run_low'),
	option('Allow & auto-run (high risk)', 'allow_always', 'proceed_auto_run_high'),
	option('No, keep iterating on spec', 'reject_once', 'cancel'),
];

test.each<[string, readonly PermissionOption[], readonly (string | null)[], readonly string[]]>([
	[
		'claude',
		CLAUDE_PLAN,
		['exit-plan-default', 'exit-plan-default', 'reject'],
		['exit-plan-clear-auto', 'exit-plan-auto'],
	],
	['claude 0.49', CLAUDE_OLD_PLAN, ['default', 'acceptEdits', 'plan'], ['auto']],
	['codex', CODEX_PLAN, ['implement_plan', 'implement_plan', 'revise_plan'], []],
	['gemini', GEMINI_PLAN, ['proceed_once', 'proceed_once', 'cancel'], []],
	['qwen', QWEN_PLAN, ['proceed_once', 'proceed_always', 'cancel'], ['restore_previous']],
	['droid', DROID_PLAN, ['proceed_once', 'proceed_once', 'cancel'], ['proceed_auto_run_low', 'proceed_auto_run_high']],
	[
		'one that nobody knows, whose only approval allows everything',
		[option('Yes, and run everything without asking', 'allow_once', 'go'), option('No', 'reject_once', 'no')],
		[null, null, 'no'],
		['go'],
	],
	[
		'two approvals that say nothing',
		[option('Yes', 'allow_once', 'a'), option('Go on', 'allow_once', 'b'), option('No', 'reject_once', 'no')],
		[null, null, 'no'],
		['a', 'b'],
	],
	['no options at all', [], [null, null, 'cancelled'], []],
	['kinds nobody knows', [option('Go', 'unknown', 'go')], [null, null, 'cancelled'], ['go']],
	[
		'two options of one id',
		[option('Once', 'allow_once', 'x'), option('Always', 'allow_always', 'x')],
		[null, null, 'cancelled'],
		['x', 'x'],
	],
])('the plan review of %s', (_, options, answers, others) => {
	const found = planAnswers(options);
	expect(found.choices.map(({ choice }) => choice)).toEqual(['review-edits', 'accept-edits', 'keep-planning']);
	const ids = found.choices.map(({ outcome }) =>
		outcome === null ? null : outcome.type === 'selected' ? outcome.optionId : 'cancelled',
	);
	expect(ids).toEqual(answers);
	expect(found.others.map((one) => one.id)).toEqual(others);
	for (const { outcome, because } of found.choices) if (outcome === null) expect(because).toMatch(/./);
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
	expect(orderOptions(sent).map((one) => one.id)).toEqual(lines`
		proceed_once ¦ restore_previous ¦ proceed_always ¦ cancel ¦ never ¦ u
	`);
});
