/** Made lazily: it takes longer than drawing the first frame. */
let segmenter: Intl.Segmenter | null = null;

/** UTF-16 units looked at around an offset: longer clusters are attacks, and a keystroke must not read a megabyte. */
const reach = 512;

/** End of the grapheme that starts at or holds `offset`. */
export function nextBoundary(text: string, offset: number): number {
	if (offset >= text.length) return text.length;
	if (isPlain(text, offset) && (offset + 1 === text.length || isPlain(text, offset + 1))) return offset + 1;
	return Math.max(offset + 1, graphemeAt(text, offset)?.end ?? text.length);
}

/** Start of the grapheme that ends at or holds `offset`. */
export function previousBoundary(text: string, offset: number): number {
	if (offset <= 0) return 0;
	const last = offset - 1;
	return isPlain(text, last) ? last : (graphemeAt(text, last)?.start ?? last);
}

/** The offset itself between two graphemes, else the end of the one that holds it. */
export function snapToBoundary(text: string, offset: number): number {
	if (offset <= 0) return 0;
	if (offset >= text.length) return text.length;
	if (isPlain(text, offset)) return offset;
	const found = graphemeAt(text, offset);
	return found === undefined || found.start === offset ? offset : found.end;
}

function graphemeAt(text: string, offset: number): { readonly start: number; readonly end: number } | undefined {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	const from = safeStart(text, offset);
	const found = segmenter.segment(text.slice(from, offset + reach)).containing(offset - from);
	if (found === undefined) return undefined;
	return { start: from + found.index, end: from + found.index + found.segment.length };
}

/** ASCII starts a new grapheme (the few prepending marks of Indic scripts excepted). */
function isPlain(text: string, index: number): boolean {
	return text.charCodeAt(index) < 0x80;
}

/** Place at or before `offset` where a grapheme certainly starts, or as far back as `reach`. */
function safeStart(text: string, offset: number): number {
	const limit = Math.max(0, offset - reach);
	for (let index = offset; index > limit; index--) {
		if (isPlain(text, index)) return index;
	}
	const code = text.charCodeAt(limit);
	return limit > 0 && code >= 0xdc00 && code <= 0xdfff ? limit + 1 : limit;
}
