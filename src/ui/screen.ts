import { entryAt } from '../core/session/entries/entry-list.js';
import { type Frame, REGIONS, type Region } from '../view/frame/frame.js';
import type { Line, Style } from '../view/line.js';
import type { Painter } from '../view/theme/paint.js';

/** The rows of one entry that are on the screen, or what stands below or in place of entries. */
export type Card = {
	readonly key: string;
	readonly lines: readonly Line[];
	/** Rows that are marked as chosen: from the first to behind the last; null: none. */
	readonly mark: { readonly from: number; readonly to: number } | null;
};

export type Look = {
	readonly columns: number;
	readonly painter: Painter;
	/** Cells beside the side panel; absent where there is none. */
	readonly mainColumns?: number;
};

/** All that components are drawn from. A part that looks the same is the same object, and is not drawn again. */
export type Screen = Readonly<Record<Exclude<Region, 'transcript'>, readonly Line[]>> & {
	/** The side panel, beside all that is between header and composer; empty: there is none. */
	readonly side: readonly Line[];
	readonly look: Look;
	readonly cards: readonly Card[];
	readonly overlayKind: Frame['overlayKind'];
	readonly cursor: Frame['cursor'];
};

/** The screen that shows a frame, after the screen `before`. */
export function screenOf(frame: Frame, look: Look, before: Screen | null): Screen {
	const { overlayKind, cursor } = frame;
	const { painter, columns, mainColumns } = look;
	const known = before?.look;
	const isSameLook = known?.columns === columns && known.painter === painter && known.mainColumns === mainColumns;
	const share = (region: Exclude<Region, 'transcript'>) => sharedLines(frame[region], before?.[region]);
	return {
		header: share('header'),
		plan: share('plan'),
		overlay: share('overlay'),
		status: share('status'),
		queue: share('queue'),
		completion: share('completion'),
		composer: share('composer'),
		footer: share('footer'),
		side: sharedLines(frame.side, before?.side),
		cards: sharedCards(cardsOf(frame), before?.cards ?? []),
		look: isSameLook ? known : look,
		overlayKind,
		cursor,
	};
}

export function linesOf(screen: Screen): readonly Line[] {
	return REGIONS.flatMap((region) =>
		region === 'transcript' ? screen.cards.flatMap(({ lines }) => lines) : screen[region],
	);
}

/** Cuts the transcript where entries begin. */
function cardsOf({ transcript, window, marked, entries }: Frame): readonly Card[] {
	const cards: Card[] = [];
	for (let from = 0, to = 0; from < transcript.length; from = to) {
		const entry = window.rows[from]?.entry;
		while (to < transcript.length && window.rows[to]?.entry === entry) to += 1;
		const isMarked = marked !== null && marked.from < to && marked.to > from;
		cards.push({
			key: entry === undefined ? '' : (entryAt(entries, entry)?.id ?? String(entry)),
			lines: transcript.slice(from, to),
			mark: isMarked ? { from: marked.from - from, to: marked.to - from } : null,
		});
	}
	return cards;
}

function sharedCards(cards: readonly Card[], before: readonly Card[]): readonly Card[] {
	const known = new Map(before.map((card) => [card.key, card]));
	const shared = cards.map((card) => {
		const last = known.get(card.key);
		if (last === undefined) return card;
		const lines = sharedLines(card.lines, last.lines);
		const isSameMark = card.mark?.from === last.mark?.from && card.mark?.to === last.mark?.to;
		return lines === last.lines && isSameMark ? last : { ...card, lines };
	});
	return shared.length === before.length && shared.every((card, index) => card === before[index]) ? before : shared;
}

/** The lines, as objects of `before` where they look the same. */
function sharedLines(lines: readonly Line[], before: readonly Line[] = []): readonly Line[] {
	const shared = lines.map((line, index) => {
		const last = before[index];
		return isSameLine(line, last) ? (last ?? line) : line;
	});
	return shared.length === before.length && shared.every((line, index) => line === before[index]) ? before : shared;
}

export function isSameLine(a: Line, b: Line | undefined): boolean {
	if (a === b) return true;
	return (
		b !== undefined &&
		a.length === b.length &&
		a.every((span, index) => {
			const other = b[index];
			return other !== undefined && span.text === other.text && isSameStyle(span.style, other.style);
		})
	);
}

function isSameStyle(a: Style | undefined, b: Style | undefined): boolean {
	if (a === b) return true;
	if (a === undefined || b === undefined) return false;
	return hasAll(a, b) && hasAll(b, a);
}

/** Whether `b` has all of the style `a` but what a click does. Most styles have one field or two. */
function hasAll(a: Style, b: Style): boolean {
	for (const key in a) if (key !== 'target' && a[key as keyof Style] !== b[key as keyof Style]) return false;
	return true;
}
