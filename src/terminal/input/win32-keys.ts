import { changedKey, functionKeys, type Key, type KeyName, keyOf, type Modifiers } from '../key.js';

// Windows Terminal's win32-input-mode: `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _` per key, which ssh and tmux may leave on.

const record = /^\[(\d{0,5})(?:;(\d{0,5}))?(?:;(\d{0,5}))?(?:;([01]?))?(?:;(\d{0,5}))?(?:;(\d{0,5}))?_$/;

/** Virtual key codes. */
const named: ReadonlyMap<number, KeyName> = new Map<number, KeyName>([
	[8, 'backspace'],
	[9, 'tab'],
	[13, 'enter'],
	[27, 'escape'],
	...(['pageup', 'pagedown', 'end', 'home', 'left', 'up', 'right', 'down'] as const).map(
		(name, index) => [33 + index, name] as const,
	),
	[45, 'insert'],
	[46, 'delete'],
	...functionKeys.map((name, index) => [112 + index, name] as const),
]);
/** Shift, ctrl, alt, the locks and the Windows keys by themselves. */
const SILENT: ReadonlySet<number> = new Set([16, 17, 18, 20, 91, 92, 93, 144, 145, 160, 161, 162, 163, 164, 165]);
const SPACE = 32;

const RIGHT_ALT = 1;
const ALT = 1 | 2;
const CTRL = 4 | 8;
const SHIFT = 16;
/** A key that is held down comes in one record. */
const MOST_REPEATS = 100;

/** Half of a character beyond U+FFFF: such a character comes in two records. */
const HALF = /^[\ud800-\udfff]$/;

/** Joins the halves of characters; a half that nothing follows is dropped. */
export class HalfJoiner {
	#first = '';

	join(keys: readonly Key[]): readonly Key[] {
		return keys.flatMap((key) => {
			const first = this.#first;
			this.#first = '';
			if (key.name !== 'char' || !HALF.test(key.text)) return key;
			if (key.text < '\udc00') this.#first = key.text;
			return key.text < '\udc00' || first === '' ? [] : changedKey(key, { text: first + key.text });
		});
	}
}

/** Keys of a record; none for a release and for a modifier; null for another sequence. */
export function win32Keys(sequence: string): readonly Key[] | null {
	const match = record.exec(sequence);
	if (match === null) return null;
	const [virtual = 0, , unit = 0, isDown = 0, state = 0, repeats = 1] = match
		.slice(1)
		.map((field, index) => (field === undefined || field === '' ? (index === 5 ? 1 : 0) : Number(field)));
	if (isDown === 0 || SILENT.has(virtual)) return [];
	const key = keyOfRecord(virtual, unit, state);
	return Array.from({ length: Math.max(1, Math.min(repeats, MOST_REPEATS)) }, () => key);
}

function keyOfRecord(virtual: number, unit: number, state: number): Key {
	const isPrintable = unit >= 0x20 && unit !== 0x7f;
	// AltGr is the right alt key with a ctrl that nobody holds.
	const isAltGr = isPrintable && (state & RIGHT_ALT) !== 0 && (state & CTRL) !== 0;
	const modifiers: Modifiers = {
		shift: (state & SHIFT) !== 0,
		alt: !isAltGr && (state & ALT) !== 0,
		ctrl: !isAltGr && (state & CTRL) !== 0,
		super: false,
	};
	const name = named.get(virtual);
	if (name !== undefined) return keyOf(name, '', modifiers);
	const text = textOf(virtual, unit, isPrintable);
	if (text === '') return keyOf('unknown', '', modifiers);
	if (modifiers.ctrl || modifiers.alt) return keyOf('char', text.toLowerCase(), modifiers);
	return keyOf('char', text, { shift: /^[A-Z]$/.test(text) });
}

function textOf(virtual: number, unit: number, isPrintable: boolean): string {
	if (isPrintable) return String.fromCharCode(unit);
	if (virtual === SPACE) return ' ';
	const isLetterOrDigit = (virtual >= 48 && virtual <= 57) || (virtual >= 65 && virtual <= 90);
	if (isLetterOrDigit) return String.fromCharCode(virtual);
	return unit > 0 && unit < 0x20 ? String.fromCharCode(unit + 64) : '';
}
