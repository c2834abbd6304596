import { asOneStep } from '../buffer.js';
import type { Draft } from '../draft.js';
import { lineStart } from '../word-motions.js';
import { begin, type Run } from './insertion.js';
import { MOTIONS } from './motions.js';
import { OBJECTS } from './objects.js';
import { change as changed, LINE_OPERATORS, mapUnits, OPERATIONS } from './operators.js';
import { putOver } from './put.js';
import { type Region, selected } from './regions.js';
import { fetched, kept } from './registers.js';
import {
	atColumn,
	behind,
	cellsBefore,
	cursorColumn,
	isAtLineEnd,
	lineCount,
	lineOf,
	onCharacter,
	startOfLine,
} from './text.js';
import { join } from './vim-commands.js';
import type { Command, Shape, VimState } from './vim-state.js';

/** Operators by their keys in a visual mode; in upper case they take whole lines. */
const OPERATORS: Readonly<Record<string, string>> = {
	...{ d: 'd', x: 'd', D: 'd', X: 'd', c: 'c', s: 'c', C: 'c', S: 'c', R: 'c', y: 'y', Y: 'y' },
	...{ '<': '<', '>': '>', '~': 'g~', u: 'gu', U: 'gU', 'g~': 'g~', gu: 'gu', gU: 'gU' },
};
const OF_LINES: ReadonlySet<string> = new Set(['D', 'X', 'C', 'S', 'R', 'Y']);

/** Carries out a command of a visual mode; `from`: cursor of a selection that is repeated. */
export function runVisual(draft: Draft, state: VimState, command: Command, from?: number): Run {
	const { name } = command;
	const { anchor, mode } = state;
	if (name === 'escape') return ended(draft, state, draft.cursor, columnAfter(draft, state));
	if (name === 'o' || name === 'O')
		return {
			draft: { ...draft, cursor: anchor },
			state: { ...state, anchor: draft.cursor, column: stillColumn(draft, state, anchor) },
		};
	if (name === 'v' || name === 'V') {
		const wanted = name === 'v' ? 'visual' : 'visual-line';
		if (mode !== wanted) return { draft, state: { ...state, mode: wanted } };
		return ended(draft, state, draft.cursor, state.column ?? cursorColumn(draft, draft.cursor, anchor));
	}
	if (name in MOTIONS) return move(draft, state, command);
	if (/^[ia]/.test(name)) return extend(draft, state, command);
	return operate(draft, state, command, from);
}

function ended(draft: Draft, state: VimState, cursor: number, column: number | null = null): Run {
	const calm = { ...draft, anchor: null, run: null };
	return { draft: { ...calm, cursor: onCharacter(draft, cursor) }, state: { ...state, mode: 'normal', column } };
}

/** Column that the cursor keeps behind a selection that it is the start of. */
function columnAfter(draft: Draft, { anchor, column }: VimState, cursor = draft.cursor): number | null {
	const isStart =
		column === null && cursor === draft.cursor && cursor <= anchor && cursor === onCharacter(draft, cursor);
	return isStart ? cellsBefore(draft, cursor) : null;
}

/** Column of the moment in which the selection began, which a motion that leads nowhere leaves; null behind any other. */
function stillColumn(draft: Draft, { anchor, column }: VimState, to: number): number | null {
	const isStill = to === draft.cursor && to === anchor && column === cursorColumn(draft, to);
	return isStill ? column : null;
}

function move(draft: Draft, state: VimState, { name, count, argument }: Command): Run {
	const { anchor, column, find } = state;
	const { cursor } = draft;
	const moved =
		MOTIONS[name]?.({ draft, cursor, count, argument, operator: null, isVisual: true, anchor, column, find }) ?? null;
	if (moved === null) return { draft, state };
	return {
		draft: { ...draft, cursor: moved.to, run: null },
		state: { ...state, column: moved.column ?? stillColumn(draft, state, moved.to), find: moved.find ?? find },
	};
}

function extend(draft: Draft, state: VimState, { name, count }: Command): Run {
	const isAround = name.startsWith('a');
	const { anchor, mode } = state;
	const isLines = mode === 'visual-line';
	const place = { draft, cursor: draft.cursor, count: count ?? 1, isAround, anchor, isLines };
	const moved = OBJECTS[name.charAt(1)]?.(place) ?? null;
	if (moved === null || moved.isCut)
		return { draft: { ...draft, cursor: moved?.to ?? draft.cursor }, state: { ...state, column: null } };
	const { from = anchor, how } = moved;
	// Where a paragraph begins in the same line, the selection begins where it did.
	const isSameLine = how === 'lines' && lineStart(draft.text, anchor) === from;
	return {
		draft: { ...draft, cursor: moved.to, run: null },
		state: {
			...state,
			anchor: isSameLine ? anchor : from,
			mode: how === 'lines' ? 'visual-line' : 'visual',
			column: null,
		},
	};
}

