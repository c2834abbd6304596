import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf, parentIdOf } from '../../core/session/entries/entry-depth.js';
import { type Line, muted } from '../line.js';
import { behind } from '../line-origin.js';
import { behindFirst } from './transcript-layout.js';

/** Indentation of a sub-agent's entry: `mark` before the first line, blanks before the others. */
export type Gutter = { readonly width: number; readonly mark: Line };

const NO_GUTTER: Gutter = { width: 0, mark: [] };

const STEP = 2;
const LEAST_ROOM = 16;

export function gutterOf(entry: Entry, width: number): Gutter {
	const depth = depthOf(entry);
	// Without a known parent it is at the top, but is marked all the same: the agent itself did not write it.
	const level = depth === 0 && parentIdOf(entry) !== undefined ? 1 : depth;
	const most = Math.min(Math.floor(width / 4), width - LEAST_ROOM);
	if (level === 0 || most < STEP) return NO_GUTTER;
	const cells = Math.min(STEP + level * STEP, most);
	const mark: Line = [muted(`${' '.repeat(cells - 2)}└ `)];
	return { width: cells, mark };
}

export function behindGutter(gutter: Gutter, line: Line): Line {
	return gutter.width === 0 ? line : behind(gutter.mark, gutter.width, line);
}

export function inGutter({ width, mark }: Gutter, lines: readonly Line[]): readonly Line[] {
	return width === 0 ? lines : lines.map(behindFirst(mark, width));
}
