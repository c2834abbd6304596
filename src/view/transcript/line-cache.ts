import type { Entry } from '../../core/session/entries/entry.js';
import { outputOf, type TerminalView } from '../../core/tool-call.js';
import type { Line } from '../line.js';
import { createScreenFeed, type ScreenFeed } from '../terminal-output/feed.js';
import type { TerminalScreen } from '../terminal-output/screen.js';
import type { DiffLayout } from '../ui-options.js';
import type { Openness } from './openness.js';
import { LONG_TEXT, LongText, type Shift } from './text/long-text.js';
import { StreamingText } from './text/streaming-text.js';

/** Inputs besides the entry that decide its lines. `tick` changes with time for entries that are still running. */
export type LineKey = {
	readonly width: number;
	readonly cwd: string;
	readonly openness: Openness;
	readonly highlighting: number;
	readonly tick: string;
	readonly diffLayout: DiffLayout;
	readonly isTimeBeside: boolean;
	readonly subagent: string;
	readonly pictures: string;
};

/**
 * Drawn lines by entry (an entry is immutable, so lines stay valid as long as it lives), and layouts of growing and
 * long texts. The number kept is bounded, since a long session has far more entries than anybody looks at.
 */
export type RenderCache = {
	readonly lines: (entry: Entry, key: LineKey, draw: () => readonly Line[]) => readonly Line[];
	/** Lines of an entry below its head, independent of `tick`. */
	readonly body: (entry: Entry, key: LineKey, draw: () => readonly Line[]) => readonly Line[];
	readonly stream: (entryId: string) => StreamingText;
	readonly knownStream: (entryId: string) => StreamingText | undefined;
	readonly long: (entryId: string) => LongText;
	/** Protects the layout of this entry, in place of the one pinned before, from being evicted. */
	readonly pinLong: (entryId: string) => void;
	/** Lines that moved within their entries since the last call, in order. */
	readonly takeShifts: () => readonly EntryShift[];
	readonly hasShifts: () => boolean;
	readonly screen: (view: TerminalView) => TerminalScreen;
	/** Count of entries drawn, for tests and benches. */
	readonly drawn: () => number;
};

export type EntryShift = Shift & { readonly entryId: string };

const STREAMS = 3;
/** As many as a frame looks at, those that scrolling passes, and the one that is searched. */
const LONG_TEXTS = 8;
const SCREENS = 12;

/**
 * Lines that a generation of drawn entries holds before it becomes the old one. One entry counts for at most a quarter,
 * so that one frame's entries, however long, never evict each other.
 */
const GENERATION = 4000;
const HEAVIEST = GENERATION / 4;

/** One cache for each transcript view: two widths in one would draw everything twice. */
export function createRenderCache(): RenderCache {
	let drawn = 0;
	const whole = createMemo();
	const bodies = createMemo();
	const streams = createRecent(STREAMS, () => new StreamingText());
	const longs = createRecent(LONG_TEXTS, (id) => new LongText(streams.peek(id) === undefined ? 0 : LONG_TEXT));
	const screens = createRecent<ScreenFeed>(SCREENS, createScreenFeed);
	return {
		lines: (entry, key, draw) =>
			whole(entry, key, () => {
				drawn += 1;
				return draw();
			}),
		body: bodies,
		stream: streams.take,
		knownStream: streams.peek,
		long: longs.take,
		pinLong: longs.pin,
		takeShifts: () =>
			[...longs.entries()].flatMap(([entryId, long]) => long.takeShifts().map((shift) => ({ ...shift, entryId }))),
		hasShifts: () => [...longs.entries()].some(([, long]) => long.hasShifts()),
		screen: (view) => screens.take(view.id).show(outputOf(view)),
		drawn: () => drawn,
	};
}

type Memo = (entry: Entry, key: LineKey, draw: () => readonly Line[]) => readonly Line[];

type Drawn = { readonly key: LineKey; readonly lines: readonly Line[] };

/** Memoises in two generations: entries used since the last switch, and those used before. */
function createMemo(): Memo {
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

	return (entry, key, draw) => {
		const recent = young.get(entry);
		const known = recent ?? old.get(entry);
		if (known !== undefined && isSameKey(known.key, key)) {
			if (recent === undefined) keep(entry, known);
			return known.lines;
		}
		const lines = draw();
		keep(entry, { key, lines });
		return lines;
	};
}

function isSameKey(a: LineKey, b: LineKey): boolean {
	return (
		a.width === b.width &&
		a.openness === b.openness &&
		a.tick === b.tick &&
		a.highlighting === b.highlighting &&
		a.cwd === b.cwd &&
		a.diffLayout === b.diffLayout &&
		a.isTimeBeside === b.isTimeBeside &&
		a.subagent === b.subagent &&
		a.pictures === b.pictures
	);
}

/** Least recently used cache of at most `limit` values; the pinned one is never evicted. */
function createRecent<T>(
	limit: number,
	create: (id: string) => T,
): {
	readonly take: (id: string) => T;
	readonly peek: (id: string) => T | undefined;
	readonly pin: (id: string) => void;
	readonly entries: () => Iterable<readonly [string, T]>;
} {
	const kept = new Map<string, T>();
	let pinned: string | null = null;
	return {
		peek: (id) => kept.get(id),
		pin: (id) => {
			pinned = id;
		},
		entries: () => kept.entries(),
		take: (id) => {
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
