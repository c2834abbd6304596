import { clip } from '../../text/clip.js';
import { sanitizeLine } from '../../text/sanitize.js';

/** Characters of a line in a list. */
const LINE_CHARS = 300;

/** What somebody said or named, as one short harmless line. */
export function line(text: string, most = LINE_CHARS): string {
	return clip(sanitizeLine(text.slice(0, 4 * most).trim()), most);
}
