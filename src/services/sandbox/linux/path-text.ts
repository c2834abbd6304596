/** Stands for a byte that is not UTF-8: `0xDC00` and the byte, as Python's `surrogateescape` has it. */
const MARK = 0xdc00;

/** The text of a path, from which `bytesOf` makes the same bytes again: a name may hold any. */
export function textOf(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	if (!text.includes('\uFFFD')) return text;
	let made = '';
	for (let at = 0; at < bytes.length; ) {
		const sign = signAt(bytes, at);
		made += sign ?? String.fromCharCode(MARK + (bytes[at] ?? 0));
		at += sign === null ? 1 : Buffer.byteLength(sign);
	}
	return made;
}

/** The bytes of a text, with those that `textOf` could not read. */
export function bytesOf(text: string): Buffer {
	if (text.isWellFormed()) return Buffer.from(text);
	const parts = [...text].map((sign) => {
		const code = sign.charCodeAt(0);
		return sign.length === 1 && code >= MARK + 0x80 && code <= MARK + 0xff
			? Buffer.from([code - MARK])
			: Buffer.from(sign);
	});
	return Buffer.concat(parts);
}

/** The sign of UTF-8 that begins there; null where none does. */
function signAt(bytes: Buffer, at: number): string | null {
	for (let length = 1; length <= 4; length += 1) {
		const sign = bytes.toString('utf8', at, at + length);
		const isWhole = Buffer.byteLength(sign) === length && Buffer.from(sign).equals(bytes.subarray(at, at + length));
		if (isWhole) return sign;
	}
	return null;
}
