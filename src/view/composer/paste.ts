import type { ImageBlock } from '../../core/content.js';
import type { PastedRange } from '../../core/session/entries/pastes.js';
import { cleanInput, replaceRange, selectionOf, setText } from './buffer.js';
import { chipAt, chipLabel, countLines } from './chips.js';
import type { Chip, Draft } from './draft.js';

const mostLines = 10;
const mostCharacters = 1000;

export function pasteInto(draft: Draft, text: string): Draft {
	const range = selectionOf(draft) ?? { start: draft.cursor, end: draft.cursor };
	const { marked, shown } = withMark(draft, text);
	return replaceRange(marked, range.start, range.end, shown);
}

export function withMark(draft: Draft, text: string): { readonly marked: Draft; readonly shown: string } {
	const clean = cleanInput(text);
	if (clean.length <= mostCharacters && countLines(clean) <= mostLines) return { marked: draft, shown: clean };
	const chip = textChip(draft.chips.size + 1, clean);
	return { marked: withChip(draft, chip), shown: chip.label };
}

export function replaceDraft(draft: Draft, text: string): Draft {
	const clean = cleanInput(text);
	if (clean === draft.text) return draft;
	const end = draft.text.length;
	if (clean.length <= mostCharacters * 20) return replaceRange(draft, 0, end, clean);
	const chip = textChip(draft.chips.size + 1, clean);
	return replaceRange(withChip(draft, chip), 0, end, chip.label);
}

export function restorePastes(draft: Draft, text: string, pastes: readonly PastedRange[]): Draft {
	const chips = new Map(draft.chips);
	let shown = '';
	let from = 0;
	for (const { start, end } of pastes) {
		const pasted = cleanInput(text.slice(start, end));
		const chip = textChip(chips.size + 1, pasted);
		chips.set(chip.id, chip);
		shown += text.slice(from, start) + chip.label;
		from = end;
	}
	return setText({ ...draft, chips }, shown + text.slice(from));
}

export function expandChipAtCursor(draft: Draft): Draft | null {
	const place = chipAt(draft, draft.cursor);
	if (place === null || place.chip.kind === 'image') return null;
	return replaceRange(draft, place.start, place.end, place.chip.text);
}

export function insertImage(draft: Draft, image: ImageBlock): Draft {
	const range = selectionOf(draft) ?? { start: draft.cursor, end: draft.cursor };
	const number = Math.max(0, ...[...draft.chips.keys()].map((id) => -id)) + 1;
	const chip = imageChip(number, image);
	const lead = /(?:^|\s)$/.test(draft.text.slice(0, range.start)) ? '' : ' ';
	const tail = /^\s/.test(draft.text.slice(range.end)) ? '' : ' ';
	return replaceRange(withChip(draft, chip), range.start, range.end, `${lead}${chip.label}${tail}`);
}

export function restoreImages(draft: Draft, images: readonly ImageBlock[]): Draft {
	const chips = new Map(draft.chips);
	const marks = [...draft.text.matchAll(/\[Image (\d+)\]/g)];
	const numbers = [...new Set(marks.map((match) => Number(match[1])))];
	for (const [index, image] of images.entries()) {
		const number = numbers[index];
		if (number !== undefined) chips.set(-number, imageChip(number, image));
	}
	return { ...draft, chips };
}

function withChip(draft: Draft, chip: Chip): Draft {
	return { ...draft, chips: new Map(draft.chips).set(chip.id, chip) };
}

function textChip(id: number, text: string): Chip {
	return { kind: 'text', id, label: chipLabel(id, text), text };
}

function imageChip(number: number, image: ImageBlock): Chip {
	const label = `[Image ${number}]`;
	return { kind: 'image', id: -number, label, text: label, image };
}
