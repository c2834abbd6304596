import { unitEnd, unitStart } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { isAtLineEnd } from './text.js';

/** Scripts of which each makes words of its own. */
const SCRIPTS = [/\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Katakana}/u, /\p{Script=Hangul}/u];
const BLANK = 0;
const PUNCTUATION = 1;
const WORD = 2;
const PICTURE = 3;
const CHIP = 4;

function classOf(unit: string, isBig: boolean): number {
	if (/^[\s\u200b]/.test(unit)) return BLANK;
	if (isBig) return WORD;
	if (unit.startsWith('[') && unit.length > 1) return CHIP;
	const script = SCRIPTS.findIndex((each) => each.test(unit));
	if (script >= 0) return CHIP + 1 + script;
	if (/^[\p{L}\p{N}\p{M}_]/u.test(unit)) return WORD;
	return /^\p{Extended_Pictographic}/u.test(unit) ? PICTURE : PUNCTUATION;
}

/** Result of a step: the line's end counts as a character of its own, as it does to vim. */
export type Stepped = 'inside' | 'to-end' | 'new-line' | 'nowhere';

/** A place that walks over characters and line ends; `isBig`: words are whatever stands between blanks. */
export class Walker {
	at: number;
	readonly #draft: Draft;
	readonly #isBig: boolean;

	constructor(draft: Draft, at: number, isBig = false) {
		this.#draft = draft;
		this.at = at;
		this.#isBig = isBig;
	}

	get kind(): number {
		if (isAtLineEnd(this.#draft, this.at)) return BLANK;
		return classOf(this.#draft.text.slice(this.at, unitEnd(this.#draft, this.at)), this.#isBig);
	}

	get isAtStart(): boolean {
		return this.at === lineStart(this.#draft.text, this.at);
	}

	get isOnEmptyLine(): boolean {
		return this.isAtStart && isAtLineEnd(this.#draft, this.at);
	}

	get isOnLastLine(): boolean {
		return lineEnd(this.#draft.text, this.at) === this.#draft.text.length;
	}

	forward(): Stepped {
		if (!isAtLineEnd(this.#draft, this.at)) {
			this.at = unitEnd(this.#draft, this.at);
			return isAtLineEnd(this.#draft, this.at) ? 'to-end' : 'inside';
		}
		if (this.at >= this.#draft.text.length) return 'nowhere';
		this.at++;
		return 'new-line';
	}

	back(): Stepped {
		if (this.at === 0) return 'nowhere';
		const isNew = this.isAtStart;
		this.at = isNew ? this.at - 1 : unitStart(this.#draft, this.at);
		return isNew ? 'new-line' : 'inside';
	}

	/** A step over the line's end, unless that is all of the line. */
	over(step: 'forward' | 'back'): Stepped {
		const done = this[step]();
		return done !== 'inside' && done !== 'nowhere' && !this.isAtStart ? this[step]() : done;
	}

	left(): boolean {
		return !this.isAtStart && this.back() === 'inside';
	}

	skip(kind: number, step: 'forward' | 'back'): boolean {
		while (this.kind === kind) if (this[step]() === 'nowhere') return false;
		return true;
	}

	toRunStart(): void {
		const { kind } = this;
		while (!this.isAtStart) {
			this.back();
			if (this.kind === kind) continue;
			this.forward();
			return;
		}
	}

	/** `w`; `stopsAtEnd`: the last word ends with its line. False where it could not go on. */
	nextWord(count: number, stopsAtEnd: boolean): boolean {
		for (let left = count - 1; left >= 0; left--) {
			const { kind, isOnLastLine } = this;
			const stops = stopsAtEnd && left === 0;
			const first = this.forward();
			if (first === 'nowhere' || (first !== 'inside' && isOnLastLine)) return false;
			if (first !== 'inside' && stops) return true;
			while (kind !== BLANK && this.kind === kind) {
				const step = this.forward();
				if (step === 'nowhere' || (step !== 'inside' && stops)) return true;
			}
			while (this.kind === BLANK && !this.isOnEmptyLine) {
				const step = this.forward();
				if (step === 'nowhere' || (step !== 'inside' && (isOnLastLine || stops))) return true;
			}
		}
		return true;
	}

	/** `b`; `stays`: the start of the word at hand counts. False at the start of the text. */
	previousWord(count: number, stays = false): boolean {
		for (let left = count - 1; left >= 0; left--) {
			const { kind } = this;
			if (this.back() === 'nowhere') return false;
			const isSkipping = !(stays && left === count - 1) || kind === this.kind || kind === BLANK;
			if (isSkipping) {
				while (this.kind === BLANK && !this.isOnEmptyLine) if (this.back() === 'nowhere') return true;
				if (this.kind === BLANK) continue;
				if (!this.skip(this.kind, 'back')) return true;
			}
			this.forward();
		}
		return true;
	}

	/** `e`; `stays`: the end of the word at hand counts, `stopsAtEmpty`: an empty line too. */
	wordEnd(count: number, stays: boolean, stopsAtEmpty = false): boolean {
		for (let left = count - 1; left >= 0; left--) {
			const { kind } = this;
			if (this.forward() === 'nowhere') return false;
			if (this.kind === kind && kind !== BLANK) {
				if (!this.skip(kind, 'forward')) return false;
			} else if (!(stays && left === count - 1) || kind === BLANK) {
				while (this.kind === BLANK && !(stopsAtEmpty && this.isOnEmptyLine))
					if (this.forward() === 'nowhere') return false;
				if (this.kind === BLANK) continue;
				if (!this.skip(this.kind, 'forward')) return false;
			}
			this.back();
		}
		return true;
	}

	/** `ge`; `stopsAtEnd`: a line's end is as good. */
	previousWordEnd(count: number, stopsAtEnd = false): boolean {
		for (let left = count; left > 0; left--) {
			const { kind } = this;
			let step = this.back();
			if (step === 'nowhere') return false;
			if (step === 'new-line' && stopsAtEnd) return true;
			while (kind !== BLANK && this.kind === kind) {
				step = this.back();
				if (step === 'nowhere' || (step === 'new-line' && stopsAtEnd)) return true;
			}
			while (this.kind === BLANK && !this.isOnEmptyLine) {
				step = this.back();
				if (step === 'nowhere' || (step === 'new-line' && stopsAtEnd)) return true;
			}
		}
		return true;
	}
}
