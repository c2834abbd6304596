/** What a failure is about, as far as it decides what is done next. Scripts read it as `errorClass`. */
export type ErrorClass =
	/** The service wants somebody signed in. */
	| 'signIn'
	/** Too many requests, or a service that has a problem for the moment. */
	| 'rateLimited'
	/** What the plan or the account allows is used up: waiting for its reset, or paying, helps. */
	| 'usageLimit'
	/** The conversation is too long for the model. */
	| 'contextFull'
	/** The agent cannot reach its service. */
	| 'connection'
	/** The agent's process did not start, ended or does not answer. */
	| 'process'
	/** The request itself is wrong, or not allowed: sending it again changes nothing. */
	| 'badRequest'
	/** The model refused to go on. */
	| 'refusal'
	| 'unknown';

/** What an agent's error says beside its words. Times are in milliseconds. */
export type ErrorFacts = {
	readonly errorClass: ErrorClass;
	/** How long to wait before the request is sent again, as the service said it. */
	readonly retryAfterMs?: number;
	/** When a usage limit ends (ms since the epoch). */
	readonly resetsAt?: number;
	/** The service said that sending the request again will not help. */
	readonly isFinal?: true;
};
