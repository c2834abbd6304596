/** Switches of the terminal that Ink does not make. Each is given back on every way out. */
export type TerminalModes = {
	mouse(isOn: boolean): void;
	/**
	 * Whether the terminal wraps lines by itself. Every row of ours fits; one that a terminal draws wider than
	 * others do (joined emoji) would push its end into the next row, where it stays.
	 */
	wrapping(isOn: boolean): void;
	/** Whether the terminal tells when its window gets and loses the focus. */
	focusReports(isOn: boolean): void;
	/** Sets the window's title; text is sanitised by the caller. Null gives the person's own back. */
	title(text: string | null): void;
	/** The sign of work that goes on, in the taskbar or the tab; said again each time that it is on. */
	progress(isOn: boolean): void;
	/** Gives everything back; safe to call twice. */
	restore(): void;
};

// Button and drag events with SGR coordinates (xterm).
const MOUSE_ON = '\x1b[?1000h\x1b[?1002h\x1b[?1006h';
const MOUSE_OFF = '\x1b[?1006l\x1b[?1002l\x1b[?1000l';
const WRAPPING_OFF = '\x1b[?7l';
const WRAPPING_ON = '\x1b[?7h';
const FOCUS_ON = '\x1b[?1004h';
const FOCUS_OFF = '\x1b[?1004l';
// XTWINOPS 22/23: the person's own title is kept by the terminal and put back.
const TITLE_PUSH = '\x1b[22;2t';
const TITLE_POP = '\x1b[23;2t';
// ConEmu's OSC 9;4: 3 is work without a known end, 0 none.
const PROGRESS_ON = '\x1b]9;4;3;0\x07';
const PROGRESS_OFF = '\x1b]9;4;0;0\x07';

/** Makes the switches on a terminal that `write` writes to. */
export function createTerminalModes(write: (data: string) => void): TerminalModes {
	let hasTitle = false;
	const turnedOn = new Set<string>();
	const turn = (on: string, off: string, isOn: boolean): void => {
		if (isOn === turnedOn.has(off)) return;
		if (isOn) turnedOn.add(off);
		else turnedOn.delete(off);
		write(isOn ? on : off);
	};
	const title = (text: string | null): void => {
		if (text === null && !hasTitle) return;
		write(text === null ? TITLE_POP : `${hasTitle ? '' : TITLE_PUSH}\x1b]2;${text}\x07`);
		hasTitle = text !== null;
	};
	return {
		mouse: (isOn) => turn(MOUSE_ON, MOUSE_OFF, isOn),
		wrapping: (isOn) => turn(WRAPPING_OFF, WRAPPING_ON, !isOn),
		focusReports: (isOn) => turn(FOCUS_ON, FOCUS_OFF, isOn),
		title,
		progress(isOn) {
			if (isOn && turnedOn.has(PROGRESS_OFF)) write(PROGRESS_ON);
			else turn(PROGRESS_ON, PROGRESS_OFF, isOn);
		},
		restore() {
			for (const off of turnedOn) write(off);
			turnedOn.clear();
			title(null);
		},
	};
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
