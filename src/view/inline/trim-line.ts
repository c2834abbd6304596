import type { Line, Style } from '../line.js';

/** A line without the blanks at its end, and the background that they had. */
export type TrimmedLine = { readonly line: Line; readonly behind: Style['background'] | null };

/** What is written for good ends where its text ends, so that nobody copies padding. */
export function trimLine(line: Line): TrimmedLine {
	let behind: TrimmedLine['behind'] = null;
	const spans = line.slice();
	for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
		const { style } = last;
		if (style?.underline === true || style?.inverse === true || style?.strike === true) break;
		const text = last.text.replace(/ +$/, '');
		if (text.length < last.text.length) behind ??= style?.background ?? null;
		if (text !== '') {
			if (text.length < last.text.length) spans[spans.length - 1] = { ...last, text };
			break;
		}
		spans.pop();
	}
	return { line: spans, behind };
}
