import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf, previousAtMost } from '../../core/session/entries/entry-depth.js';
import { type EntryList, entryAt } from '../../core/session/entries/entry-list.js';
import type { Line } from '../line.js';
import { entryView } from './entries/entry-lines.js';
import type { RenderContext } from './render-context.js';
import { type TextView, viewOfLines } from './text/text-view.js';
import { nextVisible, visibleAt } from './visible-entries.js';

/** Entry with the blank lines around it. Lines count from 0, the gap above included. */
export type Block = { readonly gap: number; readonly view: TextView; readonly height: number };

const BLANK: Line = [];
const NOTHING: Block = { gap: 0, view: viewOfLines([]), height: 0 };

/** Block of the entry at `index`; empty outside the list and where a folded call stands for the entry. */
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

/** Blank line below an open card, part of the card's block: folding it does not move the entry below. */
function gapAfter(entry: Entry, next: Entry | undefined, height: number): number {
	if (next === undefined || height < 2 || !standTogether(entry, next)) return 0;
	return depthOf(next) > depthOf(entry) ? 0 : 1;
}

export function blockLine(block: Block, line: number): Line {
	const index = line - block.gap;
	return index < 0 || index >= block.view.height ? BLANK : block.view.line(index);
}

/** Blank lines above the entry at `index`, known from the neighbours' kinds alone, so that nothing has to be drawn. */
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

function isAttached(entry: Entry): boolean {
	return entry.kind === 'block' && entry.block.type !== 'image';
}

export function isWork(entry: Entry): boolean {
	if (depthOf(entry) > 0) return true;
	return entry.kind === 'tool' || entry.kind === 'user-command' || entry.kind === 'thought';
}
