import { functionKeys, type Key, type KeyName, keyOf, type Modifiers } from '../key.js';
import { keysOfText } from './text-keys.js';
import { win32Keys } from './win32-keys.js';

// Keys of xterm, rxvt, the Linux console, PuTTY, modifyOtherKeys and kitty as control sequences, without their ESC.

/** Final letters of `CSI 1 ; modifiers letter` and `SS3 letter`. */
const lettered: Readonly<Record<string, KeyName>> = {
	...{ A: 'up', B: 'down', C: 'right', D: 'left', E: 'unknown', F: 'end', H: 'home' },
	...{ P: 'f1', Q: 'f2', R: 'f3', S: 'f4', Z: 'tab' },
};

/** Numbers of `CSI number ; modifiers ~`. */
const numbered: ReadonlyMap<number, KeyName> = new Map<number, KeyName>([
	...(['home', 'insert', 'delete', 'end', 'pageup', 'pagedown', 'home', 'end'] as const).map(
		(name, index) => [index + 1, name] as const,
	),
	...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map(
		(number, index) => [number, functionKeys[index] ?? 'unknown'] as const,
	),
]);

/** Code points of keys that type nothing, in `CSI code ; modifiers u` and modifyOtherKeys. */
const coded: ReadonlyMap<number, KeyName> = new Map<number, KeyName>([
	[9, 'tab'],
	[13, 'enter'],
	[27, 'escape'],
	[127, 'backspace'],
	// The keypad.
	[57_414, 'enter'],
	...(['left', 'right', 'up', 'down', 'pageup', 'pagedown', 'home', 'end', 'insert', 'delete'] as const).map(
		(name, index) => [57_417 + index, name] as const,
	),
]);

const CAPS_LOCK = 64;
const named = /^[[O](\d{1,5})?(?:;(\d{1,3})(?::(\d))?)?([A-SZ~^$])$/;
const linuxConsole = /^\[\[([A-E])$/;
const rxvt = /^([[O])([a-e])$/;
const kitty = /^\[(\d{1,7})(?::\d*)*(?:;(\d{0,3})(?::(\d))?(?:;([\d:]{1,64}))?)?u$/;
const otherKey = /^\[27;(\d{1,3});(\d{1,7})~$/;

/** Keys of a whole control sequence; none for a key release; null where it is no key at all. */
export function keysOfSequence(sequence: string): readonly Key[] | null {
	return (
		applicationEnter(sequence) ??
		namedKey(sequence) ??
		kittyKey(sequence) ??
		modifiedKey(sequence) ??
		win32Keys(sequence) ??
		oldTerminalKey(sequence)
	);
}

function applicationEnter(sequence: string): readonly Key[] | null {
	return sequence === 'OM' ? [keyOf('enter')] : null;
}

/** Arrows and the like; old xterms send a modifier as the only parameter. */
function namedKey(sequence: string): readonly Key[] | null {
	const match = named.exec(sequence);
	if (match === null) return null;
	const [, number, parameter, event, final = ''] = match;
	const isLetter = /[A-Z]/.test(final);
	const name = isLetter ? lettered[final] : numbered.get(Number(number));
	if (name === undefined || (isLetter && parameter !== undefined && number !== '1')) return null;
	// With another number it is a cursor position report.
	if (final === 'R' && number !== undefined && parameter === undefined) return null;
	if (event === '3') return [];
	const modifiers = modifiersOf(isLetter ? (parameter ?? number) : parameter);
	const shift = modifiers.shift || final === '$' || final === 'Z';
	return [keyOf(name, '', { ...modifiers, shift, ctrl: modifiers.ctrl || final === '^' })];
}

/** `CSI code : shifted : base ; modifiers : event ; text u`; alternate keys are ignored. */
function kittyKey(sequence: string): readonly Key[] | null {
	const match = kitty.exec(sequence);
	if (match === null) return null;
	const [, code, parameter, event, text] = match;
	if (event === '3') return [];
	const typed = (text ?? '').split(':').map((each) => characterOf(Number.parseInt(each, 10)));
	return codedKey(Number(code), parameter, typed.join(''));
}

/** xterm's modifyOtherKeys: `CSI 27 ; modifiers ; code ~`. */
function modifiedKey(sequence: string): readonly Key[] | null {
	const match = otherKey.exec(sequence);
	return match === null ? null : codedKey(Number(match[2]), match[1], '');
}

function codedKey(code: number, parameter: string | undefined, typed: string): readonly Key[] {
	const modifiers = modifiersOf(parameter);
	const name = coded.get(code);
	if (name !== undefined) return [keyOf(name, '', modifiers)];
	const text = typed === '' ? characterOf(code) : typed;
	if (text === '') return [keyOf('unknown', '', modifiers)];
	const isLetter = /^\p{L}$/u.test(text);
	if (modifiers.ctrl || modifiers.alt || modifiers.super) {
		return [keyOf('char', isLetter ? text.toLowerCase() : text, modifiers)];
	}
	const isCapsLocked = (bitsOf(parameter) & CAPS_LOCK) !== 0;
	if (modifiers.shift !== isCapsLocked && /^\p{Ll}$/u.test(text)) {
		return [keyOf('char', text.toUpperCase(), { shift: modifiers.shift })];
	}
	return keysOfText(text);
}

/** The Linux console's first function keys and PuTTY's `[[5~`, and arrows of rxvt with shift (CSI) or ctrl (SS3). */
function oldTerminalKey(sequence: string): readonly Key[] | null {
	if (sequence.startsWith('[[') && sequence.endsWith('~')) return namedKey(sequence.slice(1));
	const letter = linuxConsole.exec(sequence)?.[1];
	if (letter !== undefined) return [keyOf(functionKeys[letter.charCodeAt(0) - 65] ?? 'unknown')];
	const arrow = rxvt.exec(sequence);
	if (arrow === null) return null;
	const isShift = arrow[1] === '[';
	return [keyOf(lettered[(arrow[2] ?? '').toUpperCase()] ?? 'unknown', '', { shift: isShift, ctrl: !isShift })];
}

/** Character of a code point that types one: no control, no private use, no surrogate; else ''. */
function characterOf(code: number): string {
	const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
	const isPrivate = (code >= 0xd800 && code <= 0xf8ff) || code > 0x10ffff;
	return Number.isNaN(code) || isControl || isPrivate ? '' : String.fromCodePoint(code);
}

function modifiersOf(parameter: string | undefined): Modifiers {
	const bits = bitsOf(parameter);
	return {
		shift: (bits & 1) !== 0,
		alt: (bits & (2 | 32)) !== 0,
		ctrl: (bits & 4) !== 0,
		super: (bits & (8 | 16)) !== 0,
	};
}

/** Modifier parameters count from 1; none, or an empty one, means no modifier. */
function bitsOf(parameter: string | undefined): number {
	return Math.max(0, Number(parameter ?? 0) - 1);
}
