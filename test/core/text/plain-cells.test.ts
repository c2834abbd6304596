import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { onlyPlainCells } from '../../../src/core/text/plain-cells.js';

const segmenter = new Intl.Segmenter();
const plain = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((each) =>
	onlyPlainCells.test(each),
);

test('Each character that counts as one cell is one, and joins with none of them', () => {
	expect(plain.length).toBeGreaterThan(3000);
	expect(plain.filter((each) => stringWidth(each) !== 1)).toEqual([]);
	const all = plain.join('');
	expect([...segmenter.segment(all)]).toHaveLength(plain.length);
	expect([...segmenter.segment([...plain].reverse().join(''))]).toHaveLength(plain.length);
	expect(plain.filter((each) => [...segmenter.segment(`${each}${each}`)].length !== 2)).toEqual([]);
});

test.each(['e\u0301', '\u200D', '©\uFE0F', '漢', '😀', '\u0600', '\xAD', '\u202E', '\u231A', 'a\tb', 'a\nb', '\x1B[m'])(
	'%j is looked at closely',
	(text) => {
		expect(onlyPlainCells.test(text)).toBe(false);
	},
);
