import { type EntryList, entryAt, findLastEntry } from '../../core/session/entries/entry-list.js';
import { blockAt, gapBefore } from './block.js';
import type { RenderContext } from './render-context.js';
import { nextVisible, previousVisible, visibleAt } from './visible-entries.js';

/** First row of the window, or the end of the transcript, which is followed as it grows. */
export type Anchor = { readonly type: 'end' } | { readonly type: 'at'; readonly entry: number; readonly line: number };

/** Line of the transcript: an entry's index and the line within its block (the gap above included). */
export type Position = { readonly entry: number; readonly line: number };

export const START: Anchor = { type: 'at', entry: 0, line: 0 };
export const END: Anchor = { type: 'end' };

export function anchorAt(position: Position): Anchor {
	return { type: 'at', entry: position.entry, line: position.line };
}

export function clampPosition(list: EntryList, context: RenderContext, position: Position): Position {
	if (list.size === 0 || !(position.entry >= 0)) return { entry: 0, line: 0 };
	const wantedEntry = Math.min(Math.floor(position.entry), list.size - 1);
	const entry = visibleAt(list, wantedEntry, context);
	const height = blockAt(list, entry, context).height;
	const isBeyond = position.entry >= list.size || entry !== wantedEntry;
	const wanted = isBeyond ? height - 1 : position.line;
	return { entry, line: Math.max(0, Math.min(Math.floor(wanted) || 0, height - 1)) };
}

/** Position `lines` above, or the very first line. Costs what it passes. */
function moveUp(list: EntryList, context: RenderContext, from: Position, lines: number): Position {
	let { entry, line } = from;
	let left = lines;
	while (left > line) {
		left -= line;
		// An entry that draws nothing has no last line to stop at.
		let above = previousVisible(list, entry, context);
		while (above >= 0 && blockAt(list, above, context).height === 0) above = previousVisible(list, above, context);
		if (above < 0) return firstPosition(list, context);
		entry = above;
		line = blockAt(list, above, context).height;
	}
	return { entry, line: line - left };
}

/** Position `lines` below, and how many of them lay beyond the last line. Costs what it passes. */
function moveDown(
	list: EntryList,
	context: RenderContext,
	from: Position,
	lines: number,
): { readonly position: Position; readonly missing: number } {
	let { entry, line } = from;
	let left = lines;
	while (entry < list.size) {
		const height = blockAt(list, entry, context).height;
		if (line + left < height) return { position: { entry, line: line + left }, missing: 0 };
		left -= height - line;
		entry = nextVisible(list, entry, context);
		line = 0;
	}
	return { position: lastPosition(list, context), missing: left + 1 };
}

function firstPosition(list: EntryList, context: RenderContext): Position {
	let entry = 0;
	while (entry < list.size - 1 && blockAt(list, entry, context).height === 0) entry += 1;
	return { entry, line: 0 };
}

function lastPosition(list: EntryList, context: RenderContext): Position {
	let entry = visibleAt(list, list.size - 1, context);
	while (entry > 0 && blockAt(list, entry, context).height === 0) entry = previousVisible(list, entry, context);
	return { entry: Math.max(0, entry), line: Math.max(0, blockAt(list, entry, context).height - 1) };
}

export function topAtEnd(list: EntryList, context: RenderContext, height: number): Position {
	return moveUp(list, context, lastPosition(list, context), Math.max(0, height - 1));
}

/** Whether a window of `height` rows from `top` leaves lines below it. Draws the window and one entry more. */
export function hasMoreBelow(list: EntryList, context: RenderContext, top: Position, height: number): boolean {
	return moveDown(list, context, top, Math.max(1, height)).missing === 0;
}

/** Anchor `delta` lines further down (negative: up). Reaching the bottom follows the end again. */
export function scroll(list: EntryList, context: RenderContext, anchor: Anchor, height: number, delta: number): Anchor {
	if (list.size === 0) return END;
	const lines = Math.trunc(delta) || 0;
	const top = topOf(list, context, anchor, height);
	if (lines <= 0) return settle(list, context, moveUp(list, context, top, -lines), height);
	if (anchor.type === 'end') return END;
	return settle(list, context, moveDown(list, context, top, lines).position, height);
}

/** Anchor with a line `above` lines below the top; further down where that would leave room below the end. */
export function scrollToLine(
	list: EntryList,
	context: RenderContext,
	position: Position,
	height: number,
	above: number,
): Anchor {
	if (list.size === 0) return END;
	return settle(list, context, moveUp(list, context, clampPosition(list, context, position), above), height);
}

export function previousPrompt(list: EntryList, context: RenderContext, anchor: Anchor, height: number): Anchor {
	const top = topOf(list, context, anchor, height);
	const isAbove = top.line > gapBefore(list, top.entry);
	const found = findLastEntry(list, ({ kind }) => kind === 'user', isAbove ? top.entry : top.entry - 1);
	return found < 0 ? START : { type: 'at', entry: found, line: gapBefore(list, found) };
}

export function nextPrompt(list: EntryList, context: RenderContext, anchor: Anchor, height: number): Anchor {
	if (anchor.type === 'end') return END;
	const top = topOf(list, context, anchor, height);
	const start = top.line < gapBefore(list, top.entry) ? top.entry : top.entry + 1;
	for (let index = start; index < list.size; index += 1) {
		if (entryAt(list, index)?.kind === 'user') {
			return settle(list, context, { entry: index, line: gapBefore(list, index) }, height);
		}
	}
	return END;
}

function topOf(list: EntryList, context: RenderContext, anchor: Anchor, height: number): Position {
	if (anchor.type === 'at') {
		const top = clampPosition(list, context, anchor);
		if (hasMoreBelow(list, context, top, height)) return top;
	}
	return topAtEnd(list, context, height);
}

function settle(list: EntryList, context: RenderContext, position: Position, height: number): Anchor {
	return hasMoreBelow(list, context, position, height) ? anchorAt(position) : END;
}
