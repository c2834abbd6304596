/* Reads times that services write into what they say: when a limit ends, how long to wait. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A time of day that is past by at most this was meant for today: clocks differ (ms). */
const JUST_OVER = 5 * 60_000;

/** No reset is announced later than this (ms). */
const LATEST = 60 * DAY;

const LEAD =
	/\b(?:resets?|will reset|reset time|renews?|refreshes|(?:try|available|retry|come back)(?: again)?|until)\b[:\s]{1,3}(?:again )?(?:is )?(?:at |on |by |until |in )?/gi;

export type ResetTime = { readonly at: number; readonly isDelay: boolean };

/** Parses the end of a limit (`resets at 3pm`, `in 3 days`, ISO 8601). In ms; without a zone the local one. */
export function readResetTime(text: string, now: number): ResetTime | null {
	const words = text.slice(0, 4000);
	const stamped = /limit reached\|(\d{10})(\d{3})?\b/i.exec(words);
	if (stamped !== null && isInReach(Number(stamped[1]) * 1000, now)) {
		return { at: Number(stamped[1]) * 1000, isDelay: false };
	}
	for (const lead of words.matchAll(LEAD)) {
		const rest = words.slice(lead.index + lead[0].length, lead.index + lead[0].length + 80);
		const isDelay = /\bin $/i.test(lead[0]);
		const at = isDelay ? delayed(rest, now) : (epoch(rest) ?? iso(rest) ?? clock(rest, now));
		if (at !== null && isInReach(at, now)) return { at, isDelay };
	}
	return null;
}

function isInReach(at: number, now: number): boolean {
	return at > now - JUST_OVER && at <= now + LATEST;
}

function delayed(rest: string, now: number): number | null {
	const wait = readDuration(rest);
	return wait === null ? null : now + wait;
}

function epoch(rest: string): number | null {
	const found = /^(\d{10})(\d{3})?\b/.exec(rest);
	return found === null ? null : Number(found[1]) * 1000 + Number(found[2] ?? 0);
}

function iso(rest: string): number | null {
	const found = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/.exec(rest)?.[0];
	return found === undefined ? null : readInstant(found.replace(' UTC', 'Z').replace(/^(\S{10}) /, '$1T'));
}

/** ISO 8601 or HTTP date, in ms since the epoch. */
export function readInstant(text: string): number | null {
	const isDate =
		/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? \d{1,2}[ -][a-z]{3}[ -]\d{2,4} \d\d:\d\d/i;
	if (text.length > 60 || !isDate.test(text)) return null;
	const at = Date.parse(text);
	return Number.isNaN(at) ? null : at;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
	[/^(?:ms|millis)/, 1],
	[/^d/, DAY],
	[/^h/, HOUR],
	[/^m(?!s)/, 60_000],
	[/^s/, 1000],
];

/** Duration at the beginning of a text (`34.07s`, `6m0s`, `3 days 4 hours`), in ms. */
export function readDuration(text: string): number | null {
	let total: number | null = null;
	let rest = text.slice(0, 80).trimStart().toLowerCase();
	for (let parts = 0; parts < 5; parts += 1) {
		const part =
			/^(\d{1,9}(?:\.\d{1,9})?)\s?(ms|millis\w*|d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])[\s,]*(?:and )?/.exec(
				rest,
			);
		if (part === null) break;
		const [whole, count = '', unit = ''] = part;
		const scale = UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? 0;
		total = (total ?? 0) + Number(count) * scale;
		rest = rest.slice(whole.length);
	}
	return total === null ? null : Math.ceil(total);
}

const CLOCK =
	/^(?:(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?,? (?:at )?|(?<weekday>sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6},? (?:at )?|(?<relative>today|tomorrow),? (?:at )?)?(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?::\d\d)?\s?(?<half>[ap]\.?m\b\.?)?\s?(?:\(?(?<zone>UTC|GMT|[A-Z][A-Za-z_]{2,20}\/[A-Za-z_/]{2,40})\)?)?/i;

function clock(rest: string, now: number): number | null {
	const parts = CLOCK.exec(rest)?.groups;
	if (parts === undefined) return null;
	const { month, day, year, weekday, relative, hour = '', minute, half, zone } = parts;
	// A bare number is no time.
	if (minute === undefined && half === undefined) return null;
	const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
	if (hours > 23 || Number(minute ?? 0) > 59) return null;
	const today = wallOf(now, zone);
	if (today === null) return null;
	const on = (date: readonly [number, number, number]): number | null =>
		instantIn(zone, Date.UTC(...date, hours, Number(minute ?? 0)));
	if (month !== undefined) {
		const index = MONTHS.indexOf(month.toLowerCase().slice(0, 3));
		const at = on([Number(year ?? today[0]), index, Number(day)]);
		// In December a date in January is of the next year.
		return at !== null && year === undefined && at < now - DAY ? on([today[0] + 1, index, Number(day)]) : at;
	}
	const weekdayNow = new Date(Date.UTC(...today)).getUTCDay();
	const wanted = weekday === undefined ? -1 : DAYS.indexOf(weekday.toLowerCase().slice(0, 3));
	const ahead = relative?.toLowerCase() === 'tomorrow' ? 1 : wanted === -1 ? 0 : (wanted - weekdayNow + 7) % 7;
	const at = on([today[0], today[1], today[2] + ahead]);
	if (at === null || at > now - JUST_OVER || relative !== undefined) return at;
	return on([today[0], today[1], today[2] + ahead + (wanted === -1 ? 1 : 7)]);
}

/** Year, month (from 0) and day in a zone; undefined is the local one; null for an unknown zone. */
function wallOf(at: number, zone: string | undefined): readonly [number, number, number] | null {
	const wall = zone === undefined ? null : wallMs(at, zone);
	if (zone !== undefined && wall === null) return null;
	if (wall === null) {
		const local = new Date(at);
		return [local.getFullYear(), local.getMonth(), local.getDate()];
	}
	const date = new Date(wall);
	return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

/** Instant at which clocks of a zone show `wall`, which is written as if it were UTC. */
function instantIn(zone: string | undefined, wall: number): number | null {
	if (zone === undefined) {
		const date = new Date(wall);
		return new Date(
			date.getUTCFullYear(),
			date.getUTCMonth(),
			date.getUTCDate(),
			date.getUTCHours(),
			date.getUTCMinutes(),
		).getTime();
	}
	let at = wall;
	// The offset is that of the moment itself: once more where summer time begins or ends between.
	for (let round = 0; round < 2; round += 1) {
		const shown = wallMs(at, zone);
		if (shown === null) return null;
		at -= shown - wall;
	}
	return at;
}

/** Time that clocks of a zone show at an instant, written as if it were UTC; null for an unknown zone. */
function wallMs(at: number, zone: string): number | null {
	if (/^(?:utc|gmt)$/i.test(zone)) return at;
	try {
		const format = new Intl.DateTimeFormat('en-US', {
			...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
			...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
		});
		const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
		const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
		return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
	} catch {
		// Agents write what they like: this is no zone that is known here.
		return null;
	}
}
