import { countNewlines } from '../text/newlines.js';
import type { DiffContent, DiffLines, ToolLocation } from '../tool-call.js';

type Change = Pick<DiffContent, 'path' | 'oldText' | 'newText'>;
type Place = { readonly at: number; readonly isDone: boolean };

const MOST_PLACES = 1000;

/** Lines where changes begin in the file as it is now, done or not. Null: unknown place; `text` null: no file. */
export function linesOfChanges(
	changes: readonly Change[],
	text: string | null,
	locations: readonly ToolLocation[] = [],
): readonly (DiffLines | null)[] {
	const file = plain(text ?? '');
	const named = new Set(locations.flatMap(({ line }) => (line === undefined ? [] : [line])));
	const found = changes.map((change) => placeOf(change, file, named));
	return found.map((place, index) => {
		if (place === null) return null;
		const line = lineAt(file, place.at);
		const above = changes.filter((_, other) => other !== index && isAbove(found[other], place));
		const shift = above.reduce(
			(sum, { oldText, newText }) => sum + countNewlines(newText) - countNewlines(oldText ?? ''),
			0,
		);
		return place.isDone ? { old: Math.max(1, line - shift), new: line } : { old: line, new: line + shift };
	});
}

/** A change made in another state of the file cannot say how it moves this one. */
function isAbove(other: Place | null | undefined, { at, isDone }: Place): boolean {
	return other !== null && other !== undefined && other.isDone === isDone && other.at < at;
}

function placeOf({ oldText, newText }: Change, file: string, named: ReadonlySet<number>): Place | null {
	const [before, after] = [plain(oldText ?? ''), plain(newText)];
	if (oldText === null || file === '' || before === file || after === file) return { at: 0, isDone: after === file };
	const done = after === '' ? null : onlyPlace(file, after, named);
	// The new text may contain the old one.
	if (done !== null && (before === '' || after.includes(before))) return { at: done, isDone: true };
	const open = before === '' ? null : onlyPlace(file, before, named);
	if (open !== null) return { at: open, isDone: false };
	return done === null ? null : { at: done, isDone: true };
}

/** Offset of the only match, or of the one that is named; null for none or when ambiguous. */
function onlyPlace(file: string, text: string, named: ReadonlySet<number>): number | null {
	const places: number[] = [];
	for (let at = file.indexOf(text); at >= 0 && places.length < MOST_PLACES; at = file.indexOf(text, at + 1))
		places.push(at);
	if (places.length === 1) return places[0] ?? null;
	const chosen = places.filter((at) => named.has(lineAt(file, at)));
	return chosen.length === 1 ? (chosen[0] ?? null) : null;
}

function lineAt(text: string, at: number): number {
	return countNewlines(text.slice(0, at)) + 1;
}

/** With line feeds alone. */
export function plain(text: string): string {
	return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