function operate(draft: Draft, state: VimState, command: Command, from: number | undefined): Run {
	const { name, count, register, argument } = command;
	const isLines = state.mode === 'visual-line' || OF_LINES.has(name);
	const operator = OPERATORS[name] ?? name;
	const range = selected(draft, state.anchor, isLines, LINE_OPERATORS.has(operator));
	const region = { ...range, cursor: range.isLines ? (from ?? range.cursor) : range.cursor };
	const shape = shapeOf(draft, state, region);
	const isPut = name === 'p' || name === 'P';
	// After a register was put over a selection, `.` repeats the deletion.
	const deleting = { ...command, name: 'd', register: name === 'P' ? '_' : null };
	const change = { command: isPut ? deleting : command, shape };
	const operation = OPERATIONS[operator];
	if (operation !== undefined) {
		const done = operation(draft, region, count ?? 1);
		const { state: filled, copied } = kept(state, draft, register, done.kept, operator === 'y');
		if (done.inserts) return { ...begin(filled, draft, done.draft, change), ...copied };
		const { cursor, text } = done.draft;
		const column = text === draft.text ? columnAfter(draft, state, cursor) : null;
		const after = operator === 'y' ? filled : { ...filled, change };
		return { ...ended(done.draft, after, cursor, column), ...copied };
	}
	const done = edit(draft, state, region, { name, count, register, argument });
	if (done === null) return ended(draft, { ...state, change }, region.cursor);
	return ended(done.draft, { ...done.state, change }, done.draft.cursor);
}

type Given = Pick<Command, 'name' | 'count' | 'register' | 'argument'>;

function edit(draft: Draft, state: VimState, region: Region, { name, count, register, argument }: Given): Run | null {
	const { start, end } = region;
	if (name === 'J') {
		const joined = join({ ...draft, cursor: start }, lineOf(draft, end) - lineOf(draft, start) + 1, region.cursor);
		return joined === null ? null : { draft: joined, state };
	}
	if (name === 'r') {
		if (start === end && !region.isLines) return { draft, state };
		const text = mapUnits(draft, start, end, () => argument);
		return { draft: changed(draft, region, text, region.isLines ? start : region.cursor), state };
	}
	const value = fetched(state, register);
	const removed = OPERATIONS['d']?.(draft, region, 1);
	if (removed === undefined) return null;
	const cut = { ...removed.draft, cursor: onCharacter(removed.draft, removed.draft.cursor) };
	const after = name === 'P' ? state : kept(state, draft, null, removed.kept, false).state;
	if (value === undefined) return { draft: cut, state: after };
	const was = { isLines: region.isLines, start, isWhole: region.isLines && start === 0 && end === draft.text.length };
	const put = putOver(cut, value, count ?? 1, was);
	return { draft: asOneStep(draft, put), state: after };
}

function shapeOf(draft: Draft, { anchor, mode, column }: VimState, { isLines }: Region): Shape {
	const low = Math.min(anchor, draft.cursor);
	const high = Math.max(anchor, draft.cursor);
	const lines = lineOf(draft, high) - lineOf(draft, low) + 1;
	const seen = isAtLineEnd(draft, high) ? cellsBefore(draft, high) : cellsBefore(draft, behind(draft, high)) - 1;
	const end = column === Number.POSITIVE_INFINITY ? column : seen;
	return {
		lines,
		column: lines === 1 ? end - cellsBefore(draft, low) + 1 : end,
		isLines: isLines && mode === 'visual-line',
	};
}

export function withShape(draft: Draft, state: VimState, { lines, column, isLines }: Shape): [Draft, VimState] {
	const { cursor } = draft;
	const line = Math.min(lineCount(draft) - 1, lineOf(draft, cursor) + lines - 1);
	// A cursor that came over lines has its column looked up now: at a tab that is the tab's start.
	const here = state.column === null ? cursorColumn(draft, cursor) : cellsBefore(draft, cursor);
	const wanted = lines === 1 ? here + column - 1 : column;
	const end = atColumn(draft, startOfLine(draft, line), wanted, true);
	return [
		{ ...draft, cursor: isLines ? startOfLine(draft, line) : end },
		{ ...state, mode: isLines ? 'visual-line' : 'visual', anchor: cursor, column: null },
	];
}
