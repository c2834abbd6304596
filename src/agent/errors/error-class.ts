import { defined } from '../../core/defined.js';
import type { ErrorClass } from '../../core/error-class.js';
import type { Failure } from '../../core/failure.js';
import { readDuration, readInstant, readResetTime } from '../../core/reset-time.js';
import { type Evidence, gatherEvidence } from './error-evidence.js';

const ADVICE = {
	forbidden: 'The service does not let this account do that: check its plan and rights, or sign in with another one.',
	rateLimited: 'Too many requests for now: wait a moment, then send the prompt again.',
	usageLimit: "Your plan's limit is used up: wait until it resets, or change the plan or the account.",
	contextFull: 'The conversation is too long for the model: /compact where the agent has it, or /new.',
	model: 'Choose another model with /model, or with --model at the start.',
	connection:
		"The agent cannot reach its service: check the network and the agent's settings, then send the prompt again.",
	unavailable: "The agent's service has a problem: send the prompt again in a moment.",
	badRequest: 'Sending it again changes nothing: change the prompt, or go on in a new session with /new.',
	tooLarge: 'Leave out what is too large, or make it smaller, and send the prompt again.',
	refusal: 'Put it in other words, or go on in a new session with /new.',
	asRoot: 'Start acp-tui as a user that is not root, or without IS_SANDBOX in the environment.',
	filtered: "The service's rules refuse it: put it in other words.",
} as const;

const AUTH_REQUIRED = -32000;

/** JSON-RPC's and ACP's codes for requests that cannot be answered as they are. */
const BAD_REQUESTS: ReadonlySet<unknown> = new Set([-32700, -32600, -32601, -32602, -32002]);

type ErrorFacts = Pick<Failure, 'retryAfterMs' | 'resetsAt' | 'isFinal'> & { readonly errorClass: ErrorClass };

/** `advice`: what the user can do; null where nobody knows, and for a sign-in, which has messages of its own. */
type ClassifiedError = ErrorFacts & { readonly advice: string | null };

/** Milliseconds; a limit that ends later counts as used up, not as too fast. */
const LONG_WAIT = 10 * 60_000;

/** Classifies a JSON-RPC error of any form. `text` is what the error says, `now` milliseconds since the epoch. */
export function classifyError(error: unknown, text: string, now: number): ClassifiedError {
	const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
	const evidence = gatherEvidence(error);
	const words = `${text}\n${evidence.words}`;
	const retryAfterMs = readRetryAfter(evidence, words, now);
	const reset = readResetsAt(evidence, words, now);
	const kind = limitKind(kindOf(code, evidence, text, words), evidence, words, { retryAfterMs, reset, now });
	const errorClass = CLASS_OF_KIND[kind];
	return {
		errorClass,
		advice: kind === 'signIn' || kind === 'unknown' || kind === 'process' ? null : ADVICE[kind],
		...(errorClass === 'usageLimit' ? defined({ resetsAt: reset?.at }) : {}),
		...(errorClass === 'rateLimited' || errorClass === 'connection'
			? defined({ retryAfterMs: retryAfterMs ?? (reset === undefined ? undefined : Math.max(0, reset.at - now)) })
			: {}),
		...(saysFinal(evidence) ? { isFinal: true } : {}),
	};
}

function kindOf(code: unknown, { statuses, kinds }: Evidence, text: string, words: string): ErrorKind {
	if (code === AUTH_REQUIRED) return 'signIn';
	const named = kinds.flatMap((name) => KIND_OF_NAME.get(name) ?? []);
	const statused = [...statuses, ...statusInWords(words)].flatMap((status) => KIND_OF_STATUS.get(`${status}`) ?? []);
	const patterns = Object.entries(saysNothing(text) ? {} : WORDS);
	const said = patterns.flatMap(([kind, pattern]) => (pattern.test(words) ? [kind as ErrorKind] : []));
	// A limit that has to be waited for or paid comes with the status of one that passes by itself.
	if (named.includes('usageLimit') || said.includes('usageLimit')) return 'usageLimit';
	const strong = [...statused, ...named].find((kind) => !WEAK.has(kind));
	if (strong !== undefined) return strong;
	// Words say more than «bad request» and «internal server error».
	return said[0] ?? [...named, ...statused][0] ?? (BAD_REQUESTS.has(code) ? 'badRequest' : 'unknown');
}

