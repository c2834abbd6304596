import { beforeAll, expect, test } from 'vitest';
import { fail, type Result, succeed } from '../../src/core/failure.js';
import type { HandOverPort } from '../../src/core/sessions/hand-over-port.js';
import { startFullScreen } from '../../src/frontends/fullscreen/start-fullscreen.js';
import { startInline } from '../../src/frontends/inline/start-inline.js';
import type { InteractiveOptions } from '../../src/frontends/interactive/interactive-options.js';
import { startLinear } from '../../src/frontends/linear/start-linear.js';
import type { WantedSession } from '../../src/view/state/open-sessions.js';
import { createWorld, end, send, settle, type World } from '../app/world.js';
import { FlickerCount } from '../drive/flicker.js';
import { editQuestion } from '../view/scenes.js';
import { open, type Stage, type Start, sessionOf, starts } from './front-end-stage.js';

type Several = Stage & {
	readonly others: readonly World[];
	readonly wanted: WantedSession[];
	readonly closed: World[];
	/** What is on the screen now. */
	screenText(): string;
	/** The sessions besides, by their place. */
	other(place?: number): World;
};

// Loaded with the first request: that takes time of the real clock.
beforeAll(async () => {
	await import('../../src/frontends/interactive/open-sessions/session-manager.js');
});

/** A front end that can open more sessions. */
async function several(start: Start, options: Partial<InteractiveOptions> = {}): Promise<Several> {
	const others: World[] = [];
	const wanted: WantedSession[] = [];
	const closed: World[] = [];
	const stage = await open(start, {
		openSession: async (asked) => {
			wanted.push(asked);
			const world = createWorld({ cwd: `/work-${others.length}` });
			others.push(world);
			return succeed({ ...sessionOf(world), close: async () => void closed.push(world) });
		},
		...options,
	});
	return {
		...stage,
		others,
		wanted,
		closed,
		screenText: () => stage.screen.emulator.lines().join('\n'),
		other(place = 0) {
			const world = others[place];
			if (world === undefined) throw new Error(`no session ${place}`);
			return world;
		},
	};
}

const say = (world: World, text: string): void => world.app.dispatch({ type: 'text', role: 'agent', text });

test.each(starts)(
	'%s: another session is opened, has its own draft and its own words, and one goes back',
	async (_, start) => {
		const stage = await several(start);
		await stage.type('first draft');
		await stage.type('\x1bl');
		expect(stage.text()).toContain('Open sessions');
		await stage.type(start === startLinear ? '\r' : '\x1b');
		await stage.type('\x15/session new\r');
		await stage.play();
		expect(stage.others).toHaveLength(1);
		if (start === startFullScreen) expect(stage.screenText()).toMatch(/^ 2\/2 /m);
		await stage.type('second draft');
		expect(stage.screenText()).toContain('> second draft');
		say(stage.world, 'Meanwhile in the first.\n\n');
		await stage.play();
		expect(stage.screenText()).not.toContain('Meanwhile');
		await stage.type('\x1b1');
		expect(stage.screenText()).toContain('Meanwhile in the first.');
		expect(stage.screenText()).not.toContain('> second draft');
		await stage.type('and the words of the first\r');
		expect(stage.world.prompts).toHaveLength(1);
		expect(stage.other().prompts).toHaveLength(0);
		await stage.type('\x1b2');
		expect(stage.screenText()).toContain('> second draft');
	},
);

test.each(starts)('%s: keys answer no question that has just come into view with its session', async (_, start) => {
	const stage = await several(start);
	await stage.type('/session new\r');
	await stage.type('\x1b1');
	send(stage.other(), 'go');
	await settle();
	stage.other().app.dispatch(editQuestion);
	await stage.play();
	// It is said where the user is, and takes neither the screen nor a key.
	expect(stage.text()).toMatch(/Session 2 .*Waits for you/i);
	await stage.type('y');
	expect(stage.other().app.getState().questions).toHaveLength(1);
	await stage.type('\x7f');
	await stage.play(500);
	stage.screen.type('\x1b2');
	await stage.screen.settle();
	stage.screen.type('1');
	await stage.screen.settle();
	await settle();
	expect(stage.other().app.getState().questions).toHaveLength(1);
	stage.screen.type('\x7f');
	await stage.play(1000);
	await stage.type(start === startLinear ? '1\r' : '1');
	expect(stage.other().app.getState().questions).toHaveLength(0);
});

