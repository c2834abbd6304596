import { firstWhere } from '../../core/first-where.js';
import type { Line } from '../line.js';
import type { DocumentParts } from '../panel/document.js';

/** Something that stands between the parts of a document. */
export type Insert = {
	/** The part that it stands above; the number of parts: behind the last. */
	readonly above: number;
	/** Begins with a letter that no part's does. */
	readonly key: string;
	readonly lines: readonly Line[];
};

/** A document with inserts, which are in order of their places. */
export function withInserts(parts: DocumentParts, inserts: readonly Insert[]): DocumentParts {
	if (inserts.length === 0) return parts;
	const places = inserts.map(({ above }, index) => above + index);
	const byKey = new Map(inserts.map(({ key }, index) => [key, places[index] ?? 0]));
	/** Number of inserts before a place, or on it. */
	const before = (place: number): number => firstWhere(places.length, (at) => (places[at] ?? 0) > place);
	const insertAt = (place: number): Insert | undefined => {
		const at = before(place) - 1;
		return places[at] === place ? inserts[at] : undefined;
	};
	const placeOfPart = (part: number): number =>
		part + firstWhere(inserts.length, (at) => (inserts[at]?.above ?? 0) > part);
	return {
		count: parts.count + inserts.length,
		first: placeOfPart(parts.first),
		keyAt: (place) => insertAt(place)?.key ?? parts.keyAt(place - before(place)),
		placeOf: (key) => byKey.get(key) ?? placeOfPart(parts.placeOf(key)),
		lines: (place) => insertAt(place)?.lines ?? parts.lines(place - before(place)),
	};
}
