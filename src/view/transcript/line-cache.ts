import { lastFrom } from '../../core/once.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { outputOf, type TerminalView } from '../../core/tool-call.js';
import type { Line } from '../line.js';
import { createScreenFeed } from '../terminal-output/feed.js';
import { LONG_TEXT, LongText, type Shift } from './text/long-text.js';
import { StreamingText } from './text/streaming-text.js';

export type EntryShift = Shift & { readonly entryId: string };

const STREAMS = 3;
/** Long texts kept: those in a frame, those that scrolling passes, and the one that is searched. */
const LONG_TEXTS = 8;
const SCREENS = 12;

/** Lines that a generation holds. One entry counts for at most a quarter, so that a frame never evicts its own. */
const GENERATION = 4000;
const HEAVIEST = GENERATION / 4;

export type RenderCache = ReturnType<typeof createRenderCache>;

/** Lines by entry and layouts of long texts, bounded. One for each view: two widths would draw everything twice. */
export function createRenderCache() {
	let drawn = 0;
	const whole = createMemo();
	const parts = new Map<string, unknown>();
	const streams = createRecent(STREAMS, () => new StreamingText());
	const longs = createRecent(LONG_TEXTS, (id) => new LongText(streams.peek(id) === undefined ? 0 : LONG_TEXT));
	const screens = createRecent(SCREENS, createScreenFeed);
	return {
		lines: (entry: Entry, key: string, draw: () => readonly Line[]): readonly Line[] =>
			whole(entry, key, () => {
				drawn += 1;
				return draw();
			}),
		body: createMemo(),
		/** Lines of a `part` of the screen, as `draw` made them last, while they are made `from` the same. */
		part: <T>(part: string, from: readonly unknown[], draw: () => T): T => {
			const kept = (parts.get(part) ?? lastFrom()) as ReturnType<typeof lastFrom<T>>;
			parts.set(part, kept);
			return kept(from, draw);
		},
		stream: streams.take,
		knownStream: streams.peek,
		long: longs.take,
		/** Protects the layout of this entry, in place of the one pinned before, from being evicted. */
		pinLong: longs.pin,
		takeShifts: (): readonly EntryShift[] =>
			[...longs.entries()].flatMap(([entryId, long]) => long.takeShifts().map((shift) => ({ ...shift, entryId }))),
		hasShifts: (): boolean => [...longs.entries()].some(([, long]) => long.hasShifts()),
		screen: (view: TerminalView) => screens.take(view.id).show(outputOf(view)),
		/** Count of entries drawn, for tests and benches. */
		drawn: (): number => drawn,
	};
}

/** Memoises in two generations: entries used since the last switch, and those used before. */
function createMemo() {
	type Drawn = { readonly key: string; readonly lines: readonly Line[] };
	let young = new WeakMap<Entry, Drawn>();
	let old = young;
	let weight = 0;

	function keep(entry: Entry, drawn: Drawn): void {
		if (weight > GENERATION) {
			old = young;
			young = new WeakMap();
			weight = 0;
		}
		young.set(entry, drawn);
		weight += 1 + Math.min(drawn.lines.length, HEAVIEST);
	}

	return (entry: Entry, key: string, draw: () => readonly Line[]): readonly Line[] => {
		const recent = young.get(entry);
		const known = recent ?? old.get(entry);
		if (known?.key === key) {
			if (recent === undefined) keep(entry, known);
			return known.lines;
		}
		const lines = draw();
		keep(entry, { key, lines });
		return lines;
	};
}

/** Least recently used cache of at most `limit` values; the pinned one is never evicted. */
function createRecent<T>(limit: number, create: (id: string) => T) {
	const kept = new Map<string, T>();
	let pinned: string | null = null;
	return {
		peek: (id: string): T | undefined => kept.get(id),
		pin: (id: string): void => {
			pinned = id;
		},
		entries: () => kept.entries(),
		take: (id: string): T => {
			const value = kept.get(id) ?? create(id);
			kept.delete(id);
			kept.set(id, value);
			if (kept.size > limit) {
				const oldest = [...kept.keys()].find((each) => each !== pinned);
				if (oldest !== undefined) kept.delete(oldest);
			}
			return value;
		},
	};
}