test('A session comes to the front in one frame, and the other one draws nothing any more', async () => {
	const stage = await several(startFullScreen);
	await stage.type('/session new\r');
	const flicker = new FlickerCount();
	for (const write of stage.screen.writes) flicker.take(write);
	const before = stage.screen.writes.length;
	stage.screen.type('\x1b1');
	await stage.screen.settle();
	const frames = stage.screen.writes.slice(before).filter((data) => data.includes('\x1b[?2026h'));
	expect(frames).toHaveLength(1);
	await stage.play();
	const quiet = stage.screen.writes.length;
	for (let word = 0; word < 20; word += 1) say(stage.other(), `word ${word} `);
	await stage.play();
	// Only what the footer says of it may be written.
	expect(stage.screen.writes.slice(quiet).join('')).not.toContain('word');
	for (const write of stage.screen.writes.slice(before)) flicker.take(write);
	expect(flicker.faults).toEqual([]);
	stage.stop.abort(0);
	await stage.left;
	expect(stage.world.timers()).toBe(0);
});

test('Below the scrollback a session that comes back is headed and shows its last lines again', async () => {
	const stage = await several(startInline);
	send(stage.world, 'what about the harbour');
	await settle();
	say(stage.world, 'The harbour is open.\n\n');
	await stage.play();
	await end(stage.world);
	await stage.play();
	await stage.type('/session new\r');
	expect(stage.text()).toContain('── Session 2: new session');
	await stage.type('\x1b1');
	const text = stage.text();
	expect(text).toContain('── Session 1: what about the harbour');
	expect(text.slice(text.indexOf('── Session 1')).match(/The harbour is open/g)).toHaveLength(1);
});

test('One that works is closed when that was asked twice, and the one before comes back', async () => {
	const stage = await several(startFullScreen);
	await stage.type('/session new\r');
	send(stage.other(), 'go');
	await stage.play();
	await stage.type('/session close\r');
	expect(stage.screenText()).toContain('is at work; close it again');
	expect(stage.closed).toEqual([]);
	await stage.type('/session close\r');
	expect(stage.closed).toEqual([stage.other()]);
	expect(stage.screenText()).toContain('Closed session 2');
	await stage.type('/session close\r');
	expect(stage.screenText()).toContain('This is the only session');
	await stage.play(1500);
	expect(stage.screenText()).not.toContain('This is the only session');
});

test('Leaving asks once for the work of all sessions', async () => {
	const stage = await several(startFullScreen);
	await stage.type('/session new\r');
	send(stage.world, 'go');
	await stage.play();
	await stage.type('\x04');
	expect(stage.screenText()).toContain('Another session is at work');
	await stage.type('\x04');
	expect(await stage.left).toBe(0);
});

test('What cannot be opened is said, and everything stays as it is', async () => {
	const stage = await several(startFullScreen, {
		openSession: async () => fail('usage', 'There is no agent of that name.'),
	});
	await stage.type('/session new nobody\r');
	expect(stage.screenText()).toContain('There is no agent of that name.');
	await stage.type('/session frobnicate\r');
	expect(stage.screenText()).toContain('/session takes new');
	await stage.type('\x15/session 7\r');
	expect(stage.screenText()).toContain('There is no session 7');
});

test('The words of /session say which agent is wanted, and whether alone in its process', async () => {
	const stage = await several(startFullScreen);
	await stage.type('/session new claude isolated\r');
	await stage.type('/session new isolated\r');
	await stage.type('/session new codex\r');
	expect(stage.wanted).toEqual([{ agent: 'claude', isIsolated: true }, { isIsolated: true }, { agent: 'codex' }]);
	await stage.type('\x1bl');
	await stage.type('x');
	expect(stage.closed).toEqual([stage.other(2)]);
});

