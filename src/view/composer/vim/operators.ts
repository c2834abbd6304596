import { recordEdit, replaceRange } from '../buffer.js';
import { unitEnd } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineEnd, lineStart } from '../word-motions.js';
import { drawnText } from '../wrap-draft.js';
import { linesOf, type Region } from './regions.js';
import { atByte, behind, byteOf, firstWord, INDENT, skipBlanks } from './text.js';
import type { Register } from './vim-state.js';

/** Result of an operator: a register that it fills; `inserts`: insert mode follows. */
type Operated = { readonly draft: Draft; readonly kept?: Register; readonly inserts?: true };

type Operator = (draft: Draft, region: Region, times: number) => Operated;

export function change(
	draft: Draft,
	{ start, end, cursor }: Pick<Region, 'start' | 'end' | 'cursor'>,
	text: string,
	after: number,
): Draft {
	const still = { ...draft, cursor, anchor: null, run: null };
	if (start < end || text !== '') return replaceRange(still, start, end, text, { cursor: after });
	// For vim an edit without effect still counts as a change.
	const edit = { start, removed: '', inserted: '', cursorBefore: cursor, anchorBefore: null, cursorAfter: cursor };
	return { ...still, past: recordEdit(draft.past, edit, null), future: [] };
}

function textOf({ text }: Draft, { start, end, isLines }: Region): Register {
	return { text: text.slice(start, end), isLines };
}

function cut(draft: Draft, region: Region): Draft {
	const { start, end, isLines } = region;
	const { text } = draft;
	if (!isLines) return change(draft, region, '', start);
	const isLast = end >= text.length;
	const range = { ...region, start: isLast ? Math.max(0, start - 1) : start, end: isLast ? end : end + 1 };
	const done = change(draft, range, '', range.start);
	return { ...done, cursor: firstWord(done, isLast ? lineStart(done.text, range.start) : start) };
}

const remove: Operator = (draft, region) => {
	const isNothing = region.start === region.end && !region.isLines;
	return isNothing
		? { draft: change(draft, region, '', region.cursor) }
		: { draft: cut(draft, region), kept: textOf(draft, region) };
};

const replace: Operator = (draft, region) => {
	const kept = region.start === region.end && !region.isLines ? {} : { kept: textOf(draft, region) };
	// Undo leads to the first line that goes, which is the one below.
	const below = lineEnd(draft.text, region.cursor) + 1;
	const isOfSeveral = region.isLines && below <= region.end;
	const byteBefore = byteOf(draft, region.cursor);
	const cursor = isOfSeveral ? atByte(draft, below, byteBefore) : region.cursor;
	const done = change(draft, { ...region, cursor }, '', region.start);
	const { edits, size } = done.past;
	const past = { size, edits: edits.map((edit, at) => (at === edits.length - 1 ? { ...edit, byteBefore } : edit)) };
	return { draft: isOfSeveral ? { ...done, past } : done, ...kept, inserts: true };
};

const yank: Operator = (draft, region) => ({ draft: { ...draft, cursor: region.cursor }, kept: textOf(draft, region) });

const indented =
	(of: (blanks: string, times: number) => string): Operator =>
	(draft, region, times) => {
		const lines = linesOf(draft, region.start, region.end);
		const text = draft.text
			.slice(lines.start, lines.end)
			.split('\n')
			.map((line) => {
				const end = skipBlanks(line, 0);
				return line === '' ? line : of(drawnText(line.slice(0, end)), times) + line.slice(end);
			})
			.join('\n');
		const done = change(draft, { ...lines, cursor: region.cursor }, text, lines.start);
		return { draft: { ...done, cursor: firstWord(done, lines.start) } };
	};

const cased =
	(of: (unit: string) => string): Operator =>
	(draft, region) => {
		// To vim no characters at a line's start are the line, and those at the text's start the first one.
		const { text } = draft;
		const isNothing = region.start === region.end && region.start === lineStart(text, region.start);
		const end = !isNothing ? region.end : region.start === 0 ? behind(draft, 0) : lineEnd(text, region.start);
		return { draft: change(draft, { ...region, end }, mapUnits(draft, region.start, end, of), region.cursor) };
	};

/** Text of a range with each character replaced; marks of pasted blocks and line breaks stay. */
export function mapUnits(draft: Draft, start: number, end: number, of: (unit: string) => string): string {
	let text = '';
	for (let at = start; at < end; ) {
		const next = Math.min(end, unitEnd(draft, at));
		const unit = draft.text.slice(at, next);
		text += unit === '\n' || (unit.length > 4 && unit.startsWith('[')) ? unit : of(unit);
		at = next;
	}
	return text;
}

export function swapCase(unit: string): string {
	const upper = unit.toUpperCase();
	return upper === unit ? unit.toLowerCase() : upper;
}

export const OPERATIONS: Readonly<Record<string, Operator>> = {
	d: remove,
	c: replace,
	y: yank,
	'>': indented((blanks, times) => blanks + INDENT.repeat(times)),
	'<': indented((blanks, times) => blanks.slice(INDENT.length * times)),
	'g~': cased(swapCase),
	gu: cased((unit) => unit.toLowerCase()),
	gU: cased((unit) => unit.toUpperCase()),
};

export const LINE_OPERATORS: ReadonlySet<string> = new Set(['>', '<', 'J']);
