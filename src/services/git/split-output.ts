/**
 * Splits chunked output into records that end with a byte (0 or a line feed); `use` returns false to stop. The returned
 * function returns false from then on.
 */
export function splitOutput(separator: '\0' | '\n', use: (record: string) => boolean): (chunk: Buffer) => boolean {
	let rest: Buffer = Buffer.alloc(0);
	return (chunk) => {
		const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		const end = bytes.lastIndexOf(separator);
		rest = Buffer.from(bytes.subarray(end + 1));
		return end === -1 || bytes.toString('utf8', 0, end).split(separator).every(use);
	};
}
