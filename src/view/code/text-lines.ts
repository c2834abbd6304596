import { countNewlines } from '../../core/text/newlines.js';

/** Line boundaries of a text: of 100,000 lines only those that are shown become strings. */
export type TextLines = { readonly text: string; readonly starts: Int32Array; readonly ends: Int32Array };

/** Lines without their endings; none for an empty text. */
export function linesIn(text: string): TextLines {
	const { starts, ends } = wholeLinesIn(text);
	for (let at = 0; at < ends.length; at += 1) {
		let end = ends[at] ?? 0;
		if (text.charCodeAt(end - 1) === NEWLINE && end > (starts[at] ?? 0)) end -= 1;
		if (text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > (starts[at] ?? 0)) end -= 1;
		ends[at] = end;
	}
	return { text, starts, ends };
}

/** Lines with their endings, which the last one may lack. */
export function wholeLinesIn(text: string): TextLines {
	const hasRest = text !== '' && !text.endsWith('\n');
	const starts = new Int32Array(countNewlines(text) + (hasRest ? 1 : 0));
	const ends = new Int32Array(starts.length);
	let start = 0;
	for (let at = 0; at < starts.length; at += 1) {
		const newline = text.indexOf('\n', start);
		starts[at] = start;
		start = newline < 0 ? text.length : newline + 1;
		ends[at] = start;
	}
	return { text, starts, ends };
}

export function lineAt({ text, starts, ends }: TextLines, index: number): string {
	return text.slice(starts[index] ?? 0, ends[index] ?? 0);
}

export function partOf({ text, starts, ends }: TextLines, from: number, to: number): TextLines {
	return { text, starts: starts.subarray(from, to), ends: ends.subarray(from, to) };
}

export function areEqual(one: TextLines, index: number, other: TextLines, otherIndex: number): boolean {
	const start = one.starts[index] ?? 0;
	const length = (one.ends[index] ?? 0) - start;
	const otherStart = other.starts[otherIndex] ?? 0;
	if (length !== (other.ends[otherIndex] ?? 0) - otherStart) return false;
	for (let at = 0; at < length; at += 1) {
		if (one.text.charCodeAt(start + at) !== other.text.charCodeAt(otherStart + at)) return false;
	}
	return true;
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
