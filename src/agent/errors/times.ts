import { readDuration, readInstant, readResetTime } from '../../core/reset-time.js';
import type { Evidence } from './evidence.js';

/** Seconds, as in HTTP's `Retry-After`. */
const RETRY_SECONDS = new Set(['retryafter', 'retryafterseconds', 'retryinseconds', 'retrydelay', 'retrydelayseconds']);
const RETRY_MILLISECONDS = new Set(['retryafterms', 'retrydelayms', 'retryaftermilliseconds']);
const RESET_INSTANTS = new Set([
	...['resetsat', 'resetat', 'resettime', 'resetstime', 'quotaresettime', 'quotaresettimestamp', 'limitresetsat'],
	...['anthropicratelimitunifiedreset', 'usagelimitresetsat'],
]);
const RESET_DELAYS = new Set(['resetsinseconds', 'resetinseconds', 'resetsafterseconds', 'quotaresetdelay']);

/** Milliseconds; a longer wait is ignored. */
const LONGEST = 60 * 24 * 3600_000;

/** Milliseconds that the service asks to wait before a retry; undefined where it does not say. */
export function readRetryAfter({ fields }: Evidence, words: string, now: number): number | undefined {
	for (const [name, value] of fields) {
		const wait = RETRY_MILLISECONDS.has(name) ? numberOf(value) : RETRY_SECONDS.has(name) ? waitOf(value, now) : null;
		if (wait !== null && wait >= 0 && wait <= LONGEST) return Math.ceil(wait);
	}
	const said = /\b(?:retry|try again|wait)(?: again)?(?: after| in| for)? (?:about )?(\d[\w. ]{0,30})/i.exec(
		words,
	)?.[1];
	const wait = said === undefined ? null : readDuration(said);
	return wait === null ? undefined : wait;
}

/** End of a limit (ms since the epoch) and its source: a field, or words that name the moment or a delay. */
export type Reset = { readonly at: number; readonly by: 'field' | 'moment' | 'delay' };

export function readResetsAt({ fields }: Evidence, words: string, now: number): Reset | undefined {
	for (const [name, value] of fields) {
		const at = RESET_INSTANTS.has(name)
			? instantOf(value)
			: RESET_DELAYS.has(name)
				? now + (waitOf(value, now) ?? Number.NaN)
				: null;
		if (at !== null && at > now - 300_000 && at <= now + LONGEST) return { at, by: 'field' };
	}
	const said = readResetTime(words, now);
	return said === null ? undefined : { at: said.at, by: said.isDelay ? 'delay' : 'moment' };
}

export function saysFinal({ fields }: Evidence): boolean {
	return fields.some(
		([name, value]) =>
			['xshouldretry', 'shouldretry', 'retryable', 'isretryable'].includes(name) &&
			(value === false || value === 'false'),
	);
}

function numberOf(value: string | number | boolean): number | null {
	const number = typeof value === 'string' && /^\d{1,12}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Milliseconds of a value in seconds, an HTTP date or a duration in words. */
function waitOf(value: string | number | boolean, now: number): number | null {
	const seconds = numberOf(value);
	if (seconds !== null) return seconds * 1000;
	if (typeof value !== 'string') return null;
	const at = readInstant(value);
	return at === null ? readDuration(value) : Math.max(0, at - now);
}

/** Milliseconds since the epoch of a value in seconds, milliseconds, ISO 8601 or an HTTP date. */
function instantOf(value: string | number | boolean): number | null {
	const number = numberOf(value);
	if (number === null) return typeof value === 'string' ? readInstant(value) : null;
	if (number > 1e12) return number;
	return number > 1e9 ? number * 1000 : null;
}
