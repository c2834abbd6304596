import { snapToUnit, unitEnd, unitStart } from './chips.js';
import { type Draft, type Edit, type EditRun, type EditStack, emptyDraft } from './draft.js';

/** Control characters but tab and line feed, lone surrogates, bidirectional overrides. */
const suspicious = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/;
const escapeSequences =
	/\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|[\]PX^_][^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c)|[\x20-\x2f]{0,8}[\x30-\x7e])/g;
const notText = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Line breaks are `\n`; escape sequences, control characters and bidirectional marks are gone. Linear in the text. */
export function cleanInput(text: string): string {
	if (!suspicious.test(text)) return text;
	return text
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(escapeSequences, '')
		.replace(notText, '')
		.toWellFormed();
}

export function selectionOf(draft: Draft): { readonly start: number; readonly end: number } | null {
	if (draft.anchor === null || draft.anchor === draft.cursor) return null;
	return { start: Math.min(draft.anchor, draft.cursor), end: Math.max(draft.anchor, draft.cursor) };
}

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

const maximumEdits = 1000;
/** UTF-16 units that the undo stack keeps before it drops the oldest steps. */
const maximumSize = 4_000_000;

export function recordEdit(past: EditStack, edit: Edit, run: EditRun | null): EditStack {
	const last = past.edits.at(-1);
	const merged = run === null || last === undefined ? null : mergeEdits(last, edit, run);
	if (merged === null || last === undefined) return bounded([...past.edits, edit], past.size + sizeOf(edit));
	return bounded([...past.edits.slice(0, -1), merged], past.size - sizeOf(last) + sizeOf(merged));
}

/** A step of undo ends what the next change could continue. */
const STILL = { preferredColumn: null, run: null, yanked: null } as const;

export function undo(draft: Draft): Draft {
	const edit = draft.past.edits.at(-1);
	if (edit === undefined) return draft;
	return {
		...draft,
		text: splice(draft.text, edit.start, edit.inserted.length, edit.removed),
		cursor: edit.cursorBefore,
		anchor: edit.anchorBefore,
		...STILL,
		past: { edits: draft.past.edits.slice(0, -1), size: draft.past.size - sizeOf(edit) },
		future: [...draft.future, edit],
	};
}

export function redo(draft: Draft): Draft {
	const edit = draft.future.at(-1);
	if (edit === undefined) return draft;
	return {
		...draft,
		text: splice(draft.text, edit.start, edit.removed.length, edit.inserted),
		cursor: edit.cursorAfter,
		anchor: null,
		...STILL,
		past: { edits: [...draft.past.edits, edit], size: draft.past.size + sizeOf(edit) },
		future: draft.future.slice(0, -1),
	};
}

/** The draft after several changes since `before`, which become one step; the same where other changes came between. */
export function asOneStep(before: Draft, after: Draft): Draft {
	const { edits } = after.past;
	const last = before.past.edits.at(-1);
	const from = last === undefined ? 0 : edits.lastIndexOf(last) + 1;
	const added = edits.slice(from);
	const [first] = added;
	if (first === undefined || added.length === 1 || (from === 0 && last !== undefined)) return after;
	const most = Math.min(before.text.length, after.text.length);
	let start = 0;
	while (start < most && before.text[start] === after.text[start]) start++;
	let same = 0;
	while (same < most - start && before.text.at(-1 - same) === after.text.at(-1 - same)) same++;
	const edit: Edit = {
		...first,
		start,
		removed: before.text.slice(start, before.text.length - same),
		inserted: after.text.slice(start, after.text.length - same),
		cursorAfter: after.cursor,
	};
	const size = added.reduce((sum, each) => sum - sizeOf(each), after.past.size) + sizeOf(edit);
	return { ...after, run: null, past: { edits: [...edits.slice(0, from), edit], size } };
}

function mergeEdits(last: Edit, edit: Edit, run: EditRun): Edit | null {
	if (run === 'type') {
		const continues = edit.removed === '' && edit.start === last.start + last.inserted.length;
		// A word is a step: the first letter after a space starts the next one.
		const startsWord = /\s$/.test(last.inserted) && !/^\s/.test(edit.inserted);
		if (!continues || startsWord || edit.inserted.includes('\n')) return null;
		return { ...last, inserted: last.inserted + edit.inserted, cursorAfter: edit.cursorAfter };
	}
	if (edit.inserted !== '' || last.inserted !== '') return null;
	if (edit.start === last.start)
		return { ...last, removed: last.removed + edit.removed, cursorAfter: edit.cursorAfter };
	if (edit.start + edit.removed.length !== last.start) return null;
	return { ...last, start: edit.start, removed: edit.removed + last.removed, cursorAfter: edit.cursorAfter };
}

function bounded(edits: readonly Edit[], size: number): EditStack {
	let from = Math.max(0, edits.length - maximumEdits);
	let units = size;
	for (const edit of edits.slice(0, from)) units -= sizeOf(edit);
	// The last step always stays: it is what a slip of the finger needs.
	while (units > maximumSize && from < edits.length - 1) {
		units -= sizeOf(edits[from] ?? nothing);
		from++;
	}
	return { edits: from === 0 ? edits : edits.slice(from), size: units };
}

const nothing: Edit = { start: 0, removed: '', inserted: '', cursorBefore: 0, anchorBefore: null, cursorAfter: 0 };

function sizeOf(edit: Edit): number {
	return edit.removed.length + edit.inserted.length;
}

function splice(text: string, start: number, length: number, replacement: string): string {
	return text.slice(0, start) + replacement + text.slice(start + length);
}
