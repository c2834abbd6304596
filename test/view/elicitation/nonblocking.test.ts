import { describe, expect, test } from 'vitest';
import { formsIn } from '../../../src/view/state/loaded-forms.js';
import { busy } from '../../core/session/play.js';
import { editQuestion, full } from '../scenes.js';
import {
	cellOf,
	click,
	createStage,
	dispatched,
	draft,
	happen,
	misfits,
	point,
	press,
	pressNow,
	type Stage,
	settled,
	text,
	wait,
} from '../stage.js';
import { FORMS, formQuestion } from './forms.js';

const withdrawn = { type: 'question-withdrawn', questionId: 'q' } as const;

function answers(stage: Stage) {
	return dispatched(stage.requests).filter(({ type }) => type === 'answer-form');
}

describe('A form that does not block the turn', () => {
	const nonblocking = (columns = 100, rows = 32): Stage => {
		return settled(busy(), formQuestion(FORMS.confirm, { blocksTurn: false, agent: 'Codex' }), columns, rows);
	};

	test('stands beside it in a row and takes no key of the draft', () => {
		for (const [columns, rows] of [
			[100, 32],
			[40, 12],
		] as const) {
			const stage = nonblocking(columns, rows);
			expect(text(stage)).toContain('alt+q answers');
			expect(text(stage)).toContain('Working');
			press(stage, '`yes 1`');
			expect(draft(stage)).toBe('yes 1');
			expect(answers(stage)).toEqual([]);
			expect(misfits(stage)).toEqual([]);
		}
	});

	test('opens with its key or a click, and its key puts it back as it was', () => {
		const stage = nonblocking();
		press(stage, '`words` alt+q y');
		expect(text(stage)).toContain('● Yes');
		expect(draft(stage)).toBe('words');
		press(stage, 'alt+q');
		expect(answers(stage)).toEqual([]);
		expect(text(stage)).toContain('Codex asks, and works on');
		click(stage, 'Codex asks');
		expect(text(stage)).toContain('● Yes');
		press(stage, 'enter');
		wait(stage, 700);
		press(stage, '1');
		expect(answers(stage)).toMatchObject([{ questionId: 'q', answer: { action: 'accept' } }]);
		expect(draft(stage)).toBe('words');
	});

	test('is cancelled by esc on its first field, as any other', () => {
		const stage = nonblocking();
		press(stage, '`words` alt+q');
		expect(text(stage)).toContain('esc cancel');
		press(stage, 'escape');
		expect(answers(stage)).toMatchObject([{ questionId: 'q', answer: { action: 'cancel' } }]);
		expect(draft(stage)).toBe('words');
	});

	test('lets a question that blocks the turn come first, unless the user is at it', () => {
		const stage = nonblocking();
		happen(stage, editQuestion);
		wait(stage, 2000);
		expect(text(stage)).toContain('src/a.ts');
		click(stage, 'src/a.ts');
		expect(text(stage)).not.toContain('Go on');
	});
});

describe('A form that is taken back', () => {
	test('says so, keeps longer words, and gives the keys that follow to nothing else', () => {
		const stage = settled(full(), formQuestion(FORMS.clarify), 100, 32);
		press(stage, '`a long answer to why it is needed`');
		happen(stage, withdrawn);
		expect(text(stage)).toContain('Your words are put aside');
		pressNow(stage, '`y` enter');
		expect(draft(stage)).toBe('');
		expect(stage.requests.some(({ type }) => type === 'send')).toBe(false);
		wait(stage, 700);
		press(stage, 'ctrl+s');
		expect(draft(stage)).toBe('a long answer to why it is needed');
	});

	test('leaves the draft as it is, and keeps no secret', () => {
		const stage = createStage(full(), 100, 32);
		press(stage, '`half a prompt`');
		happen(stage, formQuestion(FORMS.secret));
		wait(stage, 2000);
		press(stage, 'alt+q `a long secret that nobody may see`');
		happen(stage, withdrawn);
		wait(stage, 700);
		expect(draft(stage)).toBe('half a prompt');
		expect(stage.ui.composer.stash).toEqual([]);
		expect(formsIn(stage.ui)?.isSecret).toBe(false);
	});
});

describe('The mouse', () => {
	test('goes to a field, picks an option and takes a row of the review', () => {
		const stage = settled(full(), formQuestion(FORMS.claude), 100, 32);
		click(stage, 'Blue');
		expect(text(stage)).toContain('● Blue');
		click(stage, 'Fruits');
		expect(text(stage)).toContain('field 2 of 2');
		click(stage, 'Pear');
		press(stage, 'tab tab');
		click(stage, '1 Send');
		// The rows have only just come.
		expect(answers(stage)).toEqual([]);
		wait(stage, 1000);
		click(stage, '1 Send');
		expect(answers(stage)).toMatchObject([{ answer: { action: 'accept' } }]);
	});

	test('answers nothing with a double click on a row that only says a word', () => {
		const stage = settled(busy(), formQuestion({ ...FORMS.confirm, fields: [] }), 40, 12);
		const { x, y } = cellOf(stage, '2 ');
		point(stage, 'press', x, y);
		expect(text(stage)).toContain('There is nothing to fill in.');
		expect(cellOf(stage, '2 ').y).toBe(y);
		wait(stage, 200);
		point(stage, 'press', x, y);
		expect(text(stage)).toContain('Too fast');
		wait(stage, 200);
		expect(answers(stage)).toEqual([]);
	});

	test('scrolls what is too long for the screen, and so do the keys for pages', () => {
		const stage = createStage(full(), 40, 12);
		const message = Array.from({ length: 40 }, (_, index) => `Line ${index}`).join('\n');
		happen(stage, formQuestion(FORMS.confirm, { message }));
		wait(stage, 2000);
		expect(text(stage)).toContain('1 ○ Yes');
		press(stage, 'pagedown pageup pageup pageup');
		expect(text(stage)).toContain('Line 0');
		expect(misfits(stage)).toEqual([]);
		press(stage, 'y');
		expect(text(stage)).toContain('● Yes');
	});
});
