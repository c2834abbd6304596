import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GrowingText, wholeText } from '../../../src/core/text/growing-text.js';
import { lineText } from '../../../src/view/spans.js';
import { createScreenFeed } from '../../../src/view/terminal-output/feed.js';
import type { TerminalScreen } from '../../../src/view/terminal-output/output-screen.js';

function textOf(screen: TerminalScreen): string {
	return Array.from({ length: screen.rowCount() }, (_, row) => lineText(screen.row(row))).join('\n');
}

const numbered = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

test('other output starts anew', () => {
	const feed = createScreenFeed();
	feed.show(wholeText('a', numbered(0, 400)));
	expect(textOf(feed.show(wholeText('b', numbered(0, 401))))).toBe(numbered(0, 401).trimEnd());
});

test('any growing and trimming shows what a new screen shows of all that was written', () => {
	const part = fc.oneof(
		fc.string({ maxLength: 12 }),
		fc.constantFrom(
			'\n',
			'\r',
			'\r\n',
			'\x1b[31m',
			'\x1b[0m',
			'\x1b[A',
			'\x1b[2K',
			'\x1b',
			'[1m',
			'ä',
			'漢',
			'\t',
			'\b',
		),
	);
	const step = fc.record({ more: fc.array(part, { maxLength: 8 }), trimTo: fc.option(fc.nat(40)) });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
			const feed = createScreenFeed();
			let all = '';
			let start = 0;
			let seen = 0;
			for (const { more, trimTo } of steps) {
				all += more.join('');
				// Only what was shown is dropped here: what was not is lost to everybody.
				if (trimTo !== null) start = Math.max(start, Math.min(seen, all.length - trimTo));
				const output: GrowingText = { id: 'a', start, text: all.slice(start) };
				seen = all.length;
				expect(rowsOf(feed.show(output))).toEqual(rowsOf(createScreenFeed().show(wholeText('b', all))));
			}
		}),
		{ numRuns: 60 },
	);
});

function rowsOf(screen: TerminalScreen): unknown {
	return Array.from({ length: screen.rowCount() }, (_, row) => screen.row(row));
}
