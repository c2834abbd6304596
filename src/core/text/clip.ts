/** At most `maxChars` UTF-16 units of the start, `…` last when something was cut; never half a surrogate pair. */
export function clip(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text;
	if (maxChars <= 0) return '';
	const unit = text.charCodeAt(maxChars - 1);
	const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
	return `${text.slice(0, isLowSurrogate ? maxChars - 2 : maxChars - 1)}…`;
}

/** End of a text in at most `most` bytes of UTF-8, from the start of a character on. */
export function lastBytes(text: string, most: number): string {
	// A character takes a byte at least, so what is before cannot be part of it.
	const near = text.slice(-most || text.length);
	const bytes = new TextEncoder().encode(near);
	if (bytes.length <= most) return most === 0 ? '' : near;
	let start = bytes.length - most;
	while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
	return new TextDecoder().decode(bytes.subarray(start));
}

/** The end of a text, in at most `maxChars`, from the beginning of a word on unless that is long. */
export function clipStart(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text;
	return `…${text.slice(text.length - maxChars + 1).replace(/^(?:\S{0,40}\s+|[\udc00-\udfff])/, '')}`;
}
