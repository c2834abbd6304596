import { diffWordsWithSpace } from 'diff';
import { type Line, type Span, type Style, spanOf } from '../line.js';

/** In UTF-16 units. */
export type TextRange = { readonly from: number; readonly to: number };

const longestPair = 1000;
const mostEdits = 120;
/** Share of unchanged text below which marking words would mark nearly everything. */
const leastCommon = 0.35;

export function changedWords(oldText: string, newText: string): { old: TextRange[]; new: TextRange[] } | undefined {
	if (oldText.length > longestPair || newText.length > longestPair) return undefined;
	const changes = diffWordsWithSpace(oldText, newText, { maxEditLength: mostEdits });
	if (!changes) return undefined;
	const ranges: { old: TextRange[]; new: TextRange[] } = { old: [], new: [] };
	let oldIndex = 0;
	let newIndex = 0;
	let common = 0;
	for (const { value, added, removed } of changes) {
		if (removed) ranges.old.push({ from: oldIndex, to: oldIndex + value.length });
		if (added) ranges.new.push({ from: newIndex, to: newIndex + value.length });
		if (!added && !removed) common += value.trim().length;
		if (!added) oldIndex += value.length;
		if (!removed) newIndex += value.length;
	}
	const longest = Math.max(oldText.trim().length, newText.trim().length, 1);
	if (common / longest < leastCommon) return undefined;
	return { old: joined(ranges.old, oldText), new: joined(ranges.new, newText) };
}

/** Joins ranges that touch once one slides left, as the second `)` of `g(f(a))` after `f(a)` does. */
function joined(ranges: readonly TextRange[], text: string): TextRange[] {
	const merged: TextRange[] = [];
	for (const range of ranges) {
		const last = merged.at(-1);
		const gap = last === undefined ? 0 : range.from - last.to;
		const canSlide =
			last !== undefined &&
			gap <= range.to - range.from &&
			text.slice(last.to, range.from) === text.slice(range.to - gap, range.to);
		if (canSlide) merged[merged.length - 1] = { from: last.from, to: range.to - gap };
		else merged.push(range);
	}
	return merged;
}

export function markRanges(line: Line, ranges: readonly TextRange[], mark: Style): Line {
	if (ranges.length === 0) return line;
	const marked: Span[] = [];
	let start = 0;
	for (const span of line) {
		const end = start + span.text.length;
		let position = start;
		for (const range of ranges) {
			const from = Math.max(range.from, position);
			const to = Math.min(range.to, end);
			if (from >= to) continue;
			push(marked, span.text.slice(position - start, from - start), span.style);
			push(marked, span.text.slice(from - start, to - start), { ...span.style, ...mark });
			position = to;
		}
		push(marked, span.text.slice(position - start), span.style);
		start = end;
	}
	return marked;
}

function push(spans: Span[], text: string, style: Style | undefined): void {
	if (text !== '') spans.push(spanOf(text, style));
}
