const encoder = new TextEncoder();

/** The bytes that a text has in UTF-8. */
export function byteLength(text: string): number {
	return encoder.encode(text).length;
}
