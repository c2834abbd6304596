import { describe, expect, test } from 'vitest';
import type { PermissionOption } from '../../../src/core/policy/policy-types.js';
import { spokenQuestion } from '../../../src/view/linear/linear-question.js';
import { PENDING_FOR } from '../../../src/view/panel/guard.js';
import { TOO_FAST } from '../../../src/view/panel/panel-messages.js';
import { permissionRows } from '../../../src/view/questions/answer-rows.js';
import { mayAnswer } from '../../../src/view/questions/early-keys.js';
import { ENTER_QUEUES, ENTER_REJECTS } from '../../../src/view/questions/questions-messages.js';
import { busy, play, promptOf, questionOf } from '../../core/session/play.js';
import { asked, editQuestion, full, longQuestion, planQuestion } from '../scenes.js';
import {
	contextOf,
	createStage,
	dispatched,
	draft,
	footer,
	happen,
	paste,
	press,
	pressNow,
	queue,
	type Stage,
	settled,
	text,
	wait,
} from '../stage.js';

/** A question that stands long enough to be answered. */
function standing(event = editQuestion, columns = 100, rows = 30): Stage {
	return settled(full(), event, columns, rows);
}

const chosen = (optionId: string) => ({ type: 'answer', questionId: 'q', outcome: { type: 'selected', optionId } });

describe('The guard: keys answer', () => {
	const view = {
		questionId: 'q',
		visibleAt: 10_000,
		changedAt: null,
		selected: null,
		isOpen: false,
		wasOpen: false,
		scroll: 0,
		readTo: 0,
		always: null,
		isFeedback: false,
		isDraftOlder: false,
		earlyKeys: '',
		pendingKey: null,
	};
	test.each([
		['not before it stood 600 ms', true, 0, 10_599, false],
		['when it stood 600 ms and no key came', true, 0, 10_600, true],
		['not within 400 ms of the last key', true, 10_300, 10_699, false],
		['400 ms after the last key', true, 10_300, 10_700, true],
		['not while keys keep coming, however long it stands', true, 98_990, 99_000, false],
		['never over a draft', false, 0, 99_999, false],
	])('%s', (_, isEmpty, lastKeyAt, now, expected) => {
		expect(mayAnswer(view, isEmpty, { lastKeyAt, keysSince: lastKeyAt }, now)).toBe(expected);
	});
});

