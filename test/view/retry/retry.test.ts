import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import { announceSession, nothingAnnounced } from '../../../src/view/linear/session-announcements.js';
import { localTime, nextTick, timeLeft } from '../../../src/view/time-left.js';
import { busy, connected, next, type Play, starting } from '../../core/session/play.js';
import { createStage, dispatched, draft, draw, happen, press, type Stage, text, wait } from '../stage.js';

const BUSY: Failure = { code: 'agent-error', message: 'Fake answered: slow down', errorClass: 'rateLimited' };
const FULL: Failure = { code: 'agent-error', message: 'prompt is too long', errorClass: 'contextFull' };
const HOUR = 3_600_000;
/** A list that opened by itself takes keys after this long. */
const SHOWN = 700;

const failed = (session: Play, failure: Failure, seconds = 10): AppEvent => ({
	type: 'turn-failed',
	turnId: session.state.turn?.id ?? '',
	failure,
	retry: { limit: 4, seconds, chance: 0 },
});

/** A screen on which the running prompt has just failed; its clock is the session's. */
function fail(failure: Failure, columns = 100, rows = 30): Stage {
	const stage = createStage(busy(), columns, rows);
	stage.now = stage.session.at + 1000;
	happen(stage, failed(stage.session, failure));
	return stage;
}

const limit = (stage: Stage): Failure => ({
	code: 'agent-error',
	message: 'limit',
	errorClass: 'usageLimit',
	resetsAt: stage.now + 2 * HOUR,
});

/** A screen on which a usage limit stopped the prompt. */
function limited(columns = 100, rows = 30): Stage {
	const stage = createStage(busy(), columns, rows);
	stage.now = stage.session.at + 1000;
	happen(stage, failed(stage.session, limit(stage)));
	wait(stage, SHOWN);
	return stage;
}

const pressed = (stage: Stage, keys: string) => dispatched(press(stage, keys)).map(({ type }) => type);

describe('a prompt that goes again', () => {
	test('costs a frame a second and no more', () => {
		const stage = fail(BUSY);
		expect(stage.wakeAt).toBe(stage.now + 1000);
		wait(stage, 1000);
		expect(text(stage)).toContain('again in 9s');
		expect(stage.wakeAt).toBe(stage.now + 1000);
	});

	test('goes at once with enter on an empty draft', () => {
		expect(pressed(fail(BUSY), 'enter')).toEqual(['retry-now']);
	});

	test.each(['escape', 'ctrl+c'])('comes back into the draft with %s', (key) => {
		const stage = fail(BUSY);
		expect(pressed(stage, key)).toEqual(['retry-stop', 'queue-remove']);
		expect(stage.ui.composer.draft.text).toBe('go');
		expect(stage.session.state).toMatchObject({ queue: [], isQueuePaused: false });
		expect(stage.session.state.failed).toBeUndefined();
		press(stage, 'enter');
		expect(stage.session.state.turn?.prompt.text).toBe('go');
	});

	test('is held with esc where something stands in the draft, which stays', () => {
		const stage = fail(BUSY);
		expect(pressed(stage, '`words` escape')).toEqual(['retry-stop']);
		expect(draft(stage)).toContain('words');
		expect(stage.session.state).toMatchObject({ queue: [{ text: 'go' }], isQueuePaused: true });
	});

	test('reaches a screen reader once', () => {
		const stage = fail(BUSY);
		const first = announceSession(nothingAnnounced, stage.session.state);
		expect(first.lines.filter((line) => line.includes('sent again'))).toEqual([
			'Service busy. Your prompt is sent again in 10 s, 1 of 4. Enter on an empty line sends it now, escape stops. Fake answered: slow down.',
		]);
		expect(announceSession(first.announced, stage.session.state).lines).toEqual([]);
	});
});

describe('a usage limit', () => {
	test('is waited for with the first row, in a line that a minute changes', () => {
		const stage = limited();
		expect(pressed(stage, 'enter')).toEqual(['retry-at-reset']);
		draw(stage);
		expect(text(stage)).toMatch(/your prompt goes at \S+ \(in 2h 00m\) · enter sends now · esc stops/);
		expect(stage.wakeAt).toBeGreaterThan(stage.now + 1000);
		press(stage, '`later`');
		expect(text(stage)).toMatch(/your prompt goes at \S+ \(in 2h 00m\) · esc stops/);
		press(stage, 'ctrl+u');
		expect(pressed(stage, 'escape')).toEqual(['retry-stop']);
		draw(stage);
		expect(text(stage)).toContain('Go on at');
	});

	test('another agent: the prompt waits, and the list of agents opens', () => {
		const stage = limited();
		expect(pressed(stage, 'down enter')).toContain('retry-hold');
		expect(stage.session.state).toMatchObject({ queue: [{ text: 'go' }], isQueuePaused: true });
	});

	test('the list does not come over words that are being written', () => {
		const stage = createStage(busy());
		stage.now = stage.session.at + 1000;
		press(stage, '`words`');
		happen(stage, failed(stage.session, limit(stage)));
		expect(text(stage)).not.toContain('Go on at');
		expect(text(stage)).toContain('/retry shows what can be done.');
	});
});

