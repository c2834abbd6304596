import { describe, expect, test } from 'vitest';
import { NOTHING_TO_STEER } from '../../../src/view/actions/actions-messages.js';
import {
	BEING_STEERED,
	COMMAND_QUEUED,
	NO_STEERING,
	NO_TURN_RUNS,
	STOPPING_QUEUED,
} from '../../../src/view/pickers/pickers-messages.js';
import { queueUsage } from '../../../src/view/slash-commands/slash-commands-messages.js';
import { busy, endTurn, type Play, play, prompt, questionOf } from '../../core/session/play.js';
import { createStage, dispatched, draft, happen, misfits, press, type Stage, screen, text, wait } from '../stage.js';

const queue = (stage: Stage): string[] => stage.session.state.queue.map((one) => one.text);
const footer = (stage: Stage): string => screen(stage).at(-1) ?? '';
const sent = (stage: Stage) => stage.requests.flatMap((request) => (request.type === 'send' ? [request] : []));

/** A turn of an agent that takes nothing into one. */
function without(play: Play): Play {
	const { agent } = play.state;
	return { ...play, state: { ...play.state, agent: agent === null ? null : { ...agent, steering: false } } };
}

const withCommand = (from: Play): Play =>
	play(from, { type: 'commands', commands: [{ name: 'compact', description: '' }] });

const injected = (promptId: string) => ({ type: 'steering-answered', promptId, answer: 'injected' }) as const;

