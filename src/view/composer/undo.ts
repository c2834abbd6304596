import type { Draft, Edit, EditRun, EditStack } from './draft.js';

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
