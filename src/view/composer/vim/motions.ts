import { defined } from '../../../core/defined.js';
import { unitEnd, unitStart } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { matchingBracket } from './brackets.js';
import {
	atColumn,
	cursorColumn,
	firstWord,
	isAtLineEnd,
	lineCount,
	lineOf,
	onCharacter,
	skipBlanks,
	startOfLine,
} from './text.js';
import type { Find } from './vim-state.js';
import { Walker } from './vim-words.js';

type MotionPlace = {
	readonly draft: Draft;
	readonly cursor: number;
	readonly count: number | null;
	readonly argument: string;
	readonly operator: string | null;
	readonly isVisual: boolean;
	readonly anchor?: number;
	readonly column: number | null;
	readonly find: Find | null;
};

/** Result of a motion or object; `inclusive`: the character under the end belongs to it. */
export type Moved = {
	readonly to: number;
	readonly how: 'exclusive' | 'inclusive' | 'lines';
	readonly from?: number;
	/** Column for the next `j` or `k`. */
	readonly column?: number | null;
	readonly find?: Find;
	/** Moves, and an operator does nothing. */
	readonly isCut?: true;
};

export type Motion = (place: MotionPlace) => Moved | null;

const within = (to: number): Moved => ({ to, how: 'exclusive' });
const upTo = (to: number): Moved => ({ to, how: 'inclusive' });

function lineStep({ draft, cursor, count, column, isVisual, anchor }: MotionPlace, by: number): Moved | null {
	const line = lineOf(draft, cursor);
	const last = lineCount(draft) - 1;
	const steps = by * (count ?? 1);
	if (steps < 0 ? line === 0 : line >= last && steps > 0) return null;
	const wanted = column ?? cursorColumn(draft, cursor, anchor);
	const start = startOfLine(draft, Math.min(last, Math.max(0, line + steps)));
	return { to: atColumn(draft, start, wanted, isVisual), how: 'lines', column: wanted };
}

function toEnd(place: MotionPlace): Moved | null {
	const far = { ...place, column: Number.POSITIVE_INFINITY };
	const moved = lineStep({ ...far, count: (place.count ?? 1) - 1 }, 1);
	return moved === null ? stayed(far) : { ...moved, how: 'inclusive' };
}

function right({ draft, cursor, count, operator, isVisual }: MotionPlace): Moved | null {
	let at = cursor;
	for (let left = count ?? 1; left > 0; left--) {
		if (isAtLineEnd(draft, at)) break;
		const next = unitEnd(draft, at);
		if (isAtLineEnd(draft, next) && !isVisual) {
			if (operator !== null) return upTo(at);
			break;
		}
		at = next;
	}
	return at === cursor && operator === null ? null : within(at);
}

function left({ draft, cursor, count, operator }: MotionPlace): Moved | null {
	let at = cursor;
	for (let steps = count ?? 1; steps > 0 && at > lineStart(draft.text, at); steps--) at = unitStart(draft, at);
	return at === cursor && operator === null ? null : within(at);
}

const word =
	(isBig: boolean): Motion =>
	(place) => {
		const { draft, cursor, count, operator } = place;
		const walker = new Walker(draft, cursor, isBig);
		// On a word `cw` changes up to its end, as `ce` does.
		if (operator === 'c' && !isAtLineEnd(draft, cursor) && walker.kind !== 0) {
			walker.wordEnd(count ?? 1, true);
			return onWordEnd(place, walker.at);
		}
		walker.nextWord(count ?? 1, operator !== null);
		return within(walker.at);
	};

/** Behind the last character it ends on that. */
function onWordEnd({ draft, isVisual }: MotionPlace, at: number): Moved {
	return upTo(isVisual ? at : onCharacter(draft, at));
}

const wordEnd =
	(isBig: boolean): Motion =>
	(place) => {
		const { draft, cursor, count } = place;
		const walker = new Walker(draft, cursor, isBig);
		walker.wordEnd(count ?? 1, false);
		return onWordEnd(place, walker.at);
	};