describe('Keys typed while a question appears', () => {
	test('esc answers nothing yet, and does not stop the turn.', () => {
		const stage = createStage(full());
		happen(stage, editQuestion);
		expect(press(stage, 'escape')).toEqual([]);
		expect(text(stage)).toContain(TOO_FAST);
	});

	test('A paste is text always.', () => {
		const stage = standing();
		paste(stage, 'y');
		expect(draft(stage)).toBe('y');
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('The next question is guarded anew.', () => {
		const stage = standing();
		happen(stage, asked({}, 'q2'));
		expect(dispatched(press(stage, '`y`'))).toEqual([chosen('yes')]);
		expect(press(stage, '`y`')).toEqual([]);
		expect(draft(stage)).toBe('y');
	});
});

describe('A letter on an empty draft', () => {
	test.each(['actually no', 'no use tabs', 'yes', 'only there', '1st', 'of course', 'a\u4f60'])(
		'%s is a word: nothing is answered.',
		(words) => {
			const stage = standing();
			for (const character of words) {
				expect(dispatched(pressNow(stage, `\`${character}\``))).toEqual([]);
				wait(stage, PENDING_FOR - 1);
			}
			wait(stage, 10_000);
			expect(draft(stage)).toBe(words);
			expect(stage.session.state.questions).toHaveLength(1);
			expect(text(stage)).toContain(ENTER_REJECTS);
		},
	);

	test('One that opens the question opens it at once, and closes it again should it have been a word.', () => {
		const stage = standing(longQuestion());
		pressNow(stage, '`o`');
		expect(stage.ui.question?.isOpen).toBe(true);
		wait(stage, PENDING_FOR - 1);
		pressNow(stage, '`k`');
		expect(stage.ui.question?.isOpen).toBe(false);
		expect(draft(stage)).toBe('ok');
	});

	test('enter confirms it at once; esc, backspace and other keys let go of it.', () => {
		const confirmed = standing();
		expect(dispatched(pressNow(confirmed, '`y` enter'))).toEqual([chosen('yes')]);
		for (const key of ['escape', 'backspace', 'ctrl+t']) {
			const stage = standing();
			expect(dispatched(pressNow(stage, `\`y\` ${key}`))).toEqual([]);
			wait(stage, 5000);
			expect(stage.session.state.questions).toHaveLength(1);
			expect(draft(stage)).toBe('');
		}
	});

	test('What is pasted behind it makes it a word.', () => {
		const stage = standing();
		pressNow(stage, '`n`');
		paste(stage, 'ot this');
		wait(stage, 5000);
		expect(draft(stage)).toBe('not this');
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('In the transcript view words leave the view and go to the draft.', () => {
		const stage = standing();
		press(stage, 'ctrl+o');
		wait(stage, 500);
		pressNow(stage, '`no use tabs`');
		expect(draft(stage)).toBe('no use tabs');
		expect(stage.ui.isTranscriptView).toBe(false);
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('In the transcript view esc leaves the view, and answers nothing.', () => {
		const stage = standing();
		press(stage, 'ctrl+o');
		wait(stage, 2000);
		expect(footer(stage)).toContain('esc back');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(stage.ui.isTranscriptView).toBe(false);
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('At a plan it is a word as well.', () => {
		const stage = settled(play(full(), { type: 'set-mode', mode: 'plan' }), planQuestion);
		expect(press(stage, '`2 is wrong`')).toEqual([]);
		expect(draft(stage)).toBe('2 is wrong');
	});
});

describe('Words under a permission question', () => {
	test('enter rejects it and sends them before what is queued.', () => {
		const stage = standing();
		happen(stage, { type: 'prompt', prompt: promptOf('queued before') });
		const before = queue(stage);
		press(stage, '`use tabs`');
		expect(press(stage, 'enter')).toContainEqual(
			expect.objectContaining({
				type: 'send',
				text: 'use tabs',
				rejects: { questionId: 'q', outcome: { type: 'selected', optionId: 'no' } },
			}),
		);
		expect(stage.session.state.questions).toHaveLength(0);
		expect(queue(stage)).toEqual(['use tabs', ...before]);
		expect(draft(stage)).toBe('');
	});

	test('that were begun before it came are queued, and it stands.', () => {
		const stage = createStage(full());
		press(stage, '`and then`');
		happen(stage, editQuestion);
		wait(stage, 2000);
		expect(text(stage)).toContain(ENTER_QUEUES);
		press(stage, '` the tests` enter');
		expect(stage.session.state.questions).toHaveLength(1);
		expect(stage.session.state.queue.at(-1)?.text).toBe('and then the tests');
		press(stage, '`use tabs`');
		expect(text(stage)).toContain(ENTER_REJECTS);
	});

	test('that mean yes reject nothing, and allow nothing.', () => {
		const stage = standing();
		press(stage, '`yes`');
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(stage.session.state.questions).toHaveLength(1);
		expect(draft(stage)).toBe('yes');
		expect(text(stage)).toContain('Words reject');
	});
});

describe('Answers', () => {
	test.each([
		['`1`', 'yes'],
		['`2`', 'always'],
		['`3`', 'no'],
		['`y`', 'yes'],
		['`n`', 'no'],
		['escape', 'no'],
		['down enter', 'yes'],
		['down down enter', 'always'],
		['up enter', 'no'],
		['down down up enter', 'yes'],
	])('%s chooses %s', (keys, optionId) => {
		expect(dispatched(press(standing(), keys))).toEqual([chosen(optionId)]);
	});

	test.each(['`a`', '`n`'])('%s where the agent offers no such answer does nothing but say so.', (keys) => {
		const stage = standing(asked({ options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }] }));
		expect(dispatched(press(stage, keys))).toEqual([]);
		expect(text(stage)).toContain('no such answer');
	});
});

describe('The rows', () => {
	const options: readonly PermissionOption[] = [
		{ id: 'w', name: 'Odd', kind: 'unknown' },
		{ id: 'b', name: 'Never', kind: 'reject_always' },
		{ id: 'n', name: 'No', kind: 'reject_once' },
		{ id: 'p', name: 'Project', kind: 'allow_always' },
		{ id: 'u', name: 'User', kind: 'allow_always' },
		{ id: 'y', name: 'Yes', kind: 'allow_once' },
	];

	test('Allow once, allow always, reject once, reject always, what nobody knows; the agent’s order within; letters for the first of a kind.', () => {
		const rows = permissionRows(questionOf('q', { options }), false, 'default');
		expect(rows.map(({ label, keys }) => [label, keys])).toEqual([
			['Yes', 'y'],
			['“Project”', 'a'],
			['“User”', ''],
			['No', 'n, esc'],
			['“Never”', ''],
			['“Odd”', ''],
		]);
	});

	test.each([
		[100, 30],
		[40, 12],
	])(
		'At %s×%s: it says how much is missing, `a` does nothing, `o` opens all of it, and then `a` answers.',
		(columns, rows) => {
			const stage = standing(longQuestion(), columns, rows);
			expect(text(stage)).toMatch(/lines/);
			for (const key of ['`a`', '`2`']) expect(dispatched(press(stage, key))).toEqual([]);
			press(stage, '`o`');
			wait(stage, 2000);
			press(stage, 'pagedown');
			for (let page = 0; page < 60; page += 1) press(stage, 'pagedown');
			expect(text(stage)).toContain('echo line 199');
			press(stage, 'escape');
			expect(stage.session.state.questions).toHaveLength(1);
			expect(text(stage)).not.toContain('echo line 199');
			press(stage, '`a`');
			expect(text(stage)).toMatch(/acp-tui cannot write a rule for\s*│?\s*│?\s*this/);
			wait(stage, 2000);
			expect(dispatched(press(stage, '`1`'))).toEqual([chosen('always')]);
		},
	);
});

describe('A plan review', () => {
	const reviewing = (columns = 100, rows = 30): Stage => {
		return settled(play(full(), { type: 'set-mode', mode: 'plan' }), planQuestion, columns, rows);
	};
	const planned = (choice: string, parts = {}) => ({ type: 'answer-plan', questionId: 'q', choice, ...parts });

	test.each([
		['`1`', planned('review-edits')],
		['`y`', planned('review-edits')],
		['`2`', planned('accept-edits')],
		['escape', planned('keep-planning')],
		['`5`', chosen('exit-plan-auto')],
	])('%s answers', (keys, event) => {
		expect(dispatched(press(reviewing(), keys))).toEqual([event]);
	});

	test.each(['enter', '`a`', '`yes`', '`yes` enter', '`see the notes`'])('%s approves nothing.', (keys) => {
		expect(dispatched(press(reviewing(), keys))).toEqual([]);
	});

	test('The beginning of a word answers nothing: it stays in the draft.', () => {
		for (const words of ['yes', 'no, smaller steps', 'see the notes', 'next']) {
			const stage = reviewing();
			press(stage, `\`${words}\``);
			expect(draft(stage)).toBe(words);
		}
	});

	test.each(['3', 'n'])('%s takes feedback: enter sends it, and keeps planning.', (answer) => {
		const stage = reviewing();
		expect(press(stage, `\`${answer}\``)).toEqual([]);
		expect(text(stage)).toContain('What should change in the plan?');
		expect(dispatched(press(stage, '`smaller steps` enter'))).toEqual([
			planned('keep-planning', { feedback: 'smaller steps' }),
		]);
		expect(draft(stage)).toBe('');
	});

	test('Feedback that mentions a file goes through the reader of files, as feedback.', () => {
		const stage = reviewing();
		const requests = press(stage, '`3` `see @src/a.ts ` enter');
		expect(dispatched(requests)).toEqual([]);
		expect(requests).toContainEqual(
			expect.objectContaining({
				type: 'send',
				written: expect.stringContaining('@src/a.ts'),
				answers: planned('keep-planning'),
			}),
		);
	});

	test('3 and esc goes back to the choices; 3 and enter keeps planning without a word.', () => {
		const stage = reviewing();
		press(stage, '`3` escape');
		wait(stage, 2000);
		expect(stage.session.state.questions).toHaveLength(1);
		expect(dispatched(press(stage, '`3` enter'))).toEqual([planned('keep-planning')]);
	});

	test('tab chooses the answer that words go with; before there are any it says so.', () => {
		const stage = reviewing();
		press(stage, 'tab');
		expect(stage.ui.toast?.text).toContain('Write first');
		press(stage, '`fewer steps` tab');
		expect(dispatched(press(stage, 'enter'))).toEqual([planned('review-edits', { feedback: 'fewer steps' })]);
	});

	test('can be read to its end.', () => {
		const stage = reviewing();
		press(stage, 'end');
		expect(text(stage)).toContain('Step number 60');
		press(stage, 'home down up pagedown pageup');
		expect(text(stage)).toContain('Step number 1 of');
	});

	test('that the transcript view hides is not answered there.', () => {
		const stage = reviewing();
		press(stage, 'ctrl+o');
		wait(stage, 2000);
		expect(text(stage)).toContain('esc shows the plan');
		expect(dispatched(press(stage, '`1` `2` escape'))).toEqual([]);
		expect(stage.session.state.questions).toHaveLength(1);
		expect(stage.ui.isTranscriptView).toBe(false);
	});

	test('of megabytes is read from its start to its end without passing over anything.', () => {
		const parts = 20_000;
		const plan = Array.from({ length: parts }, (_, at) => `Step p${at}, and then ${'more '.repeat(at % 20)}\n\n`).join(
			'',
		);
		const stage = settled(play(busy(), { type: 'set-mode', mode: 'plan' }), asked({ kind: 'exit-plan', plan }));
		let next = 0;
		for (let turn = 0; turn < 60; turn += 1) {
			for (const [, found] of text(stage).matchAll(/p(\d+),/g)) {
				expect(Number(found)).toBeLessThanOrEqual(next);
				next = Math.max(next, Number(found) + 1);
			}
			press(stage, 'pagedown');
		}
		expect(next).toBeGreaterThan(200);
		const { question } = stage.ui;
		if (question !== null) stage.ui = { ...stage.ui, question: { ...question, scroll: Number.MAX_SAFE_INTEGER } };
		happen(stage);
		expect(text(stage)).toContain(`p${parts - 1},`);
	});

	test('without a text says where to look.', () => {
		const stage = createStage(play(busy(), { type: 'set-mode', mode: 'plan' }));
		happen(stage, asked({ kind: 'exit-plan', plan: ' ' }));
		expect(text(stage)).toContain('The agent sent no text with its request');
	});
});

test('A question of a sub-agent says which sub-agent asks.', () => {
	const stage = createStage(full(), 100, 30);
	happen(stage, { type: 'tool', patch: { id: 'p', title: 'Look around' } });
	happen(stage, { type: 'tool', patch: { id: 'inner', title: 'Edit', parentId: 'p' } });
	happen(stage, { type: 'question-asked', question: questionOf('inner ask', { toolCallId: 'inner' }) });
	expect(text(stage)).toContain('For “Look around”. Default mode asks');
	expect(spokenQuestion(contextOf(stage))?.lines).toContain('For the sub-agent: Look around.');
	happen(stage, { type: 'question-withdrawn', questionId: 'inner ask' });
	happen(stage, { type: 'question-asked', question: questionOf('own ask', { toolCallId: 'p' }) });
	expect(text(stage)).not.toContain('For “');
});
