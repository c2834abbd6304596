import { unitEnd, unitStart } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { findBracket, hasOddBackslashes, PAIRS } from './brackets.js';
import type { Moved } from './motions.js';
import { isAtLineEnd, isBlank, isInIndent, lineOf, startOfLine } from './text.js';
import { Walker } from './vim-words.js';

/** Where an object is looked for. `anchor`: other end of a visual selection, which grows by it; null: none. */
type ObjectPlace = {
	readonly draft: Draft;
	readonly cursor: number;
	readonly count: number;
	readonly isAround: boolean;
	readonly anchor: number | null;
	readonly isLines: boolean;
};

type TextObject = (place: ObjectPlace) => Moved | null;

const word =
	(isBig: boolean): TextObject =>
	({ draft, cursor, count, isAround, anchor }) => {
		const walker = new Walker(draft, cursor, isBig);
		const failed = (): Moved => ({ to: walker.at, how: 'exclusive', isCut: true });
		let from = anchor ?? cursor;
		let left = count;
		let isInclusive = true;
		let isSpaceWanted = false;
		if (anchor === null || anchor === cursor) {
			walker.toRunStart();
			from = walker.at;
			if ((walker.kind === 0) === isAround) {
				if (!walker.wordEnd(1, true, true)) return failed();
			} else {
				walker.nextWord(1, true);
				if (walker.isAtStart) walker.over('back');
				else walker.left();
				isSpaceWanted = isAround;
			}
			left--;
		}
		for (; left > 0; left--) {
			isInclusive = true;
			if (anchor !== null && walker.at < anchor) {
				if (walker.over('back') === 'nowhere') return failed();
				if (isAround !== (walker.kind !== 0)) {
					if (!walker.previousWord(1, true)) return failed();
				} else {
					if (!walker.previousWordEnd(1, true)) return failed();
					walker.over('forward');
				}
				continue;
			}
			if (walker.over('forward') === 'nowhere') return failed();
			if (isAround !== (walker.kind === 0)) {
				if (!walker.nextWord(1, true) && left > 1) return failed();
				isInclusive = walker.left();
			} else if (!walker.wordEnd(1, true, true)) return failed();
		}
		if (isSpaceWanted && (walker.kind !== 0 || (walker.isAtStart && !isInclusive)))
			from = withBlanksBefore(draft, from);
		return { from, to: walker.at, how: isInclusive ? 'inclusive' : 'exclusive' };
	};

/** Without blanks behind a word those before it go, except the indent. */
function withBlanksBefore(draft: Draft, from: number): number {
	const walker = new Walker(draft, from);
	if (!walker.left()) return from;
	walker.toRunStart();
	return walker.kind === 0 && !walker.isAtStart ? walker.at : from;
}

const quoted =
	(quote: string): TextObject =>
	({ draft, cursor, count, isAround, anchor }) => {
		if (anchor !== null && anchor !== cursor) return null;
		const { text } = draft;
		const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)];
		const next = (from: number, isEscapable: boolean): number => {
			for (let at = from; at < end; at = unitEnd(draft, at))
				if (text[at] === quote && !(isEscapable && hasOddBackslashes(text, at))) return at;
			return -1;
		};
		let from = -1;
		let to = -1;
		if (text[cursor] === quote) {
			do {
				from = next(to < 0 ? start : to + 1, false);
				to = from < 0 || from > cursor ? -1 : next(from + 1, true);
				if (to < 0) return null;
			} while (to < cursor);
		} else {
			for (let at = start; at < cursor; at++) if (text[at] === quote && !hasOddBackslashes(text, at)) from = at;
			if (from < 0) from = next(cursor, false);
			to = from < 0 ? -1 : next(from + 1, true);
			if (to < 0) return null;
		}
		if (isAround) {
			const behind = to;
			while (isBlank(text[to + 1])) to++;
			while (to === behind && from > start && isBlank(text[from - 1])) from--;
		} else if (count < 2) {
			const inside = from + 1;
			return { from: inside, to: anchor === null ? to : unitStart(draft, to), how: 'exclusive' };
		}
		return { from, to, how: 'inclusive' };
	};

const bracketed =
	(bracket: string): TextObject =>
	(place) => {
		const pair = PAIRS.find(({ open, close }) => bracket === open || bracket === close);
		return pair === undefined ? null : block(place, pair.open, pair.close);
	};

