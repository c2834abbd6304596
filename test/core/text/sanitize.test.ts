import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, sanitizeLine, sanitizeText } from '../../../src/core/text/sanitize.js';
import { sized } from '../../setup/whole.js';
import { attacks } from './escape-corpus.js';

const control = /[\x00-\x09\x0B-\x1F\x7F-\x9F\u2028\u2029]/;
const invisibleControl = /[\p{Bidi_Control}\u200B\u2060-\u206F\u00AD\u180E\uFEFF\uFFF9-\uFFFB\u3164]/u;

function expectHarmless(text: string): void {
	expect(text).not.toMatch(control);
	expect(text).not.toMatch(invisibleControl);
	expect(text.isWellFormed()).toBe(true);
}

test('the corpus holds more than 300 attacks', () => {
	expect(new Set(attacks).size).toBeGreaterThan(300);
});

test('no attack leaves a control character behind', () => {
	for (const attack of attacks) {
		expectHarmless(sanitizeText(attack));
		expectHarmless(sanitizeLine(attack));
		expect(sanitizeLine(attack)).not.toContain('\n');
	}
});

test('attacks put next to and into each other leave nothing either', () => {
	const attack = fc.constantFrom(...attacks);
	const inside = fc
		.tuple(attack, attack, fc.nat({ max: 60 }))
		.map(([one, two, at]) => one.slice(0, at) + two + one.slice(at));
	fc.assert(
		fc.property(fc.array(fc.oneof(attack, inside), { maxLength: 5 }), (parts) => {
			const clean = sanitizeText(parts.join(''));
			expectHarmless(clean);
			expect(sanitizeText(clean)).toBe(clean);
		}),
		{ numRuns: sized(500, 2000) },
	);
});

test('any text becomes harmless, and sanitising twice changes nothing more', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const clean = sanitizeText(text);
			expectHarmless(clean);
			expect(sanitizeText(clean)).toBe(clean);
		}),
		{ numRuns: sized(500, 2000) },
	);
});

test('any UTF-16 units become harmless', () => {
	const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
	fc.assert(
		fc.property(units, (codes) => expectHarmless(sanitizeText(String.fromCharCode(...codes)))),
		{ numRuns: sized(500, 2000) },
	);
});

test('two texts that meet at a newline are sanitised as if they were one', () => {
	const part = fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary' }));
	fc.assert(
		fc.property(part, part, (one, two) => {
			expect(sanitizeText(`${one}\n`) + sanitizeText(two)).toBe(sanitizeText(`${one}\n${two}`));
		}),
		{ numRuns: sized(500, 2000) },
	);
});

test.each([
	['plain ASCII', 'const a = 1;\n', 'const a = 1;\n'],
	['nothing', '', ''],
	['colours', 'a\x1B[31mred\x1B[0m', 'ared'],
	['a title', '\x1B]0;title\x07text', 'text'],
	['a link keeps its words', '\x1B]8;;http://x\x1B\\words\x1B]8;;\x1B\\', 'words'],
	['an unterminated string hides nothing', '\x1B]52;c;secret', '52;c;secret'],
	['a string that a line ends', '\x1B]0;rm -rf /\nnext', '0;rm -rf /\nnext'],
	['carriage returns', 'a\r\nb\rc', 'a\nb\nc'],
	['separators', 'a\u2028b\u2029c\x85d', 'a\nb\nc\nd'],
	['backspaces', 'rm\b\bls', 'rmls'],
	['tab stops', '\ta\n12\tb\n1234\tc', '    a\n12  b\n1234    c'],
	['tab stops after wide characters', '漢\tb', '漢  b'],
	['a bidi override', 'a\u202Eb', 'a⟨U+202E⟩b'],
	['an isolate', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
	['hidden tags', 'x\u{E0041}\u{E0042}y', 'x⟨U+E0041…⟩y'],
	['a blank letter', 'a\u3164b', 'a⟨U+3164⟩b'],
	['zero width space', 'pay\u200Bpal', 'paypal'],
	['a joiner between Latin letters', 'a\u200Db', 'ab'],
	['a byte order mark', '\uFEFFtext', 'text'],
	['a lone surrogate', 'a\uD800b', 'a\uFFFDb'],
	['too many marks', `e${'\u0301'.repeat(20)}`, `e${'\u0301'.repeat(8)}`],
	['a chain of joined emoji longer than any', '👩\u200D'.repeat(20), '👩'.repeat(20)],
])('%s', (_, text, expected) => {
	expect(sanitizeText(text)).toBe(expected);
});

test.each([
	['a family', '👨‍👩‍👧‍👦'],
	['a profession with skin', '👩🏽‍💻'],
	['a heart on fire', '❤️‍🔥'],
	['a flag of joined parts', '🏳️‍🌈'],
	['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
	['a flag of letters', '🇩🇪'],
	['a keycap', '1️⃣'],
	['text style', '☂︎'],
	['a combining accent', 'e\u0301'],
	['Vietnamese', 'Tiếng Việt'.normalize('NFD')],
	['Devanagari with joiners', 'क्‍ष'],
	['Persian with a non-joiner', 'نمی‌خواهم'],
	['an ideographic variant', '葛\u{E0100}'],
	['Hangul in parts', '한국어'.normalize('NFD')],
	['Thai', 'น้ำ'],
	['Hebrew', 'שָׁלוֹם'],
	['box drawing', '╭─╮│╰╯'],
	['private use', '\uE0B0'],
])('%s stays intact', (_, text) => {
	expect(sanitizeText(text)).toBe(text);
});

test('a line has one space for every newline and tab', () => {
	expect(sanitizeLine('a\nb\tc\r\nd')).toBe('a b c d');
});

test('hostile repetition costs linear time', () => {
	for (const unit of [
		'\x9D',
		'\x1B]',
		'\x1B[',
		'\x1BP\n',
		'\u0301',
		'👩\u200D',
		'\u1100',
		'\u{E0041}',
		'\x1B[1;',
		'\x1B (',
	]) {
		const start = performance.now();
		sanitizeText(unit.repeat(100_000));
		expect(performance.now() - start).toBeLessThan(2000);
	}
});

test.each([
	['abcdef', 6, 'abcdef'],
	['abcdef', 4, 'abc…'],
	['abcdef', 1, '…'],
	['abcdef', 0, ''],
	['a👍b', 3, 'a…'],
])('clip(%j, %i) is %j', (text, length, expected) => {
	expect(clip(text, length)).toBe(expected);
});
