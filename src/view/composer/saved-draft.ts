import { cleanInput } from './buffer.js';
import { chipsIn } from './chips.js';
import { type Chip, type Draft, emptyDraft } from './draft.js';

/** Draft as saved in a file, without pictures. */
export type SavedDraft = {
	readonly text: string;
	readonly chips: readonly { readonly id: number; readonly label: string; readonly text: string }[];
	/** Says that it was put aside, and the user knows. */
	readonly isTold?: true;
};

/** Characters of a saved draft, pasted blocks included; further ones are cut from the end of the blocks. */
const MOST_CHARS = 1_000_000;

/** Null when nothing is worth saving. */
export function saveDraft(draft: Draft): SavedDraft | null {
	if (draft.text.trim() === '') return null;
	const text = draft.text.slice(0, MOST_CHARS);
	let room = MOST_CHARS - text.length;
	const chips: { id: number; label: string; text: string }[] = [];
	for (const { chip } of chipsIn({ ...draft, text })) {
		if (chip.kind !== 'text' || chips.some(({ id }) => id === chip.id)) continue;
		const kept = chip.text.slice(0, room);
		room -= kept.length;
		chips.push({ id: chip.id, label: chip.label, text: kept });
	}
	return { text: text.toWellFormed(), chips, ...(draft.restoredAs === 'seen' ? { isTold: true } : {}) };
}

export function savedText(text: string): SavedDraft {
	return { text: text.slice(0, MOST_CHARS).toWellFormed(), chips: [] };
}

/** Draft read from a file. Total: whatever the file holds, the draft is sound. Marks of pictures are words now. */
export function restoreDraft(saved: SavedDraft): Draft {
	const text = cleanInput(saved.text);
	const chips = new Map<number, Chip>();
	for (const chip of saved.chips) {
		if (!Number.isSafeInteger(chip.id) || chip.id < 1) continue;
		chips.set(chip.id, { kind: 'text', id: chip.id, label: chip.label, text: cleanInput(chip.text) });
	}
	// The end is a valid cursor position in any text.
	return { ...emptyDraft, text, cursor: text.length, chips };
}
