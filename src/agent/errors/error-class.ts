import { defined } from '../../core/defined.js';
import type { ErrorClass } from '../../core/error-class.js';
import type { Failure } from '../../core/failure.js';
import { CLASS_OF_KIND, type ErrorKind, KIND_OF_NAME, KIND_OF_STATUS, WORDS } from './error-kinds.js';
import { type Evidence, gatherEvidence } from './evidence.js';
import { type Reset, readResetsAt, readRetryAfter, saysFinal } from './times.js';

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
export type ClassifiedError = ErrorFacts & { readonly advice: string | null };

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
