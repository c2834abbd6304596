/** At most `maxChars` UTF-16 units of the start, `…` last when something was cut; never half a surrogate pair. */
export function clip(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text;
	if (maxChars <= 0) return '';
	return `${headOf(text, maxChars - 1)}…`;
}

/** At most `maxChars` UTF-16 units: the start and the end, `…` between them when something was cut. */
export function cutMiddle(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text;
	if (maxChars <= 0) return '';
	const kept = maxChars - 1;
	const tail = Math.floor(kept / 2);
	return `${headOf(text, kept - tail)}…${tailOf(text, tail)}`;
}

function headOf(text: string, length: number): string {
	return text.slice(0, isLowSurrogate(text, length) ? length - 1 : length);
}

function tailOf(text: string, length: number): string {
	const start = text.length - length;
	return text.slice(isLowSurrogate(text, start) ? start + 1 : start);
}

function isLowSurrogate(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0xdc00 && unit <= 0xdfff;
}