const WEAK: ReadonlySet<ErrorKind> = new Set(['badRequest', 'unavailable']);

/** JSON-RPC's own error names, which services use for problems of theirs as well. */
function saysNothing(text: string): boolean {
	return /^internal (?:server )?error\.?$/i.test(text.trim());
}

function statusInWords(text: string): readonly number[] {
	const named = text.matchAll(
		/\b(?:status(?: code)?|HTTP(?:\/\d(?:\.\d)?)?|API Error|error|(?<!exit )(?<!exited with )code)\W{0,4}([45]\d\d)\b|\b([45]\d\d) (?:Too Many Requests|Bad Gateway|Service Unavailable|Gateway Time-?out|Internal Server Error|Unauthorized|Forbidden|Payment Required)\b/gi,
	);
	return [...named].slice(0, 4).map(([, first, second]) => Number(first ?? second));
}

/** Tells a used-up limit from a short one by the time that the error names. */
function limitKind(
	kind: ErrorKind,
	{ kinds, statuses }: Evidence,
	words: string,
	times: { readonly retryAfterMs: number | undefined; readonly reset: Reset | undefined; readonly now: number },
): ErrorKind {
	const { retryAfterMs, reset, now } = times;
	if (kind === 'rateLimited' && reset !== undefined && (reset.by === 'moment' || reset.at - now > LONG_WAIT))
		return 'usageLimit';
	// Google says «quota» of requests in a minute as well, and then when to come back.
	const isQuotaAlone = !kinds.some((name) => KIND_OF_NAME.get(name) === 'usageLimit') && !/usage limit/i.test(words);
	const isShort =
		(reset === undefined || reset.by === 'delay') && retryAfterMs !== undefined && retryAfterMs <= LONG_WAIT;
	return kind === 'usageLimit' && isQuotaAlone && isShort && statuses.includes(429) ? 'rateLimited' : kind;
}

type ErrorKind = ErrorClass | 'forbidden' | 'model' | 'unavailable' | 'tooLarge' | 'filtered' | 'asRoot';

const CLASS_OF_KIND: Readonly<Record<ErrorKind, ErrorClass>> = {
	signIn: 'signIn',
	rateLimited: 'rateLimited',
	usageLimit: 'usageLimit',
	contextFull: 'contextFull',
	connection: 'connection',
	process: 'process',
	badRequest: 'badRequest',
	refusal: 'refusal',
	unknown: 'unknown',
	forbidden: 'badRequest',
	model: 'badRequest',
	unavailable: 'rateLimited',
	tooLarge: 'badRequest',
	filtered: 'refusal',
	asRoot: 'badRequest',
};

/** Names that services, agents and systems give to errors, in lower case without separators. */
const NAMES: Readonly<Partial<Record<ErrorKind, string>>> = {
	signIn:
		'authrequired autherror authentication authenticationerror authenticationfailed authenticationrequired unauthenticated unauthorized invalidapikey loginrequired oauthorgnotallowed notloggedin claudesubscriptionnotsupported',
	forbidden: 'accessdenied permissionerror permissiondenied forbidden verificationrequired cloudcredentialerror',
	usageLimit:
		'quotaexhausted budgetexhausted usagelimit usagelimitreached usagelimitexceeded insufficientquota billingerror billinghardlimitreached accountonhold sessionbudgetexceeded paymentrequired terminalquotaerror',
	rateLimited:
		'ratelimited ratelimit ratelimiterror ratelimitexceeded toomanyrequests resourceexhausted throttlingexception throttled',
	unavailable:
		'overloaded overloadederror serveroverloaded servererror apierror internalservererror serviceunavailable unavailable deadlineexceeded badgateway gatewaytimeout flexunavailable modeloverloaded',
	contextFull:
		'contextexhausted contextwindowexceeded contextlengthexceeded contextoverflow maxtokensexceeded maxoutputtokens',
	tooLarge: 'requesttoolarge payloadtoolarge imagetoolarge',
	model: 'modelnotfound modelnotsupported modelnotavailable unknownmodel',
	connection:
		'transportlost connection connectionerror apiconnectionerror apiconnectiontimeouterror networkerror httpconnectionfailed responsestreamconnectionfailed responsestreamdisconnected responsetoomanyfailedattempts timeouterror econnreset econnrefused econnaborted enotfound eaiagain etimedout enetunreach ehostunreach enetdown epipe underrsocket underrconnecttimeout underrheaderstimeout underrbodytimeout',
	process: 'workershutdown',
	badRequest: 'badrequest invalidrequest invalidrequesterror invalidargument failedprecondition',
	filtered: 'policydenied cyberpolicy misalignmentpolicyviolation contentfilter contentpolicyviolation refusal safety',
};

