import { cellWidth, graphemes } from '../core/text/width.js';
import { appendText, type Line, type Span, type Style, spanOf } from './line.js';
import { noteOrigin } from './line-origin.js';

type WrapOptions = {
	/** Prefix of every line but the first; left out where it would leave less than two cells. */
	readonly indent?: Line;
	/** Keep every space, as code needs it: break exactly at the width, or between words where there are some. */
	readonly hard?: boolean | 'words';
};

/** Shown where not even one character fits. */
const placeholder = '·';

const chunks = / +|[^ ]+/g;
const onlyAscii = /^[\x20-\x7E]*$/;
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
	const flow = new Flow(room, options.indent ?? [], options.hard === 'words');
	for (const span of line) {
		if (options.hard === true) flow.addHard(span.text, span.style);
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

/** Lines that grow from words and spaces, and break where they are full. */
class Flow {
	readonly #keepsSpaces: boolean;
	readonly #prefix: Line;
	readonly #gutter: number;
	#room: number;
	readonly #laterRoom: number;
	readonly #lines: Line[] = [];
	/** Text that the break before each line has eaten; the first line has none. */
	readonly #joints: string[] = [''];
	#current: Span[] = [];
	#used = 0;
	/** Spaces that are drawn only if a word follows on the same line. */
	#spaces: Span[] = [];
	#spacesWidth = 0;
	#word: Span[] = [];
	#wordWidth = 0;
	#isAfterWide = false;

	constructor(width: number, indent: Line, keepsSpaces: boolean) {
		this.#keepsSpaces = keepsSpaces;
		const indentWidth = widthUpTo(indent, width);
		const hasPrefix = width - indentWidth >= 2;
		this.#prefix = hasPrefix ? indent : [];
		this.#gutter = hasPrefix ? indentWidth : 0;
		this.#room = width;
		this.#laterRoom = width - this.#gutter;
	}

	addHard(text: string, style: Style | undefined): void {
		if (onlyAscii.test(text)) {
			this.#addHardAscii(text, style);
			return;
		}
		for (const grapheme of graphemes(text)) {
			const cells = cellWidth(grapheme);
			if (cells > Math.max(this.#room, this.#laterRoom)) {
				this.#addHardAscii(placeholder, style);
				continue;
			}
			if (this.#used + cells > this.#room) this.#breakLine();
			appendText(this.#current, grapheme, style);
			this.#used += cells;
		}
	}

	addSoft(text: string, style: Style | undefined): void {
		for (const [chunk] of text.matchAll(chunks)) {
			if (chunk.startsWith(' ')) this.#addSpaces(chunk, style);
			else if (onlyAscii.test(chunk)) {
				if (this.#isAfterWide) this.#placeWord();
				this.#isAfterWide = false;
				appendText(this.#word, chunk, style);
				this.#wordWidth += chunk.length;
			} else this.#addUnits(chunk, style);
		}
	}

	finish(): Line[] {
		this.#placeWord();
		if (this.#keepsSpaces) this.#addAll(this.#spaces);
		if (this.#used > 0 || this.#lines.length === 0) this.#lines.push(this.#current);
		for (const [index, line] of this.#lines.entries()) {
			if (index > 0) noteOrigin(line, null, { joint: this.#joints[index] ?? '', gutter: this.#gutter });
		}
		return this.#lines;
	}

	#breakLine(eaten = ''): void {
		this.#lines.push(this.#current);
		this.#joints.push(eaten);
		this.#current = [...this.#prefix];
		this.#room = this.#laterRoom;
		this.#used = 0;
	}

	#place(spans: readonly Span[], width: number): void {
		for (const span of spans) appendText(this.#current, span.text, span.style);
		this.#used += width;
	}

	#placeWord(): void {
		const [word, spaces] = [this.#word, this.#spaces];
		if (word.length === 0) return;
		if (this.#used + this.#spacesWidth + this.#wordWidth <= this.#room) {
			this.#place(spaces, this.#spacesWidth);
			this.#place(word, this.#wordWidth);
		} else if (this.#keepsSpaces) {
			const isBehindWords = /\S/.test(textOf(this.#current.slice(this.#lines.length > 0 ? this.#prefix.length : 0)));
			this.#addAll(spaces);
			// A row of an indentation alone would look empty.
			const fits = this.#used + this.#wordWidth <= this.#room;
			if (isBehindWords && !fits && this.#wordWidth <= this.#laterRoom) this.#breakLine();
			this.#addAll(word);
		} else if (this.#wordWidth <= this.#laterRoom) {
			if (this.#used > 0 || this.#spacesWidth > 0) this.#breakLine(textOf(spaces));
			this.#place(word, this.#wordWidth);
		} else {
			if (this.#used > 0) this.#breakLine(textOf(spaces));
			else if (this.#spacesWidth < this.#room) this.#place(spaces, this.#spacesWidth);
			this.#addAll(word);
		}
		this.#spaces = [];
		this.#spacesWidth = 0;
		this.#word = [];
		this.#wordWidth = 0;
	}

	#addAll(spans: readonly Span[]): void {
		for (const span of spans) this.addHard(span.text, span.style);
	}

	#addHardAscii(text: string, style: Style | undefined): void {
		let start = 0;
		while (start < text.length) {
			if (this.#used >= this.#room) this.#breakLine();
			const piece = text.slice(start, start + this.#room - this.#used);
			appendText(this.#current, piece, style);
			this.#used += piece.length;
			start += piece.length;
		}
	}

	#addSpaces(text: string, style: Style | undefined): void {
		this.#placeWord();
		this.#isAfterWide = false;
		// Leading spaces of a continuation line are what the break has eaten.
		if (this.#used === 0 && this.#lines.length > 0 && !this.#keepsSpaces) return;
		this.#spaces.push(spanOf(text, style));
		this.#spacesWidth += text.length;
	}

	#addUnits(text: string, style: Style | undefined): void {
		let holdsNext = false;
		for (const grapheme of graphemes(text)) {
			const isWide = breaksAnywhere(grapheme);
			if ((isWide || this.#isAfterWide) && !holdsNext && !neverFirst.test(grapheme)) this.#placeWord();
			holdsNext = neverLast.test(grapheme);
			appendText(this.#word, grapheme, style);
			this.#wordWidth += cellWidth(grapheme);
			this.#isAfterWide = isWide;
		}
	}
}

function textOf(spans: readonly Span[]): string {
	return spans.map((span) => span.text).join('');
}

function breaksAnywhere(grapheme: string): boolean {
	return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\p{Regional_Indicator}\u3000-\u303F\uFF00-\uFF60]/u.test(
		grapheme,
	);
}
