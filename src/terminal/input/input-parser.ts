import { changedKey, keyOf } from '../key.js';
import type { TerminalEvent } from '../terminal.js';
import {
	begunCsi,
	begunSs3,
	brokenCsi,
	c1,
	csi,
	ignored,
	introducer,
	lengthOfBegunEnd,
	matchAt,
	PASTE_END,
	PASTE_START,
	pendingKeys,
	ss3,
	stringBodies,
	stringEnd,
} from './grammar.js';
import { parseMouse } from './mouse.js';
import { reportOfSequence, reportOfString } from './reports.js';
import { keysOfSequence } from './sequence-keys.js';
import { altKey, keysOfText } from './text-keys.js';
import { HalfJoiner } from './win32-keys.js';

/** `ignored`: a meaningless sequence. `mouse-bytes`: three behind `CSI M`. `late-paste`: one that stopped. */
type Place = 'ground' | 'string' | 'ignored' | 'mouse-bytes' | 'paste' | 'late-paste';

/** Milliseconds that a possible key waits for the rest of a sequence. */
const KEY_WAIT = 20;
/** Milliseconds after which an incomplete sequence is dropped. */
const SEQUENCE_WAIT = 250;
/** Milliseconds of a pause after which a paste is delivered as far as it came. */
const PASTE_WAIT = 2000;

/** Longer control sequences are ignored. */
const LONGEST_SEQUENCE = 64;
/** Longer reports are ignored. */
const LONGEST_STRING = 512;
/** UTF-16 code units; a longer paste is delivered in pieces. */
const LONGEST_PASTE = 16 * 1024 * 1024;
/** After an interrupted paste, a longer piece is more of the paste, a shorter one was typed. */
const LONGEST_TYPED = 32;

/** Parses input, cut at any byte. What is no event is dropped, never typed. Holds one sequence and one paste. */
export class InputParser {
	readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	readonly #halves = new HalfJoiner();
	#place: Place = 'ground';
	#pending = '';
	#body = '';
	#kind = '';
	#hasPasted = false;
	#skipped = 0;
	#events: TerminalEvent[] = [];

	feed(data: string | Uint8Array): TerminalEvent[] {
		const input = this.#pending + (typeof data === 'string' ? data : this.#decoder.decode(data, { stream: true }));
		this.#pending = '';
		for (let at = 0; at < input.length; ) at = this.#step(input, at);
		return this.#takeEvents();
	}

	/** Milliseconds to wait for more input before `flush`; null where nothing is pending. */
	get wait(): number | null {
		if (this.#place === 'paste') return PASTE_WAIT;
		if (this.#place === 'late-paste') return null;
		if (this.#place !== 'ground') return SEQUENCE_WAIT;
		if (this.#pending === '') return null;
		return pendingKeys(this.#pending) === null ? SEQUENCE_WAIT : KEY_WAIT;
	}

	/** Nothing more came in time: the pending input is a key, an unfinished paste, or nothing. */
	flush(): TerminalEvent[] {
		const pending = this.#pending;
		this.#pending = '';
		if (this.#place === 'ground') {
			for (const key of pendingKeys(pending) ?? []) this.#events.push({ type: 'key', key });
		} else if (this.#place === 'paste') {
			this.#body += pending;
			if (this.#body !== '') this.#handOnPaste(LONGEST_PASTE);
			this.#place = 'late-paste';
		} else if (this.#place !== 'late-paste') {
			this.#place = 'ground';
		}
		return this.#takeEvents();
	}

	#takeEvents(): TerminalEvent[] {
		const events = this.#events;
		this.#events = [];
		return events;
	}

	#step(input: string, at: number): number {
		switch (this.#place) {
			case 'ground':
				return this.#ground(input, at);
			case 'string':
				return this.#string(input, at);
			case 'ignored':
				return this.#ignored(input, at);
			case 'mouse-bytes':
				return this.#mouseByte(input, at);
			case 'paste':
				return this.#paste(input, at);
			case 'late-paste':
				this.#place = input.length - at > LONGEST_TYPED || input.includes(PASTE_END, at) ? 'paste' : 'ground';
				return at;
		}
	}

	#ground(input: string, at: number): number {
		introducer.lastIndex = at;
		const found = introducer.exec(input);
		const end = found?.index ?? input.length;
		if (end > at) for (const key of keysOfText(input.slice(at, end))) this.#events.push({ type: 'key', key });
		if (found === null) return end;
		if (found[0] !== '\x1b') return this.#eightBit(input, end, c1[found[0]] ?? '');
		return this.#escape(input, end);
	}

	#escape(input: string, at: number): number {
		const next = input.codePointAt(at + 1);
		if (next === undefined) return this.#keep(input, at);
		const character = String.fromCodePoint(next);
		if (character === '[' || character === 'O') return this.#sequence(input, at, at + 2, character);
		if (character in stringBodies) return this.#stringBegin(input, at, character);
		if (character === '\x1b') return this.#twoEscapes(input, at);
		if (character in c1) {
			this.#pressEscape();
			return at + 1;
		}
		this.#events.push({ type: 'key', key: altKey(character) });
		return at + 1 + character.length;
	}

	/** ESC before a key sequence is alt; else ESC was pressed, once or twice. */
	#twoEscapes(input: string, at: number): number {
		const third = input[at + 2];
		if (third === undefined) return this.#keep(input, at);
		if (third === '[' || third === 'O') return this.#sequence(input, at, at + 3, third);
		this.#pressEscape();
		if (third in stringBodies) return at + 1;
		this.#pressEscape();
		return at + 2;
	}

	#eightBit(input: string, at: number, kind: string): number {
		if (kind === '[' || kind === 'O') return this.#sequence(input, at, at + 1, kind);
		if (kind !== '') this.#beginString(kind);
		return at + 1;
	}

