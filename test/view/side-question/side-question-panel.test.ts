import { describe, expect, test } from 'vitest';
import { noUsage } from '../../../src/core/usage/totals.js';
import { open } from '../../../src/view/side-question/side-question-panel.js';
import { questionOf, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, misfits, point, press, put, text, wait } from '../stage.js';
import { asked, changed, openedOn } from './stage.js';

const sizes = [
	[40, 12],
	[100, 32],
	[200, 60],
] as const;

const long = Array.from({ length: 80 }, (_, line) => `Line ${line} of the answer.`).join('\n\n');
const close = { type: 'side-question', request: { do: 'close' } };
const stop = { type: 'side-question', request: { do: 'stop' } };

describe('the panel of a side question', () => {
	test.each(sizes)('fits a screen of %i columns and %i rows, with the conversation in sight', (columns, rows) => {
		const failure = { code: 'agent-error', message: 'It could not be opened. '.repeat(9), hint: 'ask again' } as const;
		for (const side of [
			asked(''),
			asked(long),
			asked('', { phase: 'failed', failure }),
			asked('x', { phase: 'done' }),
		]) {
			const stage = openedOn(columns, rows, side);
			expect(misfits(stage)).toEqual([]);
			expect(text(stage)).toContain('Side question');
			expect(text(stage)).toMatch(/Busy|Working/);
			press(stage, 'enter `and what is red`');
			expect(misfits(stage)).toEqual([]);
		}
	});

	test('shows question, tools, answer and where it stands, and what it came to', () => {
		const stage = openedOn();
		for (const words of [
			'› what is blue?',
			'Read colours.md',
			'The sky, mostly.',
			'answering',
			'esc stop',
			't to the draft',
		])
			expect(text(stage)).toContain(words);
		const usage = { ...noUsage, totalTokens: 5400, cost: [{ amount: 0.02, currency: 'USD' }] };
		happen(stage, changed(asked('The **sky**.', { phase: 'done', usage })));
		for (const words of ['answered', '5.4k tokens · $0.02', 'esc close']) expect(text(stage)).toContain(words);
	});

	test('says why there is no answer, and after a while what may be the matter', () => {
		const failure = { code: 'agent-error', message: 'No second session.', hint: 'ask again when it is idle' } as const;
		expect(text(openedOn(100, 32, asked('', { phase: 'failed', failure })))).toContain(
			'No second session. ask again when it is idle',
		);
		const stage = openedOn(100, 32, asked('', { askedAt: 0 }));
		wait(stage, 40_000);
		expect(text(stage)).toContain('this agent may work on one session at a time');
	});

	test('is scrolled by the keys of every list', () => {
		const stage = openedOn(100, 32, asked(long));
		expect(text(stage)).toContain('Line 79 of');
		press(stage, 'home');
		expect(text(stage)).toContain('› what is blue?');
		press(stage, 'pagedown down end pageup');
		expect(text(stage)).not.toContain('Line 79 of');
		for (let notch = 0; notch < 9; notch += 1) point(stage, 'wheel-down', 5, 20);
		expect(text(stage)).toContain('Line 79 of');
	});
});

describe('its keys', () => {
	test('esc stops the answer, and then closes the panel and the session with it', () => {
		const stage = openedOn();
		expect(dispatched(press(stage, 'escape'))).toEqual([stop]);
		happen(stage, changed(asked('The', { phase: 'stopped' })));
		expect(text(stage)).toContain('stopped');
		expect(dispatched(press(stage, 'escape'))).toEqual([close]);
		expect(stage.ui.panel.kind).toBe('none');
		expect(stage.session.state.turn).not.toBeNull();
	});

	test('ctrl+c is for the panel as long as it is open', () => {
		const stage = openedOn();
		expect(dispatched(press(stage, 'ctrl+c'))).toEqual([stop]);
	});

	test('t takes the answer into the draft, behind what stands there', () => {
		const stage = openedOn();
		press(stage, 'tab `Please paint it`');
		press(stage, 'home');
		put(stage, { type: 'panel', name: 'side-question' });
		put(stage, { type: 'panel', name: 'side-question', open });
		expect(dispatched(press(stage, 't'))).toEqual([close]);
		const { text: draft, cursor } = stage.ui.composer.draft;
		expect(draft).toBe(
			'Please paint it\nI asked on the side: what is blue?\nThe answer was:\nThe **sky**, mostly.\n\n',
		);
		expect(cursor).toBe(draft.length);
		expect(stage.ui.panel.kind).toBe('none');
	});
});

describe('a question of the conversation', () => {
	test('is seen in the panel, and answered by none of its keys', () => {
		const stage = openedOn();
		happen(stage, { type: 'question-asked', question: questionOf('q1') });
		wait(stage, 5000);
		expect(text(stage)).toContain('Waiting for you: Edit a.ts · tab');
		const answers = dispatched(press(stage, '`y` `n` `a` `1` `2` up down c'));
		expect(answers).toEqual([]);
		expect(stage.session.state.questions).toHaveLength(1);
		press(stage, 'tab');
		wait(stage, 5000);
		expect(dispatched(press(stage, '`y`')).map(({ type }) => type)).toContain('answer');
	});
});

describe('/btw', () => {
	test('asks beside the conversation, and is kept in no history', () => {
		const stage = createStage(ready());
		const requests = press(stage, '`/btw what is blue?` enter');
		expect(requests).toContainEqual(
			expect.objectContaining({ type: 'send', text: 'what is blue?', written: 'what is blue?', isSideQuestion: true }),
		);
		expect(requests.some(({ type }) => type === 'remember')).toBe(false);
		expect(requests).toContainEqual({ type: 'load-panel', name: 'side-question' });
	});

	test('without words says how to use it, while nothing was asked', () => {
		const stage = createStage(ready());
		press(stage, '`/btw` enter');
		expect(text(stage)).toContain('/btw QUESTION asks beside the conversation');
	});

	test('opens the last answer, of which the session is gone', () => {
		const stage = createStage(ready());
		happen(stage, changed(asked('The **sky**.', { phase: 'done', isClosed: true })));
		press(stage, '`/btw` enter');
		put(stage, { type: 'panel', name: 'side-question', open });
		expect(text(stage)).toContain('The sky.');
	});
});
