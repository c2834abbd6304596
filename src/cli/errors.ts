import { type Failure, failureWords, type Result } from '../core/failure.js';

/** Wrong usage or configuration: one sentence for standard error, exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** A valid command that failed: one sentence for standard error, exit code 1. */
export class CommandFailure extends Error {
	override readonly name = 'CommandFailure';

	constructor(failure: Failure) {
		super(failureWords(failure));
	}
}

/** The value of a result. Throws a UsageError for a name that is none or wrong usage, else a CommandFailure. */
export function ensured<T>(result: Result<T>): T {
	if (result.ok) return result.value;
	const failure = new CommandFailure(result.failure);
	const { code } = result.failure;
	throw code === 'usage' || code === 'not-found' ? new UsageError(failure.message) : failure;
}
