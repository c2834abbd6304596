import { describe, expect, test } from 'vitest';
import type { ConfigOption } from '../../../src/core/agent-info.js';
import { startQuestion } from '../../../src/core/session/questions/client-questions.js';
import type { StartOffers } from '../../../src/core/session-list.js';
import { DIGIT_WAITS } from '../../../src/view/actions/first-key.js';
import { busy, openedWith, type Play, play, ready, starting } from '../../core/session/play.js';
import { asked } from '../scenes.js';
import { click, createStage, dispatched, draft, happen, press, type Stage, screen, text, wait } from '../stage.js';

const offers: StartOffers = {
	recents: [
		{ id: 'aaa', title: 'Rate limiter for the login route', age: '2 h ago' },
		{ id: 'bbb', title: '\x1b[31mWhy is the bucket slow\u202e', age: '3 d ago' },
	],
	agents: {
		agents: [
			{ name: 'Claude', isFound: true },
			{ name: 'Gemini CLI', isFound: false },
			{ name: 'A name that no screen is wide enough for '.repeat(9), isFound: true },
		],
		count: 50,
	},
	at: 0,
};

function stageWith(given: StartOffers | null = offers, columns = 100, rows = 32, from: Play = ready()): Stage {
	const stage = createStage(from, columns, rows);
	if (given !== null) happen(stage, { type: 'start-offers', offers: given });
	return stage;
}

const model: ConfigOption = {
	type: 'select',
	...{ id: 'm', name: 'Model', category: 'model', value: 'x' },
	choices: [{ value: 'x', name: 'A very long model' }],
};

const rowOf = (stage: Stage, words: string): number => screen(stage).findIndex((line) => line.includes(words));

describe('The first screen', () => {
	test.each(['Gemini CLI', '/agent: '])('lists the agents at a click on %s', (words) => {
		const stage = stageWith();
		expect(dispatched(click(stage, words))).toContainEqual({ type: 'list-agents' });
	});

	test('moves no row when the agent gets ready and the offers are known', () => {
		const launch = { ...starting().state.profile.launch, name: 'demo' };
		const from = starting();
		const stage = stageWith(null, 100, 32, {
			...from,
			state: { ...from.state, profile: { ...from.state.profile, launch } },
		});
		const rows = ['▀█▀', '/ commands', '/tour', 'Tip'].map((words) => rowOf(stage, words));
		expect(rows).not.toContain(-1);
		happen(stage, { type: 'start-offers', offers });
		const then = ready();
		const state = { ...then.state, profile: { ...then.state.profile, launch } };
		stage.session = { ...then, state, lookups: stage.session.lookups };
		wait(stage, 0);
		expect(['▀█▀', '/ commands', '/tour', 'Tip'].map((words) => rowOf(stage, words))).toEqual(rows);
		expect(text(stage)).toContain('Rate limiter');
	});

	test.each([
		[80, 'Fake 1.0.0 · A very l… · fenced in plan mode'],
		[100, 'Fake 1.0.0 · A very long model · fenced in plan mode'],
		[66, 'Fake 1.0.0 · A very long model · fenced in plan mode'],
		[40, 'Fake 1.0.0 · fenced in plan mode'],
	])('at %d columns says whole how the agent is held', (columns, words) => {
		const from = play(openedWith({ options: [model] }), { type: 'sandbox-changed', change: { agent: 'fence' } });
		expect(text(stageWith(offers, columns, 32, from))).toContain(words);
	});

	test.each([63, 64, 67, 70, 71])('at %d columns says whole that nothing holds the agent', (columns) => {
		expect(text(stageWith(offers, columns, 32))).toContain('watched, not sandboxed');
	});

	test('claims no sandbox while it is asked about, nor when nothing was started', () => {
		const before = starting();
		const profile = { ...before.state.profile, asksForSandbox: true } as const;
		const asking = { ...before, state: { ...before.state, profile } };
		const stage = stageWith(offers, 80, 24, asking);
		expect(text(stage)).toContain('Starting fake…');
		const made = { id: 'q', agent: 'fake', askedAt: stage.now, mayBeWatched: true };
		happen(stage, { type: 'question-asked', question: startQuestion(made) });
		wait(stage, 5000);
		expect(text(stage)).toMatch(/Waiting for you 5/);
		expect(text(stage)).toContain('Press a key above to answer');
		expect(text(stage)).not.toMatch(/Starting|sandboxed|Ask for anything/);
		const chosen = play(stage.session, { type: 'sandbox-chosen', profile: before.state.profile, savedIn: null });
		expect(chosen.state.connection).toMatchObject({ phase: 'starting', since: chosen.at });
		happen(stage, { type: 'question-withdrawn', questionId: 'q' });
		happen(stage, { type: 'agent-failed', failure: { code: 'cancelled', message: 'fake was not started.' } });
		expect(text(stage)).toContain('fake · not running');
		expect(text(stage)).not.toContain('sandboxed');
	});
});

describe('A recent session', () => {
	const resume = (recordId: string) => [{ type: 'resume-session', target: { recordId }, isFork: false }];

	test('opens by its digit on the empty draft, once nothing follows it', () => {
		const stage = stageWith();
		press(stage, '`2`');
		expect(draft(stage)).toBe('2');
		expect(stage.wakeAt).toBe(stage.now + DIGIT_WAITS);
		const from = stage.requests.length;
		wait(stage, DIGIT_WAITS);
		expect(dispatched(stage.requests.slice(from))).toEqual(resume('bbb'));
		expect(draft(stage)).toBe('');
	});

	test('stays closed where a question comes meanwhile: the digit stays text', () => {
		const stage = stageWith();
		press(stage, '`1`');
		happen(stage, asked());
		const from = stage.requests.length;
		wait(stage, DIGIT_WAITS);
		expect(dispatched(stage.requests.slice(from))).toEqual([]);
		expect(draft(stage)).toBe('1');
		expect(stage.ui.firstKey).toBeNull();
	});

	test('opens by a click on its row', () => {
		const stage = stageWith();
		expect(dispatched(click(stage, '1  Rate'))).toEqual(resume('aaa'));
		const other = stageWith();
		expect(click(other, 'Tip')).toEqual([]);
	});

	test.each([
		['more is typed', stageWith, '`2 tests fail`', '2 tests fail'],
		['something is typed already', stageWith, '`x2`', 'x2'],
		['there is no such row', stageWith, '`3`', '3'],
		['the screen is low', () => stageWith(offers, 80, 20), '`1`', '1'],
		['a turn runs', () => stageWith(offers, 100, 32, busy()), '`1`', '1'],
		['nothing is known', () => stageWith(null), '`1`', '1'],
		['it has just come', () => stageWith({ ...offers, at: ready().at + 100_000 }), '`1`', '1'],
	])('stays closed where %s: the digit is text', (_, make, keys, typed) => {
		const stage = make();
		press(stage, keys);
		wait(stage, 1000);
		expect(draft(stage)).toBe(typed);
		expect(dispatched(stage.requests)).toEqual([]);
	});
});
