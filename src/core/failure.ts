import type { ErrorFacts } from './error-class.js';
import type { AuthMethod } from './sign-in/auth-method.js';

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
	'newer',
	'no-such-terminal',
	'could-not-start',
	'denied',
	'cancelled',
	'timed-out',
	'invalid',
	'internal',
] as const;

/** Codes of failures, which are values: nothing is thrown through the interface or across the protocol. */
export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * `message` is one sentence of what happened and why, `hint` what the user can do about it. An agent's error brings
 * `errorClass` and times; `errorClassOf` classifies any failure.
 */
export type Failure = Partial<ErrorFacts> & {
	readonly code: FailureCode;
	readonly message: string;
	readonly hint?: string;
	/** A repetition would fail as well, so nothing is repeated automatically. */
	readonly isPermanent?: true;
	/** The prompt was never sent: it is the user's still. */
	readonly isUnsent?: true;
	/** Longer facts that may be opened: last lines of standard error, an error's `data`. */
	readonly detail?: string;
	/** Sign-in methods of `auth-required`, from the refusal or the start. */
	readonly authMethods?: readonly AuthMethod[];
};

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function succeed<T>(value: T): Result<T> {
	return { ok: true, value };
}

/** `extra` adds the hint, the detail and the sign-in methods. */
export function fail(
	code: FailureCode,
	message: string,
	extra: Pick<Failure, 'hint' | 'detail' | 'authMethods' | 'isPermanent'> = {},
): { readonly ok: false; readonly failure: Failure } {
	return { ok: false, failure: { code, message, ...extra } };
}
