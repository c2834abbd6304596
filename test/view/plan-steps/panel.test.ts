import { describe, expect, test } from 'vitest';
import { open } from '../../../src/view/plan-steps/panel.js';
import { dispatched, happen, misfits, press, put, type Stage, text, wait } from '../stage.js';
import { openedSteps, PLAN, planQuestion } from './plan-steps-stage.js';

/** What is sent with an answer, and the answer. */
function answered(stage: Stage, key: string) {
	press(stage, 'enter');
	wait(stage, 2000);
	const requests = press(stage, key);
	const sent = requests.flatMap((request) => (request.type === 'send' ? [request] : []));
	return { events: dispatched(requests), sent };
}

describe('The steps of a plan', () => {
	test.each([
		[40, 12],
		[100, 32],
		[200, 60],
	])('fit a screen of %i columns and %i rows.', (columns, rows) => {
		const stage = openedSteps(PLAN, columns, rows);
		for (const keys of ['n', 'c `a note` enter', 'e `!` enter']) {
			press(stage, keys);
			expect(misfits(stage), keys).toEqual([]);
		}
	});

	test('that are struck, changed or noted go with the approval, each quoted.', () => {
		const stage = openedSteps();
		press(stage, 'y n');
		press(stage, 'c `only the fast ones` enter');
		press(stage, 'end c `use tabs` enter');
		press(stage, 'home e ctrl+u `Read the docs` enter');
		const { events, sent } = answered(stage, '1');
		expect(events).toContainEqual({ type: 'answer-plan', questionId: 'q', choice: 'review-edits' });
		expect(sent).toMatchObject([{ steers: true }]);
		expect(sent[0]?.text).toBe(
			[
				'I approved the plan with these changes:',
				'',
				'Step 1:\n> Read the code\nDo this instead: Read the docs',
				'',
				'Step 2:\n> Change it\nLeave this step out.',
				'',
				'Step 3:\n> Run the tests\nNote: only the fast ones',
				'',
				'For the whole plan: use tabs',
			].join('\n'),
		);
	});

	test('are the feedback where planning goes on.', () => {
		const stage = openedSteps();
		press(stage, 'n');
		expect(text(stage)).toContain('2 of 3 steps');
		const { sent } = answered(stage, '3');
		expect(sent).toMatchObject([{ planQuestionId: 'q' }]);
		expect(sent[0]?.text).toContain('Change the plan as follows:\n\nStep 1:\n> Read the code\nLeave this step out.');
	});

	test.each(['n', 'n c', 'e `!`'])('are gone with words when the agent changes the plan after %j.', (keys) => {
		const stage = openedSteps();
		press(stage, keys);
		const { request } = planQuestion(PLAN);
		const plan = '1. Read the code\n2. Delete it\n';
		happen(stage, { type: 'question-changed', questionId: 'q', request, offers: [], because: 'why', plan });
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('The agent changed the plan');
		expect(stage.ui.question?.plan).toBeUndefined();
		wait(stage, 2000);
		press(stage, 's');
		put(stage, { type: 'panel', name: 'plan-steps', open });
		expect(text(stage)).toContain('2 of 2 steps');
	});

	test('change nothing where all are taken.', () => {
		const stage = openedSteps();
		press(stage, 'n up y');
		const { events, sent } = answered(stage, '2');
		expect(events).toContainEqual({ type: 'answer-plan', questionId: 'q', choice: 'accept-edits' });
		expect(sent).toEqual([]);
	});

	test('stay as they were where the words were put aside.', () => {
		const stage = openedSteps();
		press(stage, 'c `no` escape');
		press(stage, 'e ctrl+u enter');
		expect(answered(stage, '1').sent).toEqual([]);
	});

	test('are said to be none where the plan has no list.', () => {
		const stage = openedSteps('Just do it.');
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('no list of steps');
	});
});
