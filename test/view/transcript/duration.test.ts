import { expect, test } from 'vitest';
import { formatBytes } from '../../../src/core/text/bytes.js';
import { formatDuration } from '../../../src/view/duration.js';

test.each([
	[-5, '0.0s'],
	[100, '0.1s'],
	[9_949, '9.9s'],
	[9_950, '10s'],
	[12_400, '12s'],
	[59_600, '1m 00s'],
	[125_000, '2m 05s'],
	[3_720_000, '1h 02m'],
])('%i ms are %s', (milliseconds, expected) => {
	expect(formatDuration(milliseconds)).toBe(expected);
});

test.each([
	[0, '0 B'],
	[-1, '0 B'],
	[Number.NaN, '0 B'],
	[999, '999 B'],
	[1000, '1.0 KB'],
	[34_000, '34 KB'],
	[999_600, '1.0 MB'],
	[5e15, '5000 TB'],
])('%d bytes are %s', (bytes, expected) => {
	expect(formatBytes(bytes)).toBe(expected);
});
