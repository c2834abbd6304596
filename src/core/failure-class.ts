import type { StopReason } from './agent-info.js';
import type { ErrorClass } from './error-class.js';
import type { Failure, FailureCode } from './failure.js';

const OF_CODE: { readonly [Code in FailureCode]?: ErrorClass } = {
	'agent-start': 'process',
	'agent-handshake': 'process',
	'agent-exit': 'process',
	'auth-required': 'signIn',
	protocol: 'process',
	'timed-out': 'process',
	usage: 'badRequest',
	invalid: 'badRequest',
};

export function errorClassOf({ errorClass, code }: Failure): ErrorClass {
	return errorClass ?? OF_CODE[code] ?? 'unknown';
}

/** Error class of a stop reason; null for success, and for an unknown reason. */
export function errorClassOfStop(reason: StopReason): ErrorClass | null {
	if (reason === 'refusal') return reason;
	return reason === 'max_tokens' ? 'contextFull' : null;
}

const PASSING: ReadonlySet<ErrorClass> = new Set(['rateLimited', 'connection']);

/** Whether the failure may pass by itself, so that the same prompt may be sent again. */
export function mayPass(failure: Failure): boolean {
	return failure.isFinal !== true && PASSING.has(errorClassOf(failure));
}

/** Whether the failure is a passing one, even where nothing is repeated automatically: later the same request may work. */
export function isForNow(failure: Failure): boolean {
	const errorClass = errorClassOf(failure);
	return PASSING.has(errorClass) || errorClass === 'usageLimit';
}
