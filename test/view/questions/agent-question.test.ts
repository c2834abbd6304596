import { describe, expect, test } from 'vitest';
import type { ActionRequest } from '../../../src/core/policy/types.js';
import { ENTER_ANSWERS } from '../../../src/view/questions/messages.js';
import { asked, full } from '../scenes.js';
import { createStage, dispatched, draft, happen, misfits, paste, press, type Stage, text, wait } from '../stage.js';

const fields = [
	{ name: 'Red', value: 'A warm colour, and then some words more that explain it' },
	{ name: 'Blue', value: 'A cool colour' },
];
const request: ActionRequest = {
	source: 'permission',
	kind: 'other',
	title: 'Colour: Which colour do you want? (1 of 2)',
	paths: [],
	diffs: [],
	toolInput: { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] },
};
const question = asked({
	kind: 'agent-question',
	from: 'client',
	takesWords: true,
	request,
	because: 'choose one, or type your own answer and press enter',
	options: [
		{ id: 'choice-0', name: 'Red', kind: 'unknown' },
		{ id: 'choice-1', name: 'Blue\u001b[2J', kind: 'unknown' },
		{ id: 'cancel-questions', name: 'Cancel the questions', kind: 'reject_once' },
	],
});

function standing(columns = 100, rows = 30): Stage {
	const stage = createStage(full(), columns, rows);
	happen(stage, question);
	wait(stage, 2000);
	return stage;
}

const answered = (outcome: object) => ({ type: 'answer', questionId: 'q', outcome: { type: 'selected', ...outcome } });

describe('A question of the agent', () => {
	test('is shown with its choices, what they mean, and numbers in the agent’s order.', () => {
		const shown = text(standing());
		for (const part of [
			'The agent asks',
			'Which colour do you want? (1 of 2)',
			'A warm colour',
			'1 Red',
			'2 Blue',
			'3 Cancel',
		]) {
			expect(shown).toContain(part);
		}
		expect(shown).not.toContain('(y)');
	});

	test.each(['`1`', '`2`'])('is answered by its number, %s.', (key) => {
		const stage = standing();
		expect(dispatched(press(stage, key))).toMatchObject([answered({ optionId: `choice-${Number(key[1]) - 1}` })]);
	});

	test.each(['`y`', '`a`', 'enter'])('is not answered by %s.', (key) => {
		expect(dispatched(press(standing(), key))).toEqual([]);
	});

	test('is cancelled by esc.', () => {
		expect(dispatched(press(standing(), 'escape'))).toMatchObject([answered({ optionId: 'cancel-questions' })]);
	});

	test('says in the composer that words answer it.', () => {
		expect(text(standing())).toContain('Type your own answer, or press a number');
	});

	test('is answered by the words that are written under it.', () => {
		const stage = standing();
		paste(stage, 'something greenish');
		expect(text(stage)).toContain(ENTER_ANSWERS);
		expect(dispatched(press(stage, 'enter'))).toMatchObject([answered({ words: 'something greenish' })]);
	});

	test.each([
		[40, 12],
		[100, 32],
		[200, 60],
	])('fits into %d columns and %d rows with every answer visible.', (columns, rows) => {
		const stage = standing(columns, rows);
		expect(misfits(stage)).toEqual([]);
		for (const part of ['Red', 'Blue', 'Cancel']) expect(text(stage)).toContain(part);
	});
});

test.each(['y', 'a', 'n', 'o'])('The letter %s begins an answer in words.', (key) => {
	const stage = standing();
	expect(press(stage, `\`${key}\``)).toEqual([]);
	expect(draft(stage)).toBe(key);
});
