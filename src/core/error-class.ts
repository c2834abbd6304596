export const ERROR_CLASSES = [
	'signIn',
	/** Too many requests, or a passing problem of the service. */
	'rateLimited',
	/** The limit of the plan or account is used up: waiting for its reset, or paying, helps. */
	'usageLimit',
	'contextFull',
	'connection',
	/** The agent's process did not start, ended or does not answer. */
	'process',
	/** The request itself is wrong, or not allowed: sending it again changes nothing. */
	'badRequest',
	'refusal',
	'unknown',
] as const;

/** Class of a failure, as far as it decides what is done next. Scripts read it as `errorClass`. */
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** What an agent's error says beside its words. */
export type ErrorFacts = {
	readonly errorClass: ErrorClass;
	readonly retryAfterMs?: number;
	/** End of a usage limit (ms since the epoch). */
	readonly resetsAt?: number;
	readonly isFinal?: true;
};
