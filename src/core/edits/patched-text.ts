import { type Hunk, readPatch } from './patch.js';

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
