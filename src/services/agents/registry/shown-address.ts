import { sanitizeLine } from '../../../core/text/sanitize.js';

/** The source of an index, as shown and stored: an address without a password or what follows its path. */
export function shownAddress(from: string): string {
	const url = /^https?:/i.test(from) ? URL.parse(from) : null;
	return sanitizeLine(url === null ? from : `${url.origin}${url.pathname}`);
}
