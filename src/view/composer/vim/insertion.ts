import { asOneStep, insert, replaceRange } from '../buffer.js';
import { unitStart } from '../chips.js';
import type { Draft } from '../draft.js';
import { lineStart } from '../word-motions.js';
import type { Change, VimState } from './vim-state.js';

export type Run = { readonly draft: Draft; readonly state: VimState; readonly copied?: string };

export function begin(state: VimState, before: Draft, draft: Draft, change: Change): Run {
	const begun = { ...draft, anchor: null, run: null };
	return { draft: begun, state: { ...state, mode: 'insert', column: null, insertion: { before, begun, change } } };
}

export function leave(state: VimState, draft: Draft): Run {
	const { insertion } = state;
	const typed = insertion === null ? null : typedSince(insertion.begun, draft);
	const repeated = insertion === null || typed === null ? draft : repeat(draft, insertion.change, typed.text);
	const cursor =
		repeated.cursor === lineStart(repeated.text, repeated.cursor)
			? repeated.cursor
			: unitStart(repeated, repeated.cursor);
	const left = { ...repeated, cursor, anchor: null, run: null };
	return {
		draft: insertion === null ? left : asOneStep(insertion.before, left),
		state: {
			...state,
			mode: 'normal',
			insertion: null,
			change: insertion === null || typed === null ? state.change : { ...insertion.change, typed },
		},
	};
}

export function retype({ draft, state }: Run, { text, back }: NonNullable<Change['typed']>): Run {
	let start = draft.cursor;
	for (let left = back; left > 0; left--) start = unitStart(draft, start);
	return leave(state, replaceRange(draft, start, draft.cursor, text));
}

function repeat(draft: Draft, { command: { name, operator, count } }: Change, text: string): Draft {
	if (operator !== null || text === '') return draft;
	const once = name === 'o' || name === 'O' ? `\n${text}` : text;
	const times = Math.min((count ?? 1) - 1, Math.ceil(MOST / once.length));
	return times < 1 ? draft : insert({ ...draft, anchor: null, run: null }, once.repeat(times));
}

/** UTF-16 units that a count makes of what is typed at most. */
const MOST = 100_000;

/** Text typed since an insertion began, and how many characters before it went; null where other things changed. */
function typedSince(begun: Draft, draft: Draft): NonNullable<Change['typed']> | null {
	const behind = begun.text.length - (draft.text.length - draft.cursor);
	if (behind < begun.cursor || begun.text.slice(behind) !== draft.text.slice(draft.cursor)) return null;
	const most = Math.min(begun.cursor, draft.cursor);
	let same = 0;
	while (same < most && begun.text[same] === draft.text[same]) same++;
	let back = 0;
	for (let at = begun.cursor; at > same; at = unitStart(begun, at)) back++;
	return { text: draft.text.slice(same, draft.cursor), back };
}
