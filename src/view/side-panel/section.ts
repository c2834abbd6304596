import { faint, type Line, styled } from '../line.js';
import { joinLine } from '../spans.js';

export type SectionId = 'tasks' | 'changes' | 'subagents' | 'queue' | 'context' | 'mcp' | 'sandbox';

export type Section = {
	readonly id: SectionId;
	readonly head: Line;
	readonly count: number;
	/** All of it, long rows in full; absent: the same as its rows. */
	readonly whole?: () => readonly Line[];
	/** At most `most` of them, with a word about those left out. */
	readonly rows: (most: number) => readonly Line[];
};

export function headLine(title: string, facts: Line, width: number): Line {
	return joinLine([styled(title, { bold: true })], facts, width);
}

export function withMore(
	count: number,
	most: number,
	first: (shown: number) => readonly Line[],
	hiddenOf = (shown: number): number => count - shown,
): readonly Line[] {
	if (count <= most) return first(count);
	const shown = Math.max(0, most - 1);
	return [...first(shown), [faint(`${hiddenOf(shown)} more`)]];
}
