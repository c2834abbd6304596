import { firstWhere } from '../first-where.js';
import { foldText } from '../text/fold.js';

export type SearchQuery = {
	readonly phrase: string;
	/** Words, and quoted phrases, each once, the longest first; all have to match, folded. */
	readonly parts: readonly string[];
};

const MOST_CHARS = 1000;
const MOST_PARTS = 20;

/** Null for an empty query. */
export function parseQuery(text: string): SearchQuery | null {
	const folded = foldText(text.slice(0, MOST_CHARS)).trim();
	const found = [...folded.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, quoted]) => (quoted ?? word).trim());
	const parts = [...new Set(found.filter((part) => part !== ''))].slice(0, MOST_PARTS);
	if (parts.length === 0) return null;
	return {
		phrase: folded.replaceAll('"', ' ').replace(/ +/g, ' ').trim(),
		parts: parts.sort((one, other) => other.length - one.length),
	};
}

export type Excerpt = { readonly text: string; readonly marks: readonly (readonly [start: number, end: number])[] };

/** Characters of an excerpt, and those of them before the first match. */
const EXCERPT_CHARS = 160;
const LEAD_CHARS = 50;

/** One line around the first match; null for none. Places may be a character off where folding changes lengths. */
export function excerptOf(text: string, { phrase, parts }: SearchQuery): Excerpt | null {
	const line = text.replace(/\s+/g, ' ');
	const folded = foldText(line);
	const toFold = offsets(line, folded);
	const needle = folded.includes(phrase) ? phrase : parts.find((part) => folded.includes(part));
	if (needle === undefined) return null;
	const [at, to] = toFold(folded.indexOf(needle), needle.length);
	const start = wordStart(line, Math.max(0, at - LEAD_CHARS), at);
	const end = wordEnd(line, Math.min(line.length, Math.max(start + EXCERPT_CHARS, to)), to);
	const before = start > 0 ? '…' : '';
	const shown = line.slice(start, end);
	const shift = before.length - start;
	const needles = needle === phrase ? [phrase] : parts;
	return {
		text: `${before}${shown}${end < line.length ? '…' : ''}`,
		marks: needles
			.flatMap((each) => placesIn(folded, each, toFold))
			.filter(([from, until]) => from >= start && until <= end)
			.map(([from, until]) => [from + shift, until + shift] as const)
			.sort(([one], [other]) => one - other),
	};
}

const MOST_MARKS = 20;

type ToText = (at: number, length: number) => readonly [start: number, end: number];

function placesIn(folded: string, needle: string, toText: ToText): (readonly [number, number])[] {
	const places: (readonly [number, number])[] = [];
	for (let at = folded.indexOf(needle); at !== -1 && places.length < MOST_MARKS; ) {
		places.push(toText(at, needle.length));
		at = folded.indexOf(needle, at + needle.length);
	}
	return places;
}

function offsets(text: string, folded: string): ToText {
	// Folding rarely changes lengths, and never those of ASCII.
	if (text.length === folded.length) return (at, length) => [at, at + length];
	/** First offset of the text up to which it folds to at least `wanted` characters. */
	const inText = (wanted: number): number =>
		firstWhere(text.length, (at) => foldText(text.slice(0, at)).length >= wanted);
	return (at, length) => [inText(at), inText(at + length)];
}

function wordStart(line: string, from: number, at: number): number {
	if (from === 0) return 0;
	const space = line.indexOf(' ', from);
	return space === -1 || space >= at ? whole(line, from) : space + 1;
}

function wordEnd(line: string, to: number, least: number): number {
	if (to >= line.length) return line.length;
	const space = line.lastIndexOf(' ', to);
	return space < least ? whole(line, to) : space;
}

/** Not between the halves of a surrogate pair. */
function whole(line: string, at: number): number {
	const unit = line.charCodeAt(at);
	return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
