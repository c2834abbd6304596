import type { Line } from './line.js';

/** The part of a drawn line that comes from its source. Kept beside the lines, by identity: nearly all have none. */
export type LineOrigin = {
	/** Cells at the left that the source does not have: markers, bars, numbers, margins. */
	readonly gutter: number;
	/** Text of the source in the place of the gutter: a list's `- `, tabs. */
	readonly mark: string;
	/** Of a row that goes on from the row above: what the wrap has eaten between them. Null: a line of its own. */
	readonly joint: string | null;
	/** Cells at the right that the source does not have. */
	readonly padding: number;
	/** Code and quotes: what is around them is never part of them. */
	readonly isVerbatim: boolean;
	/** The sign of a diff's line: part of a copy only where lines cannot be distinguished without it. */
	readonly sign: '' | '+' | '-' | ' ';
	/** Text that a row stands for when all of it is taken; null: nothing. Undefined: its own text. */
	readonly whole: string | null | undefined;
	/** Texts beside each other. A copy takes the new side's, or the old one's where both ends of it lie there. */
	readonly sides: Sides | null;
};

/** The two sides of a row; null: nothing is there. What is left of the cell `divider` is the old side. */
type Sides = { readonly divider: number; readonly old: SideOrigin | null; readonly new: SideOrigin | null };

/** The cells of a side's text, from the first to behind the last; `mark` and `joint` as in a line of its own. */
export type SideOrigin = {
	readonly from: number;
	readonly to: number;
	readonly mark: string;
	readonly joint: string | null;
};

const own: LineOrigin = {
	gutter: 0,
	mark: '',
	joint: null,
	padding: 0,
	isVerbatim: false,
	sign: '',
	whole: undefined,
	sides: null,
};
const origins = new WeakMap<Line, LineOrigin>();

export function originOf(line: Line): LineOrigin {
	return origins.get(line) ?? own;
}

/** Notes where a line comes from: as `like` does, but for `change`. `line` must be new: nobody else may hold it. */
export function noteOrigin(line: Line, like: Line | null, change: Partial<LineOrigin> = {}): Line {
	const known = like === null ? own : originOf(like);
	if (known !== own || Object.keys(change).length > 0) origins.set(line, { ...known, ...change });
	return line;
}

/** The line behind `prefix`, which takes `cells` and is not the source's. */
export function behind(prefix: Line, cells: number, line: Line): Line {
	const { gutter, sides } = originOf(line);
	return noteOrigin([...prefix, ...line], line, {
		gutter: cells + gutter,
		...(sides === null ? {} : { sides: movedRight(sides, cells) }),
	});
}

function movedRight({ divider, old, new: fresh }: Sides, cells: number): Sides {
	const moved = (side: SideOrigin | null): SideOrigin | null =>
		side === null ? null : { ...side, from: side.from + cells, to: side.to + cells };
	return { divider: divider + cells, old: moved(old), new: moved(fresh) };
}
