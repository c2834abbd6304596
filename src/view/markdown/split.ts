import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { ownCopy } from '../../core/text/growing-text.js';
import { prepareSource } from './parse-markdown.js';

export type Continuation =
	| { readonly kind: 'block' }
	| { readonly kind: 'words' }
	| { readonly kind: 'fence'; readonly fence: OpenFence }
	| { readonly kind: 'table'; readonly head: string };

export type Chunk = {
	readonly source: string;
	/** Null where a block of its own begins. */
	readonly continues: Continuation | null;
	/** An empty line stands above it, if it draws anything. */
	readonly hasGap: boolean;
};

export type Splitter = {
	readonly append: (more: string) => void;
	/** Chunks that only a later definition can change; `tail` follows them. */
	readonly chunks: () => readonly Chunk[];
	readonly tail: () => Chunk;
	readonly definitions: () => string;
};

/** Characters after which a chunk ends at the next place between two blocks, */
const LEAST = 8192;
/** or where a line begins (later in a table, whose columns should align), */
const MOST = 16_384;
const MOST_OF_TABLE = 32_768;
/** or where any line begins after so many more. */
const FURTHER = 8192;
/** A line of more than two of these is cut into such pieces, between words where there are any. */
const PIECE = 8192;
const MOST_DEFINITIONS = 500;
const NEWLINE = 10;

