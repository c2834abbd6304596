import { expect, test } from 'vitest';
import type { AgentModes, ConfigOption } from '../../../src/core/agent-info.js';
import { agentModeWarning, findPlanMode, modeAfterPlan } from '../../../src/core/agent-modes.js';
import { meaningOf } from '../../../src/core/agents/mode-meaning.js';
import { MODES } from '../../../src/core/policy/policy-types.js';

const modes = (current: string, ...ids: string[]): AgentModes => ({
	current,
	available: ids.map((id) => ({ id, name: id })),
});
const select = (id: string, category: string, value: string, ...values: string[]): ConfigOption => ({
	type: 'select',
	id,
	name: id,
	category,
	value,
	choices: values.map((one) => ({ value: one, name: one })),
});

test('the plan mode of opencode is an option of category mode', () => {
	const options = [select('other', 'x', 'a', 'plan', 'a'), select('mode', 'mode', 'build', 'build', 'plan')];
	const found = findPlanMode(null, options);
	expect(found).toMatchObject({ optionId: 'mode', plan: 'plan', current: 'build', isInPlan: false });
	expect(found === null ? null : modeAfterPlan(found, null)).toBe('build');
});

test('an agent without a plan mode has none', () => {
	const thinking = modes('medium', 'off', 'medium');
	expect(
		findPlanMode(thinking, [
			select('thought_level', '', 'off', 'off'),
			{ type: 'boolean', id: 'plan', name: 'plan', category: 'mode', value: true },
		]),
	).toBeNull();
});

test.each<[readonly string[], string | null, string | null]>([
	[['default', 'acceptEdits', 'plan'], 'acceptEdits', 'acceptEdits'],
	[['acceptEdits', 'default', 'plan'], 'gone', 'default'],
	[['plan', 'yolo', 'default'], 'plan', 'default'],
	[['plan', 'odd'], null, 'odd'],
	[['plan'], 'default', null],
])('leaving plan mode among %o, before it %s: %s', (choices, before, expected) => {
	const found = findPlanMode(modes('plan', ...choices), []);
	expect(found === null ? 'none' : modeAfterPlan(found, before)).toBe(expected);
});

test.each<[string, string]>([
	['default', '- - - -'],
	['plan', '- - - -'],
	['read-only', '- - - -'],
	['acceptEdits', 'warns - warns -'],
	['auto-edit', 'warns - warns -'],
	['autoEdit', 'warns - warns -'],
	['auto', 'warns warns warns -'],
	['yolo', 'warns warns warns -'],
	['bypassPermissions', 'warns warns warns -'],
	['agent-full-access', 'warns warns warns -'],
])('the agent’s mode %s warns in default, accept edits, plan, bypass: %s', (id, expected) => {
	expect(
		MODES.map((mode) => (agentModeWarning(mode, meaningOf({ id, name: id })) === null ? '-' : 'warns')).join(' '),
	).toBe(expected);
});
