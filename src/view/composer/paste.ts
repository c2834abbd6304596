import { replaceRange } from './buffer.js';
import { chipAt, chipLabel, countLines } from './chips.js';
import { cleanInput } from './clean-input.js';
import { type Chip, type Draft, selectionOf } from './draft.js';

const mostLines = 10;
const mostCharacters = 1000;

/** Pastes a text as one undo step. A large one becomes a block that the draft shows as a short mark. */
export function pasteInto(draft: Draft, text: string): Draft {
	const clean = cleanInput(text);
	const range = selectionOf(draft) ?? { start: draft.cursor, end: draft.cursor };
	const isLarge = clean.length > mostCharacters || countLines(clean) > mostLines;
	return isLarge ? withChip(draft, range, clean) : replaceRange(draft, range.start, range.end, clean);
}

/** Replaces the whole draft with a text from elsewhere; what is too much to edit becomes a block. */
export function replaceDraft(draft: Draft, text: string): Draft {
	const clean = cleanInput(text);
	const whole = { start: 0, end: draft.text.length };
	if (clean === draft.text) return draft;
	return clean.length > mostCharacters * 20 ? withChip(draft, whole, clean) : replaceRange(draft, 0, whole.end, clean);
}

/** Puts the whole text of the pasted block at the cursor in the place of its mark; null where there is none. */
export function expandChipAtCursor(draft: Draft): Draft | null {
	const place = chipAt(draft, draft.cursor);
	return place === null ? null : replaceRange(draft, place.start, place.end, place.chip.text);
}

function withChip(draft: Draft, range: { readonly start: number; readonly end: number }, text: string): Draft {
	const id = draft.chips.size + 1;
	const chip: Chip = { id, label: chipLabel(id, text), text };
	const known = { ...draft, chips: new Map(draft.chips).set(id, chip) };
	return replaceRange(known, range.start, range.end, chip.label);
}
