/** Wrong usage or configuration: one sentence for standard error, exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
