import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf, previousAtMost } from '../../core/session/entries/entry-depth.js';
import { type EntryList, entryAt } from '../../core/session/entries/entry-list.js';
import type { Line } from '../line.js';
import type { RenderContext } from './context.js';
import { entryView } from './entries/entry-lines.js';
import { type TextView, viewOfLines } from './text/text-view.js';
import { nextVisible, visibleAt } from './visible-entries.js';

/**
 * An entry as it is in the transcript: its lines below a gap of blank ones, and above another blank
 * one when it is an open card with more work below it. An entry that draws nothing has no gap either.
 * Lines of a block count from 0, the gap included.
 */
export type Block = { readonly gap: number; readonly view: TextView; readonly height: number };

const BLANK: Line = [];
const NOTHING: Block = { gap: 0, view: viewOfLines([]), height: 0 };

/** The entry at `index` as a block; an empty one outside the list, and where a folded call stands for it. */
export function blockAt(list: EntryList, index: number, context: RenderContext): Block {
	const entry = entryAt(list, index);
	if (entry === undefined || visibleAt(list, index, context) !== index) return NOTHING;
	const view = entryView(entry, context);
	if (view.height === 0) return NOTHING;
	const gap = gapBefore(list, index);
	return {
		gap,
		view,
		height: gap + view.height + gapAfter(entry, entryAt(list, nextVisible(list, index, context)), view.height),
	};
}

/** The same with every line laid out: its height is no guess. */
export function wholeBlockAt(list: EntryList, index: number, context: RenderContext): Block {
	Array.from(blockAt(list, index, context).view.parts());
	return blockAt(list, index, context);
}

/**
 * The blank line below an open card is in the card's own block: what it looks like depends on its
 * own lines, and a card that opens or shuts moves nothing of the entry that somebody reads below it.
 */
function gapAfter(entry: Entry, next: Entry | undefined, height: number): number {
	if (next === undefined || height < 2 || !standTogether(entry, next)) return 0;
	return depthOf(next) > depthOf(entry) ? 0 : 1;
}

/** The line of a block; a blank one in the gaps and outside. */
export function blockLine(block: Block, line: number): Line {
	const index = line - block.gap;
	return index < 0 || index >= block.view.height ? BLANK : block.view.line(index);
}

/**
 * Blank lines above the entry at `index`. Known from the neighbours' kinds alone, so that nothing
 * needs to be drawn to know it: work (tool cards and folded thoughts) stands together, and so do files and links.
 */
export function gapBefore(list: EntryList, index: number): number {
	const entry = entryAt(list, index);
	// Steps stand close below their call, whatever they are.
	if (entry === undefined || depthOf(entry) > 0) return 0;
	const previous = entryAt(list, previousAtMost(list, index - 1, 0));
	if (previous === undefined) return 0;
	return standTogether(entry, previous) ? 0 : 1;
}

function standTogether(one: Entry, other: Entry): boolean {
	return (isWork(one) && isWork(other)) || (isAttached(one) && isAttached(other));
}

/** A sound, a file or a link is a line; a picture may be more. */
function isAttached(entry: Entry): boolean {
	return entry.kind === 'block' && entry.block.type !== 'image';
}

function isWork(entry: Entry): boolean {
	if (depthOf(entry) > 0) return true;
	return entry.kind === 'tool' || entry.kind === 'user-command' || entry.kind === 'thought';
}
