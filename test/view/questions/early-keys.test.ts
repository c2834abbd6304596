import { describe, expect, test } from 'vitest';
import { ANSWER_AGAIN } from '../../../src/view/actions/actions-messages.js';
import { editQuestion, full, planQuestion } from '../scenes.js';
import { createStage, dispatched, draft, happen, press, pressNow, type Stage, text, wait } from '../stage.js';

/** A question that has just appeared, before any key may answer it. */
function appearing(event: Parameters<typeof happen>[1] = editQuestion, before = ''): Stage {
	const stage = createStage(full());
	if (before !== '') press(stage, before);
	happen(stage, event);
	wait(stage, 100);
	return stage;
}

const choice = (stage: Stage, keys: string): unknown => dispatched(press(stage, keys))[0];

describe('An answer key that came too early', () => {
	test.each([
		['y', 'y', 'yes'],
		['1', '1', 'yes'],
		['n', 'y', 'yes'],
		['1', 'y', 'yes'],
		['y', 'n', 'no'],
	])('%s, and after a pause %s: the second answers, and neither stays in the draft.', (early, late, optionId) => {
		const stage = appearing();
		pressNow(stage, `\`${early}\``);
		expect(draft(stage)).toBe(early);
		wait(stage, 2000);
		expect(stage.session.state.questions).toHaveLength(1);
		expect(choice(stage, `\`${late}\``)).toMatchObject({ type: 'answer', outcome: { optionId } });
		expect(draft(stage)).toBe('');
	});

	test.each(['yy', '111', 'y1y'])('%s counts for nothing, however often it was pressed.', (early) => {
		const stage = appearing();
		for (const key of early) {
			pressNow(stage, `\`${key}\``);
			wait(stage, 60);
		}
		expect(draft(stage)).toBe(early);
		wait(stage, 2000);
		expect(choice(stage, '`y`')).toMatchObject({ type: 'answer', outcome: { optionId: 'yes' } });
		expect(draft(stage)).toBe('');
	});

	test('was pressed before the question was there: the next one answers all the same.', () => {
		const stage = appearing(editQuestion, '`y`');
		expect(draft(stage)).toBe('y');
		wait(stage, 2000);
		expect(choice(stage, '`y`')).toMatchObject({ type: 'answer', outcome: { optionId: 'yes' } });
	});

	test('is pressed twice by a finger that bounces: the question is not blocked.', () => {
		const stage = appearing();
		wait(stage, 2000);
		pressNow(stage, '`y`');
		wait(stage, 20);
		pressNow(stage, '`y`');
		wait(stage, 2000);
		expect(draft(stage)).toBe('yy');
		expect(choice(stage, '`y`')).toMatchObject({ type: 'answer', outcome: { optionId: 'yes' } });
	});

	test.each([
		[100, 32],
		[40, 12],
	])('says so at %d×%d.', (columns, rows) => {
		const stage = createStage(full(), columns, rows);
		happen(stage, editQuestion);
		wait(stage, 100);
		pressNow(stage, '`y`');
		expect(text(stage)).toContain('that key did not count');
	});

	test('is no message: enter sends nothing, then and after the pause.', () => {
		const stage = appearing();
		pressNow(stage, '`y`');
		expect(press(stage, 'enter')).toEqual([]);
		expect(text(stage)).toContain(ANSWER_AGAIN);
		wait(stage, 2000);
		expect(press(stage, 'enter')).toEqual([]);
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('is cleared by esc, which rejects nothing.', () => {
		const stage = appearing();
		pressNow(stage, '`y`');
		wait(stage, 2000);
		expect(press(stage, 'escape')).toEqual([]);
		expect(draft(stage)).toBe('');
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('is the start of a word when letters follow: the words reject the question.', () => {
		const stage = appearing();
		pressNow(stage, '`n`');
		for (const key of 'ot-this-way') {
			wait(stage, 80);
			pressNow(stage, `\`${key}\``);
		}
		wait(stage, 2000);
		expect(draft(stage)).toBe('not-this-way');
		expect(dispatched(press(stage, '`y`'))).toEqual([]);
		expect(draft(stage)).toBe('not-this-wayy');
	});

	test('is gone when words come long after it.', () => {
		const stage = appearing();
		pressNow(stage, '`y`');
		wait(stage, 1500);
		for (const key of 'use-tabs') {
			pressNow(stage, `\`${key}\``);
			wait(stage, 80);
		}
		expect(draft(stage)).toBe('use-tabs');
	});

	test('opens nothing of a plan, and the next one chooses.', () => {
		const stage = appearing(planQuestion);
		pressNow(stage, '`1`');
		expect(draft(stage)).toBe('1');
		wait(stage, 2000);
		expect(choice(stage, '`1`')).toMatchObject({ type: 'answer-plan', choice: 'review-edits' });
		expect(draft(stage)).toBe('');
	});

	test('approves no plan, however often it comes.', () => {
		const stage = appearing(planQuestion);
		pressNow(stage, '`y`');
		wait(stage, 300);
		expect(dispatched(pressNow(stage, '`yy`'))).toEqual([]);
		wait(stage, 2000);
		expect(draft(stage)).toBe('yyy');
		expect(choice(stage, '`y`')).toMatchObject({ type: 'answer-plan', choice: 'review-edits' });
		expect(draft(stage)).toBe('');
	});
});

describe('Words before a question', () => {
	test.each(['an', 'yes', 'no1', '12'])('%j stays a draft, and no key answers over it.', (words) => {
		const stage = appearing(editQuestion, `\`${words}\``);
		wait(stage, 2000);
		expect(draft(stage)).toBe(words);
		expect(dispatched(press(stage, '`y`'))).toEqual([]);
		expect(draft(stage)).toBe(`${words}y`);
	});
});

describe('Answer keys that follow each other within a moment', () => {
	const fast = (stage: Stage, keys: string): void => {
		for (const key of keys) {
			pressNow(stage, `\`${key}\``);
			wait(stage, 100);
		}
	};

	test.each(['y1', '1y', 'yn', '12', 'Y', 'N'])(
		'%s are no words: the next one answers, and enter sends nothing.',
		(keys) => {
			const stage = appearing();
			wait(stage, 2000);
			fast(stage, keys);
			expect(text(stage)).toContain('that key did not count');
			expect(press(stage, 'enter')).toEqual([]);
			wait(stage, 2000);
			expect(choice(stage, '`y`')).toMatchObject({ type: 'answer', outcome: { optionId: 'yes' } });
			expect(draft(stage)).toBe('');
		},
	);

	test('with more behind them are words.', () => {
		const stage = appearing();
		wait(stage, 2000);
		fast(stage, '12 tests fail');
		expect(draft(stage)).toBe('12 tests fail');
		expect(text(stage)).not.toContain('that key did not count');
	});

	test('lead to the second step of «always», which takes the number after a pause.', () => {
		const stage = appearing();
		wait(stage, 2000);
		fast(stage, 'a1');
		expect(text(stage)).toContain('that key did not count');
		expect(stage.ui.question?.always).toBe(0);
		wait(stage, 2000);
		expect(choice(stage, '`1`')).toMatchObject({ type: 'answer', outcome: { type: 'selected' } });
	});
});
