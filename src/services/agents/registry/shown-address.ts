import { sanitizeLine } from '../../../core/text/sanitize.js';

/** Where an index is, as it is shown and kept in the lock: an address without a password or what follows its path. */
export function shownAddress(from: string): string {
	const url = /^https?:/i.test(from) ? URL.parse(from) : null;
	return sanitizeLine(url === null ? from : `${url.origin}${url.pathname}`);
}
