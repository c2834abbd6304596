const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Age for a list: `just now`, `5 min ago`, `2 h ago`, `3 d ago`, then the date. Both in ms since the epoch. */
export function ageText(at: number, now: number): string {
	const passed = now - at;
	// A clock that was set back must not make a time of the future.
	if (passed < MINUTE) return 'just now';
	if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
	if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
	if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} d ago`;
	const [date, today] = [new Date(at), new Date(now)];
	const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
	return date.getFullYear() === today.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}
