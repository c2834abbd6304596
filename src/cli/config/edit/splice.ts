export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** The text with every part replaced; none of them overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
	return splices
		.toSorted((one, other) => other.start - one.start)
		.reduce((rest, { start, end, text: put }) => rest.slice(0, start) + put + rest.slice(end), text);
}

export function lineStart(text: string, at: number): number {
	return text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line ends, before its line end. */
export function lineEnd(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	if (end < 0) return text.length;
	return end > at && text[end - 1] === '\r' ? end - 1 : end;
}

export function nextLine(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end + 1;
}

/** The blanks that the line begins with. */
export function indentAt(text: string, at: number): string {
	return /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? '';
}

export function eolOf(text: string): string {
	return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Blanks that one more level is indented by, as the text does it. */
export function indentUnit(text: string): string {
	return /^([ \t]+)[^\s#/*-]/m.exec(text)?.[1] ?? '  ';
}

/** Text between two items, of the same length, without its comments. */
export function between(text: string, from: number, to: number): string {
	const gap = text.slice(from, to);
	return gap.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|(?<=^|\s)#[^\r\n]*/g, (comment) =>
		comment.replace(/[^\r\n]/g, ' '),
	);
}

/** Takes a part out: its line with it where nothing else stands there, else the blanks behind it. */
export function without(text: string, start: number, end: number): Splice {
	const [first, last] = [lineStart(text, start), lineEnd(text, end)];
	const isFirst = text.slice(first, start).trim() === '';
	if (isFirst && text.slice(end, last).trim() === '') return { start: first, end: nextLine(text, end), text: '' };
	const blanks = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
	// The last item of a line leaves the blanks behind it.
	const isLast = !isFirst && /^[ \t]*(?:[}\]\r\n]|$)/.test(text.slice(end));
	if (!isLast) return { start, end: end + blanks, text: '' };
	return { start: start - (/[ \t]*$/.exec(text.slice(first, start))?.[0].length ?? 0), end, text: '' };
}
