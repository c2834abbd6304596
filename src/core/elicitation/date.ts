const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s?([Zz]|[+-]\d{2}:\d{2})?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether this is a day of the calendar, as `2026-11-23`. */
export function isDate(text: string): boolean {
	const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
	if (year === undefined || month === undefined || day === undefined) return false;
	const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
	const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
	return day >= 1 && day <= days;
}

/**
 * A date and a time as RFC 3339 has them; undefined for any other text. Seconds may be left out, and so may the offset
 * from UTC: it is that of this machine at that time.
 */
export function readDateTime(text: string): string | undefined {
	const [, date = '', hours = '', minutes = '', seconds = '00', fraction = '', offset] = DATE_TIME.exec(text) ?? [];
	if (!isDate(date) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
	const local = `${date}T${hours}:${minutes}:${seconds}${fraction}`;
	if (offset === undefined) return local + offsetOf(new Date(`${date}T${hours}:${minutes}:${seconds}`));
	if (/^[Zz]$/.test(offset)) return `${local}Z`;
	const [hour = 0, minute = 0] = offset.slice(1).split(':').map(Number);
	return hour > 23 || minute > 59 ? undefined : local + offset;
}

function offsetOf(date: Date): string {
	const minutes = -date.getTimezoneOffset();
	const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
	return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
