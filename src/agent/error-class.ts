import { isObject } from './json.js';
import { ADVICE } from './messages.js';

/** What an agent's error is about, as far as it decides what the user can do. */
export type ErrorClass =
	| 'signIn'
	| 'forbidden'
	| 'rateLimited'
	| 'usageLimit'
	| 'contextFull'
	| 'model'
	| 'connection'
	| 'unavailable'
	| 'unknown';

/** ACP's own code for a sign-in that is needed. */
const AUTH_REQUIRED = -32000;

/** Fields in which agents pass on the HTTP status of the service behind them. */
const STATUS_KEYS = ['status', 'statusCode', 'httpStatus', 'httpStatusCode', 'http_status', 'status_code', 'code'];

const WORDS: readonly (readonly [ErrorClass, RegExp])[] = [
	[
		'signIn',
		// «unauthorized» alone is said of files, tools and hosts too, and of other tokens than the account's.
		/\b(?:you are|you're|user is) (?:not (?:logged|signed) in|unauthenticated)\b|^(?:internal error: )?not (?:logged|signed) in\b|authentication (?:is )?(?:required|failed)\b|authentication_error|"(?:status|code)": ?"unauthenticated"|(?:invalid|incorrect|missing|expired) (?:api|x-api)[- ]?key|api key (?:is )?(?:missing|invalid|expired|not (?:found|valid))|please (?:run \S{0,20} ?\/?login|(?:log|sign) ?in)|oauth token (?:has )?(?:expired|been revoked)|(?:your )?(?:login|session|sign-in|access token) (?:has )?expired,? (?:please )?(?:log|sign) ?in/i,
	],
	[
		'usageLimit',
		/usage limit|quota (?:exceeded|reached)|exceeded your current quota|insufficient[_ ]quota|credit balance|billing|hit your (?:\w+ )?limit/i,
	],
	['rateLimited', /rate[- _]?limit|too many requests|resource_exhausted/i],
	['contextFull', /context (?:length|window)|prompt is too long|maximum context|too many tokens|input is too long/i],
	[
		'model',
		/(?:unknown|invalid|unsupported|no such) model|model[^.]{0,80}(?:not found|does not exist|not supported|not available)|not_found_error[^.]{0,20}model/i,
	],
	[
		'unavailable',
		/overloaded|internal server error|bad gateway|service unavailable|high demand|temporarily unavailable/i,
	],
	[
		'connection',
		/ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|fetch failed|socket hang up|network error|getaddrinfo|connection (?:refused|reset|error)/i,
	],
];

/** Reads from an agent's JSON-RPC error, whatever form it has, what it is about. `text` is what the error says. */
export function classifyError(error: unknown, text: string): ErrorClass {
	const { code, data } = isObject(error) || error instanceof Error ? (error as { code?: unknown; data?: unknown }) : {};
	if (code === AUTH_REQUIRED) return 'signIn';
	const words = WORDS.find(([, pattern]) => pattern.test(text))?.[0];
	// A limit that has to be waited for or paid comes with the status of one that passes by itself.
	if (words === 'usageLimit') return words;
	return fromStatus(code) ?? fromData(data, 0) ?? fromWords(text) ?? words ?? 'unknown';
}

function fromData(data: unknown, depth: number): ErrorClass | null {
	if (depth > 3) return null;
	if (Array.isArray(data)) return fromData(data[0], depth + 1);
	if (!isObject(data)) return null;
	for (const key of STATUS_KEYS) {
		const found = fromStatus(data[key]);
		if (found !== null) return found;
	}
	for (const value of Object.values(data).slice(0, 20)) {
		const found = isObject(value) ? fromData(value, depth + 1) : null;
		if (found !== null) return found;
	}
	return null;
}

/** An HTTP status that the text names as one. */
function fromWords(text: string): ErrorClass | null {
	const named = /\b(?:status(?: code)?|HTTP|API Error|error|(?<!exit )(?<!exited with )code)\W{0,4}(\d{3})\b/i.exec(
		text,
	)?.[1];
	return named === undefined ? null : fromStatus(Number(named));
}

function fromStatus(status: unknown): ErrorClass | null {
	switch (typeof status === 'string' && /^\d{3}$/.test(status) ? Number(status) : status) {
		case 401:
			return 'signIn';
		case 403:
			return 'forbidden';
		case 402:
			return 'usageLimit';
		case 413:
			return 'contextFull';
		case 429:
			return 'rateLimited';
		case 500:
		case 502:
		case 503:
		case 504:
		case 529:
			return 'unavailable';
		default:
			return null;
	}
}

/** What the user can do about an error of this class; null where nobody knows. A sign-in has words of its own. */
export function adviceFor(errorClass: ErrorClass): string | null {
	return errorClass === 'signIn' || errorClass === 'unknown' ? null : ADVICE[errorClass];
}
