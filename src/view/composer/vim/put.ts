import { unitStart } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { change } from './operators.js';
import { behind, firstWord, isAtLineEnd } from './text.js';
import type { Register } from './vim-state.js';

/** UTF-16 units that a count makes of a register at most. */
const MOST = 1_000_000;

export function put(draft: Draft, { text, isLines }: Register, isBefore: boolean, times: number): Draft {
	const { cursor } = draft;
	const count = Math.max(1, Math.min(times, Math.floor(MOST / (text.length + 1))));
	if (isLines) return putLines(draft, Array.from({ length: count }, () => text).join('\n'), isBefore);
	const at = isBefore ? cursor : behind(draft, cursor);
	const done = change(draft, { start: at, end: at, cursor }, text.repeat(count), at);
	if (text === '') return { ...done, cursor };
	return { ...done, cursor: text.includes('\n') ? at : unitStart(done, at + text.length * count) };
}

function putLines(draft: Draft, text: string, isBefore: boolean): Draft {
	const { cursor } = draft;
	const at = isBefore ? lineStart(draft.text, cursor) : lineEnd(draft.text, cursor);
	const done = change(draft, { start: at, end: at, cursor }, isBefore ? `${text}\n` : `\n${text}`, at);
	return { ...done, cursor: firstWord(done, isBefore ? at : at + 1) };
}

/** A register in the place of what was selected and is deleted by now. `was`: the draft and the selection before. */
export function putOver(
	draft: Draft,
	register: Register,
	times: number,
	was: { readonly isLines: boolean; readonly start: number; readonly isWhole: boolean },
): Draft {
	if (was.isLines) {
		const lines = { ...register, isLines: true };
		if (was.isWhole) {
			const text = Array.from({ length: times }, () => register.text).join('\n');
			const done = change(draft, { start: 0, end: draft.text.length, cursor: 0 }, text, 0);
			return { ...done, cursor: firstWord(done, 0) };
		}
		return put(draft, lines, draft.cursor >= was.start, times);
	}
	// The cursor may have had to leave the line's end.
	const isBehind = draft.cursor < was.start && isAtLineEnd(draft, was.start);
	if (!register.isLines) return put(draft, register, !isBehind, times);
	const at = isBehind ? behind(draft, draft.cursor) : draft.cursor;
	const text = Array.from({ length: times }, () => register.text).join('\n');
	const done = change(draft, { start: at, end: at, cursor: draft.cursor }, `\n${text}\n`, at);
	return { ...done, cursor: firstWord(done, at + 1) };
}
