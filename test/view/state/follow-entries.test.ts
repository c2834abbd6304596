import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { type EntryList, entryAt } from '../../../src/core/session/entries/entry-list.js';
import { followEntries } from '../../../src/view/state/follow-places.js';
import { initialUi, type UiState } from '../../../src/view/state/ui-state.js';
import { beginScan } from '../../../src/view/transcript/search/transcript-search.js';
import { busy, play } from '../../core/session/play.js';

const tool = (id: string, parentId?: string): AppEvent => ({
	type: 'tool',
	patch: { id, title: id, ...(parentId === undefined ? {} : { parentId }) },
});
const idAt = (list: EntryList, index: number): string => {
	const entry = entryAt(list, index);
	return entry?.kind === 'tool' ? entry.call.id : '';
};

/** A screen on which everything points at entry 3. */
const pointing = (): UiState => ({
	...initialUi(80, 24, true),
	anchor: { type: 'at', entry: 3, line: 1 },
	cursor: 3,
	selection: {
		anchor: { entry: 3, line: 0, column: 2 },
		head: { entry: 2, line: 0, column: 4 },
		unit: 'cell',
		columns: 80,
		isDragging: true,
		hasMoved: true,
		wasFollowing: false,
		drift: 0,
		driftAt: 0,
	},
	search: {
		text: 'x',
		isTyping: false,
		from: { anchor: { type: 'at', entry: 3, line: 0 }, top: { entry: 3, line: 0 } },
		scan: { ...beginScan('x', 3, 4), scanned: 4, isDone: true, hits: [{ entry: 3, count: 1 }], total: 1 },
		current: { entry: 3, match: 0 },
		wanted: 0,
	},
});

test('What is read, chosen, selected and found stays the same entry when steps come above it.', () => {
	const before = play(busy(), tool('p'), tool('q'), tool('r'));
	const after = play(before, tool('p1', 'p'), tool('q1', 'q'));
	const ui = followEntries(pointing(), before.state.entries, after.state.entries);
	const at = (index: number | undefined | null): string => idAt(after.state.entries, index ?? -1);
	expect(ui.anchor).toEqual({ type: 'at', entry: 5, line: 1 });
	expect([at(ui.cursor), at(ui.selection?.anchor.entry), at(ui.selection?.head.entry)]).toEqual(['r', 'r', 'q']);
	expect([at(ui.search?.current?.entry), at(ui.search?.from.top.entry)]).toEqual(['r', 'r']);
	// Its hits were places in the old list: it looks anew.
	expect(ui.search?.scan).toMatchObject({ start: 5, scanned: 0, hits: [] });
});

test('What comes at the end, or an emptied transcript, changes nothing.', () => {
	const before = play(busy(), tool('p'), tool('q'), tool('r'));
	const ui = pointing();
	expect(followEntries(ui, before.state.entries, play(before, tool('s')).state.entries)).toBe(ui);
	expect(followEntries(ui, before.state.entries, { size: 0, leaves: [] })).toBe(ui);
});
