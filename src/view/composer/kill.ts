import { replaceRange, selectionOf } from './buffer.js';
import { chipAt } from './chips.js';
import type { Draft } from './draft.js';
import { nextWord, previousWord } from './motions.js';
import { lineEnd, lineStart, spacedWordStart } from './word-motions.js';

export type KillTarget = 'line-end' | 'line-start' | 'word-backward' | 'word-forward' | 'spaced-word';

const maximumRing = 32;

/** Deletes into the kill ring. Consecutive kills make one entry; at a line's edge the line break goes. */
export function kill(draft: Draft, target: KillTarget): Draft {
	const selected = selectionOf(draft);
	const range = selected ?? rangeOf(draft, target);
	if (range.start === range.end) return draft;
	const isForward = range.end > draft.cursor && selected === null;
	const killed = draft.text.slice(range.start, range.end);
	const continues = selected === null && (draft.run === 'kill-forward' || draft.run === 'kill-backward');
	const last = continues ? draft.killRing.at(-1) : undefined;
	const entry = last === undefined ? killed : isForward ? last + killed : killed + last;
	const older = last === undefined ? draft.killRing : draft.killRing.slice(0, -1);
	const changed = replaceRange(draft, range.start, range.end, '', {
		run: isForward ? 'kill-forward' : 'kill-backward',
	});
	return { ...changed, killRing: [...older, entry].slice(-maximumRing) };
}

export function yank(draft: Draft): Draft {
	const range = selectionOf(draft) ?? { start: draft.cursor, end: draft.cursor };
	return yankOver(draft, range.start, range.end, draft.killRing.length - 1);
}

export function yankPop(draft: Draft): Draft {
	const { yanked } = draft;
	if (yanked === null) return draft;
	const index = (yanked.index + draft.killRing.length - 1) % draft.killRing.length;
	return yankOver(draft, yanked.start, yanked.end, index);
}

function yankOver(draft: Draft, start: number, end: number, index: number): Draft {
	const text = draft.killRing[index];
	if (text === undefined) return draft;
	return { ...replaceRange(draft, start, end, text), yanked: { start, end: start + text.length, index } };
}

function rangeOf(draft: Draft, target: KillTarget): { readonly start: number; readonly end: number } {
	const { text, cursor } = draft;
	switch (target) {
		case 'line-end': {
			const end = lineEnd(text, cursor);
			return { start: cursor, end: end === cursor ? Math.min(text.length, end + 1) : end };
		}
		case 'line-start': {
			const start = lineStart(text, cursor);
			return { start: start === cursor ? Math.max(0, start - 1) : start, end: cursor };
		}
		case 'word-backward':
			return { start: previousWord(draft), end: cursor };
		case 'word-forward':
			return { start: cursor, end: nextWord(draft) };
		case 'spaced-word': {
			const start = spacedWordStart(text, cursor);
			const chip = chipAt(draft, start);
			// A mark of a pasted block holds spaces, but is one unit.
			return { start: chip !== null && chip.start < start && start < chip.end ? chip.start : start, end: cursor };
		}
	}
}
