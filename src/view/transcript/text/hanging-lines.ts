import type { Line } from '../../line.js';
import { fitted, hang } from '../layout.js';

const SAME = (lines: readonly Line[]): readonly Line[] => lines;

/**
 * Lines behind a marker that are drawn again and again while a text grows. Those at the beginning that are as they were
 * stay the same objects, so that nobody lays them out or paints them again.
 */
export class HangingLines {
	#key = '';
	#sources: readonly Line[] = [];
	#lines: readonly Line[] = [];

	/**
	 * `draw`'s lines, hung as `hang` does, in at most `width` cells. `key` is what they depend on besides the text, and
	 * `style` is what becomes of each line in the end.
	 */
	hang(
		key: string,
		marker: Line,
		width: number,
		draw: (room: number) => readonly Line[],
		style: (lines: readonly Line[]) => readonly Line[] = SAME,
	): readonly Line[] {
		const before = key === this.#key ? this.#sources : [];
		let sources: readonly Line[] = [];
		let kept = 0;
		const changed = hang(marker, width, (room) => {
			sources = draw(room);
			while (kept < sources.length && sources[kept] === before[kept]) kept += 1;
			const rest = style(kept === 0 ? sources : sources.slice(kept));
			// The marker goes to the first line: an empty one takes it in the place of those that are kept.
			return kept === 0 ? rest : [[], ...rest];
		});
		const rest = fitted(kept === 0 ? changed : changed.slice(1), width);
		this.#lines = kept === 0 ? rest : [...this.#lines.slice(0, kept), ...rest];
		this.#sources = sources;
		this.#key = key;
		return this.#lines;
	}
}
