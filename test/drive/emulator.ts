import xterm, { type Terminal } from '@xterm/headless';

/** What an application can switch on in a terminal, as the emulator knows it. */
export type TerminalModes = {
	readonly alternateScreen: boolean;
	readonly cursorShown: boolean;
	readonly mouse: boolean;
	readonly bracketedPaste: boolean;
	readonly wraps: boolean;
	readonly focusReports: boolean;
	readonly synchronized: boolean;
	readonly applicationCursorKeys: boolean;
	/** How many times the kitty keyboard protocol was pushed and not popped. */
	readonly kittyDepth: number;
};

/** The modes of a terminal that nobody changed. */
export const untouched: TerminalModes = {
	alternateScreen: false,
	cursorShown: true,
	mouse: false,
	bracketedPaste: false,
	wraps: true,
	focusReports: false,
	synchronized: false,
	applicationCursorKeys: false,
	kittyDepth: 0,
};

/** An emulated terminal. */
export type Emulator = {
	readonly terminal: Terminal;
	modes(): TerminalModes;
	/** The rows of the screen, without the blanks at their ends. */
	lines(): readonly string[];
	/** The same with everything that was scrolled off before; what the terminal wrapped is joined. */
	history(): readonly string[];
	cursor(): { readonly x: number; readonly y: number };
};

/** Makes a terminal that answers what it is asked through `reply`; `isKitty` speaks the kitty keyboard protocol. */
export function createEmulator(
	size: {
		readonly columns: number;
		readonly rows: number;
		readonly isKitty: boolean;
		/** What is answered to the question for the background (OSC 11), `rgb:…`; no answer unless given. */
		readonly background?: string;
		/** The name of a terminal that shows pictures, `kitty(0.39.1)`; its cells have 10 by 20 pixels. */
		readonly pictures?: string;
	},
	reply: (data: string) => void,
): Emulator {
	const terminal = new xterm.Terminal({
		cols: size.columns,
		rows: size.rows,
		allowProposedApi: true,
		scrollback: 5000,
	});
	let cursorShown = true;
	let kittyDepth = 0;
	terminal.onData(reply);
	const { parser } = terminal;
	for (const [final, isShown] of [
		['h', true],
		['l', false],
	] as const) {
		parser.registerCsiHandler({ prefix: '?', final }, (params) => {
			if (params.includes(25)) cursorShown = isShown;
			return false;
		});
	}
	parser.registerOscHandler(11, (data) => {
		if (data === '?' && size.background !== undefined) reply(`\x1b]11;${size.background}\x1b\\`);
		return true;
	});
	const { pictures } = size;
	if (pictures !== undefined) {
		parser.registerCsiHandler({ prefix: '>', final: 'q' }, () => {
			reply(`\x1bP>|${pictures}\x1b\\`);
			return true;
		});
		parser.registerCsiHandler({ final: 't' }, (params) => {
			if (params[0] === 16) reply('\x1b[6;20;10t');
			return params[0] === 16;
		});
	}
	parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
		if (size.isKitty) reply(`\x1b[?${kittyDepth > 0 ? 1 : 0}u`);
		return true;
	});
	parser.registerCsiHandler({ prefix: '>', final: 'u' }, () => {
		kittyDepth += 1;
		return true;
	});
	parser.registerCsiHandler({ prefix: '<', final: 'u' }, () => {
		// Popping what was never pushed is no mistake.
		kittyDepth = Math.max(0, kittyDepth - 1);
		return true;
	});
	return {
		terminal,
		modes: () => ({
			alternateScreen: terminal.buffer.active.type === 'alternate',
			cursorShown,
			mouse: terminal.modes.mouseTrackingMode !== 'none',
			bracketedPaste: terminal.modes.bracketedPasteMode,
			wraps: terminal.modes.wraparoundMode,
			focusReports: terminal.modes.sendFocusMode,
			synchronized: terminal.modes.synchronizedOutputMode,
			applicationCursorKeys: terminal.modes.applicationCursorKeysMode,
			kittyDepth,
		}),
		lines() {
			const { active } = terminal.buffer;
			return Array.from(
				{ length: terminal.rows },
				// On the alternate screen the emulator keeps cells that are beyond its columns since they became fewer.
				(_, row) =>
					active
						.getLine(active.baseY + row)
						?.translateToString(true, 0, terminal.cols)
						.trimEnd() ?? '',
			);
		},
		history() {
			const { active } = terminal.buffer;
			const lines: string[] = [];
			for (let row = 0; row < active.length; row += 1) {
				const line = active.getLine(row);
				const text = line?.translateToString(true) ?? '';
				if (line?.isWrapped === true) lines.push(`${lines.pop() ?? ''}${text}`);
				else lines.push(text);
			}
			return lines;
		},
		cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
	};
}
