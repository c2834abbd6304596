import { type Key, keyOf } from '../key.js';
import { altKey } from './text-keys.js';

// Input syntax (ECMA-48, xterm): where sequences begin and end, and what may still become one.

export const PASTE_START = '[200~';
export const PASTE_END = '\x1b[201~';
export const introducer = /[\x1b\x8f\x90\x98\x9b-\x9f]/g;
export const c1: Readonly<Record<string, string>> = {
	...{ '\x8f': 'O', '\x90': 'P', '\x98': 'X', '\x9b': '[', '\x9d': ']', '\x9e': '^', '\x9f': '_' },
};
/** Rest of a control sequence behind its introducer. `[[A` is the Linux console's, `[2$` rxvt's. */
export const csi = /[235678]\$|\[[\x30-\x3f]{0,8}[\x40-\x7e]|(?!\[)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]/y;
/** Function keys of old terminals. */
export const ss3 = /[\d;]*[\x40-\x7e]/y;
export const begunCsi = /(?:\[[\x30-\x3f]{0,8}|[\x30-\x3f]*[\x20-\x2f]*)$/y;
export const begunSs3 = /[\d;]*$/y;
export const brokenCsi = /\[[\x30-\x3f]{0,8}|[\x30-\x3f]*[\x20-\x2f]*/y;
export const ignored = /[\x20-\x3f]*([\x40-\x7e])?/y;
/** End of a string, or what breaks it off; ESC at the end of the input may be half of an end. */
export const stringEnd = /\x07|\x1b\\|\x9c|\x1b|[\x00-\x06\x0e-\x1f]/g;

/** Beginnings of string bodies behind ESC, and what may still become one: alt with these keys looks otherwise. */
export const stringBodies: Readonly<Record<string, { readonly is: RegExp; readonly mayBecome: RegExp }>> = {
	']': { is: /^(?:\d{1,4};|[lLI][^\x00-\x1f])/, mayBecome: /^(?:\d{0,4}|[lLI])$/ },
	P: { is: /^(?:[>!]\||\d{1,4}[;|$!+>])/, mayBecome: /^(?:[>!]|\d{0,4})$/ },
	_: { is: /^G(?:[a-zA-Z]=|;)/, mayBecome: /^(?:G[a-zA-Z]?)?$/ },
};

export function matchAt(pattern: RegExp, input: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(input);
}

export function lengthOfBegunEnd(input: string, from: number): number {
	for (let length = Math.min(PASTE_END.length - 1, input.length - from); length > 0; length -= 1) {
		if (input.endsWith(PASTE_END.slice(0, length))) return length;
	}
	return 0;
}

/** Keys of an incomplete sequence if nothing follows it; null where it can only be a broken sequence. */
export function pendingKeys(pending: string): readonly Key[] | null {
	const [, escapes = '', key = ''] = /^(\x1b{1,2})([[O\]P_]?)$/.exec(pending) ?? [];
	if (escapes === '') return null;
	const keys = Array.from({ length: escapes.length - (key === '' ? 0 : 1) }, () => keyOf('escape'));
	if (key !== '') keys.push(altKey(key));
	return keys;
}
