import type { EntryList } from '../../core/session/entries/entry-list.js';
import type { TextLine } from '../panel/text-line.js';
import type { ScreenContext } from '../state/context.js';
import { followLayout } from '../state/follow-places.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { TranscriptSearch, UiState } from '../state/ui-state.js';
import { show, type UiStep } from '../state/ui-step.js';
import { blockAt } from '../transcript/block.js';
import type { RenderContext } from '../transcript/render-context.js';
import { beginScan, continueScan, entryMatches, type SearchScan } from '../transcript/search/transcript-search.js';
import type { Spot } from '../transcript/selection/selection.js';
import { reveal } from './scroll-transcript.js';

type Match = NonNullable<TranscriptSearch['current']>;

export function openSearch({ ui }: ScreenContext, layout: ScreenLayout): UiStep {
	const top = layout.window.firstVisible ?? { entry: 0, line: 0 };
	const from = { anchor: ui.anchor, top };
	return show({ ...ui, search: { text: '', isTyping: true, from, scan: null, current: null, wanted: 0 } });
}

/** Searches for another text, from the place where the search began. */
function setQuery(context: ScreenContext, search: TranscriptSearch, text: string): UiState {
	const { ui, session } = context;
	const scan = text === '' ? null : beginScan(text, search.from.top.entry, session.entries.size);
	const wanted = text === '' ? 0 : 1;
	return { ...ui, anchor: search.from.anchor, search: { ...search, text, scan, current: null, wanted } };
}

/** Longest text that is searched for, in characters. */
const MOST_QUERY = 500;

/** The line of the query; null while none is typed. */
export function searchLine(context: ScreenContext): TextLine | null {
	const { search } = context.ui;
	if (search?.isTyping !== true) return null;
	return { text: search.text, most: MOST_QUERY, hasCursor: true, set: (text) => show(setQuery(context, search, text)) };
}

/** Something in the search that is open; nothing where none is. */
const inSearch =
	(change: (context: ScreenContext, search: TranscriptSearch) => UiState) =>
	(context: ScreenContext): UiStep =>
		show(context.ui.search === null ? context.ui : change(context, context.ui.search));

/** Goes to the next match (1) or the one before (-1): at once, or as soon as the search has come there. */
export const stepSearch = (direction: -1 | 1) =>
	inSearch(({ ui }, search) => ({ ...ui, search: { ...search, wanted: direction } }));

/** Ends the typing and keeps the match; an empty query ends the search. */
export const acceptQuery = inSearch(({ ui }, search) => ({
	...ui,
	search: search.text === '' ? null : { ...search, isTyping: false },
}));

export const closeSearch = inSearch(({ ui }, search) => ({ ...ui, search: null, anchor: search.from.anchor }));

export function isSearching({ session, ui }: Pick<ScreenContext, 'session' | 'ui'>): boolean {
	const scan = ui.search?.scan ?? null;
	return scan !== null && !scan.isDone && session.entries.size > 0;
}

export function advanceSearch(context: ScreenContext, layout: ScreenLayout): UiState {
	const { ui, session } = context;
	const { search } = ui;
	if (search === null || search.scan === null) return ui;
	const transcript = transcriptContext(context);
	const scan = continueScan(search.scan, session.entries, transcript);
	if (scan === search.scan && search.wanted === 0) return ui;
	if (search.wanted === 0) return { ...ui, search: { ...search, scan } };
	const found = findMatch({ ...search, scan }, scan, session.entries, transcript);
	const spot = found === null || found === 'later' ? undefined : spotOf(session.entries, found, transcript, scan.query);
	// Laying entries out for the search has moved those below them.
	const followed = followLayout(ui, session.entries, transcript.cache.takeShifts());
	const advanced: TranscriptSearch = { ...(followed.search ?? search), scan };
	if (found === 'later') return { ...followed, search: advanced };
	if (found === null) return { ...followed, search: { ...advanced, wanted: 0 } };
	const anchor = spot === undefined ? followed.anchor : reveal({ ...context, ui: followed }, layout, transcript, spot);
	return { ...followed, anchor, cursor: found.entry, search: { ...advanced, current: found, wanted: 0 } };
}

/** The place of a match, once the lines around it are laid out for the present width. */
function spotOf(list: EntryList, { entry, match }: Match, transcript: RenderContext, query: string): Spot | undefined {
	const spot = entryMatches(list, entry, transcript, query)[match]?.start;
	if (spot === undefined) return undefined;
	const { gap, view } = blockAt(list, entry, transcript);
	view.around(Math.max(0, spot.line - gap));
	return entryMatches(list, entry, transcript, query)[match]?.start;
}

/** The match to go to; `later` while nearer ones may still be found; null when there is none. */
function findMatch(
	search: TranscriptSearch,
	scan: SearchScan,
	list: EntryList,
	transcript: RenderContext,
): Match | null | 'later' {
	const { current, wanted } = search;
	const countIn = (entry: number): number => entryMatches(list, entry, transcript, scan.query).length;
	if (current !== null) {
		const match = current.match + wanted;
		if (match >= 0 && match < countIn(current.entry)) return { entry: current.entry, match };
	} else {
		const { top } = search.from;
		const ranges = entryMatches(list, top.entry, transcript, scan.query);
		const match = ranges.findIndex((range) => range.start.line >= top.line);
		if (match >= 0) return { entry: top.entry, match };
	}
	const from = current?.entry ?? search.from.top.entry;
	for (const entry of candidates(scan, from, wanted, list.size)) {
		// The lines for the search may have been evicted for other long texts.
		blockAt(list, entry, transcript).view.drawSome(Number.POSITIVE_INFINITY);
		const count = countIn(entry);
		if (count > 0) return { entry, match: wanted < 0 ? count - 1 : 0 };
	}
	return scan.isDone ? null : 'later';
}

/** Entries with matches in the wanted direction, the nearest first; only those with nothing unknown before them. */
function candidates(scan: SearchScan, from: number, direction: -1 | 0 | 1, size: number): readonly number[] {
	const count = Math.max(1, size);
	const rotated = (entry: number): number => (entry - scan.start + count) % count;
	const here = rotated(from);
	const distance = (entry: number): number => {
		const steps = ((entry - from) * (direction < 0 ? -1 : 1) + count) % count;
		// All the way round comes last.
		return steps === 0 ? count : steps;
	};
	return scan.hits
		.map((hit) => hit.entry)
		.filter((entry) => scan.isDone || (direction < 0 ? rotated(entry) < here : rotated(entry) > here))
		.sort((first, second) => distance(first) - distance(second));
}
