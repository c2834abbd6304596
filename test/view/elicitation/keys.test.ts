import { describe, expect, test } from 'vitest';
import type { FormContent } from '../../../src/core/elicitation/form.js';
import { contentOf } from '../../../src/core/elicitation/form-content.js';
import { formsIn } from '../../../src/view/state/loaded-forms.js';
import { full } from '../scenes.js';
import { createStage, dispatched, draft, happen, misfits, paste, press, type Stage, text, wait } from '../stage.js';
import { FORMS, formQuestion } from './forms.js';

type Name = keyof typeof FORMS;

/** A form that stands long enough for keys to be its. */
function standing(name: Name, columns = 100, rows = 32, made: Parameters<typeof formQuestion>[1] = {}): Stage {
	const stage = createStage(full(), columns, rows);
	happen(stage, formQuestion(FORMS[name], made));
	wait(stage, 2000);
	return stage;
}

/** What was answered last, with the content of what was accepted. */
function answerOf(stage: Stage, name: Name): { readonly action: string; readonly content?: FormContent } | null {
	const event = dispatched(stage.requests).findLast(({ type }) => type === 'answer-form');
	if (event?.type !== 'answer-form') return null;
	if (event.answer.action !== 'accept') return { action: event.answer.action };
	const read = contentOf(FORMS[name], event.answer.drafts);
	return { action: 'accept', content: read.ok ? read.content : expect.unreachable('not valid') };
}

/** To the review, which then has been seen. */
function review(stage: Stage): void {
	for (let presses = 0; presses < 12 && !isReviewed(stage); presses += 1) press(stage, 'enter');
	wait(stage, 700);
}

function isReviewed(stage: Stage): boolean {
	return stage.frame.answers.length > 0 && /\n[│ ]+1 Send/.test(text(stage));
}

