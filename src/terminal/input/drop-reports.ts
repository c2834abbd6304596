/** Where the search for answers of the terminal stands between two chunks of input. */
export type ReportDrop = {
	/** `string`: an answer has begun, and its end is still to come. `introduced`: what began may be a key. */
	readonly place: 'ground' | 'introduced' | 'string' | 'paste';
	/** What introduced it: the character after ESC. */
	readonly kind: string;
	/** When the last chunk came (ms). */
	readonly at: number;
	/** The end of the last chunk: marks of a paste may come in two pieces. */
	readonly tail: string;
};

/** Nothing seen yet. */
export const noReports: ReportDrop = { place: 'ground', kind: '', at: 0, tail: '' };

/** An answer that pauses for so long has no end, in ms; after a bare introducer it was a key. */
const END_WITHIN = 250;
const BODY_WITHIN = 50;

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
const opening = /\x1b\[200~|\x1b[\]P_^X]|[\x90\x98\x9d-\x9f]|\x9b[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]/g;
/** The end of a string, or what breaks it off. ESC at the very end may be half of an end. */
const closing = /\x07|\x1b\\|\x9c|\x1b$|[\x00-\x06\x0e-\x1f]/;
const eightBit: ReadonlyMap<string, string> = new Map([
	['\x90', 'P'],
	['\x98', 'X'],
	['\x9d', ']'],
	['\x9e', '^'],
	['\x9f', '_'],
]);

/** How the body of an answer begins, as far as it is there; what a person types after alt+] or alt+_ does not look like it. */
const bodies: Readonly<Record<string, RegExp>> = {
	']': /^(?:\d{1,4}(?:;|$)|[lLI](?:[^\x00-\x1f]|$))/,
	P: /^(?:[>!](?:\||$)|[01](?:[$+]|$)|\d+(?:[;|$!+>]|$))/,
	_: /^G(?:$|[a-zA-Z](?:=|$))/,
	'^': /^[^\x00-\x1f]{2}/,
	X: /^[^\x00-\x1f]{2}/,
};

/**
 * Takes answers of the terminal out of raw input that Ink would hand on as keys: strings (OSC, DCS, APC,
 * PM, SOS), late, cut in pieces or broken off, and 8-bit sequences. Ink itself drops 7-bit CSI. Inside a
 * bracketed paste everything stays. Total; `now` in ms.
 */
export function dropReports(
	before: ReportDrop,
	chunk: string,
	now: number,
): { readonly state: ReportDrop; readonly text: string } {
	let { place, kind } = before;
	const gap = now - before.at;
	if ((place === 'string' && gap > END_WITHIN) || (place === 'introduced' && gap > BODY_WITHIN)) place = 'ground';
	let kept = '';
	let from = 0;
	if (place === 'introduced') place = bodies[kind]?.test(chunk) === true ? 'string' : 'ground';
	if (place === 'ground' && isMarkAcross(before.tail, chunk)) place = 'paste';
	for (let isDone = false; !isDone; ) {
		if (place === 'paste') {
			const end = pasteEnd(before.tail, chunk, from);
			kept += chunk.slice(from, end ?? chunk.length);
			from = end ?? chunk.length;
			if (end === null) isDone = true;
			else place = 'ground';
		} else if (place === 'string') {
			const rest = from === 0 && before.tail.endsWith('\x1b') && before.place === 'string' ? `\x1b${chunk}` : chunk;
			const shift = rest.length - chunk.length;
			const end = closing.exec(rest.slice(from));
			if (end === null || (end[0] === '\x1b' && from + end.index === rest.length - 1)) {
				isDone = true;
			} else {
				const isEnd = end[0] === '\x07' || end[0] === '\x1b\\' || end[0] === '\x9c';
				// What broke it off is input again.
				from = Math.max(0, from + end.index + (isEnd ? end[0].length : 0) - shift);
				place = 'ground';
			}
		} else {
			opening.lastIndex = from;
			const found = opening.exec(chunk);
			if (found === null) {
				kept += chunk.slice(from);
				break;
			}
			kept += chunk.slice(from, found.index);
			const next = found.index + found[0].length;
			const isCsi = found[0].startsWith('\x9b');
			kind = eightBit.get(found[0]) ?? found[0].slice(1);
			if (found[0] === PASTE_START) {
				kept += found[0];
				place = 'paste';
			} else if (next === chunk.length && !isCsi) {
				kept += found[0];
				place = 'introduced';
				break;
			} else if (!isCsi && bodies[kind]?.test(chunk.slice(next)) === true) {
				place = 'string';
			} else if (!isCsi) {
				kept += found[0];
			}
			from = next;
		}
	}
	const tail = (before.tail + chunk).slice(1 - PASTE_END.length);
	return { state: { place, kind, at: now, tail }, text: kept };
}

function isMarkAcross(tail: string, chunk: string): boolean {
	const start = (tail + chunk).indexOf(PASTE_START);
	return start >= 0 && start < tail.length;
}

/** Behind the end of the paste, in the chunk; null when it goes on. */
function pasteEnd(tail: string, chunk: string, from: number): number | null {
	const shift = from === 0 ? tail.length : 0;
	const end = (shift === 0 ? chunk : tail + chunk).indexOf(PASTE_END, from);
	return end < 0 ? null : Math.max(from, end + PASTE_END.length - shift);
}
