import { expect, test } from 'vitest';
import { startAfterRestore } from '../../../src/app/sessions/during-restore.js';
import { createStore } from '../../../src/app/store.js';
import { starting } from '../../core/session/play.js';

function setUp(isRestoring: boolean) {
	let now = 0;
	const timers: { readonly at: number; readonly run: () => void }[] = [];
	const clock = {
		now: () => now,
		after(milliseconds: number, run: () => void) {
			const timer = { at: now + milliseconds, run };
			timers.push(timer);
			return () => void timers.splice(timers.indexOf(timer), 1);
		},
	};
	const { state } = starting();
	const store = createStore(isRestoring ? { ...state, isRestoring } : state, clock, () => {});
	let starts = 0;
	const stop = startAfterRestore(store, clock, () => {
		starts += 1;
	});
	return {
		store,
		stop,
		starts: () => starts,
		advance(milliseconds: number) {
			now += milliseconds;
			for (const timer of timers.filter(({ at }) => at <= now)) timer.run();
		},
	};
}

const refused = {
	type: 'resume-refused',
	failure: { code: 'not-found', message: 'There is no such session.' },
} as const;

test('Without an older session the agent is started at once', () => {
	expect(setUp(false).starts()).toBe(1);
});

test('The agent is started when the transcript is there, or is known not to come, and only once', () => {
	const { store, starts, advance } = setUp(true);
	expect(starts()).toBe(0);
	store.dispatch(refused);
	// It is drawn first.
	expect(starts()).toBe(0);
	advance(100);
	expect(starts()).toBe(1);
	advance(5000);
	expect(starts()).toBe(1);
});

test('A transcript that takes very long does not keep the agent waiting, and a program that ends starts none', () => {
	const slow = setUp(true);
	slow.advance(2000);
	expect(slow.starts()).toBe(1);
	slow.store.dispatch(refused);
	expect(slow.starts()).toBe(1);
	const ended = setUp(true);
	ended.stop();
	ended.advance(2000);
	expect(ended.starts()).toBe(0);
});
