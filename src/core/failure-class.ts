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

/** The class of any failure: the one that was read from the agent's error, else what its code says. */
export function errorClassOf({ errorClass, code }: Failure): ErrorClass {
	return errorClass ?? OF_CODE[code] ?? 'unknown';
}

/** The class of a stop reason that is no success; null for one that is, or that says nothing. */
export function errorClassOfStop(reason: StopReason): ErrorClass | null {
	switch (reason) {
		case 'refusal':
			return 'refusal';
		case 'max_tokens':
			return 'contextFull';
		case 'end_turn':
		case 'max_turn_requests':
		case 'cancelled':
		case 'unknown':
			return null;
	}
}

const PASSING: ReadonlySet<ErrorClass> = new Set(['rateLimited', 'connection']);

/** True for a failure that may pass by itself, so that the same prompt may be sent again. */
export function mayPass(failure: Failure): boolean {
	return failure.isFinal !== true && PASSING.has(errorClassOf(failure));
}

/** True for a failure of the moment, even one that nobody tries again by itself: later the same request may work. */
export function isForNow(failure: Failure): boolean {
	const errorClass = errorClassOf(failure);
	return PASSING.has(errorClass) || errorClass === 'usageLimit';
}
