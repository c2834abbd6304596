import { describe, expect, test } from 'vitest';
import { CLEAR_AGAIN, LEAVE_AGAIN, STOPPING } from '../../../src/view/actions/actions-messages.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { NOTHING_QUEUED } from '../../../src/view/pickers/pickers-messages.js';
import { play, prompt, ready } from '../../core/session/play.js';
import { full, scenes } from '../scenes.js';
import { createStage, dispatched, draft, happen, press, put, type Stage, text, wait } from '../stage.js';

const idle = (): Stage => createStage(ready());
const leaves = (stage: Stage): boolean => stage.requests.some(({ type }) => type === 'leave');

describe('esc', () => {
	test.each([
		['`/`', 'complete'],
		['`/he`', 'complete'],
		['`/help`', 'run'],
		['`/` down', 'run'],
		['`/memory`', 'run'],
		['`/mode` down down', 'run'],
		['`/zzhelp`', null],
	])('and enter: the footer on the menu of %s says “%s”, and that is what it does.', (keys, words) => {
		const stage = idle();
		press(stage, keys);
		const footer = text(stage).split('\n').at(-1);
		if (words === null) return expect(stage.ui.composer.completion).toBeNull();
		expect(footer).toContain(`tab insert  enter ${words}  esc close`);
		press(stage, 'enter');
		expect(draft(stage) === '').toBe(words === 'run');
	});

	test('stops a turn once; while it stops there is nothing more to do.', () => {
		const stage = createStage(full());
		expect(dispatched(press(stage, 'escape escape escape'))).toEqual([{ type: 'cancel' }]);
	});

	test('twice within 600 ms clears an idle draft, into the history.', () => {
		const stage = idle();
		press(stage, '`words` escape');
		expect(text(stage)).toContain(CLEAR_AGAIN);
		wait(stage, 599);
		expect(press(stage, 'escape')).toEqual([{ type: 'remember', text: 'words' }]);
		expect(draft(stage)).toBe('');
		press(stage, 'up');
		expect(draft(stage)).toBe('words');
	});
});

describe('ctrl+c', () => {
	test('again while it stops says so; once it is stuck, ends the agent.', () => {
		const stage = createStage(full());
		press(stage, 'ctrl+c');
		expect(dispatched(press(stage, 'ctrl+c'))).toEqual([]);
		happen(stage, { type: 'cancel-ignored', turnId: stage.session.state.turn?.id ?? '' });
		expect(text(stage)).toContain(STOPPING);
		wait(stage, 5000);
		expect(text(stage)).toContain('ctrl+c ends its process');
		expect(dispatched(press(stage, 'ctrl+c'))).toEqual([{ type: 'kill-agent' }]);
	});

	test('clears an idle draft into the history; then twice within 2 s leaves.', () => {
		const stage = idle();
		press(stage, '`words`');
		expect(press(stage, 'ctrl+c')).toEqual([{ type: 'remember', text: 'words' }]);
		press(stage, 'ctrl+c');
		expect(leaves(stage)).toBe(false);
		expect(text(stage)).toContain(LEAVE_AGAIN);
		wait(stage, 1999);
		press(stage, 'ctrl+c');
		expect(leaves(stage)).toBe(true);
	});

	test('held down stops the turn, and does not leave after it.', () => {
		const stage = createStage(full());
		const turnId = stage.session.state.turn?.id ?? '';
		press(stage, 'ctrl+c');
		wait(stage, 500);
		for (let times = 0; times < 40; times += 1) {
			press(stage, 'ctrl+c');
			wait(stage, 30);
			if (times === 10) happen(stage, { type: 'turn-ended', turnId, reason: 'cancelled' });
		}
		expect([leaves(stage), text(stage)]).toEqual([false, expect.stringContaining(LEAVE_AGAIN)]);
		wait(stage, 500);
		press(stage, 'ctrl+c');
		expect(leaves(stage)).toBe(true);
	});

	test('twice at once leaves, right after other keys too.', () => {
		const stage = idle();
		for (const key of ['`a`', 'backspace', 'ctrl+c', 'ctrl+c']) {
			wait(stage, 60);
			press(stage, key);
		}
		expect(leaves(stage)).toBe(true);
	});

	test('twice but later does not leave.', () => {
		const stage = idle();
		press(stage, 'ctrl+c');
		wait(stage, 2000);
		press(stage, 'ctrl+c');
		expect(leaves(stage)).toBe(false);
	});
});

describe('enter', () => {
	test.each([
		['failed', { type: 'restart-agent' }],
		['exited', { type: 'restart-agent' }],
		['held', { type: 'queue-resume' }],
	])('on an empty draft goes on where the session is %s.', (name, event) => {
		expect(dispatched(press(createStage(scenes[name]?.() ?? ready()), 'enter'))).toEqual([event]);
	});
});

describe('alt+up', () => {
	test('says when nothing is queued.', () => {
		const stage = idle();
		press(stage, 'alt+up');
		expect(text(stage)).toContain(NOTHING_QUEUED);
	});
});

test.each([
	['ctrl+z', { type: 'suspend' }],
	['ctrl+l', { type: 'redraw' }],
	['ctrl+g', { type: 'edit-draft' }],
	['ctrl+x', { type: 'mouse', isOn: false }],
])('%s wants the terminal’s help', (keys, request) => {
	expect(press(idle(), keys)).toMatchObject([request]);
});

test('Prompts that wait are counted where they do not fit.', () => {
	const many = play(full(), ...Array.from({ length: 9 }, (_, index) => prompt(`number ${index}`)));
	expect(text(createStage(many, 100, 30))).toMatch(/⋯ \d+ more queued/);
});

test('A draft of an earlier run is named below until something is sent.', () => {
	const stage = createStage(ready(), 100, 24);
	const draft = { ...emptyDraft, text: 'half a thought', restoredAs: 'earlier' as const };
	stage.ui = { ...stage.ui, composer: reduceComposer(stage.ui.composer, { type: 'put-aside', draft }) };
	press(stage, 'right');
	expect(text(stage)).toContain('draft put aside · ctrl+s brings it back');
	press(stage, '`hello` enter');
	expect(text(stage)).not.toContain('put aside');
	put(stage, { type: 'notice', text: 'ctrl+s brings it back' });
	press(stage, 'ctrl+s');
	expect(text(stage)).not.toContain('brings it back');
	expect(text(stage)).toContain('> half a thought');
});

test.each([
	[100, 'draft put aside · ctrl+s brings it back'],
	[40, 'ctrl+s brings the draft back'],
])('At %s columns an empty draft says that another was put aside, and how it comes back.', (columns, words) => {
	const stage = createStage(ready(), columns, 24);
	press(stage, '`half a thought` ctrl+s');
	expect(text(stage)).toContain(words);
	press(stage, '`other` ctrl+s');
	expect(text(stage)).toContain(columns === 100 ? '2 drafts put aside · ctrl+s brings the last back' : 'a draft back');
	press(stage, 'ctrl+s');
	expect(text(stage)).toContain('> other');
});
