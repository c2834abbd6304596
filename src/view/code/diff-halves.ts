import type { Line, Span } from '../line.js';
import { noteOrigin, originOf, type SideOrigin } from '../line-origin.js';
import { lineWidth, padLine } from '../spans.js';
import type { DiffLayout } from '../ui-options.js';
import type { DiffRow } from './line-changes.js';

export const LEAST_WIDTH: Readonly<Record<DiffLayout, number>> = {
	auto: 120,
	split: 80,
	unified: Number.POSITIVE_INFINITY,
};

/** Rows beside each other: an unchanged row twice, or a row and its replacement. */
export type DiffPair = { readonly old: PairedRow | null; readonly new: PairedRow | null };

export type PairedRow = { readonly row: DiffRow; readonly partner?: DiffRow };

export function rowsOfPair({ old, new: fresh }: DiffPair): readonly DiffRow[] {
	const rows = [old?.row, fresh?.row].filter((row) => row !== undefined);
	return rows[0] === rows[1] ? rows.slice(1) : rows;
}

const divider: Span = { text: '│', style: { color: 'muted', dim: true } };

export function isSplit(layout: DiffLayout, width: number): boolean {
	return width >= LEAST_WIDTH[layout];
}

/** Cells of both halves; one cell is for the divider. */
export function halfWidths(width: number): { readonly old: number; readonly new: number } {
	const old = Math.floor((width - 1) / 2);
	return { old, new: width - 1 - old };
}

export function sideBySide(old: readonly Line[], fresh: readonly Line[], width: number): Line[] {
	const halves = halfWidths(width);
	return Array.from({ length: Math.max(old.length, fresh.length) }, (_, index) => {
		const left = old[index];
		const right = fresh[index];
		const start = halves.old + 1;
		const joined = [
			...(left === undefined ? below(old, halves.old) : padLine(left, halves.old)),
			divider,
			...(right === undefined ? below(fresh, halves.new) : padLine(right, halves.new)),
		];
		return noteOrigin(joined, null, {
			isVerbatim: true,
			sides: {
				divider: halves.old,
				old: left === undefined ? null : sideOrigin(left, 0),
				new: right === undefined ? null : sideOrigin(right, start),
			},
		});
	});
}

/** Filler below the shorter side: its background goes on, its numbers do not. */
function below(lines: readonly Line[], width: number): Line {
	const line = lines[0] ?? [];
	const first = line.findIndex((span) => span.style?.background !== undefined);
	const background = line[first]?.style?.background;
	const margin = lineWidth(line.slice(0, Math.max(0, first)));
	if (background === undefined || margin >= width) return padLine([], width);
	return [...padLine([], margin), { text: ' '.repeat(width - margin), style: { background } }];
}

function sideOrigin(line: Line, start: number): SideOrigin {
	const { gutter, mark, padding, joint } = originOf(line);
	return { from: start + gutter, to: start + lineWidth(line) - padding, mark, joint };
}
