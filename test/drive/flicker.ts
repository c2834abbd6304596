/** A cell row that was blank for less (ms) between two frames that are the same around it was seen to flicker. */
const SEEN = 100;

const marks = /\x1b\[\?(2026|2004)([hl])/;
/** What may be written at any time: it moves the cursor, switches modes, asks or tells the terminal something. */
const invisible =
	/\x1bPtmux;(?:\x1b\x1b|[^\x1b])*\x1b\\|\x1b\[[\d;]*[ABCDGHf]|\x1b\[[?>=<][\d;]*[a-zA-Z]|\x1b\[[\d;]*[cnt]|\x1b\[\d* q|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[78=>]|[\r\x07]/g;
const unfinished = /\x1b(?:Ptmux;(?:\x1b\x1b|[^\x1b])*\x1b?|\[[\d;?<>=]*|[\]PX^_][^\x07\x1b]*\x1b?)?$/;
/** Entering the alternate screen is no flicker. */
const switches = /\x1b\[\?1049h\x1b\[H\x1b\[2J/g;
const clears = /\x1b\[[23]J|\x1b\[(?:1;1)?H\x1b\[0?J|\x1bc/;

type Sample = { readonly rows: readonly string[]; readonly at: number };

/**
 * Counts what a user would see flicker: anything visible that is written outside of the marks of synchronized output,
 * a clear of the screen, a row that goes blank and comes back. Counted while the program itself has the terminal, which
 * is while it has bracketed paste on.
 */
export class FlickerCount {
	readonly faults: string[] = [];
	#pending = '';
	#isOurs = false;
	#isInFrame = false;
	#samples: readonly Sample[] = [];

	/** What the program wrote, in any pieces. */
	take(data: string): void {
		let rest = this.#pending + data;
		this.#pending = unfinished.exec(rest)?.[0] ?? '';
		rest = rest.slice(0, rest.length - this.#pending.length);
		for (let mark = marks.exec(rest); mark !== null; mark = marks.exec(rest)) {
			this.#look(rest.slice(0, mark.index));
			const isOn = mark[2] === 'h';
			if (mark[1] === '2026') this.#isInFrame = isOn;
			else {
				this.#isOurs = isOn;
				this.forget();
			}
			rest = rest.slice(mark.index + mark[0].length);
		}
		this.#look(rest);
	}

	/** What is on the screen when a frame is whole; `at` in ms. */
	show(rows: readonly string[], at: number): void {
		// Another program's screen is no frame of ours, however short a time it had the terminal.
		if (!this.#isOurs) return;
		const [first, second] = this.#samples;
		const now = { rows, at };
		if (first !== undefined && second !== undefined) this.#compare(first, second, now);
		if (second !== undefined && rows.every((row, index) => row === second.rows[index])) return;
		this.#samples = second === undefined ? [...this.#samples, now].slice(-2) : [second, now];
	}

	/** The terminal has another size, or is another program's. */
	forget(): void {
		this.#samples = [];
	}

	#look(piece: string): void {
		if (!this.#isOurs || piece === '') return;
		const clear = clears.exec(piece.replace(switches, ''));
		if (clear !== null) this.faults.push(`clears the screen: ${JSON.stringify(clear[0])}`);
		if (this.#isInFrame) return;
		const visible = piece.replace(invisible, '');
		if (visible !== '') this.faults.push(`is written outside of a frame: ${JSON.stringify(visible.slice(0, 80))}`);
	}

	#compare(first: Sample, second: Sample, third: Sample): void {
		if (third.at - second.at >= SEEN || first.rows.length !== third.rows.length) return;
		for (const [index, row] of third.rows.entries()) {
			const isSame = (at: number): boolean => first.rows[at] === third.rows[at] && second.rows[at] === third.rows[at];
			const isBlink = row.trim() !== '' && first.rows[index] === row && second.rows[index]?.trim() === '';
			if (isBlink && isSame(index - 1) && isSame(index + 1)) this.faults.push(`blinks: ${JSON.stringify(row)}`);
		}
	}
}
