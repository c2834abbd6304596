import type { ErrorClass } from '../../core/error-class.js';

export type ErrorKind = ErrorClass | 'forbidden' | 'model' | 'unavailable' | 'tooLarge' | 'filtered' | 'asRoot';

export const CLASS_OF_KIND: Readonly<Record<ErrorKind, ErrorClass>> = {
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

export const KIND_OF_NAME = kindsByWord(NAMES);
export const KIND_OF_STATUS = kindsByWord(STATUSES);

function kindsByWord(words: Readonly<Partial<Record<ErrorKind, string>>>): ReadonlyMap<string, ErrorKind> {
	const pairs = Object.entries(words).flatMap(([kind, all]) => all.split(' ').map((word) => [word, kind] as const));
	return new Map(pairs as (readonly [string, ErrorKind])[]);
}

/** The first pattern that matches counts. */
export const WORDS: Readonly<Partial<Record<ErrorKind, RegExp>>> = {
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
