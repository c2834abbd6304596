import { describe, expect, test } from 'vitest';
import type { PermissionOption } from '../../../src/core/policy/policy-types.js';
import { LET_IT_GO_ON } from '../../../src/view/pickers/pickers-messages.js';
import { asked, full, planQuestion } from '../scenes.js';
import { createStage, draft, footer, type happen, press, type Stage, settled, text } from '../stage.js';

const ONCE: readonly PermissionOption[] = [
	{ id: 'yes', name: 'Yes', kind: 'allow_once' },
	{ id: 'no', name: 'No', kind: 'reject_once' },
];
const ALWAYS: readonly PermissionOption[] = [...ONCE, { id: 'always', name: 'Always', kind: 'allow_always' }];
const OFFERS = [{ text: 'Execute(npm test)', words: 'the command npm test' }];
function standing(
	columns: number,
	rows: number,
	...events: Parameters<typeof happen> extends [Stage, ...infer E] ? E : never
) {
	return settled(full(), events, columns, rows);
}

describe('What stands beside the answers', () => {
	test('the footer has no key for an «always» that plan mode leaves out.', () => {
		const stage = standing(120, 30, { type: 'set-mode', mode: 'plan' }, asked({ options: ALWAYS, offers: OFFERS }));
		expect(footer(stage)).not.toContain('a always');
	});

	test('what an approval of the agent’s does is never cut off by its name.', () => {
		const name = 'Yes, and from now on go ahead with whatever seems right to you without coming back to me';
		const event = { ...planQuestion } as Extract<typeof planQuestion, { type: 'question-asked' }>;
		if (event.question.kind !== 'exit-plan') throw new Error('no plan');
		const options = [...event.question.options, { id: 'more', name, kind: 'allow_always' } as const];
		const stage = standing(
			80,
			30,
			{ type: 'set-mode', mode: 'plan' },
			{ ...event, question: { ...event.question, options } },
		);
		expect(text(stage)).toContain('the agent decides');
	});
});

describe('Words behind a command that asks first', () => {
	test.each(['ctrl+o'])('are not lost when %s opens something else.', (key) => {
		const stage = createStage(full());
		press(stage, '`/new fix the bug` enter');
		expect(text(stage)).toContain(LET_IT_GO_ON);
		press(stage, key);
		press(stage, 'escape escape');
		expect(draft(stage)).toBe('/new fix the bug');
	});
});
