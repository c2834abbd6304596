import type { Entry } from '../../core/session/entries/entry.js';
import { type EntryList, entryAt, findLastEntry } from '../../core/session/entries/entry-list.js';
import { gapBefore } from './block.js';
import type { RenderContext } from './context.js';
import {
	type Anchor,
	anchorAt,
	clampPosition,
	END,
	hasMoreBelow,
	moveDown,
	moveUp,
	type Position,
	topAtEnd,
} from './position.js';

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

export function scrollToStart(): Anchor {
	return { type: 'at', entry: 0, line: 0 };
}

/** Anchor with the nearest prompt above the window at its top; the start when there is none. */
export function previousPrompt(list: EntryList, context: RenderContext, anchor: Anchor, height: number): Anchor {
	const top = topOf(list, context, anchor, height);
	const isAbove = top.line > gapBefore(list, top.entry);
	const found = findLastEntry(list, isPrompt, isAbove ? top.entry : top.entry - 1);
	return found < 0 ? scrollToStart() : { type: 'at', entry: found, line: gapBefore(list, found) };
}

/** Anchor with the next prompt below the first row at the top; the end when there is none. */
export function nextPrompt(list: EntryList, context: RenderContext, anchor: Anchor, height: number): Anchor {
	if (anchor.type === 'end') return END;
	const top = topOf(list, context, anchor, height);
	const start = top.line < gapBefore(list, top.entry) ? top.entry : top.entry + 1;
	for (let index = start; index < list.size; index += 1) {
		const entry = entryAt(list, index);
		if (entry !== undefined && isPrompt(entry)) {
			return settle(list, context, { entry: index, line: gapBefore(list, index) }, height);
		}
	}
	return END;
}

function isPrompt(entry: Entry): boolean {
	return entry.kind === 'user';
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
