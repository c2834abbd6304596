import type { Result } from '../../core/failure.js';

/** A failure thrown out of nested readers and streams; the outermost function turns it back into a `Result`. */
export class ThrownFailure extends Error {
	override readonly name = 'ThrownFailure';
	readonly result: Result<never>;

	constructor(result: Result<never>) {
		super(result.ok ? '' : result.failure.message);
		this.result = result;
	}
}
