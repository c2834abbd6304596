import { defined } from '../../core/defined.js';
import type { Failure, FailureCode, Result } from '../../core/failure.js';

export type Answer =
	| { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
	| { readonly ok: false; readonly code: number; readonly message: string; readonly data?: unknown };

export type Serve = (params: unknown, signal: AbortSignal) => Promise<Answer>;

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const NOT_FOUND = -32002;
const CANCELLED = -32800;

/** Any other is an internal error. */
const RPC_CODES: Readonly<Partial<Record<FailureCode, number>>> = {
	'outside-workspace': INVALID_PARAMS,
	'too-large': INVALID_PARAMS,
	'not-text': INVALID_PARAMS,
	'not-a-file': INVALID_PARAMS,
	invalid: INVALID_PARAMS,
	'not-found': NOT_FOUND,
	'no-such-terminal': NOT_FOUND,
	cancelled: CANCELLED,
};

export function answerWith<T>(outcome: Result<T>, make: (value: T) => Readonly<Record<string, unknown>>): Answer {
	return outcome.ok ? { ok: true, result: make(outcome.value) } : answerFailure(outcome.failure);
}

export function answerFailure({ code, message, hint }: Failure): Answer {
	return { ok: false, code: RPC_CODES[code] ?? INTERNAL_ERROR, message, data: defined({ code, hint }) };
}

export function invalidParams(message: string): Answer {
	return answerFailure({ code: 'invalid', message });
}
