import { snapToUnit, unitEnd, unitStart } from './chips.js';
import { cleanInput } from './clean-input.js';
import { type Draft, type EditRun, emptyDraft, selectionOf } from './draft.js';
import { recordEdit } from './undo.js';

/** The cursor follows the text unless `cursor` says otherwise. Changes of one `run` become one undo step. */
export function replaceRange(
	draft: Draft,
	start: number,
	end: number,
	text: string,
	options: { readonly run?: EditRun; readonly cursor?: number } = {},
): Draft {
	const removed = draft.text.slice(start, end);
	if (removed === '' && text === '') return draft.anchor === null ? draft : { ...draft, anchor: null };
	const changed = {
		...draft,
		text: draft.text.slice(0, start) + text + draft.text.slice(end),
		anchor: null,
		preferredColumn: null,
		yanked: null,
		future: [],
	};
	const cursor = snapToUnit(changed, options.cursor ?? start + text.length);
	const edit = {
		start,
		removed,
		inserted: text,
		cursorBefore: draft.cursor,
		anchorBefore: draft.anchor,
		cursorAfter: cursor,
	};
	const run = options.run ?? null;
	return {
		...changed,
		cursor,
		run,
		past: recordEdit(draft.past, edit, run !== null && draft.run === run ? run : null),
	};
}

export function insert(draft: Draft, text: string): Draft {
	const clean = cleanInput(text);
	const range = selectionOf(draft) ?? { start: draft.cursor, end: draft.cursor };
	return replaceRange(draft, range.start, range.end, clean, { run: 'type' });
}

export function deleteBackward(draft: Draft): Draft {
	return deleteSelection(draft) ?? deleteRange(draft, unitStart(draft, draft.cursor), draft.cursor);
}

export function deleteForward(draft: Draft): Draft {
	return deleteSelection(draft) ?? deleteRange(draft, draft.cursor, unitEnd(draft, draft.cursor));
}

function deleteSelection(draft: Draft): Draft | null {
	const range = selectionOf(draft);
	return range === null ? null : replaceRange(draft, range.start, range.end, '');
}

function deleteRange(draft: Draft, start: number, end: number): Draft {
	return replaceRange(draft, start, end, '', { run: 'delete' });
}

export function setText(draft: Draft, text: string): Draft {
	const clean = cleanInput(text);
	return clean === draft.text ? draft : replaceRange(draft, 0, draft.text.length, clean);
}

export function draftOf(text: string, killRing: readonly string[] = []): Draft {
	const clean = cleanInput(text);
	return { ...emptyDraft, text: clean, cursor: clean.length, killRing };
}
