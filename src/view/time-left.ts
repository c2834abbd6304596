import { formatDuration } from './duration.js';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment in local time, as short as it can be read from `now`: `15:00`, `Mon 15:00`, `Nov 30 15:00`. */
export function localTime(at: number, now: number): string {
	const date = new Date(at);
	const time = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
	if (date.toDateString() === new Date(now).toDateString()) return time;
	const isNear = at > now && at - now < 6 * DAY;
	return isNear ? `${DAYS[date.getDay()]} ${time}` : `${MONTHS[date.getMonth()]} ${date.getDate()} ${time}`;
}

export function timeLeft(until: number, now: number): string {
	const seconds = Math.max(0, Math.ceil((until - now) / 1000));
	if (seconds < 60) return `${seconds}s`;
	const days = Math.floor((until - now) / DAY);
	if (days > 1) return `${days} days`;
	return formatDuration(seconds * 1000);
}

/** When {@link timeLeft} is another one next (ms since the epoch). */
export function nextTick(until: number, now: number): number {
	const step = until - now > HOUR ? 60_000 : 1000;
	const left = Math.max(0, until - now);
	return until - Math.max(0, Math.ceil(left / step) - 1) * step;
}
