import type { ImageBlock } from '../../core/content.js';
import type { PastedRange } from '../../core/session/entries/pastes.js';
import { countNewlines } from '../../core/text/newlines.js';
import { nextBoundary, previousBoundary, snapToBoundary } from './boundaries.js';
import type { Chip, Draft } from './draft.js';

const mark = /\[Pasted [\d,]+ (?:lines|characters) #(\d+)\]|\[Image (\d+)\]/g;
const longestMark = 64;

export type ChipPlace = { readonly chip: Chip; readonly start: number; readonly end: number };

export function chipLabel(id: number, text: string): string {
	const lines = countLines(text);
	const [count, unit] = lines > 1 ? [lines, 'lines'] : [text.length, 'characters'];
	return `[Pasted ${count.toLocaleString('en')} ${unit} #${id}]`;
}

/** A line break at the end starts no further line. */
export function countLines(text: string): number {
	return countNewlines(text) + (text.endsWith('\n') ? 0 : 1);
}

export function chipsIn(draft: Draft, from = 0, to = draft.text.length): readonly ChipPlace[] {
	if (draft.chips.size === 0) return [];
	const places: ChipPlace[] = [];
	for (const match of draft.text.slice(from, to).matchAll(mark)) {
		const chip = draft.chips.get(match[2] === undefined ? Number(match[1]) : -Number(match[2]));
		const start = from + match.index;
		if (chip?.label === match[0]) places.push({ chip, start, end: start + match[0].length });
	}
	return places;
}

export function imagesIn(draft: Draft): readonly ImageBlock[] {
	const images = chipsIn(draft).flatMap(({ chip }) => (chip.kind === 'image' ? [chip.image] : []));
	return [...new Set(images)];
}

export function chipAt(draft: Draft, offset: number): ChipPlace | null {
	const near = chipsIn(draft, Math.max(0, offset - longestMark), offset + longestMark);
	return near.find((place) => place.start <= offset && offset <= place.end) ?? null;
}

export function expandDraft(draft: Draft): string {
	return expandMarks(draft).text;
}

export function expandMarks(draft: Draft): { readonly text: string; readonly pastes: readonly PastedRange[] } {
	let text = '';
	let from = 0;
	const pastes: PastedRange[] = [];
	for (const { chip, start, end } of chipsIn(draft)) {
		text += draft.text.slice(from, start);
		if (chip.kind === 'text') pastes.push({ start: text.length, end: text.length + chip.text.length });
		text += chip.text;
		from = end;
	}
	return { text: text + draft.text.slice(from), pastes };
}

export function unitStart(draft: Draft, offset: number): number {
	const mark = marksNear(draft, offset).find(({ start, end }) => start < offset && offset <= end);
	return mark?.start ?? previousBoundary(draft.text, offset);
}

export function unitEnd(draft: Draft, offset: number): number {
	const mark = marksNear(draft, offset).find(({ start, end }) => start <= offset && offset < end);
	return mark?.end ?? nextBoundary(draft.text, offset);
}

/** The offset, moved out of a grapheme or a mark that it would stand in. */
export function snapToUnit(draft: Draft, offset: number): number {
	const mark = marksNear(draft, offset).find(({ start, end }) => start < offset && offset < end);
	return mark?.end ?? snapToBoundary(draft.text, offset);
}

/** A mark that a joining character follows ends behind it. */
function marksNear(draft: Draft, offset: number): readonly { readonly start: number; readonly end: number }[] {
	const places = chipsIn(draft, Math.max(0, offset - longestMark), offset + longestMark);
	return places.map(({ start, end }) => ({ start, end: snapToBoundary(draft.text, end) }));
}
