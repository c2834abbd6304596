import { type Line, plain, type Span, styled } from '../line.js';
import { clipLine, lineWidth } from '../spans.js';

/** Parts of the side panel, in their order. */
export type SectionId = 'tasks' | 'changes' | 'subagents' | 'queue' | 'context' | 'mcp' | 'sandbox';

export type Section = {
	readonly id: SectionId;
	readonly head: Line;
	/** Rows that it would have, all shown. */
	readonly count: number;
	/** At most `most` of them, with a word about those left out. */
	readonly rows: (most: number) => readonly Line[];
};

/** A title with facts at the right edge. */
export function headLine(title: string, facts: Line, width: number): Line {
	return spread([styled(title, { bold: true })], facts, width);
}

/** Left and right part of a row, the left one cut. */
export function spread(left: Line, right: Line, width: number): Line {
	const edge = lineWidth(right);
	const room = Math.max(1, width - edge - (edge === 0 ? 0 : 1));
	const start = clipLine(left, room);
	if (edge === 0) return start;
	return [...start, plain(' '.repeat(Math.max(1, width - lineWidth(start) - edge))), ...clipLine(right, width)];
}

/** The first rows, and how many more there are where not all have room. */
export function withMore(rows: readonly Line[], most: number, moreOf: (hidden: number) => string): readonly Line[] {
	if (rows.length <= most) return rows;
	const shown = rows.slice(0, Math.max(0, most - 1));
	return [...shown, [styled(moreOf(rows.length - shown.length), { color: 'muted', dim: true })]];
}

export const muted = (text: string): Span => styled(text, { color: 'muted' });
