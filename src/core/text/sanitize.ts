export { clip, cutMiddle } from './clip.js';

/** Text as one harmless line: newlines and tabs become spaces. */
export function sanitizeLine(text: string): string {
	return sanitizeText(text).replace(/\n/g, ' ');
}

/** Harmless text: nothing in it can move a cursor, colour, hide or reorder. Newlines stay, tabs become spaces. */
export function sanitizeText(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.replace(/\t/g, '    ')
		.replace(/[\x00-\x09\x0B-\x1F\x7F-\x9F]/g, '');
}
