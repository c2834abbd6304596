import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { open, openEdited } from '../../../src/view/plan-steps/plan-steps-panel.js';
import { dispatched, draft, happen, press, put, type Stage, text, wait } from '../stage.js';
import { openedSteps, PLAN, planQuestion, reviewed } from './plan-steps-stage.js';

/** The answer that a key gives in the review. */
function answered(stage: Stage, key: string) {
	press(stage, 'enter');
	wait(stage, 2000);
	return dispatched(press(stage, key));
}

describe('The steps of a plan', () => {
	test('that are struck, changed or noted go with the approval, each quoted.', () => {
		const stage = openedSteps();
		press(stage, 'y n');
		press(stage, 'c `only the fast ones` enter');
		press(stage, 'end c `use tabs` enter');
		press(stage, 'home e ctrl+u `Read the docs` enter');
		expect(answered(stage, '1')).toEqual([
			{
				type: 'answer-plan',
				questionId: 'q',
				choice: 'review-edits',
				edited:
					'# Plan\n\n1. Read the docs\n2. ~~Change it~~\n3. Run the tests\n\n   Note: only the fast ones\n\nFor the whole plan: use tabs\n',
				feedback: [
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
			},
		]);
	});

	test('are listed without the marks of Markdown.', () => {
		const stage = openedSteps('1. Press **shift+tab** in `main.ts`\n2. See [the docs](https://x.example)\n');
		expect(text(stage)).toContain('1. Press shift+tab in main.ts');
		expect(text(stage)).not.toContain('**');
	});

	test('are listed with all characters of their code, which may be the words of a link.', () => {
		const stage = openedSteps(
			'1. Rename `__init__.py` **and** `a**b`, __main__.py\n2. __See__ [`run`](m.py) in `at[i](j)`\n',
		);
		expect(text(stage)).toContain('1. Rename __init__.py and a**b, __main__.py');
		expect(text(stage)).toContain('See run in at[i](j)');
	});

	test('say in the review how many were changed, and how many notes there are.', () => {
		const stage = openedSteps();
		press(stage, 'e ctrl+u `Read the docs` enter');
		expect(text(stage)).toContain('3 of 3 steps, 1 changed');
		press(stage, 'down c `only the fast ones` enter end c `use tabs` enter enter');
		expect(text(stage)).toContain('1 Approve, review each edit (y) 3 of 3 steps, 1 changed, 2 notes');
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
		expect(answered(stage, '2')).toEqual([{ type: 'answer-plan', questionId: 'q', choice: 'accept-edits' }]);
	});

	test('stay as they were where the words were put aside.', () => {
		const stage = openedSteps();
		press(stage, 'c `no` escape');
		press(stage, 'e ctrl+u enter');
		expect(answered(stage, '1')).toEqual([{ type: 'answer-plan', questionId: 'q', choice: 'review-edits' }]);
	});

	test('are said to be none where the plan has no list.', () => {
		const stage = openedSteps('Just do it.');
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('no list of steps');
	});
});

/** A plan under review that came out of the editor as `text`. */
function edited(text: string | null, columns?: number, rows?: number): Stage {
	const stage = reviewed(PLAN, columns, rows);
	const [request] = press(stage, 'e');
	expect(request).toEqual({ type: 'edit-in-panel', panel: 'plan-steps', path: 'plan.md', text: PLAN });
	put(stage, { type: 'panel', name: 'plan-steps', open: (context) => openEdited(context, text) });
	wait(stage, 2000);
	return stage;
}

const MINE = '# Plan\n\n1. Read the code\n2. Use tabs\n';

describe('A plan that was edited as a whole', () => {
	test.each([
		['1', 'review-edits', `I approved the plan as I edited it. Follow this version:\n\n${MINE.trim()}`],
		['2', 'accept-edits', `I approved the plan as I edited it. Follow this version:\n\n${MINE.trim()}`],
		['3', 'keep-planning', `Change the plan to this version of mine:\n\n${MINE.trim()}`],
	])('goes with the answer %s.', (key, choice, feedback) => {
		const stage = edited(MINE);
		expect(text(stage)).toContain('with your edits');
		expect(text(stage)).toContain('Use tabs');
		expect(dispatched(press(stage, key))).toEqual([
			{ type: 'answer-plan', questionId: 'q', choice, edited: MINE, feedback },
		]);
		expect(stage.ui.composer.stash).toEqual([]);
	});

	test('goes with an option of the agent’s own as well, and its steps are struck beside it.', () => {
		const stage = edited(MINE);
		press(stage, 's');
		put(stage, { type: 'panel', name: 'plan-steps', open });
		press(stage, 'n enter');
		wait(stage, 2000);
		const requests = press(stage, '4');
		expect(requests).toMatchObject([
			{
				type: 'send',
				text: `I approved the plan as I edited it. Follow this version:\n\n${MINE.trim()}\n\nWith these changes:\n\nStep 1:\n> Read the code\nLeave this step out.`,
				answers: {
					type: 'answer',
					outcome: { optionId: 'auto' },
					edited: '# Plan\n\n1. ~~Read the code~~\n2. Use tabs\n',
				},
			},
		]);
	});

	test.each([null, PLAN, ` ${PLAN}`, ''])('and is as it was (%j) changes nothing.', (same) => {
		expect(dispatched(press(edited(same), '1'))).toEqual([
			{ type: 'answer-plan', questionId: 'q', choice: 'review-edits' },
		]);
	});

	test.each<[string, AppEvent]>([
		['taken back', { type: 'question-withdrawn', questionId: 'q' }],
		['changed', { type: 'question-changed', questionId: 'q', request: planQuestion('').request, plan: 'Another.' }],
		['gone with its agent', { type: 'turn-failed', turnId: '', failure: { code: 'agent-exit', message: 'gone' } }],
	])('is put aside as a draft where the agent’s was %s.', (_, event) => {
		const stage = edited(MINE);
		const { turn } = stage.session.state;
		happen(stage, event.type === 'turn-failed' ? { ...event, turnId: turn?.id ?? '' } : event);
		expect(stage.ui.composer.stash.map((draft) => draft.text)).toEqual([MINE]);
		expect(text(stage)).not.toContain('with your edits');
	});

	test('is put aside where the agent’s was gone before the editor closed.', () => {
		const stage = reviewed(PLAN);
		press(stage, 'e');
		happen(stage, { type: 'question-withdrawn', questionId: 'q' });
		put(stage, { type: 'panel', name: 'plan-steps', open: (context) => openEdited(context, MINE) });
		expect(stage.ui.composer.stash.map((draft) => draft.text)).toEqual([MINE]);
	});
});

describe('Words below a plan', () => {
	test('keep planning, or go with the answer that tab takes.', () => {
		const sent = (keys: string) => {
			const stage = reviewed(PLAN);
			return press(stage, `\`use tabs\` ${keys} enter`).filter(({ type }) => type !== 'remember');
		};
		const answer = (choice: string) => [
			{ type: 'dispatch', event: { type: 'answer-plan', questionId: 'q', choice, feedback: 'use tabs' } },
		];
		expect(sent('')).toEqual(answer('keep-planning'));
		expect(sent('tab')).toEqual(answer('review-edits'));
		expect(sent('tab tab')).toEqual(answer('accept-edits'));
		expect(sent('tab tab tab')).toEqual(answer('keep-planning'));
		expect(sent('tab tab tab tab')).toMatchObject([
			{ type: 'send', text: 'use tabs', answers: { type: 'answer', outcome: { optionId: 'auto' } } },
		]);
	});

	test('that sound like a yes keep planning only when that is said once more.', () => {
		const stage = reviewed(PLAN);
		expect(dispatched(press(stage, '`approve, and use tabs` enter'))).toEqual([]);
		expect(draft(stage)).toBe('approve, and use tabs');
		expect(text(stage)).toContain('tab takes another answer');
		expect(dispatched(press(stage, 'enter'))).toMatchObject([{ choice: 'keep-planning' }]);
	});

	test('that are taken back choose nothing for those that come after them.', () => {
		const stage = reviewed(PLAN);
		press(stage, '`use tabs` tab escape');
		wait(stage, 2000);
		expect(dispatched(press(stage, '`no` enter'))).toMatchObject([{ choice: 'keep-planning', feedback: 'no' }]);
	});

	test('approve nothing that the agent is changing: they stay in the draft.', () => {
		const stage = reviewed(PLAN);
		happen(stage, { type: 'question-changing', questionId: 'q' });
		expect(dispatched(press(stage, '`use tabs` tab enter'))).toEqual([]);
		expect(draft(stage)).toBe('use tabs');
	});
});
