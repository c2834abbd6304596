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

/** Lines that `view` laid out. Ink gets blank rows: measuring and cleaning coloured text costs more than all the rest. */
export function Lines({ lines, indent = 0, paint = paintLines }: LinesProps) {
	const rows = paint(lines, useLook(), indent);
	if (rows.length === 0) return null;
	return <Transform transform={(_, row) => rows[row] ?? ''}>{rows.map(() => ' ').join('\n')}</Transform>;
}