	/** Parses a control sequence that begins at `from` and whose introducer (`[` or `O`) is before `at`. */
	#sequence(input: string, from: number, at: number, kind: '[' | 'O'): number {
		const [whole, begun] = kind === '[' ? [csi, begunCsi] : [ss3, begunSs3];
		const found = matchAt(whole, input, at)?.[0];
		if (found !== undefined && found.length <= LONGEST_SEQUENCE) {
			this.#wholeSequence(kind + found, at - from === 3);
			return at + found.length;
		}
		if (found === undefined && matchAt(begun, input, at) === null) return this.#brokenSequence(input, from, at, kind);
		if (found === undefined && input.length - at <= LONGEST_SEQUENCE) return this.#keep(input, from);
		this.#place = 'ignored';
		return at;
	}

	/** A broken sequence was typed with alt where it has no parameters; else it is dropped. */
	#brokenSequence(input: string, from: number, at: number, kind: '[' | 'O'): number {
		const end = at + (kind === 'O' ? 0 : (matchAt(brokenCsi, input, at)?.[0].length ?? 0));
		if (at - from === 3) this.#pressEscape();
		if (at - from > 1 && end === at) this.#events.push({ type: 'key', key: altKey(kind) });
		if (end > at && /[ -?]/.test(input.charAt(end))) this.#place = 'ignored';
		return end;
	}

	#wholeSequence(found: string, isAfterEscape: boolean): void {
		const keys = keysOfSequence(found);
		if (keys !== null) {
			for (const key of this.#halves.join(keys))
				this.#events.push({ type: 'key', key: isAfterEscape ? changedKey(key, { alt: true }) : key });
			return;
		}
		if (isAfterEscape) this.#pressEscape();
		if (found === PASTE_START) {
			this.#place = 'paste';
			this.#body = '';
			this.#hasPasted = false;
		} else if (found === '[M') {
			this.#place = 'mouse-bytes';
			this.#skipped = 3;
		} else if (found === '[I' || found === '[O') {
			this.#events.push({ type: 'focus', isFocused: found === '[I' });
		} else {
			const event = parseMouse(found);
			const report = reportOfSequence(found);
			if (event !== null) this.#events.push({ type: 'mouse', event });
			if (report !== null) this.#events.push({ type: 'report', report });
		}
	}

	#ignored(input: string, at: number): number {
		const found = matchAt(ignored, input, at);
		const end = at + (found?.[0].length ?? 0);
		if (found?.[1] !== undefined || end < input.length) this.#place = 'ground';
		return end;
	}

	/** An old mouse report has three bytes behind `CSI M`, none a control character. */
	#mouseByte(input: string, at: number): number {
		const isByte = (input[at] ?? '') >= ' ';
		this.#skipped -= 1;
		if (!isByte || this.#skipped === 0) this.#place = 'ground';
		return isByte ? at + 1 : at;
	}

	#stringBegin(input: string, at: number, kind: string): number {
		const body = input.slice(at + 2, at + 2 + 8);
		if (stringBodies[kind]?.is.test(body) === true) {
			this.#beginString(kind);
			return at + 2;
		}
		if (stringBodies[kind]?.mayBecome.test(body) === true && at + 2 + body.length === input.length) {
			return this.#keep(input, at);
		}
		this.#events.push({ type: 'key', key: altKey(kind) });
		return at + 2;
	}

	#beginString(kind: string): void {
		this.#place = 'string';
		this.#kind = kind;
		this.#body = '';
	}

	#string(input: string, at: number): number {
		stringEnd.lastIndex = at;
		const found = stringEnd.exec(input);
		const end = found?.index ?? input.length;
		// One character more than any report marks it as too long.
		this.#body = (this.#body + input.slice(at, end)).slice(0, LONGEST_STRING + 1);
		if (found === null) return end;
		if (found[0] === '\x1b' && end === input.length - 1) return this.#keep(input, end);
		this.#place = 'ground';
		const isWhole = found[0] === '\x07' || found[0] === '\x1b\\' || found[0] === '\x9c';
		// The byte that broke off the string is input again.
		if (!isWhole) return end;
		const report = this.#body.length > LONGEST_STRING ? null : reportOfString(this.#kind, this.#body);
		if (report !== null) this.#events.push({ type: 'report', report });
		return end + found[0].length;
	}

	#paste(input: string, at: number): number {
		const end = input.indexOf(PASTE_END, at);
		const kept = end < 0 ? lengthOfBegunEnd(input, at) : 0;
		this.#body += input.slice(at, end < 0 ? input.length - kept : end);
		while (this.#body.length > LONGEST_PASTE) this.#handOnPaste(LONGEST_PASTE);
		if (end < 0) return this.#keep(input, input.length - kept);
		// An empty paste counts, an empty rest of one does not.
		if (this.#body !== '' || !this.#hasPasted) this.#handOnPaste(LONGEST_PASTE);
		this.#place = 'ground';
		return end + PASTE_END.length;
	}

	#handOnPaste(length: number): void {
		this.#events.push({ type: 'paste', text: this.#body.slice(0, length) });
		this.#body = this.#body.slice(length);
		this.#hasPasted = true;
	}

	#pressEscape(): void {
		this.#events.push({ type: 'key', key: keyOf('escape') });
	}

	#keep(input: string, from: number): number {
		this.#pending = input.slice(from);
		return input.length;
	}
}
