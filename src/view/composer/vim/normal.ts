import type { Draft } from '../draft.js';
import { begin, type Run, retype } from './insertion.js';
import { MOTIONS, type Moved } from './motions.js';
import { OBJECTS } from './objects.js';
import { OPERATIONS } from './operators.js';
import { put } from './put.js';
import { regionOf } from './regions.js';
import { fetched, kept } from './registers.js';
import { cursorColumn, lineCount, lineOf, onCharacter } from './text.js';
import { EDITS, INSERTS, linesEnd, SHORT } from './vim-commands.js';
import type { Change, Command, VimState } from './vim-state.js';
import { runVisual, withShape } from './visual.js';

export function runNormal(draft: Draft, state: VimState, typed: Command): Run {
	const command = { ...typed, ...SHORT[typed.name] };
	const { name, operator, count } = command;
	if (operator !== null) return operate(draft, state, command);
	if (name === '.') return repeatLast(draft, state, count);
	if (name === 'v' || name === 'V') {
		const column = state.column ?? cursorColumn(draft, draft.cursor);
		return { draft, state: { ...state, mode: name === 'v' ? 'visual' : 'visual-line', anchor: draft.cursor, column } };
	}
	if (name in MOTIONS) return move(draft, state, command);
	const place = INSERTS[name];
	if (place !== undefined) return begin(state, draft, place(draft, state.isSingleLine), { command });
	const isPut = name === 'p' || name === 'P';
	const value = isPut ? fetched(state, command.register) : undefined;
	const done = isPut ? value && put(draft, value, name === 'P', count ?? 1) : EDITS[name]?.(draft, command);
	const isStep = name === 'u' || name === 'ctrl+r';
	if (done == null) return { draft, state: isStep ? { ...state, column: null } : state };
	// Fewer lines are joined than wanted where there are no more.
	const most = lineCount(draft) - lineOf(draft, draft.cursor);
	const change = { command: name === 'J' && count !== null ? { ...command, count: Math.min(count, most) } : command };
	return { draft: settled(done), state: { ...state, column: null, ...(isStep ? {} : { change }) } };
}

function settled(draft: Draft): Draft {
	return { ...draft, cursor: onCharacter(draft, draft.cursor), anchor: null, run: null };
}

function move(draft: Draft, state: VimState, command: Command): Run {
	const moved = moveTo(draft, state, command);
	if (moved === null) return { draft, state };
	const { to, column = null, find = state.find } = moved;
	return { draft: settled({ ...draft, cursor: to }), state: { ...state, column, find } };
}

function moveTo(draft: Draft, state: VimState, { name, count, argument, operator }: Command): Moved | null {
	const { column, find } = state;
	const place = { draft, cursor: draft.cursor, count, argument, operator, isVisual: false, column, find };
	return MOTIONS[name]?.(place) ?? null;
}

function operate(draft: Draft, state: VimState, command: Command): Run {
	const { name, operator, register } = command;
	const operation = OPERATIONS[operator ?? ''];
	const moved = targetOf(draft, state, command);
	if (moved === null || operation === undefined || operator === null)
		return { draft, state: /^[ia]./.test(name) ? { ...state, column: null } : state };
	const { find = state.find } = moved;
	if (moved.isCut)
		return { draft: settled({ ...draft, cursor: moved.to }), state: { ...state, column: moved.column ?? null, find } };
	const region = regionOf(draft, draft.cursor, moved, operator);
	const change: Change = { command };
	// An inclusive motion on an empty line deletes nothing.
	if (operator === 'd' && moved.how === 'inclusive' && region.start === region.end)
		return { draft, state: { ...state, column: null, find, change } };
	const done = operation(draft, region, 1);
	// To the end of an empty line: there are no characters to change.
	const isEmptied = operator === 'c' && moved.how === 'inclusive';
	const text = done.kept ?? (isEmptied ? { text: '', isLines: false } : undefined);
	const { state: filled, copied } = kept({ ...state, find }, draft, register, text, operator === 'y');
	if (done.inserts) return { ...begin(filled, draft, done.draft, change), ...copied };
	return {
		draft: settled(done.draft),
		state: { ...filled, column: null, ...(operator === 'y' ? {} : { change }) },
		...copied,
	};
}

function targetOf(draft: Draft, state: VimState, command: Command): Moved | null {
	const { name, operator, count } = command;
	if (name === 'lines') {
		const to = linesEnd(draft, count ?? 1, operator !== 'y', state.column);
		return to === null ? null : { to, how: 'lines' };
	}
	const object = name.length === 2 && /^[ia]/.test(name) ? OBJECTS[name.charAt(1)] : undefined;
	if (object === undefined) return moveTo(draft, state, command);
	const isAround = name.startsWith('a');
	return object({ draft, cursor: draft.cursor, count: count ?? 1, isAround, anchor: null, isLines: false });
}

/** `.`: the last change once more; its count gives way to a new one for good. */
function repeatLast(draft: Draft, state: VimState, count: number | null): Run {
	const { change } = state;
	if (change === null) return { draft, state };
	const { typed, shape } = change;
	const command = count === null || shape !== undefined ? change.command : { ...change.command, count };
	const run =
		shape === undefined
			? runNormal(draft, state, command)
			: runVisual(...withShape(draft, state, shape), command, draft.cursor);
	const done = run.state.mode === 'insert' && typed !== undefined ? retype(run, typed) : run;
	// A change keeps its count for repeating; a visual selection has none to keep.
	const now = shape === undefined ? done.state.change : null;
	// The last search stays as it was.
	return {
		...done,
		state: { ...done.state, find: state.find, change: { ...change, command: now?.command ?? change.command } },
	};
}
