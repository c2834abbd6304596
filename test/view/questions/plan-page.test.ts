import { expect, test } from 'vitest';
import { reviewed } from '../plan-steps/plan-steps-stage.js';
import { press, text } from '../stage.js';

const PLAN = Array.from({ length: 60 }, (_, index) => `${index + 1}. Step number ${index + 1} of it`).join('\n');

/** Numbers of the steps that are on the screen. */
const seen = (screen: string): number[] =>
	[...screen.matchAll(/Step number (\d+) /g)].map(([, found]) => Number(found));

test.each([
	[40, 12],
	[60, 16],
	[80, 24],
	[150, 40],
])('at %d×%d a page down shows what comes next, and keeps a line or two', (columns, rows) => {
	const stage = reviewed(PLAN, columns, rows);
	const before = seen(text(stage));
	press(stage, 'pagedown');
	const after = seen(text(stage));
	const [first = 0] = after;
	expect(first).toBeGreaterThan((before[0] ?? 0) + before.length / 2 - 1);
	expect(first).toBeLessThanOrEqual((before.at(-1) ?? 0) + 1);
	press(stage, 'pageup');
	expect(seen(text(stage))).toEqual(before);
});

test.each([9, 10])('a plan of %d lines is shown whole where they fit without saying which they are', (count) => {
	const plan = Array.from({ length: count }, (_, at) => `${at + 1}. Step number ${at + 1} of it`).join('\n');
	const stage = reviewed(plan, 64, 21);
	expect(seen(text(stage))).toHaveLength(count === 9 ? 9 : 8);
	expect(text(stage).includes('lines 1–8 of 10')).toBe(count === 10);
});

test.each([
	[64, 'enter keeps planning, with your words ─'],
	[80, 'enter keeps planning, with your words ─'],
	[100, 'enter keeps planning, with your words · tab: approve with them ─'],
])('at %d columns its title says whole what enter does with words', (columns, words) => {
	const stage = reviewed(PLAN, columns, 24);
	press(stage, '`shorter`');
	expect(text(stage)).toContain(words);
});
