import type { failure } from './agent-schema.js';
import type { Read } from './schema.js';

/** Codes of failures, which are values: nothing is thrown through the interface or across the protocol. */
export type FailureCode = Failure['code'];

export type Failure = Read<typeof failure>;

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

/** Message and hint of a failure. */
export function failureWords({ message, hint }: Pick<Failure, 'message' | 'hint'>): string {
	return hint === undefined ? message : `${message} ${hint}`;
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
