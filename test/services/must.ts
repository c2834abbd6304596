import type { Result } from '../../src/core/failure.js';

/** The value of what must have worked. */
export function must<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(JSON.stringify(result.failure));
	return result.value;
}
