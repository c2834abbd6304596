import { graphemes } from '../../core/text/width.js';
import { type Key, type KeyName, keyOf, type Modifiers } from '../key.js';

/** The second argument of Ink 8's `useInput` handler, structurally: the view does not import Ink. */
export type InkKey = {
	readonly upArrow: boolean;
	readonly downArrow: boolean;
	readonly leftArrow: boolean;
	readonly rightArrow: boolean;
	readonly pageDown: boolean;
	readonly pageUp: boolean;
	readonly home: boolean;
	readonly end: boolean;
	readonly return: boolean;
	readonly escape: boolean;
	readonly ctrl: boolean;
	readonly shift: boolean;
	readonly tab: boolean;
	readonly backspace: boolean;
	readonly delete: boolean;
	readonly meta: boolean;
	readonly super?: boolean;
	readonly hyper?: boolean;
	readonly capsLock?: boolean;
	readonly eventType?: 'press' | 'repeat' | 'release';
};

/** A longer run of characters is handed on in one piece, as a `paste` key: keys of a busy moment arrive together. */
const mostSingle = 8;

/**
 * The keys of one call of Ink's `useInput` handler, in order; none for a key release and for the
 * broken rest of a mouse report.
 *
 * Facts of Ink 8: DEL (0x7f) and BS (0x08, so also ctrl+h outside of the kitty protocol) arrive as
 * `backspace`, `ESC [ 3 ~` as `delete`; a line feed arrives as the text `\n` without a flag; ctrl+_ and
 * ctrl+/ are the same byte and arrive as ctrl+`_`; function keys, insert and xterm's
 * modifyOtherKeys sequences do not arrive at all (`scanReports` finds them in the raw input).
 */
export function fromInk(input: string, key: InkKey): Key[] {
	if (key.eventType === 'release') return [];
	const modifiers: Modifiers = {
		ctrl: key.ctrl,
		alt: key.meta,
		shift: key.shift,
		super: key.super === true || key.hyper === true,
	};
	const name = flagged(key);
	if (name === 'escape' && key.meta && input === '\x1b') {
		// Two bytes of ESC in one chunk: the key was pressed twice.
		return [keyOf('escape'), keyOf('escape')];
	}
	if (name !== null) return [keyOf(name, '', modifiers)];
	if (input === '') return [keyOf('unknown', '', modifiers)];
	if (isBrokenMouseReport(input)) return [];
	if (modifiers.ctrl || modifiers.alt || modifiers.super) {
		return [keyOf('char', isLetter(input) ? input.toLowerCase() : input, modifiers)];
	}
	const isShouted = modifiers.shift !== (key.capsLock === true);
	if (isShouted && /^\p{Ll}$/u.test(input)) return [keyOf('char', input.toUpperCase(), { shift: modifiers.shift })];
	return fromText(input);
}

function flagged(key: InkKey): KeyName | null {
	if (key.upArrow) return 'up';
	if (key.downArrow) return 'down';
	if (key.leftArrow) return 'left';
	if (key.rightArrow) return 'right';
	if (key.pageUp) return 'pageup';
	if (key.pageDown) return 'pagedown';
	if (key.home) return 'home';
	if (key.end) return 'end';
	if (key.return) return 'enter';
	if (key.escape) return 'escape';
	if (key.tab) return 'tab';
	if (key.backspace) return 'backspace';
	if (key.delete) return 'delete';
	return null;
}

/** A mouse report whose bytes came so slowly that Ink gave up waiting for the end. */
function isBrokenMouseReport(input: string): boolean {
	return /^\[<[\d;]*[Mm]?$/.test(input);
}

function isLetter(input: string): boolean {
	return /^\p{L}$/u.test(input);
}

/**
 * Bracketed paste is on, so a line that comes without brackets was typed, and a carriage return at its end is enter:
 * slow links and `tmux send-keys` deliver both in one read. Line breaks inside of it are a paste of a terminal that
 * knows no brackets: that is one `paste` key, whose line breaks never send anything, the last one included.
 */
function fromText(input: string): Key[] {
	const isBreaksOnly = /^(?:\r+|\n+)$/.test(input);
	const line = input.endsWith('\r') ? input.slice(0, -1) : input;
	if (!isBreaksOnly && /[\r\n]/.test(line)) return [keyOf('paste', input)];
	return input.split(/([\x00-\x1f\x7f])/).flatMap((run, index) => {
		if (run === '') return [];
		return index % 2 === 1 ? [fromCharacter(run)] : fromRun(run);
	});
}

function fromRun(run: string): Key[] {
	// Of a long one nobody counts the characters.
	const characters = run.length > mostSingle * 16 ? null : [...graphemes(run)];
	if (characters === null || characters.length > mostSingle) return [keyOf('paste', run)];
	return characters.map(fromCharacter);
}

function fromCharacter(character: string): Key {
	if (character === '\r') return keyOf('enter');
	if (character === '\t') return keyOf('tab');
	if (character === '\x1b') return keyOf('escape');
	if (character === '\x7f' || character === '\b') return keyOf('backspace');
	const code = character.charCodeAt(0);
	if (code === 0) return keyOf('char', ' ', { ctrl: true });
	if (code < 0x20) return keyOf('char', String.fromCharCode(code + (code <= 26 ? 96 : 64)), { ctrl: true });
	return keyOf('char', character, { shift: /^[A-Z]$/.test(character) });
}
