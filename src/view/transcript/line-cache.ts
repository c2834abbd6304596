import type { Entry } from '../../core/session/entries/entry.js';
import { outputOf, type TerminalView } from '../../core/tool-call.js';
import type { Line } from '../line.js';
import { createScreenFeed, type ScreenFeed } from '../terminal-output/feed.js';
import type { TerminalScreen } from '../terminal-output/screen.js';
import type { DiffLayout } from '../ui-options.js';
import type { Openness } from './openness.js';
import { LONG_TEXT, LongText, type Shift } from './text/long-text.js';
import { StreamingText } from './text/streaming-text.js';

/** What besides the entry decides its lines. `tick` changes with time for what is still running. */
export type LineKey = {
	readonly width: number;
	readonly cwd: string;
	readonly openness: Openness;
	readonly highlighting: number;
	readonly tick: string;
	readonly diffLayout: DiffLayout;
	readonly isTimeBeside: boolean;
	/** How the sub-agent behind a card stands, and how many of its steps are shown; empty for others. */
	readonly subagent: string;
	/** What decides how pictures are shown; empty where none are. */
	readonly pictures: string;
};

/**
 * Drawn lines by entry and what is kept while something streams. An entry never changes, so its
 * lines are good as long as it lives; how many are kept is bounded all the same, since a long session
 * has far more of them than anybody looks at. Holds nothing that drawing could not make again.
 */
export type RenderCache = {
	/** An entry's lines under the key, drawn if the kept ones were drawn under another. */
	readonly lines: (entry: Entry, key: LineKey, draw: () => readonly Line[]) => readonly Line[];
	/** The part of an entry below its head, which time does not change. */
	readonly body: (entry: Entry, key: LineKey, draw: () => readonly Line[]) => readonly Line[];
	/** What follows one entry's growing text. */
	readonly stream: (entryId: string) => StreamingText;
	/** The same where there is one still. */
	readonly knownStream: (entryId: string) => StreamingText | undefined;
	/** The layout of one entry's long text. */
	readonly long: (entryId: string) => LongText;
	/** Pins the one of this entry, in place of the one that was pinned: it is kept, however many more are looked at. */
	readonly pinLong: (entryId: string) => void;
	/** Which lines have moved within their entries since the last call, in this order. */
	readonly takeShifts: () => readonly EntryShift[];
	readonly hasShifts: () => boolean;
	/** A terminal's output as a screen. */
	readonly screen: (view: TerminalView) => TerminalScreen;
	/** How many times an entry was drawn, for tests and benches. */
	readonly drawn: () => number;
};

/** A {@link Shift} of this entry's lines. */
export type EntryShift = Shift & { readonly entryId: string };

const STREAMS = 3;
/** As many as a frame looks at, those that scrolling passes, and the one that is searched. */
const LONG_TEXTS = 8;
const SCREENS = 12;

/**
 * Lines that a generation of drawn entries holds before it becomes the old one. One entry counts for at
 * most a quarter, so that what one frame looks at, however long, never drives itself out.
 */
const GENERATION = 4000;
const HEAVIEST = GENERATION / 4;

/** An empty cache. One for each transcript view is best: two widths in one would draw everything twice. */
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

/** Keeps two generations: what was used since the last change, and what was used before. */
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

/** At most `limit` values by id; the one that was taken longest ago goes first, but never the one that is pinned. */
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
