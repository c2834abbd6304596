import { describe, expect, test } from 'vitest';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { asked, full } from '../scenes.js';
import { dispatched, draft, press, type Stage, settled } from '../stage.js';

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
	request,
	because: 'the agent asks you something, and takes no answers here',
	options: [
		{ id: 'choice-0', name: 'Red', kind: 'unknown' },
		{ id: 'choice-1', name: 'Blue\u001b[2J', kind: 'unknown' },
		{ id: 'cancel-questions', name: 'Cancel the questions', kind: 'reject_once' },
	],
});

function standing(columns = 100, rows = 30): Stage {
	return settled(full(), question, columns, rows);
}

const answered = (outcome: object) => ({ type: 'answer', questionId: 'q', outcome: { type: 'selected', ...outcome } });

describe('A question of the agent', () => {
	test.each(['`1`', '`2`'])('is answered by its number, %s.', (key) => {
		const stage = standing();
		expect(dispatched(press(stage, key))).toMatchObject([answered({ optionId: `choice-${Number(key[1]) - 1}` })]);
	});
});

test.each(['y', 'a', 'n', 'o'])('The letter %s begins words, and answers nothing.', (key) => {
	const stage = standing();
	expect(press(stage, `\`${key}\``)).toEqual([]);
	expect(draft(stage)).toBe(key);
});
