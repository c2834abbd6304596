import { Fzf } from 'fzf';

/** What fzf tells of an item; its own declarations do not resolve as ES modules. */
type Found<T> = { readonly item: T; readonly score: number; readonly start: number };

/**
 * The items whose name fits the query, the best first: the name itself, then names that begin with
 * it, then by fzf's score. Case does not matter. An empty query keeps everything in its order.
 */
export function fuzzyFind<T extends { readonly name: string }>(items: readonly T[], query: string): readonly T[] {
	if (query === '') return items;
	const finder = new Fzf(items, { selector: (item: T) => item.name, casing: 'case-insensitive', sort: false });
	const found: readonly Found<T>[] = finder.find(query);
	const wanted = query.toLowerCase();
	const rank = (name: string): number => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
	return found
		.map(({ item, score, start }, index) => ({
			item,
			score,
			start,
			index,
			length: item.name.length,
			rank: rank(item.name.toLowerCase()),
		}))
		.sort(
			(a, b) => a.rank - b.rank || b.score - a.score || a.start - b.start || a.length - b.length || a.index - b.index,
		)
		.map(({ item }) => item);
}
