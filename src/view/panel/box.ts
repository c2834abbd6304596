import { type Line, plain, type Role, type Span, styled } from '../line.js';
import { clipLine, lineText, lineWidth, padLine, reachingTo, sliceLine, targeted } from '../spans.js';
import type { Target } from '../target.js';

type BoxOptions = {
	readonly title?: Line;
	readonly corner?: Line;
	readonly foot?: Line;
	readonly color: Role;
	/** The column within at which a rule goes down from edge to edge. */
	readonly joint?: number;
	/** Lines, from one to another, at which the right edge is thick: the part of a whole that is in sight. */
	readonly thumb?: { readonly from: number; readonly to: number };
};

/**
 * A frame around lines, `width` cells wide, with a title in its upper edge, `corner` at the right of it where that has
 * room, and words in the lower one. Lines are clipped to it.
 */
export function box(lines: readonly Line[], width: number, options: BoxOptions): Line[] {
	const inner = Math.max(1, width - 4);
	const edge = (text: string): Span => styled(text, { color: options.color });
	const inEdge = (words: Line = []): Line =>
		words.length === 0 ? [] : clipLine([plain(' '), ...words, plain(' ')], inner);
	const rest = (words: Line): string => '─'.repeat(Math.max(0, width - 3 - lineWidth(words)));
	const title = inEdge(options.title);
	const cornerWords = inEdge(options.corner);
	const corner = lineWidth(title) + lineWidth(cornerWords) + LEAST_EDGE > width ? [] : cornerWords;
	const foot = inEdge(options.foot);
	const { joint, thumb = { from: 0, to: -1 } } = options;
	const top: Line =
		corner.length === 0
			? [edge('╭─'), ...title, edge(`${rest(title)}╮`)]
			: [edge('╭─'), ...title, edge(rest([...title, ...corner, plain('─')])), ...corner, edge('─╮')];
	const right = (at: number): Span =>
		at >= thumb.from && at <= thumb.to ? styled(' ┃', { color: options.color, bold: true }) : edge(' │');
	return [
		joined(top, joint, edge('┬')),
		...lines.map((line, at) => [edge('│ '), ...padLine(clipLine(line, inner), inner), right(at)]),
		joined([edge('╰─'), ...foot, edge(`${rest(foot)}╯`)], joint, edge('┴')),
	];
}

/** An edge with a sign at a column within it, where no words stand. */
function joined(edge: Line, joint: number | undefined, sign: Span): Line {
	if (joint === undefined) return edge;
	const at = joint + 2;
	const before = sliceLine(edge, 0, at);
	const isFree = lineText(sliceLine(edge, at - 1, at + 2)) === '───' && lineWidth(before) === at;
	return isFree ? [...before, sign, ...sliceLine(edge, at + 1, lineWidth(edge))] : edge;
}

/** Cells of the edge that are seen around and between words in it. */
export const LEAST_EDGE = 8;

/** Cells that a line inside a box of this width may take. */
export function innerWidth(width: number): number {
	return Math.max(1, width - 4);
}

/** Rows of the transcript that stay visible above a panel that leaves the draft in sight, where there is room. */
export const KEPT_IN_SIGHT = 3;

export class Body {
	readonly lines: Line[] = [];
	cursor: { readonly line: number; readonly column: number } | null = null;
	/** The lines that have to be visible, the last behind them. */
	focus: { readonly from: number; readonly to: number } = { from: 0, to: 0 };

	add(lines: readonly Line[], target: Target | null = null): void {
		for (const line of lines) this.lines.push(target === null ? line : targeted(line, target));
	}

	addFocus(
		lines: readonly Line[],
		target: Target | null,
		cursor: { readonly row: number; readonly column: number } | null,
	): void {
		const from = this.lines.length;
		this.add(lines, target);
		this.focus = { from, to: this.lines.length };
		if (cursor !== null) this.cursor = { line: from + cursor.row, column: cursor.column };
	}

	/** Adds `count` lines of another body, from line `from` on. */
	append({ lines, cursor }: Body, from = 0, count = lines.length): void {
		const offset = this.lines.length - from;
		this.add(lines.slice(from, from + count));
		if (cursor !== null && cursor.line >= from && cursor.line < from + count)
			this.cursor = { line: cursor.line + offset, column: cursor.column };
	}

	/** The first line that is shown of a page of so many, so that what has the keys is visible. */
	topFor(page: number): number {
		const { from, to } = this.focus;
		return to <= page ? 0 : Math.max(0, Math.min(this.lines.length - page, from, to - page));
	}
}

/** The part of a body that is in sight; `position` says so below it, and `gap` blank lines set off what stays there. */
type BodyWindow = {
	readonly top: number;
	readonly shown: number;
	readonly position: string | null;
	readonly gap: number;
};

/** Visible lines of a body that scrolls, and below them those that stay. */
export function windowOn(body: Body, { top, shown, position, gap }: BodyWindow, below: Body): Body {
	const whole = new Body();
	whole.append(body, top, shown);
	if (position !== null) whole.add([[styled(position, { color: 'warning' })]]);
	whole.add(Array.from({ length: gap }, () => []));
	whole.append(below);
	return whole;
}

export type BodyFrame = BoxOptions & Required<Pick<BoxOptions, 'title'>>;

/** Drawn lines, with the cursor's cell in them. */
type DrawnBody = {
	readonly lines: readonly Line[];
	readonly cursor: { readonly x: number; readonly y: number } | null;
};

/** A body in at most `room` rows; without a frame indented by a cell. A blank row above where there is room. */
export function drawBody({ lines, cursor }: Body, frame: BodyFrame | null, columns: number, room: number): DrawnBody {
	const width = frame === null ? columns - 1 : innerWidth(columns);
	const whole = lines.map((line) => reachingTo(line, width));
	const drawn =
		frame === null ? whole.map((line) => clipLine([plain(' '), ...line], columns)) : box(whole, columns, frame);
	const air = drawn.length + KEPT_IN_SIGHT <= room ? 1 : 0;
	const kept = [...Array.from({ length: air }, () => []), ...drawn].slice(0, room);
	const above = air + (frame === null ? 0 : 1);
	const at =
		cursor === null
			? null
			: { x: Math.min(columns - 1, cursor.column + (frame === null ? 1 : 2)), y: cursor.line + above };
	return { lines: kept, cursor: at !== null && at.y < kept.length ? at : null };
}
