import { durationOf } from '../../units.js';
import { UsageError } from '../../usage-error.js';
import { badSince } from './messages.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The time (ms since the epoch) that `--since` names: a span back from now (`30m`, `24h`, `7d`, `2w`), a date (its
 * midnight here) or a date with a time. Throws a UsageError for anything else.
 */
export function parseSince(text: string, now: number): number {
	const span = durationOf(text);
	if (span !== null) return Math.max(0, now - span);
	const at = DATE.test(text) ? midnightOf(text) : TIME.test(text) ? new Date(text).getTime() : Number.NaN;
	if (Number.isNaN(at)) throw new UsageError(badSince(text));
	return at;
}

/** A date of a calendar that has no such day is none. */
function midnightOf(text: string): number {
	const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
	const date = new Date(year, month - 1, day);
	return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : Number.NaN;
}
