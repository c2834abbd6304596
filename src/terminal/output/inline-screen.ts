import { createBottomFrame, type Picture } from './bottom-frame.js';
import type { Reflow } from './reflow.js';

/** The terminal as the inline form has it: a frame below its scrollback, or all of the alternate screen for a while. */
export type InlineScreen = {
	/** Writes lines for good and draws the frame; `isWhole`: on the alternate screen, where no line is written. */
	show(lines: readonly string[], picture: Picture, isWhole: boolean): void;
	/** The terminal has so many columns now. */
	resized(columns: number): void;
	/** Another program gets the terminal, or gave it back. */
	away(isAway: boolean): void;
	isAway(): boolean;
	/** What is shown is drawn wholly the next time. */
	anew(): void;
	/** Gives the terminal back: the lines stand, the frame is gone, the cursor is on a row of its own. */
	end(lines: readonly string[]): void;
};

const SHOW_CURSOR = '\x1b[?25h';
const ENTER = '\x1b[?1049h\x1b[H\x1b[2J';
const LEAVE = '\x1b[?1049l';
/** Below everything, on a fresh row: where the cursor was is not to be known after a new size. */
const TO_THE_END = '\x1b[999B\r\n';
const CLEAR_WHOLE = '\x1b[H\x1b[2J';

/** The terminal that `write` writes to, which has its scrollback on the screen. */
export function createInlineScreen(
	write: (data: string) => void,
	size: { readonly columns: number },
	reflowNow: () => Reflow,
): InlineScreen {
	const bottom = createBottomFrame(write, size.columns, reflowNow);
	const whole = createBottomFrame(write, size.columns, () => 'cuts');
	let isWhole = false;
	let wasResized = false;
	let isAway = false;

	function enter(): void {
		bottom.erase();
		write(SHOW_CURSOR + ENTER);
		whole.forget();
		isWhole = true;
		wasResized = false;
	}

	function leave(): void {
		write(SHOW_CURSOR + LEAVE + (wasResized ? TO_THE_END : ''));
		bottom.forget();
		isWhole = false;
	}

	function clearWhole(): void {
		write(SHOW_CURSOR + CLEAR_WHOLE);
		whole.forget();
	}

	return {
		show(lines, picture, wantsWhole) {
			if (wantsWhole !== isWhole) {
				if (wantsWhole) enter();
				else leave();
			}
			const rows = picture.rows.map((row) => row.trimEnd());
			(isWhole ? whole : bottom).show(lines, { ...picture, rows });
		},
		resized(columns) {
			bottom.resized(columns);
			if (!isWhole) return;
			wasResized = true;
			clearWhole();
		},
		away(isNow) {
			if (isNow === isAway) return;
			isAway = isNow;
			if (isNow) {
				if (isWhole) leave();
				else bottom.erase();
				write(SHOW_CURSOR);
			} else {
				// What ran may have left the cursor anywhere: as many blanks as fit take it to a row of its own, if it is
				// on none, and are gone again where it is.
				write(`${' '.repeat(Math.max(0, size.columns - 1))}\r\x1b[J`);
			}
			bottom.forget();
		},
		isAway: () => isAway,
		anew() {
			if (isWhole) clearWhole();
			else bottom.erase();
		},
		end(lines) {
			if (isAway) return;
			if (isWhole) leave();
			bottom.show(lines, { rows: [], cursor: null });
			write(SHOW_CURSOR);
		},
	};
}
