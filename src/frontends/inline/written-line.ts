import { trimLine } from '../../view/inline/trim-line.js';
import type { Line } from '../../view/line.js';

/**
 * A line of the transcript as it is written for good: painted, one cell in, without blanks at its end. A background
 * goes on to the edge all the same; the terminal fills it in, and nobody copies it.
 */
export function writtenLine(line: Line, paintLine: (line: Line) => string): string {
	const { line: text, behind } = trimLine(line);
	if (text.length === 0 && behind === null) return '';
	const painted = ` ${paintLine(text)}`;
	if (behind === null || behind === undefined) return painted;
	const [on = '', off = ''] = paintLine([{ text: ' ', style: { background: behind } }]).split(' ');
	return on === '' ? painted : `${painted}${on}\x1b[K${off}`;
}
