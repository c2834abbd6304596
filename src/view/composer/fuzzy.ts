import { fuzzyScore } from '../../core/text/fuzzy-score.js';

/** The items whose name fits the query, the best first. Case does not matter. An empty query keeps all in their order. */
export function fuzzyFind<T extends { readonly name: string }>(items: readonly T[], query: string): readonly T[] {
	if (query === '') return items;
	const wanted = query.toLowerCase();
	return items
		.map((item) => ({ item, score: fuzzyScore(item.name.toLowerCase(), wanted) }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score)
		.map(({ item }) => item);
}
