import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncateMiddle } from '../../core/text/width.js';
import { type Line, styled } from '../line.js';
import { clipLine, joinLine, lineWidth, padLine } from '../spans.js';
import type { Panel, PanelRow } from './panel.js';
import { isNumbered } from './panel-layout.js';

/** Least cells of a label that is cut in the middle. */
const LEAST_LABEL = 8;

export type RowPlace = {
	readonly at: number;
	readonly isSelected: boolean;
	/** Cells of the labels; 0: no row has words behind its label. */
	readonly label: number;
	readonly width: number;
};

/** Marks, number, signs, label; then words in a column of their own, or figures at the edge. */
export function rowLine(panel: Panel, row: PanelRow, { at, isSelected, label: column, width }: RowPlace): Line {
	const marks: Line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		...(row.isCurrent === undefined ? [] : [styled(row.isCurrent ? '● ' : '  ', { color: 'success' })]),
	];
	const look: Parameters<typeof styled>[1] = isSelected
		? { bold: true }
		: row.isMuted === true
			? { color: 'muted' }
			: {};
	const edge = row.edge?.(width);
	const before = [...marks, ...(row.signs ?? [])];
	const left = Math.max(LEAST_LABEL, width - lineWidth(edge ?? []) - lineWidth(before) - 1);
	const label = sanitizeLine(row.label);
	const name: Line = [
		...(isNumbered(panel) ? [styled(at > 8 ? '  ' : `${at + 1} `, look)] : []),
		...(row.signs ?? []),
		styled(row.isCutInMiddle === true ? truncateMiddle(label, left) : label, look),
	];
	if (edge !== undefined) return joinLine([...marks, ...name], edge, width);
	const { detail = '' } = row;
	if (detail === '') return [...marks, ...clipLine(name, width - 4)];
	return [
		...marks,
		...padLine(clipLine(name, column), column, look),
		styled(` ${sanitizeLine(detail)}`, { color: 'muted' }),
	];
}
