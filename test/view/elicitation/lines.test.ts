import { describe, expect, test } from 'vitest';
import type { FormContent } from '../../../src/core/elicitation/form.js';
import { contentOf } from '../../../src/core/elicitation/form-content.js';
import { busy } from '../../core/session/play.js';
import { dispatched } from '../stage.js';
import { FORMS, formQuestion } from './forms.js';
import { createLines, enterLine, happenTo, type Lines, pressKey } from './lines.js';

type Name = keyof typeof FORMS;

function asked(name: Name): Lines {
	const lines = createLines(busy());
	happenTo(lines, formQuestion(FORMS[name]));
	return lines;
}

/** What was answered last, or the content that was accepted. */
function answerOf({ requests }: Lines, name: Name): FormContent | string | null {
	const event = dispatched(requests).findLast(({ type }) => type === 'answer-form');
	if (event?.type !== 'answer-form') return null;
	if (event.answer.action !== 'accept') return event.answer.action;
	const read = contentOf(FORMS[name], event.answer.drafts);
	return read.ok ? read.content : expect.unreachable('not valid');
}

describe('Line by line', () => {
	test('a form is asked field by field, by numbers and words, and sent from the review', () => {
		const lines = asked('claude');
		expect(lines.said).toContain('1 of 4: Colour, optional, choose one.');
		expect(lines.said).toContain('1 Red: A warm colour.');
		expect(enterLine(lines, '2')).toContain('2 of 4: Other, optional.');
		enterLine(lines, 'not too dark');
		enterLine(lines, '1,2');
		const review = enterLine(lines, '');
		expect(review).toContain('Fruits: Apple, Pear.');
		expect(review).toContain('1 Send.');
		enterLine(lines, '1');
		expect(answerOf(lines, 'claude')).toEqual({
			question_0: 'Blue',
			question_0_custom: 'not too dark',
			question_1: ['Apple', 'Pear'],
		});
	});

	test('an empty line is the default or leaves out, and the review says what is missing', () => {
		const lines = asked('types');
		expect(lines.said.join('\n')).toContain('Enter alone keeps 8080.');
		for (let field = 0; field < 4; field += 1) enterLine(lines, '');
		const review = enterLine(lines, '');
		expect(review).toContain('Port: 8080.');
		expect(review.join('\n')).toMatch(/1 not now: Send\. Day: An answer is needed\./);
		expect(enterLine(lines, '1').join('\n')).toContain('Day: An answer is needed.');
		expect(answerOf(lines, 'types')).toBeNull();
		expect(enterLine(lines, '2')).toContain('3 of 5: Day, required, a date, such as 2026-11-23.');
	});

	test('yes or no is y or n, and what is wrong is said and asked again', () => {
		const lines = asked('confirm');
		expect(enterLine(lines, 'maybe')).toEqual(['Type y or n.']);
		enterLine(lines, 'y');
		enterLine(lines, '1');
		expect(answerOf(lines, 'confirm')).toEqual({ go: true });
		const several = asked('several');
		expect(enterLine(several, '1,2,3').join('\n')).toContain('At most 2 can be chosen.');
		expect(enterLine(several, '9')).toEqual(['There is no 9.']);
	});

	test('esc goes back, from the first field out; declining is a row of its own', () => {
		const lines = asked('claude');
		enterLine(lines, '1');
		expect(pressKey(lines, 'escape')).toContain('1 of 4: Colour, optional, choose one.');
		pressKey(lines, 'escape');
		expect(answerOf(lines, 'claude')).toBe('cancel');
		const declined = asked('confirm');
		enterLine(declined, '');
		enterLine(declined, '3');
		expect(answerOf(declined, 'confirm')).toBe('decline');
	});

	test('a line that was begun before the form came answers nothing, and a secret is warned about', () => {
		const lines = asked('secret');
		expect(lines.said.join('\n')).toMatch(/Careful: “.*” looks like a secret/);
		expect(enterLine(lines, 'hunter2').join('\n')).not.toContain('hunter2');
		const text = enterLine(lines, '1').join('\n');
		expect(text).not.toContain('hunter2');
		expect(answerOf(lines, 'secret')).toEqual({ key: 'hunter2' });
	});

	test('no line goes to the agent while a form is in front, but our commands hold', () => {
		const lines = asked('confirm');
		enterLine(lines, 'y');
		expect(enterLine(lines, 'yes please')).toEqual(['Type a number from 1 to 4.']);
		expect(lines.requests.some(({ type }) => type === 'send')).toBe(false);
		expect(enterLine(lines, '/help').length).toBeGreaterThan(10);
	});
});