describe('alt+enter', () => {
	test.each(['alt+enter', 'ctrl+\\'])('sends the draft into the running turn (%s)', (key) => {
		const stage = createStage(busy());
		press(stage, `\`look here\` ${key}`);
		expect(draft(stage)).toBe('');
		expect(sent(stage)).toMatchObject([{ text: 'look here', steers: true, interrupts: false }]);
		expect(text(stage)).toContain('into the turn: look here');
		happen(stage, injected('p-look here'));
		expect(text(stage)).not.toContain('into the turn: ');
		expect(text(stage)).toMatch(/› look here\n\s+↳ sent into the running turn/);
	});

	test('makes a new line where no turn runs', () => {
		const stage = createStage(endTurn(busy()));
		press(stage, '`a` alt+enter `b` shift+enter `c` ctrl+j `d` `\\` enter');
		expect(draft(stage)).toBe('a\nb\nc\nd\n');
		expect(sent(stage)).toEqual([]);
	});

	test('sends nothing where nothing is written', () => {
		const stage = createStage(busy());
		press(stage, 'alt+enter');
		expect([sent(stage), text(stage).includes(NOTHING_TO_STEER)]).toEqual([[], true]);
	});

	test('sends words into the turn while a question stands, which stays', () => {
		const stage = createStage(busy());
		happen(stage, { type: 'question-asked', question: questionOf('q1') });
		wait(stage, 5000);
		press(stage, '`use the other file` alt+enter');
		expect(sent(stage)).toMatchObject([{ text: 'use the other file', steers: true }]);
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('queues what the agent takes at the start of a prompt alone', () => {
		const stage = createStage(busy());
		happen(stage, { type: 'commands', commands: [{ name: 'compact', description: '' }] });
		press(stage, '`/compact` alt+enter');
		expect([queue(stage), text(stage).includes(COMMAND_QUEUED)]).toEqual([['/compact'], true]);
	});

	test('queues while the turn is being stopped', () => {
		const stage = createStage(busy());
		press(stage, 'escape `and now` alt+enter');
		expect([queue(stage), text(stage).includes(STOPPING_QUEUED)]).toEqual([['and now'], true]);
	});
});

describe('alt+enter in a turn of an agent that takes nothing into one', () => {
	function asked(): Stage {
		const stage = createStage(without(play(busy(), prompt('first'))), 40, 12);
		press(stage, '`instead` alt+enter');
		expect(text(stage)).toContain('1 Stop and send');
		expect(text(stage)).toContain('2 Queue');
		expect(misfits(stage)).toEqual([]);
		return stage;
	}

	test('2 queues', () => {
		const stage = asked();
		press(stage, '`2`');
		expect(queue(stage)).toEqual(['first', 'instead']);
		expect(stage.session.state.turn?.cancelledAt).toBeUndefined();
	});

	test('esc leaves all as it was', () => {
		const stage = asked();
		press(stage, 'escape');
		expect([draft(stage), queue(stage), sent(stage)]).toEqual(['instead', ['first'], []]);
	});
});

describe('The footer says what enter and alt+enter do now', () => {
	test.each([
		['an idle session', endTurn(busy()), '`a`', /enter send {2}alt\+enter new line/],
		['a running turn', busy(), '`a`', /enter queue {2}alt\+enter steer/],
		['a running turn that takes nothing', without(busy()), '`a`', /enter queue {2}alt\+enter stop or queue/],
		['a turn that is being stopped', busy(), 'escape `a`', /enter queue {2}alt\+enter queue/],
		['a command line of the user', busy(), '`!ls`', /enter run {2}/],
		['a command of ours', busy(), '`/status `', /enter run {2}esc stop/],
		['a command of the agent', withCommand(busy()), '`/compact now`', /enter queue {2}alt\+enter queue/],
		['a path', busy(), '`/etc/hosts is odd`', /enter queue {2}alt\+enter steer/],
	] as const)('in %s', (_, session, keys, words) => {
		const stage = createStage(session);
		press(stage, keys);
		expect(footer(stage)).toMatch(words);
	});

	test('words under a question reject, and alt+enter sends them into the turn', () => {
		const stage = createStage(busy());
		happen(stage, { type: 'question-asked', question: questionOf('q1') });
		wait(stage, 5000);
		press(stage, '`zz`');
		expect(footer(stage)).toMatch(/enter reject {2}alt\+enter steer/);
	});
});

describe('The list of what waits', () => {
	function open(...words: readonly string[]): Stage {
		const stage = createStage(play(busy(), ...words.map((each) => prompt(each))));
		press(stage, '`/queue` enter');
		return stage;
	}

	test('s sends the selected prompt into the running turn, and it leaves the list when it is there', () => {
		const stage = open('first', 'second');
		const requests = press(stage, 'down `s`');
		expect(dispatched(requests)).toMatchObject([{ type: 'steer', prompt: { text: 'second' }, isQueued: true }]);
		expect(queue(stage)).toEqual(['second', 'first']);
		expect(text(stage)).toContain('on its way into the running turn');
		// Nobody may change, drop or move it now.
		press(stage, '`d`');
		expect([queue(stage), text(stage).includes(BEING_STEERED)]).toEqual([['second', 'first'], true]);
		happen(stage, injected('p-second'));
		expect(queue(stage)).toEqual(['first']);
		expect(text(stage)).toContain('▸   1 first');
	});

	test('s asks where the agent takes nothing into a turn', () => {
		const stage = createStage(without(play(busy(), prompt('first'), prompt('second'))));
		press(stage, '`/queue` enter down `s`');
		expect(text(stage)).toContain(NO_STEERING.title);
		press(stage, '`1`');
		expect(queue(stage)).toEqual(['second', 'first']);
		expect(stage.session.state.turn?.isInterrupted).toBe(true);
	});

	test('s says so where no turn runs', () => {
		const stage = createStage(play(busy(), prompt('first'), { type: 'cancel' }));
		press(stage, '`/queue` enter `s`');
		expect(text(stage)).toContain(NO_TURN_RUNS);
		expect(queue(stage)).toEqual(['first']);
	});
});

describe('/steer and /queue with words', () => {
	test('/steer alone sends the first that waits', () => {
		const stage = createStage(play(busy(), prompt('first'), prompt('second')));
		press(stage, '`/steer` enter');
		expect(dispatched(stage.requests)).toMatchObject([{ type: 'steer', prompt: { text: 'first' } }]);
	});

	test('/steer without a turn stays in the draft', () => {
		const stage = createStage(endTurn(busy()));
		press(stage, '`/steer look here` enter');
		expect([draft(stage), text(stage).includes('No turn is running')]).toEqual(['/steer look here', true]);
	});

	test.each([
		['merge 1', ['one\n\ntwo', 'three']],
		['remove 2', ['one', 'three']],
		['earlier 3', ['one', 'three', 'two']],
		['later 1', ['two', 'one', 'three']],
		['edit 2', ['one', 'three']],
		['steer 3', ['three', 'one', 'two']],
	])('/queue %s leaves %j', (words, left) => {
		const stage = createStage(play(busy(), prompt('one'), prompt('two'), prompt('three')));
		press(stage, `\`/queue ${words}\` enter`);
		expect(queue(stage)).toEqual(left);
		expect(draft(stage)).toBe(words === 'edit 2' ? 'two' : '');
	});

	test.each(['merge', 'merge 4', 'burn 1', 'constructor 1'])('/queue %s says what it takes', (words) => {
		const stage = createStage(play(busy(), prompt('one'), prompt('two'), prompt('three')));
		press(stage, `\`/queue ${words}\` enter`);
		expect(queue(stage)).toEqual(['one', 'two', 'three']);
		expect([draft(stage), text(stage).includes(queueUsage(3))]).toEqual([`/queue ${words}`, true]);
	});
});
