/** Legacy sequences of the keys that are no single character (xterm). */
const NAMED: Readonly<Record<string, string>> = {
	enter: '\r',
	escape: '\x1b',
	tab: '\t',
	backspace: '\x7f',
	delete: '\x1b[3~',
	up: '\x1b[A',
	down: '\x1b[B',
	right: '\x1b[C',
	left: '\x1b[D',
	home: '\x1b[H',
	end: '\x1b[F',
	pageup: '\x1b[5~',
	pagedown: '\x1b[6~',
	space: ' ',
};

/** Code points of the keys that the kitty protocol tells apart although they are control characters. */
const CODES: Readonly<Record<string, number>> = { enter: 13, escape: 27, tab: 9, backspace: 127, space: 32 };

const MODIFIERS: Readonly<Record<string, number>> = { shift: 1, alt: 2, ctrl: 4 };

/**
 * The bytes that a terminal sends for a key such as `enter`, `shift+tab`, `ctrl+c` or `alt+up`.
 * `isKitty` encodes as the kitty keyboard protocol does with "disambiguate escape codes" on. Throws
 * for a key that it does not know.
 */
export function keyBytes(key: string, isKitty = false): string {
	const words = key.split('+');
	const base = words.at(-1) ?? '';
	let modifiers = 0;
	for (const word of words.slice(0, -1)) {
		const modifier = MODIFIERS[word];
		if (modifier === undefined) throw new Error(`no modifier is called ${word}`);
		modifiers |= modifier;
	}
	const named = NAMED[base];
	if (named === undefined && [...base].length !== 1) throw new Error(`no key is called ${base}`);
	const code = CODES[base] ?? (named === undefined ? base.codePointAt(0) : undefined);
	if (isKitty && code !== undefined && (modifiers !== 0 || base === 'escape')) {
		return modifiers === 0 ? `\x1b[${code}u` : `\x1b[${code};${modifiers + 1}u`;
	}
	return legacy(key, base, named, modifiers);
}

function legacy(key: string, base: string, named: string | undefined, modifiers: number): string {
	if (modifiers === 0) return named ?? base;
	if (base === 'tab' && modifiers === 1) return '\x1b[Z';
	if (named?.startsWith('\x1b[') === true) {
		const body = named.slice(2);
		return /^\d+~$/.test(body) ? `\x1b[${body.slice(0, -1)};${modifiers + 1}~` : `\x1b[1;${modifiers + 1}${body}`;
	}
	if (modifiers === 4 && /^[a-z]$/.test(base)) return String.fromCharCode(base.charCodeAt(0) - 96);
	if (modifiers === 2) return `\x1b${named ?? base}`;
	throw new Error(`a terminal without the kitty protocol cannot send ${key}`);
}
