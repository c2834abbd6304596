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

export const FAILURE_CODES = [
	'agent-start',
	'agent-handshake',
	'agent-exit',
	'agent-error',
	'auth-required',
	'protocol',
	'config',
	'usage',
	'outside-workspace',
	'not-found',
	'too-large',
	'not-text',
	'not-a-file',
	'no-permission',
	'disk-full',
	'network',
	'integrity',
	'in-use',
	/** The state differs from what was shown to the user. */
	'changed',
	'newer',
	'no-such-terminal',
	'could-not-start',
	'denied',
	'cancelled',
	'timed-out',
	'invalid',
	'internal',
] as const;