const STATUSES: Readonly<Partial<Record<ErrorKind, string>>> = {
	badRequest: '400 404 405 415 422',
	signIn: '401',
	usageLimit: '402',
	forbidden: '403',
	connection: '408',
	contextFull: '413',
	rateLimited: '429',
	unavailable: '500 502 503 504 529',
};

const KIND_OF_NAME = kindsByWord(NAMES);
const KIND_OF_STATUS = kindsByWord(STATUSES);

function kindsByWord(words: Readonly<Partial<Record<ErrorKind, string>>>): ReadonlyMap<string, ErrorKind> {
	const pairs = Object.entries(words).flatMap(([kind, all]) => all.split(' ').map((word) => [word, kind] as const));
	return new Map(pairs as (readonly [string, ErrorKind])[]);
}

/** The first pattern that matches counts. */
const WORDS: Readonly<Partial<Record<ErrorKind, RegExp>>> = {
	// Claude skips its own permissions where IS_SANDBOX is set, and then refuses to, as root.
	asRoot: /(?:cannot|can't|must not|refus\w+ to) (?:be )?(?:used?|run) (?:with|as) root\b/i,
	// «unauthorized» alone is said of files, tools and hosts too, and of other tokens than the account's.
	signIn:
		/\b(?:you are|you're|user is) (?:not (?:logged|signed) in|unauthenticated)\b|^(?:internal error: )?not (?:logged|signed) in\b|authentication (?:is )?(?:required|failed)\b|authentication_error|"(?:status|code)": ?"unauthenticated"|(?:invalid|incorrect|missing|expired) (?:api|x-api)[- ]?key|api key (?:is )?(?:missing|invalid|expired|not (?:found|valid))|please (?:run \S{0,20} ?\/?login|(?:log|sign) ?in)|oauth token (?:has )?(?:expired|been revoked)|(?:your )?(?:login|session|sign-in|access token) (?:has )?expired,? (?:please )?(?:log|sign) ?in/i,
	usageLimit:
		/usage limit|spend(?:ing)? limit|(?:daily|weekly|monthly|5-hour|session|opus|plan) limit\b|quota (?:exceeded|reached|exhausted|will reset)|exceeded your (?:current|monthly|daily) quota|exhausted your (?:\w+ ){0,2}quota|insufficient[_ ]quota|credit balance|out of (?:extra usage|credits)|billing|hit your (?:\w+ )?limit|limit reached[^.\n]{0,20}reset|limit will reset/i,
	rateLimited: /rate[- _]?limit|too many requests|resource_exhausted|\bthrottl(?:ed|ing)\b/i,
	contextFull:
		/context[- _](?:length|window|limit)|prompt is too long|maximum context|too many (?:input )?tokens|input is too long|conversation is too long/i,
	tooLarge: /(?:image|file|attachment|request|payload)[^.\n]{0,60}(?:too large|exceeds)|request_too_large/i,
	model:
		/(?:unknown|invalid|unsupported|no such) model|model[^.]{0,80}(?:not found|does not exist|not supported|not available)|not_found_error[^.]{0,20}model/i,
	unavailable:
		/overloaded|internal server error|bad gateway|gateway time-?out|service (?:is )?(?:temporarily )?unavailable|high demand|temporarily unavailable/i,
	connection:
		/ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|fetch failed|socket hang up|network (?:error|connection lost)|getaddrinfo|connection (?:was )?(?:refused|reset|error|closed|lost|timed out)|stream (?:disconnected|closed) before|terminated: other side closed|transport_lost|internet connection/i,
};

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
function readRetryAfter({ fields }: Evidence, words: string, now: number): number | undefined {
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
type Reset = { readonly at: number; readonly by: 'field' | 'moment' | 'delay' };

function readResetsAt({ fields }: Evidence, words: string, now: number): Reset | undefined {
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

function saysFinal({ fields }: Evidence): boolean {
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
