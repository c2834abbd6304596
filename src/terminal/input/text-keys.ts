import { graphemes } from '../../core/text/width.js';
import { changedKey, type Key, type KeyName, keyOf } from '../key.js';

/** A longer run of characters is one `paste` key: on a busy machine keys arrive together, but not so many. */
const LONGEST_TYPED = 8;

/**
 * Keys of text that came in one piece and without paste marks. Bracketed paste is on, so a line without marks was
 * typed, and a carriage return at its end is enter: slow links and `tmux send-keys` deliver both in one read. Line
 * breaks inside are a paste of a terminal without bracketed paste: one `paste` key, whose line breaks never send
 * anything, the last one included.
 */
export function keysOfText(text: string): Key[] {
	// Held down, these come many at a time, and ctrl+c counts wherever it stands.
	return text.split(/([\x03\x08\x7f])/).flatMap((piece) => (piece === '' ? [] : keysOfPiece(piece)));
}

function keysOfPiece(piece: string): Key[] {
	const isBreaksOnly = /^(?:\r+|\n+)$/.test(piece);
	const line = piece.endsWith('\r') ? piece.slice(0, -1) : piece;
	if (!isBreaksOnly && /[\r\n]/.test(line)) return [keyOf('paste', piece)];
	return piece.split(/([\x00-\x1f\x7f])/).flatMap((run, index) => {
		if (run === '') return [];
		return index % 2 === 1 ? [keyOfCharacter(run)] : keysOfRun(run);
	});
}

function keysOfRun(run: string): Key[] {
	// Graphemes of many code units exist, but counting those of a long text is of no use.
	const characters = run.length > LONGEST_TYPED * 16 ? null : [...graphemes(run)];
	if (characters === null || characters.length > LONGEST_TYPED) return [keyOf('paste', run)];
	return characters.map(keyOfCharacter);
}

const NAMED: Readonly<Record<string, KeyName>> = {
	...{ '\r': 'enter', '\t': 'tab', '\x1b': 'escape', '\x7f': 'backspace', '\b': 'backspace' },
};

/** Key that sends a character. DEL and BS are backspace, a line feed is ctrl+j; ctrl+_ and ctrl+/ are one byte. */
function keyOfCharacter(character: string): Key {
	const name = NAMED[character];
	if (name !== undefined) return keyOf(name);
	if (character === '\x00') return keyOf('char', ' ', { ctrl: true });
	const code = character.charCodeAt(0);
	if (code < 0x20) return keyOf('char', String.fromCharCode(code + (code <= 26 ? 96 : 64)), { ctrl: true });
	return keyOf('char', character, { shift: /^[A-Z]$/.test(character) });
}

/** Key of a character behind ESC: the same with alt. */
export function altKey(character: string): Key {
	const key = keyOfCharacter(character);
	if (key.name !== 'char' || key.ctrl) return changedKey(key, { alt: true });
	const text = key.text.toLowerCase();
	return changedKey(key, { text, alt: true, shift: text !== key.text });
}
