import { clip } from './clip.js';
import { showInvisible } from './invisible.js';
import { cellWidth } from './width.js';

export { clip } from './clip.js';

const tabStop = 4;

/** Anything but printable ASCII and newlines: most text has none. */
const needsWork = /[^\n\x20-\x7E]/;

const lineBreak = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const anyEscape = /[\x1B\x80-\x9F]/;

/** Escape sequences. An unterminated string loses only its introducer, so that nothing is hidden. The scan is linear. */
const escapeSequence =
	/(?:\x1B[\]PX^_]|[\x90\x98\x9D-\x9F])[^\x00-\x08\n\x0E-\x1F\x7F-\x9F]*(?:\x07|\x9C|\x1B\\)|(?:\x1B\[|\x9B)[\x30-\x3F]{0,64}[\x20-\x2F]{0,8}[\x40-\x7E]?|\x1B[\x20-\x2F]{0,2}[\x30-\x7E]?/g;

const otherControl = /[\x00-\x08\x0B-\x1F\x7F-\x9F]/g;
const notAscii = /[^\x00-\x7F]/;

/** `sanitizeText` as one line: newlines and tabs become single spaces. */
export function sanitizeLine(text: string): string {
	if (!needsWork.test(text)) return text.includes('\n') ? text.replaceAll('\n', ' ') : text;
	return neutralize(text).replace(/[\n\t]/g, ' ');
}

/** Harmless text: nothing in it moves the cursor, colours, hides or reorders. Each line is sanitised for itself. */
export function sanitizeText(text: string): string {
	if (!needsWork.test(text)) return text;
	const clean = neutralize(text);
	return clean.includes('\t') ? clean.split('\n').map(expandTabs).join('\n') : clean;
}

function neutralize(text: string): string {
	let clean = text.replace(lineBreak, '\n');
	if (anyEscape.test(clean)) clean = clean.replace(escapeSequence, '');
	clean = clean.replace(otherControl, '');
	return notAscii.test(clean) ? showInvisible(clean.toWellFormed()) : clean;
}

function expandTabs(line: string): string {
	const [first = '', ...rest] = line.split('\t');
	let expanded = first;
	let column = cellWidth(first);
	for (const part of rest) {
		const spaces = tabStop - (column % tabStop);
		expanded += ' '.repeat(spaces) + part;
		column += spaces + cellWidth(part);
	}
	return expanded;
}

/** Text of others for a message: in double quotes, on one line, without control characters, at most 120 characters. */
export function quoted(text: string): string {
	return JSON.stringify(clip(sanitizeLine(text), 120));
}
