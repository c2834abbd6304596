/** Switches of the terminal that Ink does not make. Each is given back on every way out. */
export type TerminalModes = {
	mouse(isOn: boolean): void;
	/** Sets the window's title; text is sanitised by the caller. */
	title(text: string): void;
	/** Gives everything back; safe to call twice. */
	restore(): void;
};

// Button and drag events with SGR coordinates (xterm).
const MOUSE_ON = '\x1b[?1000h\x1b[?1002h\x1b[?1006h';
const MOUSE_OFF = '\x1b[?1006l\x1b[?1002l\x1b[?1000l';
// XTWINOPS 22/23: the person's own title is kept by the terminal and put back.
const TITLE_PUSH = '\x1b[22;2t';
const TITLE_POP = '\x1b[23;2t';

/** Makes the switches on a terminal that `write` writes to. */
export function createTerminalModes(write: (data: string) => void): TerminalModes {
	let isMouseOn = false;
	let hasTitle = false;
	return {
		mouse(isOn) {
			if (isOn === isMouseOn) return;
			isMouseOn = isOn;
			write(isOn ? MOUSE_ON : MOUSE_OFF);
		},
		title(text) {
			write(`${hasTitle ? '' : TITLE_PUSH}\x1b]2;${text}\x07`);
			hasTitle = true;
		},
		restore() {
			if (isMouseOn) write(MOUSE_OFF);
			if (hasTitle) write(TITLE_POP);
			isMouseOn = false;
			hasTitle = false;
		},
	};
}

/** What brings any terminal back from any state of this program, for the ways out where nothing else runs. */
export const LAST_RESORT = `${MOUSE_OFF}\x1b[?2004l\x1b[?1004l\x1b[<u\x1b[?2026l\x1b[?1049l\x1b[?25h\x1b[0m`;