describe('a context that is full', () => {
	test('offers to make room where the agent can, and the prompt goes after it', () => {
		const stage = createStage(busy());
		happen(stage, { type: 'commands', commands: [{ name: 'compact', description: '' }] });
		happen(stage, failed(stage.session, FULL));
		wait(stage, SHOWN);
		expect(text(stage)).toContain('Make room');
		press(stage, 'enter');
		expect(stage.session.state.turn?.prompt.text).toBe('/compact');
		expect(stage.session.state.queue.map((prompt) => prompt.text)).toEqual(['go']);
	});

	test('offers a new session with a briefing where the agent cannot, an earlier prompt, and a new conversation', () => {
		const stage = fail(FULL);
		wait(stage, SHOWN);
		expect(text(stage)).toContain('a new session with a briefing');
		expect(pressed(stage, 'enter')).toEqual(['retry-hold', 'branch-session']);
		const back = fail(FULL);
		wait(back, SHOWN);
		press(back, 'down');
		press(back, 'enter');
		expect(text(back)).toContain('Go back to a prompt');
	});
});

test('/retry sends what failed again, and says when there is nothing', () => {
	const stage = fail({ ...BUSY, errorClass: 'unknown' });
	expect(pressed(stage, '`/retry` enter')).toEqual(['retry-now']);
	press(stage, '`/retry` enter');
	expect(text(stage)).toContain('The agent works');
});

test('times are local, and as short as they can be read', () => {
	const now = new Date(2026, 10, 22, 12, 0).getTime();
	expect(localTime(new Date(2026, 10, 22, 15, 5).getTime(), now)).toBe('15:05');
	expect(localTime(new Date(2026, 10, 23, 1, 0).getTime(), now)).toBe('Mon 01:00');
	expect(localTime(new Date(2026, 10, 30, 1, 0).getTime(), now)).toBe('Nov 30 01:00');
	expect([timeLeft(now + 400, now), timeLeft(now + 59_000, now), timeLeft(now - 5, now)]).toEqual(['1s', '59s', '0s']);
	expect([timeLeft(now + 65_000, now), timeLeft(now + 50 * HOUR, now)]).toEqual(['1m 05s', '2 days']);
	expect(nextTick(now + 3400, now)).toBe(now + 400);
	expect(nextTick(now + 2 * HOUR + 5000, now)).toBe(now + 5000);
});

describe('a session that could not be opened', () => {
	const RESUMING = { sessionId: 's0', title: null, settings: null, isFork: false, hasTranscript: true, deaths: 0 };
	const openFailed = (limitOf: number): AppEvent => ({
		type: 'open-failed',
		strategy: 'load',
		failure: BUSY,
		retry: { limit: limitOf, seconds: 10, chance: 0 },
	});
	/** A screen on which a session is being resumed. */
	function resuming(columns = 100, rows = 30): Stage {
		const stage = createStage(
			next(starting(), { type: 'resume-begun', resuming: { ...RESUMING, failed: [] } }, connected),
			columns,
			rows,
		);
		stage.now = stage.session.at + 1000;
		return stage;
	}

	test.each([
		[40, 12, 'again in 10s · enter now · esc stops'],
		[100, 32, 'Service busy · session again in 10s (1 of 4) · enter tries now · esc stops'],
	])('is counted down in a line that fits %i columns, and costs a frame a second', (columns, rows, words) => {
		const stage = resuming(columns, rows);
		happen(stage, openFailed(4));
		expect(text(stage)).toContain(`↻ ${words}`);
		expect(stage.wakeAt).toBe(stage.now + 1000);
		expect(pressed(stage, 'enter')).toEqual(['open-again']);
	});

	test('is asked about when the wait is stopped: once more, or a new one with or without a briefing', () => {
		const stage = resuming();
		happen(stage, openFailed(4));
		expect(pressed(stage, 'escape')).toEqual(['open-stop']);
		draw(stage);
		expect(text(stage)).toMatch(/could not be resumed[\s\S]*▸.*Try again[\s\S]*with a briefing[\s\S]*without/);
		wait(stage, SHOWN);
		expect(dispatched(press(stage, 'down enter'))).toEqual([{ type: 'open-new', fallback: 'briefing' }]);
	});

	test('is read out', () => {
		const stage = resuming();
		const { announced } = announceSession(nothingAnnounced, stage.session.state);
		happen(stage, openFailed(4));
		const waiting = announceSession(announced, stage.session.state);
		expect(waiting.lines.join()).toContain('asked for again in a moment');
		press(stage, 'escape');
		expect(announceSession(waiting.announced, stage.session.state).lines.join()).toContain('No session is open');
	});
});
