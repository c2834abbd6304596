import type { Line, Style } from '../../view/line.js';

type TrimmedLine = { readonly line: Line; readonly behind: Style['background'] | null };

/**
 * A transcript line as it is written for good: painted, one cell in, without trailing blanks, so that nobody copies
 * padding. The terminal extends a background to the edge.
 */
export function writtenLine(line: Line, paintLine: (line: Line) => string): string {
	const { line: text, behind } = trimLine(line);
	if (text.length === 0 && behind === null) return '';
	const painted = ` ${paintLine(text)}`;
	if (behind === null || behind === undefined) return painted;
	const [on = '', off = ''] = paintLine([{ text: ' ', style: { background: behind } }]).split(' ');
	return on === '' ? painted : `${painted}${on}\x1b[K${off}`;
}

/** `behind`: background of the removed blanks. */
function trimLine(line: Line): TrimmedLine {
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
