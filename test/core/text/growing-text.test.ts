import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOf, textAfter, wholeText } from '../../../src/core/text/growing-text.js';

test('a reader that comes back gets what was added since, whatever was dropped before it', () => {
	const step = fc.record({ more: fc.string({ maxLength: 20 }), drop: fc.nat(30), isRead: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
			let all = '';
			let start = 0;
			let read = '';
			let position = endOf(wholeText('a', ''));
			for (const { more, drop, isRead } of steps) {
				all += more;
				start = Math.min(all.length, start + drop);
				if (!isRead) continue;
				const text = { id: 'a', start, text: all.slice(start) };
				const news = textAfter(position, text);
				// Only what was dropped unread is missed, and nobody hears that it is there.
				expect(news === null).toBe(start > read.length);
				read = news === null ? all : read + news;
				position = endOf(text);
			}
			expect(all.startsWith(read)).toBe(true);
		}),
	);
});

test('a text with another id, or a shorter one, does not go on', () => {
	const position = endOf(wholeText('a', 'one two'));
	expect(textAfter(position, wholeText('b', 'one two three'))).toBeNull();
	expect(textAfter(position, wholeText('a', 'one'))).toBeNull();
	expect(textAfter(null, wholeText('a', 'one'))).toBeNull();
	expect(textAfter(position, wholeText('a', 'one two three'))).toBe(' three');
});
