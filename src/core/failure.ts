import type { ErrorFacts } from './error-class.js';
import type { AuthMethod } from './sign-in/auth-method.js';

/**
 * What can go wrong, as a value. A failed effect comes back as an event that carries a `Failure`;
 * it never throws through the interface or across the protocol.
 */
export type FailureCode =
	| 'agent-start'
	| 'agent-handshake'
	| 'agent-exit'
	| 'agent-error'
	| 'auth-required'
	| 'protocol'
	| 'config'
	| 'usage'
	| 'outside-workspace'
	| 'not-found'
	| 'too-large'
	| 'not-text'
	| 'not-a-file'
	| 'no-permission'
	| 'disk-full'
	| 'network'
	| 'integrity'
	/** Another program has it open. */
	| 'in-use'
	/** It was written by a newer version of this program. */
	| 'newer'
	| 'no-such-terminal'
	| 'could-not-start'
	| 'denied'
	| 'cancelled'
	| 'timed-out'
	| 'invalid'
	| 'internal';

/**
 * One sentence of what happened and why (`message`), and what the user can do about it (`hint`). The error of an agent
 * brings with it what is known of it (`errorClass` and times); `errorClassOf` says the class of any failure.
 */
export type Failure = Partial<ErrorFacts> & {
	readonly code: FailureCode;
	readonly message: string;
	readonly hint?: string;
	/** The same would happen again: nothing is tried once more by itself. */
	readonly isPermanent?: true;
	/** What was to be sent never left: it is the user's still. */
	readonly isUnsent?: true;
	/** Longer facts that may be opened: the agent's last standard error lines, an error's `data`. */
	readonly detail?: string;
	/** With `auth-required`: how to sign in, as the refusal or the start named it. */
	readonly authMethods?: readonly AuthMethod[];
};

/** The outcome of something that may fail. Ports return it instead of throwing. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** Wraps a value as a success. */
export function succeed<T>(value: T): Result<T> {
	return { ok: true, value };
}

/** Builds a failed `Result`; `extra` adds the hint, the detail and the sign-in methods. */
export function fail(
	code: FailureCode,
	message: string,
	extra: Pick<Failure, 'hint' | 'detail' | 'authMethods' | 'isPermanent'> = {},
): { readonly ok: false; readonly failure: Failure } {
	return { ok: false, failure: { code, message, ...extra } };
}