test('Two sessions in one folder are warned of once', async () => {
	const stage = await several(startFullScreen, { openSession: async () => succeed(sessionOf(createWorld())) });
	await stage.type('/session new\r');
	expect(stage.screenText()).toContain('works in this folder as well');
	expect(stage.screenText()).toContain('/worktree');
	await stage.type('/session new\r');
	expect(stage.screenText()).not.toContain('works in this folder as well');
});

const handOver = async (): Promise<HandOverPort> => ({
	maxChars: 10_000,
	redact: (text) => text,
	check: async (agent) => succeed(agent),
});

/** A session whose first prompt is handed over to a further one, which waits for its agent. */
async function handedOver(start: Start, options: Partial<InteractiveOptions> = {}) {
	const connected = Promise.withResolvers<Result<void>>();
	const to = createWorld({ cwd: '/work-0' });
	to.onConnect = () => connected.promise;
	const stage = await several(start, { handOver, openSession: async () => succeed(sessionOf(to)), ...options });
	send(stage.world, 'Mend the roof');
	await stage.play();
	await end(stage.world);
	await stage.play();
	await stage.type('/handover codex quickly\r');
	await stage.type('\r');
	return { stage, to, connected };
}

test.each(starts)('%s: what is handed over is sent when the agent is ready, and to it alone', async (_, start) => {
	const { stage, to, connected } = await handedOver(start);
	expect(to.prompts).toHaveLength(0);
	connected.resolve(succeed(undefined));
	await stage.play();
	expect(to.prompts.map(({ blocks }) => JSON.stringify(blocks))).toEqual([
		expect.stringMatching(/Mend the roof.*quickly/),
	]);
	expect(stage.world.prompts).toHaveLength(1);
	await stage.type('\x1b1');
	expect(stage.text()).toContain('Handed over to');
});

test.each(starts)(
	'%s: a hand-over that fails is given back, with what was written in its session',
	async (_, start) => {
		const { stage, to, connected } = await handedOver(start);
		await stage.type('first words\r');
		await stage.type('more words');
		connected.resolve(fail('agent-start', 'It is not there.', { hint: '/restart asks again' }));
		await stage.play();
		const said = stage.text().replace(/\s+/g, ' ');
		expect(said).toContain('Not handed over to codex: It is not there.');
		expect(said).not.toContain('(/restart');
		expect(stage.screenText()).toContain('quickly');
		await stage.type('\x1b');
		expect(stage.screenText()).not.toContain('quickly');
		await stage.type('\x13');
		expect(stage.screenText()).toContain('> more words');
		await stage.type('\x15\x13');
		expect(stage.screenText()).toContain('> first words');
		await stage.type('\x15/session 2\r');
		expect(stage.text()).toContain('There is no session 2');
		expect([to.prompts, stage.world.prompts.length]).toEqual([[], 1]);
	},
);

test('A hand-over fails with the session that is closed before its agent is ready, or that cannot be opened', async () => {
	const closed = (await handedOver(startFullScreen)).stage;
	await closed.type('/session close\r');
	const options = { openSession: async () => fail('usage', 'No such folder.') };
	const refused = (await handedOver(startFullScreen, options)).stage;
	for (const { screenText } of [closed, refused]) expect(screenText()).toMatch(/closed before|No such folder/);
	for (const { screenText } of [closed, refused]) expect(screenText()).toContain('quickly');
});

test('A hand-over that fails while something else is written puts that aside', async () => {
	const { stage, connected } = await handedOver(startFullScreen);
	await stage.type('\x1b1');
	await stage.type('something else');
	connected.resolve(fail('agent-start', 'It is not there.'));
	await stage.play();
	expect(stage.screenText()).toContain('quickly');
	await stage.type('\x1b');
	expect(stage.screenText()).toContain('> something else');
});
