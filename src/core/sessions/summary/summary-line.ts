import { clip } from '../../text/clip.js';
import { backticksAround } from '../../text/fences.js';
import { sanitizeLine } from '../../text/sanitize.js';

const LINE_CHARS = 300;

export function line(text: string, most = LINE_CHARS): string {
	return clip(sanitizeLine(text.slice(0, 4 * most).trim()), most);
}

/** The same as a code span: nothing in it is Markdown. */
export function code(text: string, most?: number): string {
	const words = line(text, most);
	const mark = backticksAround(words, 1);
	const room = words.startsWith('`') || words.endsWith('`') ? ' ' : '';
	return words === '' ? '' : `${mark}${room}${words}${room}${mark}`;
}