describe('A form', () => {
	test('is filled in by the keys of the contract and sent from the review', () => {
		const stage = standing('claude');
		press(stage, '2 tab');
		press(stage, '`not too dark` enter');
		press(stage, '1 2 enter');
		expect(text(stage), 'who chose is not asked for an answer of their own').toContain('review');
		expect(text(stage)).toContain('▸ 1 Send');
		expect(text(stage)).not.toContain('enter send');
		wait(stage, 700);
		expect(text(stage)).toContain('enter send');
		press(stage, 'down');
		expect(text(stage)).toContain('enter choose');
		press(stage, 'up enter');
		expect(answerOf(stage, 'claude')).toEqual({
			action: 'accept',
			content: { question_0: 'Blue', question_0_custom: 'not too dark', question_1: ['Apple', 'Pear'] },
		});
	});

	test('says where keys go, and marks a required choice as open though something stands beside it', () => {
		const stage = standing('owed');
		expect(text(stage)).toContain('> Answering the form; alt+q: write a message instead');
		press(stage, 'alt+q');
		expect(text(stage)).not.toContain('Keys go to the form');
		press(stage, 'alt+q');
		press(stage, 'tab `a very warm one` enter');
		expect(text(stage)).toContain('! Colour: a very warm one');
		press(stage, 'enter');
		expect(text(stage)).toContain('1 Send · Colour: An answer is needed.');
	});

	test.each([
		[13, /2 ○ No\n ◆/],
		[14, /2 ○ No\n +Send/],
		[40, /2 ○ No[ │]+\n│ +│\n│ +Send/],
	])(
		'of one page stands above what can be done with it where both fit into %i rows, apart where there is room',
		(rows, end) => {
			expect(text(standing('confirm', 60, rows))).toMatch(end);
		},
	);

	test('goes one step back with esc, and from the first field out', () => {
		const stage = standing('types');
		press(stage, 'enter enter');
		expect(text(stage)).toContain('field 3 of 5');
		for (const field of [2, 1]) {
			wait(stage, 500);
			press(stage, 'escape');
			expect(text(stage)).toContain(`field ${field} of 5`);
		}
		press(stage, 'escape');
		expect(answerOf(stage, 'types'), 'esc held down').toBeNull();
		wait(stage, 500);
		press(stage, 'escape');
		expect(answerOf(stage, 'types')).toEqual({ action: 'cancel' });
	});

	test('takes no row of the review before it could be read, and gives no such key to the draft', () => {
		const stage = standing('clarify');
		press(stage, '`fast lookups` enter 1');
		expect(answerOf(stage, 'clarify')).toBeNull();
		expect(draft(stage)).toBe('');
		wait(stage, 700);
		press(stage, 'enter');
		expect(answerOf(stage, 'clarify')).toEqual({ action: 'accept', content: { why: 'fast lookups' } });
	});

	test('never takes keys that were meant for the draft', () => {
		const stage = createStage(full(), 100, 32);
		press(stage, '`and th`');
		happen(stage, formQuestion(FORMS.clarify));
		press(stage, '`en that`');
		expect(draft(stage)).toBe('and then that');
		wait(stage, 2000);
		press(stage, '`!`');
		expect(draft(stage)).toBe('and then that!');
		expect(text(stage)).toContain('alt+q answers');
		press(stage, 'alt+q `yes`');
		expect(draft(stage)).toBe('and then that!');
		expect(text(stage)).toContain('> yes');
		press(stage, 'alt+q `?`');
		expect(draft(stage)).toBe('and then that!?');
	});

	test('leaves words that it has no place for to the draft', () => {
		const stage = standing('confirm');
		press(stage, '`what tables?`');
		expect(draft(stage)).toBe('what tables?');
		press(stage, '`y`');
		expect(draft(stage)).toBe('what tables?y');
	});

	test('lets an answer of one’s own be typed beside a choice', () => {
		const stage = standing('claude');
		press(stage, '`octarine` enter');
		expect(text(stage)).toContain('octarine');
		press(stage, 'enter enter');
		wait(stage, 700);
		press(stage, '1');
		expect(answerOf(stage, 'claude')).toEqual({ action: 'accept', content: { question_0_custom: 'octarine' } });
	});

	test('shows the preview of the option that is marked', () => {
		const stage = standing('previews');
		press(stage, 'down');
		expect(text(stage)).toContain('| nav| main   |');
		press(stage, 'down');
		expect(text(stage)).not.toContain('| nav|');
		expect(text(stage)).toContain('export const tabs');
		press(stage, 'enter');
		wait(stage, 700);
		press(stage, '1');
		expect(answerOf(stage, 'previews')).toEqual({ action: 'accept', content: { layout: 'b' } });
	});

	test('checks limits while one types, says them before, and again before sending', () => {
		const stage = standing('types');
		expect(text(stage)).toContain('a whole number from 1 to 65535');
		press(stage, '`99`');
		expect(text(stage)).toContain('At most 65535.');
		press(stage, 'ctrl+_');
		expect(text(stage)).not.toContain('At most 65535.');
		press(stage, 'enter enter `2026-02-30` enter enter `ab`');
		expect(text(stage)).toContain('At least 3 characters');
		press(stage, 'enter');
		wait(stage, 700);
		expect(text(stage)).toContain('1 Send · Day: Write a date');
		press(stage, '2');
		expect(text(stage)).toContain('field 3 of 5');
	});

	test('marks no more of several than may be chosen', () => {
		const stage = standing('several');
		press(stage, '1 2 3');
		expect(text(stage)).toContain('At most 2 can be chosen');
		press(stage, '1 4 enter');
		wait(stage, 700);
		press(stage, '1');
		expect(answerOf(stage, 'several')).toEqual({ action: 'accept', content: { tags: ['two', 'four'] } });
	});

	test('finds one of many choices by its first letters', () => {
		const stage = standing('countries', 40, 12);
		press(stage, '`nl`');
		expect(text(stage)).toContain('▸   ○ Nland 13');
		expect(misfits(stage)).toEqual([]);
		press(stage, 'enter');
		wait(stage, 700);
		press(stage, '1');
		expect(answerOf(stage, 'countries')).toEqual({ action: 'accept', content: { land: 'Nland 13' } });
	});

	test('offers files for a path, and takes the chosen one as words', () => {
		const stage = standing('path');
		press(stage, '`@app`');
		expect(formsIn(stage.ui)?.query).toBe('app');
		happenFound(stage, 'app');
		expect(text(stage)).toContain('src/app.json');
		press(stage, 'tab enter');
		wait(stage, 700);
		press(stage, '1');
		expect(answerOf(stage, 'path')).toEqual({ action: 'accept', content: { file: 'src/app.json' } });
	});

	test('warns of a secret with its word, and shows none of it', () => {
		const stage = standing('secret');
		expect(text(stage)).toMatch(/Careful: “.*key.*” looks like a secret/i);
		press(stage, '`hunter2`');
		expect(text(stage)).not.toContain('hunter2');
		press(stage, 'enter');
		wait(stage, 700);
		expect(text(stage)).not.toContain('hunter2');
		press(stage, '1');
		expect(answerOf(stage, 'secret')).toEqual({ action: 'accept', content: { key: 'hunter2' } });
	});

	test('takes a paste of several lines where there may be some, and one line elsewhere', () => {
		const stage = standing('clarify');
		paste(stage, 'one\ntwo');
		press(stage, 'shift+enter `three \\` enter `four`');
		review(stage);
		press(stage, '1');
		expect(answerOf(stage, 'clarify')).toEqual({ action: 'accept', content: { why: 'one\ntwo\nthree \nfour' } });
		const path = standing('path');
		paste(path, ' src/a.ts\n');
		press(path, 'alt+enter ctrl+j');
		press(path, 'enter');
		wait(path, 700);
		press(path, '1');
		expect(answerOf(path, 'path')).toEqual({ action: 'accept', content: { file: 'src/a.ts' } });
	});
});

function happenFound(stage: Stage, query: string): void {
	const forms = formsIn(stage.ui);
	if (forms === null) expect.unreachable('no forms');
	stage.ui = { ...stage.ui, forms: forms.found(query, [{ path: 'src/app.json', kind: 'file', isRecent: false }]) };
	wait(stage, 1);
}
