/** At most `maxChars` UTF-16 units of the start, `…` last when something was cut; never half a surrogate pair. */
export function clip(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text;
	if (maxChars <= 0) return '';
	const unit = text.charCodeAt(maxChars - 1);
	const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
	return `${text.slice(0, isLowSurrogate ? maxChars - 2 : maxChars - 1)}…`;
}
