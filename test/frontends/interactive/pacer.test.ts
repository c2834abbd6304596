import { expect, test } from 'vitest';
import type { ClockPort } from '../../../src/core/ports.js';
import { noLookups } from '../../../src/core/session/lookups.js';
import { createPacer } from '../../../src/frontends/interactive/pacer.js';

/** A clock that stands still until it is moved; due timers run in their order. */
function createClock() {
	let time = 0;
	let timers: { readonly at: number; readonly run: () => void }[] = [];
	const clock: ClockPort = {
		now: () => time,
		after(delay, run) {
			const timer = { at: time + delay, run };
			timers.push(timer);
			return () => {
				timers = timers.filter((each) => each !== timer);
			};
		},
	};
	return {
		clock,
		moveTo(target: number) {
			for (;;) {
				const due = timers.filter((each) => each.at <= target).sort((a, b) => a.at - b.at)[0];
				if (due === undefined) break;
				timers = timers.filter((each) => each !== due);
				time = Math.max(time, due.at);
				due.run();
			}
			time = target;
		},
	};
}

function setUp(stands: () => number) {
	const { clock, moveTo } = createClock();
	const frames: number[] = [];
	const draw = (): void => {
		frames.push(clock.now());
		pacer.drawn(stands());
	};
	const pacer = createPacer(clock, draw);
	return { pacer, draw, frames, moveTo };
}

test('What streams is drawn when the frame before has stood its time', () => {
	const { pacer, frames, moveTo } = setUp(() => 33);
	pacer.soon();
	moveTo(0);
	for (let time = 1; time <= 100; time += 1) {
		moveTo(time);
		pacer.soon();
	}
	expect(frames).toEqual([0, 33, 66, 99]);
});

test('What a key did is drawn at once and takes along what waited', () => {
	const { pacer, draw, frames, moveTo } = setUp(() => 33);
	draw();
	pacer.soon();
	moveTo(5);
	draw();
	expect(frames).toEqual([0, 5]);
	moveTo(1000);
	expect(frames).toEqual([0, 5]);
});

test('It wakes at the time that was asked for last, once', () => {
	const { pacer, frames, moveTo } = setUp(() => 33);
	pacer.wakeAt(500);
	pacer.wakeAt(300);
	moveTo(1000);
	expect(frames).toEqual([300]);
	pacer.wakeAt(2000);
	pacer.wakeAt(null);
	moveTo(3000);
	expect(frames).toEqual([300]);
});

test('The first answers to a key are drawn as they come, a stream of them as text is', () => {
	const { pacer, draw, frames, moveTo } = setUp(() => 33);
	let lookups = noLookups;
	let changed = (): void => {};
	pacer.follow({
		getLookups: () => lookups,
		subscribe(listener) {
			changed = listener;
			return () => {};
		},
	});
	pacer.asked();
	draw();
	for (let time = 1; time <= 50; time += 1) {
		lookups = { ...lookups };
		changed();
		moveTo(time);
	}
	expect(frames).toEqual([0, 0, 1, 2, 3, 36]);
	pacer.asked();
	changed();
	moveTo(60);
	expect(frames.at(-1)).toBe(36);
	lookups = { ...lookups };
	changed();
	moveTo(61);
	expect(frames.at(-1)).toBe(60);
});