const back =
	(isBig: boolean, isToEnd: boolean): Motion =>
	({ draft, cursor, count }) => {
		const walker = new Walker(draft, cursor, isBig);
		const isDone = isToEnd ? walker.previousWordEnd(count ?? 1) : walker.previousWord(count ?? 1);
		const moved = isToEnd ? upTo(walker.at) : within(walker.at);
		return isDone ? moved : { ...moved, isCut: true };
	};

const toLine =
	(usual: (draft: Draft) => number) =>
	({ draft, count }: Pick<MotionPlace, 'draft' | 'count'>): Moved => ({
		to: firstWord(draft, startOfLine(draft, (count ?? usual(draft)) - 1)),
		how: 'lines',
	});

const finding =
	(isBack: boolean, isUntil: boolean): Motion =>
	(place) => {
		const find = { character: place.argument, isBack, isUntil };
		// Even what is not found is what `;` looks for.
		return { ...(search(place, find, false) ?? stayed(place)), find };
	};

const stayed = ({ cursor, column }: MotionPlace): Moved => ({ ...within(cursor), isCut: true, ...defined({ column }) });

const again =
	(isReversed: boolean): Motion =>
	(place) => {
		const { find } = place;
		if (find === null) return null;
		return search(place, isReversed ? { ...find, isBack: !find.isBack } : find, true);
	};

function search({ draft, cursor, count }: MotionPlace, find: Find, isAgain: boolean): Moved | null {
	const { character, isBack, isUntil } = find;
	const walker = new Walker(draft, cursor);
	const step = (): boolean => (isBack ? walker.left() : walker.forward() === 'inside');
	// `;` behind `t` goes past the character that it stopped at.
	let isFree = !(isAgain && isUntil && (count ?? 1) === 1);
	for (let left = count ?? 1; left > 0; left--) {
		for (;;) {
			if (!step()) return null;
			const { at } = walker;
			const isFound = draft.text.slice(at, unitEnd(draft, at)) === character;
			if (isFound && isFree) break;
			isFree = true;
		}
	}
	const { at } = walker;
	const to = !isUntil ? at : isBack ? unitEnd(draft, at) : unitStart(draft, at);
	return isBack ? within(to) : upTo(to);
}

const paragraph =
	(step: 1 | -1): Motion =>
	({ draft, cursor, count }) => {
		const lines = draft.text.split('\n');
		let line = lineOf(draft, cursor);
		for (let left = (count ?? 1) - 1; left >= 0; left--) {
			let hasText = false;
			for (let isFirst = true; ; isFirst = false) {
				if (lines[line] !== '') hasText = true;
				else if (!isFirst && hasText) break;
				line += step;
				if (line >= 0 && line < lines.length) continue;
				if (left > 0) return { ...within(cursor), isCut: true };
				line -= step;
				break;
			}
		}
		const start = startOfLine(draft, line);
		if (step === -1 || line < lines.length - 1) return within(start);
		const end = onCharacter(draft, lineEnd(draft.text, start));
		return end > start || lines[line] !== '' ? upTo(end) : within(start);
	};

const percent = (draft: Draft, count: number): number => Math.ceil((count * lineCount(draft)) / 100);

const down: Motion = (place) => lineStep(place, 1);
const up: Motion = (place) => lineStep(place, -1);

export const MOTIONS: Readonly<Record<string, Motion>> = {
	h: left,
	l: right,
	' ': right,
	j: down,
	k: up,
	w: word(false),
	W: word(true),
	b: back(false, false),
	B: back(true, false),
	e: wordEnd(false),
	E: wordEnd(true),
	ge: back(false, true),
	gE: back(true, true),
	'0': ({ draft, cursor }) => within(lineStart(draft.text, cursor)),
	'^': ({ draft, cursor }) => within(onCharacter(draft, skipBlanks(draft.text, lineStart(draft.text, cursor)))),
	$: toEnd,
	gg: toLine(() => 1),
	G: toLine(lineCount),
	f: finding(false, false),
	F: finding(true, false),
	t: finding(false, true),
	T: finding(true, true),
	';': again(false),
	',': again(true),
	'%': ({ draft, cursor, count }) => {
		if (count !== null) return count > 100 ? null : toLine(lineCount)({ draft, count: percent(draft, count) });
		const to = matchingBracket(draft, cursor);
		return to === null ? null : upTo(to);
	},
	'{': paragraph(-1),
	'}': paragraph(1),
};
