import { fuzzyScore, WHOLE } from '../../core/text/fuzzy-score.js';
import { maskOf, type PathList } from './path-list.js';

/** Time slices of a search: it works `longest` ms, then yields to the event loop. */
export type Slices = { readonly longest: number; now(): number; pause(): Promise<void> };

export type Found = {
	readonly query: string;
	readonly size: number;
	readonly matches: readonly number[];
	/** Indexes of the best hits, the best first. */
	readonly best: readonly { readonly index: number; readonly points: number }[];
};

/** Reading the clock costs as much as a few paths. */
const BETWEEN_LOOKS = 128;

/** Points of a recent path: before others that contain the query, and before scattered letters. */
const RECENT = 40_000;

function bonus(points: number, since: number, isAny: boolean): number {
	if (isAny) return Math.max(0, RECENT - since * 1000);
	return points >= WHOLE ? Math.max(0, RECENT - since) : WHOLE;
}

/** Searches a list in slices. `before`: an earlier result over the same list. Null when `signal` aborted. */
export async function searchPaths(
	list: PathList,
	query: string,
	options: {
		readonly limit: number;
		readonly recent: ReadonlyMap<string, number>;
		readonly before: Found | null;
		readonly signal: AbortSignal;
		readonly slices: Slices;
	},
): Promise<Found | null> {
	const { limit, recent, before, signal, slices } = options;
	// The key that asked for this is drawn first.
	await slices.pause();
	if (signal.aborted) return null;
	const wanted = query.toLowerCase();
	const mask = maskOf(wanted);
	const size = list.paths.length;
	const narrowed = before !== null && before.query !== '' && wanted.startsWith(before.query) ? before : null;
	const known = narrowed?.matches ?? [];
	const total = known.length + size - (narrowed?.size ?? 0);
	const matches: number[] = [];
	const best = createBest(limit);
	let startedAt = slices.now();
	for (let step = 0; step < total; step += 1) {
		if (step % BETWEEN_LOOKS === 0 && slices.now() - startedAt >= slices.longest) {
			await slices.pause();
			if (signal.aborted) return null;
			startedAt = slices.now();
		}
		// Paths that were listed since the earlier search follow its results.
		const index = known[step] ?? step - known.length + (narrowed?.size ?? 0);
		if ((list.maskAt(index) & mask) !== mask) continue;
		const low = list.lower[index] ?? '';
		const points = wanted === '' ? shallow(low) : fuzzyScore(low, wanted);
		if (points === 0) continue;
		const path = list.paths[index] ?? '';
		if (list.isDropped(path)) continue;
		matches.push(index);
		const since = recent.size === 0 ? undefined : recent.get(path);
		best.add(index, since === undefined ? points : points + bonus(points, since, wanted === ''));
	}
	if (signal.aborted) return null;
	return { query: wanted, size, matches, best: best.all() };
}

/** The score without a query: the top level first, folders before files. */
function shallow(path: string): number {
	let depth = 0;
	for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) depth += 1;
	return Math.max(1, 1000 - depth * 10 + (path.endsWith('/') ? 5 : 0));
}

/** Keeps the best hits in order; equals in list order. Most paths cost one comparison with the last. */
function createBest(limit: number) {
	const kept: { readonly index: number; readonly points: number }[] = [];
	return {
		add(index: number, points: number): void {
			const last = kept[limit - 1];
			if (last !== undefined && points <= last.points) return;
			let at = kept.length;
			while (at > 0 && (kept[at - 1]?.points ?? points) < points) at -= 1;
			kept.splice(at, 0, { index, points });
			if (kept.length > limit) kept.pop();
		},
		all: () => kept,
	};
}
