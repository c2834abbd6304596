import type { CursorShape, ScreenKind, TerminalMode, TerminalQuery } from './terminal.js';

// Button and drag events with SGR coordinates (xterm).
const MOUSE_ON = '\x1b[?1000h\x1b[?1002h\x1b[?1006h';
const MOUSE_OFF = '\x1b[?1006l\x1b[?1002l\x1b[?1000l';
const FOCUS_OFF = '\x1b[?1004l';
const WRAPPING_ON = '\x1b[?7h';

/** Sequences of each mode. Lines are wrapped unless that is switched off. */
const SEQUENCES: Readonly<Record<TerminalMode, { readonly on: string; readonly off: string }>> = {
	mouse: { on: MOUSE_ON, off: MOUSE_OFF },
	// All moves of the pointer.
	'mouse-moves': { on: '\x1b[?1003h', off: '\x1b[?1003l' },
	'focus-reports': { on: '\x1b[?1004h', off: FOCUS_OFF },
	'line-wrapping': { on: WRAPPING_ON, off: '\x1b[?7l' },
};
const USUAL: Readonly<Record<TerminalMode, boolean>> = {
	mouse: false,
	'mouse-moves': false,
	'focus-reports': false,
	'line-wrapping': true,
};
const MODES: readonly TerminalMode[] = ['mouse', 'mouse-moves', 'focus-reports', 'line-wrapping'];

// XTWINOPS 22/23: the terminal saves the user's title and restores it.
const TITLE_PUSH = '\x1b[22;2t';
const TITLE_POP = '\x1b[23;2t';
// ConEmu's OSC 9;4: 3 is indeterminate progress, 0 none.
const PROGRESS_ON = '\x1b]9;4;3;0\x07';
const PROGRESS_OFF = '\x1b]9;4;0;0\x07';

// DECSCUSR: a steady block or bar, and what the user's configuration says.
const CURSOR_SHAPES: Readonly<Record<CursorShape | 'usual', string>> = {
	block: '\x1b[2 q',
	bar: '\x1b[6 q',
	usual: '\x1b[0 q',
};

/** Modes of a terminal besides its screen and keyboard, in force from `resume` to `pause`. */
export class TerminalModes {
	readonly #write: (data: string) => void;
	readonly #wanted = { ...USUAL };
	readonly #inForce = { ...USUAL };
	#title: string | null = null;
	#hasTitle = false;
	#background: string | null = null;
	#hasBackground = false;
	#shape: CursorShape | null = null;
	#shapeInForce: CursorShape | null = null;
	#progress = false;
	#hasProgress = false;
	#isPaused = true;

	constructor(write: (data: string) => void) {
		this.#write = write;
	}

