import { cellWidth } from '../../core/text/width.js';

const LIMIT = 4096;
const known = new Map<string, number>();

/** The cells of one code point: 0, 1 or 2. Remembered, since output in one script uses few of them. */
export function characterWidth(char: string): number {
	if (char >= ' ' && char <= '~') return 1;
	const remembered = known.get(char);
	if (remembered !== undefined) return remembered;
	const width = Math.min(2, cellWidth(char));
	if (known.size >= LIMIT) known.clear();
	known.set(char, width);
	return width;
}
