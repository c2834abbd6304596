/** Wrong usage or configuration: one sentence for standard error, exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** A value from an argument or a file in quotes, on one line, without control characters, cut when long. */
export function quote(value: string): string {
	const short = value.length > 80 ? `${value.slice(0, 79)}…` : value;
	return JSON.stringify(short).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}
