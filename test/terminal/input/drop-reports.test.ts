import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropReports, noReports } from '../../../src/terminal/input/drop-reports.js';

/** What is left of chunks that come a few milliseconds apart, or as far as is said. */
function left(chunks: readonly string[], apart = 5): string {
	let state = noReports;
	let text = '';
	chunks.forEach((chunk, index) => {
		const dropped = dropReports(state, chunk, 1000 + index * apart);
		state = dropped.state;
		text += dropped.text;
	});
	return text;
}

/** Answers that terminals give, asked or not. */
const reports = [
	'\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\',
	'\x1b]11;rgb:1e1e/1e1e/1e1e\x07',
	'\x1b]4;0;rgb:00/00/00\x1b\\',
	'\x1b]52;c;aGk=\x07',
	'\x1bP>|xterm(388)\x1b\\',
	'\x1bP1+r544e=787465726d\x1b\\',
	'\x1bP1$r0m\x1b\\',
	'\x1bP!|00000000\x1b\\',
	'\x1b_Gi=1;OK\x1b\\',
	'\x1b]l title\x1b\\',
	'\x9d11;rgb:0/0/0\x9c',
];

describe.each(reports)('the answer %j', (report) => {
	test('is no input, whole, in two pieces at any place behind its introducer, or byte by byte', () => {
		expect(left([`a${report}b`])).toBe('ab');
		const body = report.startsWith('\x1b') ? 2 : 1;
		for (let at = body; at < report.length; at += 1) {
			const introducer = at === body ? report.slice(0, body) : '';
			const whole = left(['a', report.slice(0, at), report.slice(at), 'b']);
			// A bare introducer may be a key: it is handed on, what follows it is not.
			expect([`a${introducer}b`, 'ab']).toContain(whole.replace(/\\$/, ''));
		}
	});

	test('that breaks off eats nothing of what is typed later, or of other keys', () => {
		const start = report.slice(0, 6);
		expect(left([start, 'typed'], 300)).toBe('typed');
		expect(left([start, '\x1b[A'])).toBe('\x1b[A');
		expect(left([start, '\x03'])).toBe('\x03');
	});

	test('is text within a paste', () => {
		const pasted = `\x1b[200~x${report}y\x1b[201~`;
		expect(left([pasted])).toBe(pasted);
		expect(left([...pasted])).toBe(pasted);
	});
});

test.each([
	'\x1b]',
	'\x1b_',
	'\x1b^',
	'\x1bP',
	'\x1bX',
	'\x1b]a',
	'\x1b_x',
	'\x1bPx',
	'plain',
	'\x1b[A',
	'\x1b[1;5D',
	'\x1b',
])('%j is a key and stays', (keys) => {
	expect(left([keys])).toBe(keys);
	expect(left([keys, 'x'], 200)).toBe(`${keys}x`);
});

test('8-bit sequences of a terminal are no input', () => {
	expect(left(['a\x9b?62;22cb\x9b24;80Rc'])).toBe('abc');
});

test('anything is taken without an error, and what holds no introducer stays as it is', () => {
	const bits = fc.constantFrom(
		'\x1b',
		']',
		'P',
		'_',
		'1',
		';',
		'\\',
		'\x07',
		'[',
		'200~',
		'201~',
		'a',
		'\x9d',
		'\x9c',
		'\x03',
	);
	fc.assert(
		fc.property(fc.array(fc.array(bits).map((parts) => parts.join(''))), (chunks) => {
			expect(left(chunks).length).toBeLessThanOrEqual(chunks.join('').length);
			const plain = chunks.map((chunk) => chunk.replace(/[\x1b\x80-\x9f]/g, ''));
			expect(left(plain)).toBe(plain.join(''));
		}),
	);
});