function block({ draft, cursor, count, isAround, anchor }: ObjectPlace, open: string, close: string): Moved | null {
	const { text } = draft;
	const isGrowing = anchor !== null && anchor !== cursor;
	const low = isGrowing ? Math.min(anchor, cursor) : cursor;
	const high = isGrowing ? Math.max(anchor, cursor) : cursor;
	const walker = new Walker(draft, low);
	if (!isGrowing) {
		while (open === '{' && isInIndent(draft, walker.at, 1)) if (walker.forward() !== 'inside') break;
		if (text[walker.at] === open) walker.at++;
	}
	const opening = (at: number, step: 'forward' | 'back' = 'back') =>
		findBracket(draft, at, { wanted: open, other: close, step, ignoresQuotes: true });
	const closing = (at: number) =>
		findBracket(draft, at, { wanted: close, other: open, step: 'forward', ignoresQuotes: false });
	// Outside of all brackets the next ones are meant.
	const step = opening(walker.at) === null ? 'forward' : 'back';
	let from: number | null = walker.at;
	for (let left = count; left > 0 && from !== null; left--) from = opening(from, step);
	let to = from === null ? null : closing(from);
	if (from === null || to === null) return null;
	if (isAround) return { from, to, how: 'inclusive' };
	for (;;) {
		const [inner, outer]: [Walker, Walker] = [new Walker(draft, from), new Walker(draft, to)];
		inner.over('forward');
		let isWhole = outer.isAtStart;
		outer.over('back');
		while (isInIndent(draft, outer.at, 1)) {
			isWhole = true;
			if (outer.over('back') !== 'inside') break;
		}
		const isBigger = inner.at < low || high < outer.at || inner.at === outer.at;
		if (anchor === null || isBigger) return inside(draft, inner.at, outer.at, isWhole, anchor);
		const before = new Walker(draft, low);
		before.over('back');
		from = opening(before.at);
		to = from === null ? null : closing(from);
		if (from === null || to === null) return null;
	}
}

function inside(draft: Draft, from: number, end: number, isWhole: boolean, anchor: number | null): Moved {
	if (anchor !== null)
		return { from, to: isWhole && !isAtLineEnd(draft, end) ? unitEnd(draft, end) : end, how: 'inclusive' };
	if (isWhole) {
		const walker = new Walker(draft, end);
		walker.over('forward');
		return { from, to: walker.at, how: 'exclusive' };
	}
	return from <= end ? { from, to: end, how: 'inclusive' } : { from, to: from, how: 'exclusive' };
}

const paragraph: TextObject = ({ draft, cursor, count, isAround, anchor, isLines }) => {
	const lines = draft.text.split('\n');
	const isWhite = (line: number): boolean => /^[ \t]*$/.test(lines[line] ?? '');
	const at = lineOf(draft, cursor);
	const other = anchor === null ? at : lineOf(draft, anchor);
	const last = lines.length - 1;
	const isWhiteFirst = isWhite(at);
	let first = at;
	while (first > 0 && isWhite(first - 1) === isWhiteFirst) first--;
	const grow = (from: number): Moved => {
		const end = grown(isWhite, { at, step: at < other ? -1 : 1, last, count, isAround });
		const to = startOfLine(draft, end.line);
		return { from, to, how: isLines ? 'lines' : 'inclusive', ...(end.isCut ? { isCut: true } : {}) };
	};
	if (anchor !== null && other !== at) return grow(anchor);
	let end = first;
	while (end <= last && isWhite(end)) end++;
	end--;
	for (let left = count - (!isAround && isWhiteFirst ? 1 : 0); left > 0; left--) {
		if (end === last) return null;
		const isWhiteNext = !isAround && isWhite(end + 1);
		if (isAround || !isWhiteNext) {
			end++;
			while (end < last && !isWhite(end + 1)) end++;
		}
		if (left === 1 && isWhiteFirst && isAround) break;
		if (isAround || isWhiteNext) while (end < last && isWhite(end + 1)) end++;
	}
	if (!isWhiteFirst && isAround && !isWhite(end)) while (first > 0 && isWhite(first - 1)) first--;
	// A selected line that they begin with grows as several do.
	if (anchor !== null && isLines && first === at) return grow(anchor);
	return { from: startOfLine(draft, first), to: startOfLine(draft, end), how: 'lines' };
};

type Growing = {
	readonly at: number;
	readonly step: 1 | -1;
	readonly last: number;
	readonly count: number;
	readonly isAround: boolean;
};

function grown(isWhite: (line: number) => boolean, { at, step, last, count, isAround }: Growing) {
	const edge = step === 1 ? last : 0;
	let line = at;
	for (let left = count; left > 0; left--) {
		if (line === edge) return { line, isCut: true };
		let before: boolean | null = null;
		for (let part = 0; part < (isAround ? 2 : 1) && line !== edge; part++) {
			const kind = isWhite(line + step);
			if (kind === before) break;
			line += step;
			while (line !== edge && isWhite(line + step) === kind) line += step;
			before = kind;
		}
	}
	return { line, isCut: false };
}

const pairs = (keys: string) => Object.fromEntries([...keys].map((key) => [key, bracketed(key)]));

export const OBJECTS: Readonly<Record<string, TextObject>> = {
	w: word(false),
	W: word(true),
	'"': quoted('"'),
	"'": quoted("'"),
	'`': quoted('`'),
	...pairs('()[]{}<>'),
	b: bracketed('('),
	B: bracketed('{'),
	p: paragraph,
};
