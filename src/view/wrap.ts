import { cellWidth, graphemes } from '../core/text/width.js';
import type { Line, Span, Style } from './line.js';
import { noteOrigin } from './line-origin.js';

/** How `wrapLine` breaks. */
type WrapOptions = {
	/** Prefix of every line but the first; left out where it would leave less than two cells. */
	readonly indent?: Line;
	/** Break exactly at the width and keep every space, as code needs it. */
	readonly hard?: boolean;
};

/** Shown where not even one character fits. */
const placeholder = '·';

const chunks = / +|[^ ]+/g;
const onlyAscii = /^[\x20-\x7E]*$/;
const breaksAnywhere =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\p{Regional_Indicator}\u3000-\u303F\uFF00-\uFF60]/u;
const neverFirst = /^[、。，．・：；？！）〉》」』】〕］｝〟ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/;
const neverLast = /^[（〈《「『【〔［｛〝]/;

/**
 * The line in pieces of at most `width` cells, at least one. Breaks between words, inside words that are wider than a
 * line and between wide characters, never inside a grapheme. Spaces at a break are dropped (not with `hard`). Total:
 * no width, or none that is a number, counts as one cell.
 */
export function wrapLine(line: Line, width: number, options: WrapOptions = {}): Line[] {
	const room = Math.max(1, Math.floor(width) || 1);
	if (widthUpTo(line, room) <= room) return [line];
	const flow = createFlow(room, options.indent ?? []);
	for (const span of line) {
		if (options.hard) flow.addHard(span.text, span.style);
		else flow.addSoft(span.text, span.style);
	}
	return flow.finish();
}

function widthUpTo(line: Line, limit: number): number {
	let width = 0;
	for (const span of line) {
		width += cellWidth(span.text);
		if (width > limit) break;
	}
	return width;
}

function createFlow(width: number, indent: Line) {
	const indentWidth = widthUpTo(indent, width);
	const prefix = width - indentWidth >= 2 ? indent : [];
	const laterRoom = width - (prefix === indent ? indentWidth : 0);
	const lines: Line[] = [];
	/** What the break before each line has eaten; the first line has none. */
	const joints: string[] = [''];
	let current: Span[] = [];
	let room = width;
	let used = 0;
	/** Spaces that are drawn only if a word follows on the same line. */
	let spaces: Span[] = [];
	let spacesWidth = 0;
	let word: Span[] = [];
	let wordWidth = 0;
	let isAfterWide = false;

	function breakLine(eaten = ''): void {
		lines.push(current);
		joints.push(eaten);
		current = [...prefix];
		room = laterRoom;
		used = 0;
	}

	function placeSpaces(): void {
		for (const span of spaces) append(current, span.text, span.style);
		used += spacesWidth;
	}

	function placeWord(): void {
		if (word.length === 0) return;
		if (used + spacesWidth + wordWidth <= room) {
			placeSpaces();
			for (const span of word) append(current, span.text, span.style);
			used += wordWidth;
		} else if (wordWidth <= laterRoom) {
			if (used > 0 || spacesWidth > 0) breakLine(textOf(spaces));
			for (const span of word) append(current, span.text, span.style);
			used += wordWidth;
		} else {
			if (used > 0) breakLine(textOf(spaces));
			else if (spacesWidth < room) placeSpaces();
			for (const span of word) addHard(span.text, span.style);
		}
		spaces = [];
		spacesWidth = 0;
		word = [];
		wordWidth = 0;
	}

	function addHard(text: string, style: Style | undefined): void {
		if (onlyAscii.test(text)) {
			addHardAscii(text, style);
			return;
		}
		for (const grapheme of graphemes(text)) {
			const cells = cellWidth(grapheme);
			if (cells > Math.max(room, laterRoom)) {
				addHardAscii(placeholder, style);
				continue;
			}
			if (used + cells > room) breakLine();
			append(current, grapheme, style);
			used += cells;
		}
	}

	function addHardAscii(text: string, style: Style | undefined): void {
		let start = 0;
		while (start < text.length) {
			if (used >= room) breakLine();
			const piece = text.slice(start, start + room - used);
			append(current, piece, style);
			used += piece.length;
			start += piece.length;
		}
	}

	function addUnits(text: string, style: Style | undefined): void {
		let holdsNext = false;
		for (const grapheme of graphemes(text)) {
			const isWide = breaksAnywhere.test(grapheme);
			if ((isWide || isAfterWide) && !holdsNext && !neverFirst.test(grapheme)) placeWord();
			holdsNext = neverLast.test(grapheme);
			append(word, grapheme, style);
			wordWidth += cellWidth(grapheme);
			isAfterWide = isWide;
		}
	}

	function addSoft(text: string, style: Style | undefined): void {
		for (const [chunk] of text.matchAll(chunks)) {
			if (chunk.startsWith(' ')) {
				placeWord();
				isAfterWide = false;
				// Leading spaces of a continuation line are what the break has eaten.
				if (used === 0 && lines.length > 0) continue;
				spaces.push(spanOf(chunk, style));
				spacesWidth += chunk.length;
			} else if (onlyAscii.test(chunk)) {
				if (isAfterWide) placeWord();
				isAfterWide = false;
				append(word, chunk, style);
				wordWidth += chunk.length;
			} else {
				addUnits(chunk, style);
			}
		}
	}

	function finish(): Line[] {
		placeWord();
		if (used > 0 || lines.length === 0) lines.push(current);
		const gutter = prefix === indent ? indentWidth : 0;
		for (const [index, line] of lines.entries()) {
			if (index > 0) noteOrigin(line, null, { joint: joints[index] ?? '', gutter });
		}
		return lines;
	}

	return { addHard, addSoft, finish };
}

function textOf(spans: readonly Span[]): string {
	return spans.map((span) => span.text).join('');
}

function append(spans: Span[], text: string, style: Style | undefined): void {
	const last = spans.at(-1);
	if (last && last.style === style) spans[spans.length - 1] = spanOf(last.text + text, style);
	else spans.push(spanOf(text, style));
}

function spanOf(text: string, style: Style | undefined): Span {
	return style ? { text, style } : { text };
}