	set(mode: TerminalMode, isOn: boolean): void {
		this.#wanted[mode] = isOn;
		if (!this.#isPaused) this.#turn(mode, isOn);
	}

	/** The caller sanitises the text; null restores the user's title. */
	setTitle(text: string | null): void {
		this.#title = text;
		if (!this.#isPaused) this.#showTitle(text);
	}

	setBackground(color: string | null): void {
		if (color === this.#background) return;
		this.#background = color;
		if (!this.#isPaused) this.#showBackground(color);
	}

	setCursorShape(shape: CursorShape | null): void {
		this.#shape = shape;
		if (!this.#isPaused) this.#showShape(shape);
	}

	/** Written again on each call with true: some terminals drop progress that is not repeated. */
	setProgress(isOn: boolean): void {
		this.#progress = isOn;
		if (!this.#isPaused) this.#showProgress(isOn);
	}

	/** Restores everything until `resume`, which applies what is set meanwhile. Safe to call twice. */
	pause(): void {
		for (const mode of MODES) this.#turn(mode, USUAL[mode]);
		this.#showProgress(false);
		this.#showTitle(null);
		this.#showBackground(null);
		this.#showShape(null);
		this.#isPaused = true;
	}

	resume(): void {
		this.#isPaused = false;
		for (const mode of MODES) this.#turn(mode, this.#wanted[mode]);
		this.#showProgress(this.#progress);
		this.#showTitle(this.#title);
		this.#showBackground(this.#background);
		this.#showShape(this.#shape);
	}

	#turn(mode: TerminalMode, isOn: boolean): void {
		if (this.#inForce[mode] === isOn) return;
		this.#inForce[mode] = isOn;
		this.#write(isOn ? SEQUENCES[mode].on : SEQUENCES[mode].off);
		// In xterm the end of one kind of mouse reports ends all.
		if (mode === 'mouse-moves' && !isOn && this.#inForce.mouse) this.#write(MOUSE_ON);
	}

	#showProgress(isOn: boolean): void {
		if (isOn || this.#hasProgress) this.#write(isOn ? PROGRESS_ON : PROGRESS_OFF);
		this.#hasProgress = isOn;
	}

	#showShape(shape: CursorShape | null): void {
		if (shape === this.#shapeInForce) return;
		this.#shapeInForce = shape;
		this.#write(CURSOR_SHAPES[shape ?? 'usual']);
	}

	/** OSC 11 sets the background, OSC 111 resets it to what the user's configuration says. */
	#showBackground(color: string | null): void {
		if (color === null && !this.#hasBackground) return;
		this.#write(color === null ? '\x1b]111\x1b\\' : `\x1b]11;${color}\x1b\\`);
		this.#hasBackground = color !== null;
	}

	#showTitle(text: string | null): void {
		if (text === null && !this.#hasTitle) return;
		this.#write(text === null ? TITLE_POP : `${this.#hasTitle ? '' : TITLE_PUSH}\x1b]2;${text}\x07`);
		this.#hasTitle = text !== null;
	}
}

/** All our modes off, except the title: without one of ours, popping it would remove somebody else's. */
const ALL_OFF = `${MOUSE_OFF}${WRAPPING_ON}\x1b[?2004l${FOCUS_OFF}\x1b[<u\x1b[?2026l\x1b[?1049l\x1b[?25h\x1b[0m`;

/**
 * Recovers a terminal from a program that left or died without restoring it. Besides our modes: all mouse reports,
 * modifyOtherKeys (ctrl+c would come as something else), application keys and keypad, scroll region, character set,
 * cursor shape. Leaving an alternate screen that is not there, and resetting the region, would move the cursor: it is
 * saved before.
 */
export const TAKE_BACK = `\x1b7${ALL_OFF}\x1b[?1003l\x1b[?1015l\x1b[>4;0m\x1b[?1l\x1b>\x1b7\x1b[r\x1b8\x1b(B\x0f\x1b[0 q`;

export const KEYBOARD_QUERY = '\x1b[?u';
// Flag 1: disambiguates keys.
const PUSH = '\x1b[>1u';
const POP = '\x1b[<u';

/** Kitty keyboard protocol, which is switched for each of the two screens. */
export class KeyboardProtocol {
	readonly #pushed = new Set<ScreenKind>();
	#isSpoken = false;

	/** The terminal answered: in force from now on, on the shown screen (null: none yet). */
	confirm(screen: ScreenKind | null): string {
		this.#isSpoken = true;
		return screen === null ? '' : this.push(screen);
	}

	push(screen: ScreenKind): string {
		if (!this.#isSpoken || this.#pushed.has(screen)) return '';
		this.#pushed.add(screen);
		return PUSH;
	}

	pop(screen: ScreenKind): string {
		return this.#pushed.delete(screen) ? POP : '';
	}
}

/** DA1, which all terminals answer: behind another query it says that no answer will come. */
const END = '\x1b[c';
export const GRAPHICS_QUERY_ID = 31;

/** Terminals ignore queries that they do not know. */
export const QUERIES: Readonly<Record<TerminalQuery, string>> = {
	background: '\x1b]11;?\x1b\\',
	device: '\x1b[>c',
	name: `\x1b[>q${END}`,
	/** Kitty graphics protocol, by a picture of one pixel that is not stored; XTWINOPS 16: cell size in pixels. */
	graphics: `\x1b_Gi=${GRAPHICS_QUERY_ID},s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t${END}`,
};
