import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { isAtLineEnd, onCharacter } from './text.js';
import { Walker } from './vim-words.js';

type Pair = { readonly open: string; readonly close: string };

export const PAIRS: readonly Pair[] = ['()', '[]', '{}', '<>'].map(([open = '', close = '']) => ({ open, close }));

type Search = {
	readonly wanted: string;
	readonly other: string;
	readonly step: 'forward' | 'back';
	readonly ignoresQuotes: boolean;
	/** Parity of backslashes before the bracket at hand. */
	readonly isEscaped?: boolean;
};

export function findBracket(draft: Draft, from: number, search: Search): number | null {
	const { text } = draft;
	const { wanted, other, step, ignoresQuotes, isEscaped = false } = search;
	const isBack = step === 'back';
	const walker = new Walker(draft, from);
	/** Null: nothing is known of this line's quotes yet. */
	let hasPairs: boolean | null = null;
	let isQuoted = false;
	for (let depth = 0; ; ) {
		const moved = walker.over(step);
		if (moved === 'nowhere') return null;
		const { at } = walker;
		if (text.slice(Math.min(from, at), Math.max(from, at)).length > REACH) return null;
		if (moved === 'new-line' || isAtLineEnd(draft, at)) {
			hasPairs = null;
			isQuoted = false;
		}
		hasPairs ??= !ignoresQuotes && quotesArePaired(text.slice(lineStart(text, at), lineEnd(text, at)));
		const character = text[at];
		if (character === '"' && hasPairs && !hasOddBackslashes(text, at)) isQuoted = !isQuoted;
		else if (character === "'" && !ignoresQuotes) walker.at = overQuotedCharacter(text, at, isBack);
		else if ((character === wanted || character === other) && !isQuoted) {
			if (hasOddBackslashes(text, at) !== isEscaped) continue;
			if (character === other) depth++;
			else if (depth-- === 0) return at;
		}
	}
}

const REACH = 200_000;

/** Partner of the first bracket at or after the cursor in its line; behind the last character that counts. */
export function matchingBracket(draft: Draft, cursor: number): number | null {
	const walker = new Walker(draft, onCharacter(draft, cursor));
	for (; !isAtLineEnd(draft, walker.at); walker.forward()) {
		const character = draft.text[walker.at] ?? '';
		const pair = PAIRS.slice(0, 3).find(({ open, close }) => character === open || character === close);
		if (pair === undefined) continue;
		const isOpen = character === pair.open;
		const isEscaped = hasOddBackslashes(draft.text, walker.at);
		const [wanted, other] = isOpen ? [pair.close, pair.open] : [pair.open, pair.close];
		const step = isOpen ? 'forward' : 'back';
		return findBracket(draft, walker.at, { wanted, other, step, ignoresQuotes: false, isEscaped });
	}
	return null;
}

export function hasOddBackslashes(text: string, at: number): boolean {
	let start = at;
	while (text[start - 1] === '\\') start--;
	return (at - start) % 2 === 1;
}

function quotesArePaired(line: string): boolean {
	const plain = line.replace(/\\[\s\S]/g, '  ').replace(/'"'/g, '   ');
	return (plain.split('"').length - 1) % 2 === 0;
}

/** A bracket in single quotes is a character, and no bracket. */
function overQuotedCharacter(text: string, at: number, isBack: boolean): number {
	const sign = isBack ? -1 : 1;
	const inLine = (offset: number): string | undefined => {
		const between = isBack ? text.slice(offset, at) : text.slice(at, offset);
		return offset < 0 || between.includes('\n') ? undefined : text[offset];
	};
	if (isBack) {
		if (inLine(at - 2) === "'") return at - 2;
		return inLine(at - 2) === '\\' && inLine(at - 3) === "'" ? at - 3 : at;
	}
	if (inLine(at + 1) === undefined || inLine(at + 1) === '\n') return at;
	if (inLine(at + 1) === '\\' && inLine(at + 3) === "'") return at + 3;
	return inLine(at + 2) === "'" ? at + 2 * sign : at;
}
