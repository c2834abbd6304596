/** Schemes whose addresses name a host however many slashes, of either kind, are behind the colon. */
const SPECIAL = /^(?:https?|wss?|ftp):/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** The text as parsers of addresses (WHATWG URL) read it: tabs and line breaks count as nothing. */
export function cleanAddress(text: string): string {
	const clean = text.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+/, '');
	// A pattern for the end takes seconds for a hostile text.
	let end = clean.length;
	while (end > 0 && clean.charCodeAt(end - 1) <= 0x20) end -= 1;
	return clean.slice(0, end);
}

export function isAddress(text: string): boolean {
	const cleaned = cleanAddress(text);
	return SPECIAL.test(cleaned) || SCHEME.test(cleaned);
}

/**
 * The host of an address, or of a name with what may stand behind it, in the one form that every spelling of it has:
 * percent signs, letters of other alphabets and numbers are resolved. Null where it names none, or cannot be parsed.
 */
export function hostNameOf(text: string): string | null {
	const cleaned = cleanAddress(text);
	const address = isAddress(cleaned) ? cleaned : `https://${cleaned.replace(/^[\\/]{2,}/, '')}`;
	if (!URL.canParse(address)) return null;
	const name = plainHost(new URL(address).hostname);
	return name === '' ? null : name;
}

/** Without what does not tell hosts apart: case, a dot at the end, brackets, IPv4 in the form of IPv6. */
export function plainHost(host: string): string {
	const name = host
		.toLowerCase()
		.replace(/\.+$/, '')
		.replace(/^\[(.*)\]$/, '$1');
	const [, high, low] = MAPPED.exec(name) ?? [];
	if (high === undefined || low === undefined) return name;
	const numbers = [high, low].map((part) => Number.parseInt(part, 16));
	return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

/** True for what is a host's name, and no text that could not be parsed. */
export function isHostName(text: string): boolean {
	return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(plainHost(text)) || /^[\da-f:.]*:[\da-f:.]*$/.test(plainHost(text));
}
