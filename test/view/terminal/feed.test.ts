import { expect, test } from 'vitest';
import { lineText } from '../../../src/view/spans.js';
import { createScreenFeed } from '../../../src/view/terminal/feed.js';
import type { TerminalScreen } from '../../../src/view/terminal/screen.js';

function textOf(screen: TerminalScreen): string {
	return Array.from({ length: screen.rowCount() }, (_, row) => lineText(screen.row(row))).join('\n');
}

const numbered = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

test('output that grows at its end goes on with the same screen', () => {
	const feed = createScreenFeed();
	const first = feed.show('one\ntw');
	const second = feed.show('one\ntwo\n');
	expect(second).toBe(first);
	expect(textOf(second)).toBe('one\ntwo');
});

test('output that lost its start goes on with the same screen and loses no line', () => {
	const feed = createScreenFeed();
	const whole = numbered(0, 400);
	const first = feed.show(whole);
	const later = `${whole}${numbered(400, 420)}`;
	const second = feed.show(later.slice(later.indexOf('line 200')));
	expect(second).toBe(first);
	expect(textOf(second)).toBe(numbered(0, 420).trimEnd());
});

test('other output starts anew', () => {
	const feed = createScreenFeed();
	feed.show(numbered(0, 400));
	expect(textOf(feed.show('something else'))).toBe('something else');
});

test('output that shares only its end with the last one starts anew', () => {
	const feed = createScreenFeed();
	feed.show(`first\n${'same\n'.repeat(100)}`);
	expect(textOf(feed.show(`second\n${'same\n'.repeat(100)}end`))).toMatch(/^second\nsame/);
});
