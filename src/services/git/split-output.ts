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

/** Fields of a whole output, each ended by a zero byte. */
export function fieldsOf(bytes: Buffer): readonly Buffer[] {
	const fields: Buffer[] = [];
	for (let from = 0; from < bytes.length; ) {
		const end = bytes.indexOf(0, from);
		fields.push(bytes.subarray(from, end === -1 ? bytes.length : end));
		if (end === -1) break;
		from = end + 1;
	}
	return fields;
}
