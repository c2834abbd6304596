import { ownCopy } from '../../core/text/own-copy.js';
import { fenceAfter, type OpenFence } from './fences.js';
import { prepareSource } from './parse.js';

/** What a chunk that begins in the middle of a block goes on with. */
export type Continuation =
	| { readonly kind: 'block' }
	| { readonly kind: 'words' }
	| { readonly kind: 'fence'; readonly fence: OpenFence }
	| { readonly kind: 'table'; readonly head: string };

/** A part of a text that is parsed for itself. */
export type Chunk = {
	/** Prepared. */
	readonly source: string;
	/** Null where a block of its own begins. */
	readonly continues: Continuation | null;
	/** An empty line stands above it, if it draws anything. */
	readonly hasGap: boolean;
};

/** A growing text in chunks: cut between blocks, and inside a block only when it is longer than anybody writes. */
export type Splitter = {
	/** Takes what follows the text so far. */
	readonly append: (more: string) => void;
	/** What nothing that comes can change, but a definition. */
	readonly chunks: () => readonly Chunk[];
	/** What comes after them. */
	readonly tail: () => Chunk;
	/** The `[label]: address` lines seen so far. */
	readonly definitions: () => string;
};

/** A chunk ends at the first place between two blocks after this many characters, */
const LEAST = 8192;
/** or where a line begins after so many (of a table, whose columns should stand in line, after more), */
const MOST = 16_384;
const MOST_OF_TABLE = 32_768;
/** or where any does after so many more. */
const FURTHER = 8192;
/** A line of more than two of these is cut into such pieces, between words where there are any. */
const PIECE = 8192;
const MOST_DEFINITIONS = 500;
const NEWLINE = 10;

