import type { EntryList } from '../../core/session/entries/entry-list.js';
import type { Line } from '../line.js';
import { blockAt, blockLine } from './block.js';
import { type Anchor, anchorAt, clampPosition, END, hasMoreBelow, type Position, topAtEnd } from './position.js';
import type { RenderContext } from './render-context.js';
import { nextVisible } from './visible-entries.js';

export type TranscriptWindow = {
	readonly lines: readonly Line[];
	readonly rows: readonly Position[];
	/** Normalised: inside the list, `end` when the last line is on the screen. */
	readonly anchor: Anchor;
	readonly isAtEnd: boolean;
	readonly newBelow: number;
	/** Null when there are too many to be worth counting. */
	readonly linesBelow: number | null;
	readonly firstVisible: Position | null;
};

/** Entries below the window whose lines are counted; more are not drawn for a number. */
const COUNTED_ENTRIES = 4;

/** Walks from the anchor until `height` rows are full: the cost does not grow with the transcript. */
export function transcriptWindow(
	list: EntryList,
	context: RenderContext,
	anchor: Anchor,
	height: number,
): TranscriptWindow {
	const rowCount = Math.max(0, Math.floor(height) || 0);
	if (list.size === 0 || rowCount === 0) {
		const isAtEnd = list.size === 0 || anchor.type === 'end';
		const shown = isAtEnd ? END : anchor;
		return { lines: [], rows: [], anchor: shown, isAtEnd, newBelow: 0, linesBelow: 0, firstVisible: null };
	}
	const wanted = anchor.type === 'end' ? null : clampPosition(list, context, anchor);
	const isAtEnd = wanted === null || !hasMoreBelow(list, context, wanted, rowCount);
	const top = isAtEnd ? topAtEnd(list, context, rowCount) : wanted;
	const { lines, rows } = linesFrom(list, context, top, rowCount);
	const last = rows[rows.length - 1];
	return {
		lines,
		rows,
		anchor: isAtEnd ? END : anchorAt(top),
		isAtEnd,
		...below(list, context, isAtEnd ? undefined : last),
		firstVisible: rows[0] ?? null,
	};
}

function linesFrom(list: EntryList, context: RenderContext, top: Position, height: number) {
	const lines: Line[] = [];
	const rows: Position[] = [];
	let { entry, line } = top;
	while (entry < list.size && lines.length < height) {
		const block = blockAt(list, entry, context);
		for (; line < block.height && lines.length < height; line += 1) {
			lines.push(blockLine(block, line));
			rows.push({ entry, line });
		}
		entry = nextVisible(list, entry, context);
		line = 0;
	}
	return { lines, rows };
}

function below(list: EntryList, context: RenderContext, last: Position | undefined) {
	if (last === undefined) return { newBelow: 0, linesBelow: 0 };
	const block = blockAt(list, last.entry, context);
	const rest = block.height - 1 - last.line;
	const isCut = rest > 0 ? 1 : 0;
	let isGuessed = block.view.isGuessedFrom(last.line + 1 - block.gap);
	let linesBelow = rest;
	let after = 0;
	for (
		let entry = nextVisible(list, last.entry, context);
		entry < list.size;
		entry = nextVisible(list, entry, context)
	) {
		after += 1;
		if (after > COUNTED_ENTRIES) return { newBelow: list.size - 1 - last.entry + isCut, linesBelow: null };
		const next = blockAt(list, entry, context);
		isGuessed ||= next.view.isGuessedFrom(0);
		linesBelow += next.height;
	}
	return { newBelow: after + isCut, linesBelow: isGuessed ? null : linesBelow };
}
