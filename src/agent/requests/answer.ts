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

function rpcCode(code: FailureCode): number {
	switch (code) {
		case 'outside-workspace':
		case 'too-large':
		case 'not-text':
		case 'not-a-file':
		case 'invalid':
			return INVALID_PARAMS;
		case 'not-found':
		case 'no-such-terminal':
			return NOT_FOUND;
		case 'cancelled':
			return CANCELLED;
		case 'agent-start':
		case 'agent-handshake':
		case 'agent-exit':
		case 'agent-error':
		case 'auth-required':
		case 'protocol':
		case 'config':
		case 'usage':
		case 'no-permission':
		case 'disk-full':
		case 'in-use':
		case 'changed':
		case 'newer':
		case 'network':
		case 'integrity':
		case 'could-not-start':
		case 'denied':
		case 'timed-out':
		case 'internal':
			return INTERNAL_ERROR;
	}
}

export function answerWith<T>(outcome: Result<T>, make: (value: T) => Readonly<Record<string, unknown>>): Answer {
	return outcome.ok ? { ok: true, result: make(outcome.value) } : answerFailure(outcome.failure);
}

export function answerFailure({ code, message, hint }: Failure): Answer {
	return { ok: false, code: rpcCode(code), message, data: defined({ code, hint }) };
}

export function invalidParams(message: string): Answer {
	return answerFailure({ code: 'invalid', message });
}
