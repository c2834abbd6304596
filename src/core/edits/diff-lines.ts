import { countNewlines } from '../text/newlines.js';
import type { DiffContent, DiffLines, ToolLocation } from '../tool-call.js';
import { type Hunk, readPatch } from './patch.js';

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
	// What replaces a text may hold it.
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

/** Unchanged lines around a hunk; fewer stand at the beginning and the end of a file alone. */
const CONTEXT = 3;

/** The patched text; null unless every hunk fits at exactly one place, in order, with all its context. */
export function patchedPlainly(text: string, patch: string): string | null {
	if (patch.includes('\r') || patch.includes('\n\\ ')) return null;
	const hunks = readPatch(`--- a/x\n+++ b/x\n${patch}`)?.[0]?.hunks ?? [];
	const lines = text.split('\n');
	const end = lines.length - (text.endsWith('\n') ? 1 : 0);
	const parts: string[] = [];
	let from = 0;
	for (const hunk of hunks) {
		const wanted = hunk.lines.filter(({ sign }) => sign !== '+').map((line) => line.text);
		const [at, ...others] = placesOf(wanted, lines);
		if (at === undefined || others.length > 0 || at < from || !isBounded(hunk, at, wanted.length, end)) return null;
		parts.push(...lines.slice(from, at), ...hunk.lines.filter(({ sign }) => sign !== '-').map((line) => line.text));
		from = at + wanted.length;
	}
	return hunks.length === 0 ? null : [...parts, ...lines.slice(from)].join('\n');
}

function isBounded({ lines }: Hunk, at: number, size: number, end: number): boolean {
	const above = lines.findIndex(({ sign }) => sign !== ' ');
	const below = lines.length - 1 - lines.findLastIndex(({ sign }) => sign !== ' ');
	return size > 0 && (above >= CONTEXT || at === 0) && (below >= CONTEXT || at + size === end);
}

function placesOf(wanted: readonly string[], lines: readonly string[]): readonly number[] {
	const [first] = wanted;
	const places: number[] = [];
	for (let at = 0; at + wanted.length <= lines.length; at += 1) {
		if (lines[at] === first && wanted.every((line, index) => lines[at + index] === line)) places.push(at);
	}
	return places;
}
