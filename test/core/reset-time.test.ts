import { describe, expect, test } from 'vitest';
import { readDuration, readInstant, readResetTime } from '../../src/core/reset-time.js';

const NOW = Date.UTC(2026, 10, 22, 12, 0, 0);
const at = (iso: string) => Date.parse(iso);
/** The local moment of a time of day, as many days from now. */
const local = (hours: number, minutes = 0, days = 0) => {
	const date = new Date(NOW);
	date.setDate(date.getDate() + days);
	date.setHours(hours, minutes, 0, 0);
	return date.getTime();
};
const nextLocal = (hours: number, minutes = 0) =>
	local(hours, minutes) > NOW - 300_000 ? local(hours, minutes) : local(hours, minutes, 1);

describe('when a limit ends is read from words', () => {
	test.each([
		['resets at 3pm', nextLocal(15)],
		['5-hour limit reached ∙ resets 3am', nextLocal(3)],
		['You’ve hit your limit · resets 15:30', nextLocal(15, 30)],
		['limit resets at 12am', nextLocal(0)],
		['Your limit will reset at 3pm (UTC).', at('2026-11-22T15:00Z')],
		['resets 3pm (Europe/Berlin)', at('2026-11-22T14:00Z')],
		['resets 3pm (America/New_York)', at('2026-11-22T20:00Z')],
		['resets 1am (Asia/Tokyo)', at('2026-11-22T16:00Z')],
		['resets Nov 26 at 1pm (UTC)', at('2026-11-26T13:00Z')],
		['resets Nov 26, 1pm UTC', at('2026-11-26T13:00Z')],
		['try again at Jan 3rd, 2027 7:05 PM', new Date(2027, 0, 3, 19, 5).getTime()],
		['resets Jan 3 at 7pm (UTC)', at('2027-01-03T19:00Z')],
		['resets tomorrow at 9am (UTC)', at('2026-11-23T09:00Z')],
		['resets Tuesday at 9am (UTC)', at('2026-11-24T09:00Z')],
		['resets at 2026-11-22T18:00:00Z', at('2026-11-22T18:00Z')],
		['resets at 2026-11-22 18:00:00 UTC', at('2026-11-22T18:00Z')],
		['available again at 2026-11-23T18:00:00+01:00', at('2026-11-23T17:00Z')],
		[`Claude AI usage limit reached|${NOW / 1000 + 600}`, NOW + 600_000],
		[`resets at ${NOW / 1000 + 600}`, NOW + 600_000],
		['usage limit. Try again in 3 days 4 hours 5 minutes.', NOW + ((3 * 24 + 4) * 60 + 5) * 60_000],
		['Your quota will reset after 3h12m', null],
		['resets at 3', null],
		['resets at 25:00', null],
		['resets 3pm (Mars/Olympus)', null],
		['resets at 2019-01-01T00:00:00Z', null],
		['resets at 2999-01-01T00:00:00Z', null],
		['the cache resets', null],
		['', null],
	])('%s', (text, expected) => {
		expect(readResetTime(text, NOW)?.at ?? null).toBe(expected);
	});

	test('a moment that has just passed is that moment, not the one of tomorrow', () => {
		expect(readResetTime('resets 11:58am (UTC)', NOW)?.at).toBe(at('2026-11-22T11:58Z'));
		expect(readResetTime('resets 11:50am (UTC)', NOW)?.at).toBe(at('2026-11-23T11:50Z'));
	});

	test('a zone’s summer time counts, on the day of the reset', () => {
		const summer = Date.UTC(2026, 9, 24, 12);
		// Clocks in Berlin go back in the night to October 25.
		expect(readResetTime('resets tomorrow at 9am (Europe/Berlin)', summer)?.at).toBe(at('2026-10-25T08:00Z'));
	});
});

test('durations and dates', () => {
	expect(readDuration('34.07s')).toBe(34_070);
	expect(readDuration('1h 30m')).toBe(5_400_000);
	expect(readDuration('2 hours and 5 minutes')).toBe(7_500_000);
	expect(readDuration('523ms')).toBe(523);
	expect(readDuration('5 apples')).toBeNull();
	expect(readInstant('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(at('2026-10-21T07:28Z'));
	expect(readInstant('7')).toBeNull();
	expect(readInstant('x'.repeat(1000))).toBeNull();
});

test.each([
	[-5 * 60, false],
	[-5 * 60 + 1, true],
	[60 * 86_400, true],
	[60 * 86_400 + 1, false],
])('a moment %i seconds from now is within reach: %s', (seconds, isRead) => {
	expect(readResetTime(`resets at ${NOW / 1000 + seconds}`, NOW) !== null).toBe(isRead);
});
