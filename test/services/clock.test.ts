import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '../../src/services/clock.js';

beforeEach(() => {
	vi.useFakeTimers({ now: 1000 });
});
afterEach(() => {
	vi.useRealTimers();
});

test('a timer runs once after its time, and not when it was called off', () => {
	const clock = createClock();
	const ran: number[] = [];
	clock.after(50, () => ran.push(clock.now()));
	clock.after(20, () => ran.push(-1))();
	vi.advanceTimersByTime(200);
	expect(ran).toEqual([1050]);
});

test('a delay that timers cannot hold waits as long as they can, a negative one not at all', () => {
	const clock = createClock();
	const ran: string[] = [];
	clock.after(Number.MAX_SAFE_INTEGER, () => ran.push('late'));
	clock.after(-5, () => ran.push('now'));
	vi.advanceTimersByTime(1000);
	expect(ran).toEqual(['now']);
});

test('time never goes back, and goes on when the machine’s clock is set back', () => {
	let wall = 10_000_000;
	const clock = createClock(() => wall);
	const before = clock.now();
	wall -= 3_600_000;
	expect(clock.now()).toBe(before);
	wall += 700;
	expect(clock.now()).toBe(before + 700);
	wall -= 5;
	wall += 100;
	expect(clock.now()).toBe(before + 795);
	wall += 60_000;
	expect(clock.now()).toBe(before + 60_795);
});
