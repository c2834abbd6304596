import type { Failure } from '../core/failure.js';

/** What a command was asked for in the right words, but could not do: one sentence for standard error, exit code 1. */
export class CommandFailure extends Error {
	override readonly name = 'CommandFailure';

	constructor({ message, hint }: Failure) {
		super(hint === undefined ? message : `${message} ${hint}`);
	}
}
