import type { Entry, ToolEntry } from '../../core/session/entries/entry.js';
import { depthOf, parentIndex, previousAtMost, subtreeEnd } from '../../core/session/entries/entry-depth.js';
import { type EntryList, entryAt } from '../../core/session/entries/entry-list.js';
import { opennessOf, type RenderContext } from './render-context.js';
import { isCardActive } from './tool/subagent-card.js';

export const LATEST_STEPS = 4;

/** Up to so many sub-agents at work each show their newest step; with more, none does. */
const FEW = 4;

/** Steps that each of `atWork` sub-agents shows: a crowd must not push the conversation off the screen. */
export function latestSteps(atWork: number): number {
	return atWork <= 1 ? LATEST_STEPS : atWork <= FEW ? 1 : 0;
}

export function visibleSteps(entry: ToolEntry, context: RenderContext): 'all' | 'latest' | 'none' {
	switch (opennessOf(entry.id, context)) {
		case 'folded':
			return 'none';
		case 'default':
			return context.latestSteps !== 0 && isCardActive(entry, context) ? 'latest' : 'none';
		case 'open':
		case 'all':
			return 'all';
	}
}

/** Index of the entry itself, or of the folded call that stands for it. */
export function visibleAt(list: EntryList, index: number, context: RenderContext): number {
	const entry = entryAt(list, index);
	if (entry === undefined || depthOf(entry) === 0) return index;
	let shown = index;
	let below = index;
	for (let above = parentIndex(list, index); above >= 0; above = parentIndex(list, above)) {
		const parent = entryAt(list, above);
		const how = parent?.kind === 'tool' ? visibleSteps(parent, context) : 'all';
		if (how === 'none' || (how === 'latest' && !isAmongLatest(list, below, context))) shown = above;
		below = above;
	}
	return shown;
}

/** Index of the next shown entry below a shown one; the list's size when there is none. */
export function nextVisible(list: EntryList, index: number, context: RenderContext): number {
	const entry = entryAt(list, index);
	if (entry?.kind !== 'tool' || entry.childSteps === undefined) return index + 1;
	switch (visibleSteps(entry, context)) {
		case 'all':
			return index + 1;
		case 'none':
			return subtreeEnd(list, index);
		case 'latest':
			return firstLatest(list, index, entry, context);
	}
}

export function previousVisible(list: EntryList, index: number, context: RenderContext): number {
	return index <= 0 ? -1 : visibleAt(list, index - 1, context);
}

function isAmongLatest(list: EntryList, index: number, { latestSteps: most = LATEST_STEPS }: RenderContext): boolean {
	const depth = depthOf(entryAt(list, index) ?? NONE);
	let next = index;
	for (let after = 0; after < most; after += 1) {
		next = subtreeEnd(list, next);
		const sibling = entryAt(list, next);
		if (sibling === undefined || depthOf(sibling) < depth) return true;
	}
	return false;
}

function firstLatest(
	list: EntryList,
	index: number,
	entry: Entry,
	{ latestSteps: most = LATEST_STEPS }: RenderContext,
): number {
	let first = subtreeEnd(list, index);
	for (let count = 0; count < most; count += 1) {
		const step = previousAtMost(list, first - 1, depthOf(entry) + 1);
		if (step <= index) break;
		first = step;
	}
	return first;
}

const NONE: Entry = { kind: 'user', id: '', at: 0, text: '', blocks: [] };
