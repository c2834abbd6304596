import { Transform } from 'ink';
import type { Line } from '../view/line.js';
import { paintLines } from './paint.js';
import { useLook } from './screen-store.js';

type LinesProps = {
	readonly lines: readonly Line[];
	readonly indent?: number;
	/** Painter: `paintBeside` for what stands beside the side panel. */
	readonly paint?: typeof paintLines;
};

/**
 * Lines that `view` has laid out, one row each. Ink would measure, wrap and clean a text with colours several times a
 * frame, which costs more than all the rest: here it lays out blank rows, and the painted lines take their place when
 * they are written.
 */
export function Lines({ lines, indent = 0, paint = paintLines }: LinesProps) {
	const rows = paint(lines, useLook(), indent);
	if (rows.length === 0) return null;
	return <Transform transform={(_, row) => rows[row] ?? ''}>{rows.map(() => ' ').join('\n')}</Transform>;
}
