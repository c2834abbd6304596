import type { Result } from '../../core/failure.js';

/** A failure on its way out of nested readers and streams: thrown inside, a `Result` again where the work was begun. */
export class ThrownFailure extends Error {
	override readonly name = 'ThrownFailure';
	readonly result: Result<never>;

	constructor(result: Result<never>) {
		super(result.ok ? '' : result.failure.message);
		this.result = result;
	}
}
