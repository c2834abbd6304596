import { expect, test } from 'vitest';
import { UsageError } from '../../../src/cli/errors.js';
import { parseSince } from '../../../src/cli/subcommands/usage/run-usage.js';

const NOW = new Date(2026, 10, 22, 21).getTime();
const HOUR = 3_600_000;

test.each([
	['30m', NOW - HOUR / 2],
	['24h', NOW - 24 * HOUR],
	['7d', NOW - 7 * 24 * HOUR],
	['2w', NOW - 14 * 24 * HOUR],
	['1.5h', NOW - 1.5 * HOUR],
	['7 d', NOW - 7 * 24 * HOUR],
	['999999w', 0],
	['2026-11-20', new Date(2026, 10, 20).getTime()],
	['2026-11-20T10:30', new Date(2026, 10, 20, 10, 30).getTime()],
	['2026-11-20T10:30:00Z', Date.UTC(2026, 10, 20, 10, 30)],
	['2026-11-20T10:30:00.5+02:00', Date.UTC(2026, 10, 20, 8, 30, 0, 500)],
])('--since %s is a time.', (text, time) => {
	expect(parseSince(text, NOW)).toBe(time);
});

test.each(['', '24', 'h', '-1h', 'yesterday', '2026-13-01', '2026-02-30', '2026-11-20T99:00', '1e3h'])(
	'--since %j is none, and a sentence says what is.',
	(text) => {
		expect(() => parseSince(text, NOW)).toThrow(UsageError);
		expect(() => parseSince(text, NOW)).toThrow(/24h, 7d or 2w, or a date/);
	},
);