const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const definition = /^ {0,3}\[[^\]]{1,200}\]:\s*\S/;
const delimiterRow = /^ {0,3}\|?[ :|-]*-[ :|-]*$/;
const htmlStart = /^ {0,3}<(?:(script|pre|style|textarea)(?=[\s>])|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i;

/** A splitter that has seen nothing. Where it cuts depends on the text alone, not on how it arrived. */
export function createSplitter(): Splitter {
	const chunks: Chunk[] = [];
	const definitions: string[] = [];
	/** The end of the raw text that is in no line yet, and how much of it was taken since. */
	let text = '';
	let taken = 0;
	let lines: string[] = [];
	let length = 0;
	let continues: Continuation | null = null;
	let hasGap = false;
	let fence: OpenFence | undefined;
	let htmlEnd: string | null = null;
	let isAfterBlank = false;
	let isVisible = false;
	let previous = '';
	let tableHead: string | null = null;

	function seal(next: Continuation | null, isGap: boolean): void {
		chunks.push({ source: ownCopy(lines.join('')), continues, hasGap });
		lines = [];
		length = 0;
		continues = next;
		hasGap = isGap;
		isVisible = false;
	}

	function cutBefore(line: string): void {
		const isFree = fence === undefined && htmlEnd === null;
		if (isFree && isAfterBlank && isVisible && /^[^\s>]/.test(line) && !listMarker.test(line)) {
			seal(null, true);
			return;
		}
		const most = tableHead === null ? MOST : MOST_OF_TABLE;
		if (length < most || (length < most + FURTHER && !/^\S/.test(line) && fence === undefined)) return;
		if (fence !== undefined) seal({ kind: 'fence', fence }, false);
		else if (tableHead !== null) seal({ kind: 'table', head: tableHead }, false);
		else seal({ kind: 'block' }, isAfterBlank);
		htmlEnd = null;
	}

	function note(line: string): void {
		const wasOpen = fence !== undefined;
		// Most lines have none of what the patterns look for.
		if (htmlEnd === null && line.includes(fence?.mark ?? '```')) fence = fenceAfter(line, fence);
		else if (htmlEnd === null && fence === undefined && line.includes('~~~')) fence = fenceAfter(line, fence);
		const isBlank = line === '' || !/\S/.test(line);
		if (!wasOpen && fence === undefined) {
			if (htmlEnd !== null || line.includes('<')) noteHtml(line);
			if (line.includes(']:') && definition.test(line) && definitions.length < MOST_DEFINITIONS)
				definitions.push(`${line}\n`);
			else if (!isBlank) isVisible = true;
			if (isBlank) tableHead = null;
			else if (tableHead === null && previous.includes('|') && delimiterRow.test(line)) {
				tableHead = `${previous}\n${line}\n`;
			}
		} else isVisible = true;
		isAfterBlank = isBlank;
		previous = line.length < PIECE ? line : '';
	}

	function noteHtml(line: string): void {
		let from = 0;
		if (htmlEnd === null) {
			const start = htmlStart.exec(line);
			if (start === null) return;
			const [found, tag, comment, instruction, data] = start;
			htmlEnd =
				tag !== undefined ? `</${tag.toLowerCase()}>` : comment ? '-->' : instruction ? '?>' : data ? ']]>' : '>';
			from = found.length;
		}
		if (line.toLowerCase().includes(htmlEnd, from)) htmlEnd = null;
	}

	/** Empty lines behind an empty one that make no difference: up to where a chunk is cut whatever comes. */
	function blanksAt(prepared: string, start: number): number {
		if (!isAfterBlank || fence !== undefined || htmlEnd !== null) return 0;
		const end = Math.min(prepared.length, start + MOST + FURTHER - length);
		let at = start;
		while (at < end && prepared.charCodeAt(at) === NEWLINE) at += 1;
		return at - start;
	}

	/** Takes lines with their newlines. */
	function takeLines(raw: string): void {
		const prepared = prepareSource(raw);
		let kept = 0;
		for (let start = 0; start < prepared.length; ) {
			const blanks = blanksAt(prepared, start);
			length += blanks;
			start += blanks;
			if (start === prepared.length) break;
			const end = prepared.indexOf('\n', start) + 1;
			const line = prepared.slice(start, end - 1);
			if (length >= LEAST) {
				lines.push(prepared.slice(kept, start));
				kept = start;
				cutBefore(line);
			}
			length += end - start;
			note(line);
			start = end;
		}
		lines.push(prepared.slice(kept));
	}

	/** Takes pieces of a line that is too long, the last ones not. */
	function takePieces(end: number): void {
		while (end - taken > 2 * PIECE) {
			if (length > 0) seal(fence === undefined ? { kind: 'block' } : { kind: 'fence', fence }, isAfterBlank && !fence);
			const cut = cutAt(text, taken, taken + PIECE);
			const piece = prepareSource(text.slice(taken, cut));
			lines.push(piece);
			length += piece.length;
			taken = cut;
			seal(fence === undefined ? { kind: 'words' } : { kind: 'fence', fence }, false);
			isAfterBlank = false;
		}
	}

	return {
		append: (more) => {
			text += more;
			for (let end = text.indexOf('\n', taken); end >= 0; end = text.indexOf('\n', taken)) {
				takePieces(end);
				// As many lines as can be prepared together; a longer one is cut when it comes to the front.
				const last = Math.max(end, text.lastIndexOf('\n', taken + 2 * PIECE)) + 1;
				takeLines(text.slice(taken, last));
				taken = last;
			}
			takePieces(text.length);
			text = text.slice(taken);
			taken = 0;
		},
		chunks: () => chunks,
		tail: () => ({ source: lines.join('') + prepareSource(text), continues, hasGap }),
		definitions: () => definitions.join(''),
	};
}

/** Behind the last space before `most`, never inside a character. */
function cutAt(text: string, from: number, most: number): number {
	// Of this piece alone: in a word without an end the search would go back to the beginning of the text.
	const half = from + PIECE / 2;
	const space = text.slice(half, most).lastIndexOf(' ');
	if (space > 0) return half + space + 1;
	return text.charCodeAt(most) >= 0xdc00 && text.charCodeAt(most) < 0xe000 ? most - 1 : most;
}
