import type { TerminalMode } from './terminal.js';

// Button and drag events with SGR coordinates (xterm).
const MOUSE_ON = '\x1b[?1000h\x1b[?1002h\x1b[?1006h';
const MOUSE_OFF = '\x1b[?1006l\x1b[?1002l\x1b[?1000l';
const FOCUS_OFF = '\x1b[?1004l';
const WRAPPING_ON = '\x1b[?7h';

/** What switches a mode on and off. Lines are wrapped unless that is switched off. */
const SEQUENCES: Readonly<Record<TerminalMode, { readonly on: string; readonly off: string }>> = {
	mouse: { on: MOUSE_ON, off: MOUSE_OFF },
	'focus-reports': { on: '\x1b[?1004h', off: FOCUS_OFF },
	'line-wrapping': { on: WRAPPING_ON, off: '\x1b[?7l' },
};
const USUAL: Readonly<Record<TerminalMode, boolean>> = { mouse: false, 'focus-reports': false, 'line-wrapping': true };
const MODES: readonly TerminalMode[] = ['mouse', 'focus-reports', 'line-wrapping'];

// XTWINOPS 22/23: the user's own title is kept by the terminal and put back.
const TITLE_PUSH = '\x1b[22;2t';
const TITLE_POP = '\x1b[23;2t';
// ConEmu's OSC 9;4: 3 is work without a known end, 0 none.
const PROGRESS_ON = '\x1b]9;4;3;0\x07';
const PROGRESS_OFF = '\x1b]9;4;0;0\x07';

/** What is switched on in a terminal besides its screen and its keyboard: in force from `resume` to `pause`. */
export class TerminalModes {
	readonly #write: (data: string) => void;
	readonly #wanted = { ...USUAL };
	readonly #inForce = { ...USUAL };
	#title: string | null = null;
	#hasTitle = false;
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

	/** Text is sanitised by the caller; null gives the user's own title back. */
	setTitle(text: string | null): void {
		this.#title = text;
		if (!this.#isPaused) this.#showTitle(text);
	}

	/** Written again each time that it is on: some terminals take progress away that nobody repeats. */
	setProgress(isOn: boolean): void {
		this.#progress = isOn;
		if (!this.#isPaused) this.#showProgress(isOn);
	}

	/** Gives everything back until `resume`; what is set meanwhile is in force then. Safe to call twice. */
	pause(): void {
		for (const mode of MODES) this.#turn(mode, USUAL[mode]);
		this.#showProgress(false);
		this.#showTitle(null);
		this.#isPaused = true;
	}

	resume(): void {
		this.#isPaused = false;
		for (const mode of MODES) this.#turn(mode, this.#wanted[mode]);
		this.#showProgress(this.#progress);
		this.#showTitle(this.#title);
	}

	#turn(mode: TerminalMode, isOn: boolean): void {
		if (this.#inForce[mode] === isOn) return;
		this.#inForce[mode] = isOn;
		this.#write(isOn ? SEQUENCES[mode].on : SEQUENCES[mode].off);
	}

	#showProgress(isOn: boolean): void {
		if (isOn || this.#hasProgress) this.#write(isOn ? PROGRESS_ON : PROGRESS_OFF);
		this.#hasProgress = isOn;
	}

	#showTitle(text: string | null): void {
		if (text === null && !this.#hasTitle) return;
		this.#write(text === null ? TITLE_POP : `${this.#hasTitle ? '' : TITLE_PUSH}\x1b]2;${text}\x07`);
		this.#hasTitle = text !== null;
	}
}

/**
 * Every switch of ours, off. Not the title: where none of ours stands, that would take one of somebody else's away.
 */
const ALL_OFF = `${MOUSE_OFF}${WRAPPING_ON}\x1b[?2004l${FOCUS_OFF}\x1b[<u\x1b[?2026l\x1b[?1049l\x1b[?25h\x1b[0m`;

/**
 * What takes a terminal back from a program that was left, or that died, without giving it back. Besides the
 * switches of ours: every report of the mouse, modifyOtherKeys (ctrl+c would come as something else), keys and
 * keypad of applications, scroll region, character set, shape of the cursor. Leaving an alternate
 * screen that is not there, and the region, would move the cursor: it is saved before.
 */
export const TAKE_BACK = `\x1b7${ALL_OFF}\x1b[?1003l\x1b[?1015l\x1b[>4;0m\x1b[?1l\x1b>\x1b7\x1b[r\x1b8\x1b(B\x0f\x1b[0 q`;
