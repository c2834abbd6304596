import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { entryAt } from '../../../src/core/session/entries/entry-list.js';
import { isSearching } from '../../../src/view/actions/search-actions.js';
import { lineText } from '../../../src/view/spans.js';
import { endTurn, next, prompt, ready } from '../../core/session/play.js';
import { sized } from '../../setup/whole.js';
import { contextOf, createStage, draw, point, press, type Stage } from '../stage.js';

const PARTS = 3000;
const said = (words: string): AppEvent => ({ type: 'text', role: 'agent', text: words });
/** Parts of different heights, so that no guess is right. */
const part = (at: number): string =>
	at % 3 === 0 ? `- p${at}\n` : `\n\`p${at}\` ${'and further words '.repeat(at % 40)}\n\n`;
const answer = Array.from({ length: PARTS }, (_, at) => part(at)).join('');
const answered = endTurn(next(ready(), prompt('Say much'), said(answer)));

/** The visible parts. */
const inSight = (stage: Stage): number[] =>
	stage.frame.window.lines.flatMap((line) => [...lineText(line).matchAll(/p(\d+)/g)].map((found) => Number(found[1])));

function isConsecutive(parts: readonly number[]): boolean {
	return parts.every((at, index) => index === 0 || at === (parts[index - 1] ?? 0) + 1);
}

test('the end of a long answer is visible at once, and one pages up through it without passing over anything', () => {
	const stage = createStage(answered);
	expect(inSight(stage).at(-1)).toBe(PARTS - 1);
	let before = inSight(stage);
	for (let turn = 0; turn < 150; turn += 1) {
		press(stage, 'pageup');
		const now = inSight(stage);
		expect(isConsecutive(now)).toBe(true);
		expect(now[0]).toBeLessThan(before[0] ?? 0);
		expect(now.at(-1)).toBeGreaterThanOrEqual((before[0] ?? 0) - 1);
		before = now;
	}
});

test('however one moves in a long answer, what is visible goes on without a break, and drawing again moves nothing', () => {
	const keys = fc.constantFrom('pageup', 'pagedown', 'ctrl+home', 'ctrl+end', 'shift+up', 'shift+down', 'resize');
	fc.assert(
		fc.property(
			fc.array(keys, { minLength: 1, maxLength: 25 }),
			fc.integer({ min: 30, max: 140 }),
			(moves, columns) => {
				const stage = createStage(answered, columns);
				for (const move of moves) {
					if (move === 'resize') stage.ui = { ...stage.ui, columns: 30 + ((stage.ui.columns * 7) % 110) };
					else press(stage, move);
					draw(stage);
					expect(isConsecutive(inSight(stage))).toBe(true);
					const rows = stage.frame.window.lines.map(lineText);
					draw(stage);
					expect(stage.frame.window.lines.map(lineText)).toEqual(rows);
				}
			},
		),
		{ numRuns: sized(8, 15) },
	);
});

const copiedParts = (stage: Stage): number[] =>
	stage.requests
		.flatMap((request) => (request.type === 'copy' ? [...request.text.matchAll(/\bp(\d+)/g)] : []))
		.map((found) => Number(found[1]));

test.each([
	['one answer', answered, 1],
	['three answers', endTurn(next(answered, prompt('Go on'), said(answer), prompt('And on'), said(answer))), 3],
])('a selection that jumped over what nobody has seen copies all of it: %s', (_, session, answers) => {
	const stage = createStage(session);
	const last = inSight(stage)[0] ?? 0;
	point(stage, 'press', 90, 5);
	press(stage, 'ctrl+home');
	point(stage, 'drag', 2, 3);
	const rows = stage.frame.window.lines.map(lineText);
	point(stage, 'release', 2, 3);
	const parts = copiedParts(stage);
	for (let at = 0; at < answers - 1; at += 1) {
		expect(parts.splice(0, PARTS)).toEqual(Array.from({ length: PARTS }, (_none, part) => part));
	}
	expect(parts[0]).toBe(0);
	expect(isConsecutive(parts)).toBe(true);
	expect(Math.abs((parts.at(-1) ?? 0) - last)).toBeLessThan(5);
	press(stage, 'ctrl+home');
	expect(stage.frame.window.lines.map(lineText)).toEqual(rows);
});

test('what is selected and visible lays out nothing further', () => {
	const stage = createStage(answered);
	const { cache } = stage;
	const long = cache?.long(entryAt(stage.session.state.entries, 1)?.id ?? '');
	const before = long?.laidOut() ?? 0;
	expect(before).toBeGreaterThan(0);
	point(stage, 'press', 4, 5);
	point(stage, 'drag', 4, 8);
	point(stage, 'release', 4, 8);
	expect(stage.requests).toHaveLength(1);
	expect(long?.laidOut()).toBe(before);
});

/** As the controller does between two keys. */
function searchOn(stage: Stage): number {
	let slices = 0;
	do {
		draw(stage);
		slices += 1;
	} while (isSearching(contextOf(stage)) && slices < 500);
	return slices;
}

test('a long answer is searched slice by slice, and the matches are shown where they stand', () => {
	const stage = createStage(answered);
	press(stage, 'ctrl+o / `p1234`');
	expect(searchOn(stage)).toBeGreaterThan(5);
	expect(inSight(stage)).toContain(1234);
	expect(isConsecutive(inSight(stage))).toBe(true);
	expect(stage.ui.search?.scan?.total).toBe(1);
	press(stage, 'enter');
	stage.ui = { ...stage.ui, columns: 60 };
	draw(stage);
	press(stage, 'n');
	searchOn(stage);
	expect(inSight(stage)).toContain(1234);
});

test('a search through many long texts comes to its end, however many of them a frame looks at', () => {
	const events = Array.from({ length: sized(5, 12) }, (_, at): AppEvent => {
		// The match is where one ends and the next begins: both are visible.
		const text = `${answer.slice(0, 150_000)}\n\nomega`;
		return at % 2 === 0 ? { type: 'text', role: 'thought', text } : said(text);
	});
	const stage = createStage(endTurn(next(ready(), prompt('Say much'), ...events)));
	press(stage, 'ctrl+o');
	press(stage, 'ctrl+home');
	press(stage, '`/`');
	press(stage, '`omega`');
	expect(searchOn(stage)).toBeLessThan(200);
	expect(stage.ui.search?.scan).toMatchObject({ isDone: true, total: events.length });
});