const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const definition = /^ {0,3}\[[^\]]{1,200}\]:\s*\S/;
const delimiterRow = /^(?=[^-]*-)[ :|-]*$/;
const htmlStart = /^ {0,3}<(?:(script|pre|style|textarea)(?=[\s>])|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i;

/** Cuts Markdown between its blocks without parsing it. Cuts depend on the text alone, not on how it arrived. */
export class MarkdownSplitter implements Splitter {
	readonly #chunks: Chunk[] = [];
	readonly #definitions: string[] = [];
	#text = '';
	#taken = 0;
	#lines: string[] = [];
	#length = 0;
	#isVisible = false;
	#continues: Continuation | null = null;
	#hasGap = false;
	#fence: OpenFence | undefined;
	#htmlEnd: string | null = null;
	#tableHead: string | null = null;
	#isAfterBlank = false;
	#previous = '';

	append(more: string): void {
		this.#text += more;
		for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n', this.#taken)) {
			this.#takePieces(end);
			// As many lines as can be prepared together; a longer one is cut when it comes to the front.
			const last = Math.max(end, this.#text.lastIndexOf('\n', this.#taken + 2 * PIECE)) + 1;
			this.#takeLines(this.#text.slice(this.#taken, last));
			this.#taken = last;
		}
		this.#takePieces(this.#text.length);
		this.#text = this.#text.slice(this.#taken);
		this.#taken = 0;
	}

	chunks(): readonly Chunk[] {
		return this.#chunks;
	}

	tail(): Chunk {
		const source = this.#lines.join('') + prepareSource(this.#text);
		return { source, continues: this.#continues, hasGap: this.#hasGap };
	}

	definitions(): string {
		return this.#definitions.join('');
	}

	#seal(next: Continuation | null, isGap: boolean): void {
		const source = ownCopy(this.#lines.join(''));
		this.#chunks.push({ source, continues: this.#continues, hasGap: this.#hasGap });
		this.#lines = [];
		this.#length = 0;
		this.#continues = next;
		this.#hasGap = isGap;
		this.#isVisible = false;
	}

	#cutBefore(line: string): void {
		const isFree = this.#fence === undefined && this.#htmlEnd === null;
		if (isFree && this.#isAfterBlank && this.#isVisible && /^[^\s>]/.test(line) && !listMarker.test(line)) {
			this.#seal(null, true);
			return;
		}
		const most = this.#tableHead === null ? MOST : MOST_OF_TABLE;
		const mayWait = this.#length < most + FURTHER && !/^\S/.test(line) && this.#fence === undefined;
		if (this.#length < most || mayWait) return;
		if (this.#fence !== undefined) this.#seal({ kind: 'fence', fence: this.#fence }, false);
		else if (this.#tableHead !== null) this.#seal({ kind: 'table', head: this.#tableHead }, false);
		else this.#seal({ kind: 'block' }, this.#isAfterBlank);
		this.#htmlEnd = null;
	}

	#note(line: string): void {
		const wasOpen = this.#fence !== undefined;
		// Most lines have none of what the patterns look for.
		const mayFence = line.includes(this.#fence?.mark ?? '```') || (!wasOpen && line.includes('~~~'));
		if (this.#htmlEnd === null && mayFence) this.#fence = fenceAfter(line, this.#fence);
		const isBlank = line === '' || !/\S/.test(line);
		if (wasOpen || this.#fence !== undefined) this.#isVisible = true;
		else this.#noteBlock(line, isBlank);
		this.#isAfterBlank = isBlank;
		this.#previous = line.length < PIECE ? line : '';
	}

	#noteBlock(line: string, isBlank: boolean): void {
		if (this.#htmlEnd !== null || line.includes('<')) this.#noteHtml(line);
		const isDefinition = line.includes(']:') && definition.test(line) && this.#definitions.length < MOST_DEFINITIONS;
		if (isDefinition) this.#definitions.push(`${line}\n`);
		else if (!isBlank) this.#isVisible = true;
		if (isBlank) this.#tableHead = null;
		else if (this.#tableHead === null && this.#previous.includes('|') && delimiterRow.test(line)) {
			this.#tableHead = `${this.#previous}\n${line}\n`;
		}
	}

	#noteHtml(line: string): void {
		let from = 0;
		if (this.#htmlEnd === null) {
			const start = htmlStart.exec(line);
			if (start === null) return;
			const [found, tag, comment, instruction, data] = start;
			this.#htmlEnd =
				tag !== undefined ? `</${tag.toLowerCase()}>` : comment ? '-->' : instruction ? '?>' : data ? ']]>' : '>';
			from = found.length;
		}
		if (line.toLowerCase().includes(this.#htmlEnd, from)) this.#htmlEnd = null;
	}

	/** Counts redundant empty lines, up to where a chunk is cut in any case. */
	#blanksAt(prepared: string, start: number): number {
		if (!this.#isAfterBlank || this.#fence !== undefined || this.#htmlEnd !== null) return 0;
		const end = Math.min(prepared.length, start + MOST + FURTHER - this.#length);
		let at = start;
		while (at < end && prepared.charCodeAt(at) === NEWLINE) at += 1;
		return at - start;
	}

	/** `raw` ends with a newline. */
	#takeLines(raw: string): void {
		const prepared = prepareSource(raw);
		let kept = 0;
		for (let start = 0; start < prepared.length; ) {
			const blanks = this.#blanksAt(prepared, start);
			this.#length += blanks;
			start += blanks;
			if (start === prepared.length) break;
			const end = prepared.indexOf('\n', start) + 1;
			const line = prepared.slice(start, end - 1);
			if (this.#length >= LEAST) {
				this.#lines.push(prepared.slice(kept, start));
				kept = start;
				this.#cutBefore(line);
			}
			this.#length += end - start;
			this.#note(line);
			start = end;
		}
		this.#lines.push(prepared.slice(kept));
	}

	#takePieces(end: number): void {
		const inFence = this.#fence === undefined ? null : ({ kind: 'fence', fence: this.#fence } as const);
		while (end - this.#taken > 2 * PIECE) {
			if (this.#length > 0) this.#seal(inFence ?? { kind: 'block' }, this.#isAfterBlank && inFence === null);
			const half = this.#taken + PIECE / 2;
			const cut = wordEnd(this.#text, half, this.#taken + PIECE);
			this.#lines.push(prepareSource(this.#text.slice(this.#taken, cut)));
			this.#taken = cut;
			this.#seal(inFence ?? { kind: 'words' }, false);
			this.#isAfterBlank = false;
		}
	}
}

/** Index behind the last space between `least` and `most`; without one `most`, but never inside a surrogate pair. */
export function wordEnd(text: string, least: number, most: number): number {
	// Searches the slice alone: in an endless word the search would go back to the beginning of the text.
	const space = text.slice(least, most).lastIndexOf(' ');
	if (space >= 0) return least + space + 1;
	const code = text.charCodeAt(most);
	return code >= 0xdc00 && code < 0xe000 ? most - 1 : most;
}
