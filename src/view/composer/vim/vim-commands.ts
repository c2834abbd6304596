import { redo, undo } from '../buffer.js';
import { unitEnd } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { change, mapUnits, swapCase } from './operators.js';
import {
	atByte,
	atColumn,
	behind,
	byteOf,
	columnOf,
	firstWord,
	isAtLineEnd,
	lineCount,
	lineOf,
	onCharacter,
	skipBlanks,
	startOfLine,
} from './text.js';
import type { Command } from './vim-state.js';

type Edit = (draft: Draft, command: Pick<Command, 'count' | 'argument'>) => Draft | null;

export const INSERTS: Readonly<Record<string, (draft: Draft, isSingleLine: boolean) => Draft>> = {
	i: (draft) => draft,
	a: (draft) => ({ ...draft, cursor: behind(draft, draft.cursor) }),
	I: (draft) => ({ ...draft, cursor: skipBlanks(draft.text, lineStart(draft.text, draft.cursor)) }),
	A: (draft) => ({ ...draft, cursor: lineEnd(draft.text, draft.cursor) }),
	o: (draft, isSingleLine) => openLine(draft, lineEnd(draft.text, draft.cursor), isSingleLine, 1),
	O: (draft, isSingleLine) => openLine(draft, lineStart(draft.text, draft.cursor), isSingleLine, 0),
};

function openLine(draft: Draft, at: number, isSingleLine: boolean, lead: number): Draft {
	if (isSingleLine) return { ...draft, cursor: at };
	return change(draft, { start: at, end: at, cursor: draft.cursor }, '\n', at + lead);
}

const swap: Edit = (draft, { count }) => {
	const { cursor } = draft;
	if (isAtLineEnd(draft, cursor)) return null;
	let end = cursor;
	for (let left = count ?? 1; left > 0 && !isAtLineEnd(draft, end); left--) end = unitEnd(draft, end);
	const swapped = mapUnits(draft, cursor, end, swapCase);
	return change(draft, { start: cursor, end, cursor }, swapped, cursor + swapped.length);
};

const overwrite: Edit = (draft, { count, argument }) => {
	const { cursor } = draft;
	let end = cursor;
	for (let left = count ?? 1; left > 0; left--) {
		if (isAtLineEnd(draft, end)) return null;
		end = unitEnd(draft, end);
	}
	const times = count ?? 1;
	return change(draft, { start: cursor, end, cursor }, argument.repeat(times), cursor + argument.length * (times - 1));
};

export function join(draft: Draft, count: number, cursor = draft.cursor): Draft | null {
	const first = lineOf(draft, draft.cursor);
	const last = Math.min(lineCount(draft) - 1, first + Math.max(2, count) - 1);
	if (last === first && count <= 2) return null;
	const start = startOfLine(draft, first);
	const end = lineEnd(draft.text, startOfLine(draft, last));
	const [head = '', ...lines] = draft.text.slice(start, end).split('\n');
	let text = head;
	let before = head;
	let at = start;
	for (const line of lines) {
		const rest = line.slice(skipBlanks(line, 0));
		at = start + text.length;
		const isSpaced = rest !== '' && !rest.startsWith(')') && text !== '' && !/[ \t]$/.test(before);
		text += `${isSpaced ? ' ' : ''}${rest}`;
		before = rest;
	}
	return change(draft, { start, end, cursor }, text, at);
}

/** Steps of undo; the cursor goes to where it was before the change, in redo as well. */
const back: Edit = (draft, { count }) => {
	let done = draft;
	for (let left = count ?? 1; left > 0; left--) done = undo(done);
	return done === draft ? null : done;
};

const again: Edit = (draft, { count }) => {
	let done = draft;
	for (let left = count ?? 1; left > 0; left--) {
		const edit = done.future.at(-1);
		if (edit === undefined) break;
		const line = lineOf(done, edit.cursorBefore);
		const column = edit.byteBefore ?? byteOf(done, edit.cursorBefore);
		done = redo(done);
		const start = startOfLine(done, line);
		const isGone = line >= lineCount(done);
		done = { ...done, cursor: isGone ? firstWord(done, start) : atByte(done, start, column) };
	}
	return done === draft ? null : done;
};

export const EDITS: Readonly<Record<string, Edit>> = {
	'~': swap,
	r: overwrite,
	J: (draft, { count }) => join(draft, count ?? 2),
	u: back,
	'ctrl+r': again,
};

export const SHORT: Readonly<Record<string, Pick<Command, 'operator' | 'name'>>> = {
	x: { operator: 'd', name: 'l' },
	X: { operator: 'd', name: 'h' },
	D: { operator: 'd', name: '$' },
	C: { operator: 'c', name: '$' },
	s: { operator: 'c', name: 'l' },
	S: { operator: 'c', name: 'lines' },
	Y: { operator: 'y', name: 'lines' },
};

export function linesEnd(draft: Draft, count: number, isIndented: boolean, column: number | null): number | null {
	const line = lineOf(draft, draft.cursor);
	const last = lineCount(draft) - 1;
	if (count > 1 && line >= last) return null;
	const start = startOfLine(draft, Math.min(last, line + count - 1));
	if (isIndented) return firstWord(draft, start);
	return onCharacter(draft, atColumn(draft, start, column ?? columnOf(draft, draft.cursor), false));
}
