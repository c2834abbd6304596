/** Made lazily: it takes longer than drawing the first frame. */
let segmenter: Intl.Segmenter | null = null;

export function wordEnd(text: string, offset: number): number {
	let start = offset;
	while (start < text.length && !isWordAt(text, start)) start += sizeAt(text, start);
	let end = start;
	while (end < text.length && isWordAt(text, end)) end += sizeAt(text, end);
	const run = text.slice(start, end);
	if (!isUnspaced(run)) return end;
	for (const { index, segment } of segmentWords(run)) return start + index + segment.length;
	return end;
}

export function wordStart(text: string, offset: number): number {
	let end = offset;
	while (end > 0 && !isWordAt(text, end - sizeBefore(text, end))) end -= sizeBefore(text, end);
	let start = end;
	while (start > 0 && isWordAt(text, start - sizeBefore(text, start))) start -= sizeBefore(text, start);
	const run = text.slice(start, end);
	if (!isUnspaced(run)) return start;
	let last = 0;
	for (const { index } of segmentWords(run)) last = index;
	return start + last;
}

/** Start of the text between the last white space and `offset`, as `ctrl+w` deletes it. */
export function spacedWordStart(text: string, offset: number): number {
	let start = offset;
	while (start > 0 && /\s/.test(text.charAt(start - 1))) start--;
	while (start > 0 && !/\s/.test(text.charAt(start - 1))) start--;
	return start;
}

export function lineStart(text: string, offset: number): number {
	return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

export function lineEnd(text: string, offset: number): number {
	const found = text.indexOf('\n', offset);
	return found === -1 ? text.length : found;
}

/** Whether it has letters of a script that writes words without spaces between them. */
function isUnspaced(run: string): boolean {
	return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(
		run,
	);
}

function segmentWords(run: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
	return segmenter.segment(run);
}

function isWordAt(text: string, index: number): boolean {
	return /[\p{L}\p{N}\p{M}_]/u.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}

function sizeAt(text: string, index: number): number {
	return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function sizeBefore(text: string, offset: number): number {
	return offset >= 2 && (text.codePointAt(offset - 2) ?? 0) > 0xffff ? 2 : 1;
}
