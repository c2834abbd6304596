import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputRing } from '../../../src/services/terminals/output-ring.js';

function ringOf(limit: number, ...chunks: readonly (string | Buffer)[]): OutputRing {
	const ring = new OutputRing(limit);
	for (const chunk of chunks) ring.append(Buffer.from(chunk));
	return ring;
}

test.each([
	['all of it fits', 10, ['hello'], 'hello', false],
	['exactly full', 5, ['hello'], 'hello', false],
	['the oldest is dropped', 5, ['hello', ' you'], 'o you', true],
	['a chunk larger than the ring', 3, ['abcdefgh'], 'fgh', true],
	['no room at all', 0, ['abc'], '', true],
	['no room and no output', 0, [], '', false],
	['a character that would be cut is dropped whole', 4, ['aé€'], '€', true],
	['a four-byte character that would be cut', 3, ['😀ab'], 'ab', true],
	['a four-byte character that fits', 6, ['x😀ab'], '😀ab', true],
	['driver line ends', 10, ['a\r\nb\r\n'], 'a\nb\n', false],
	['driver line ends across chunks', 10, ['a\r', '\nb\r', '\n'], 'a\nb\n', false],
	['progress bars keep their returns', 20, ['10%\r20%\r', '30%\r\n'], '10%\r20%\r30%\n', false],
	['a Windows line end loses one return only', 10, ['a\r\r\n'], 'a\r\n', false],
	['the limit counts what is kept', 4, ['a\r\nb\r\n'], 'a\nb\n', false],
] as const)('%s', (_, limit, chunks, text, truncated) => {
	const ring = ringOf(limit, ...chunks);
	ring.finish();
	expect(ring.read()).toEqual({ text, truncated });
});

test('a character whose last bytes have not come is left out until they do', () => {
	const euro = Buffer.from('€');
	const ring = ringOf(10, 'a', euro.subarray(0, 2));
	expect(ring.read()).toEqual({ text: 'a', truncated: false });
	ring.append(Buffer.from(euro.subarray(2)));
	expect(ring.read()).toEqual({ text: 'a€', truncated: false });
});

test('bytes that are no text never make the answer longer than the limit', () => {
	const ring = ringOf(10, Buffer.alloc(100, 0xff));
	const { text, truncated } = ring.read();
	expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10);
	expect(text).toMatch(/^\ufffd+$/);
	expect(truncated).toBe(true);
});

test('however the output is cut into chunks, the same end of it is kept', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', '\r', '\r\n'), maxLength: 80 }),
			fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 12 }),
			fc.nat({ max: 60 }),
			(text, sizes, limit) => {
				const bytes = Buffer.from(text);
				const ring = new OutputRing(limit);
				for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
					const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
					ring.append(Buffer.from(bytes.subarray(at, at + size)));
					at += size;
				}
				ring.finish();
				const plain = text.replaceAll('\r\n', '\n');
				const kept = ring.read();
				expect(plain.endsWith(kept.text)).toBe(true);
				expect(kept.truncated).toBe(Buffer.byteLength(plain) > limit);
				expect(Buffer.byteLength(kept.text)).toBeLessThanOrEqual(limit);
				expect(Buffer.byteLength(kept.text)).toBeGreaterThan(Math.min(limit, Buffer.byteLength(plain)) - 4);
			},
		),
	);
});
