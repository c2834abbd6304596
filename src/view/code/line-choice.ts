import type { FileHunks } from './hunks.js';
import type { Run } from './runs.js';

/** Changed lines of both sides, by their numbers from 0. */
export type LineChoice = { readonly old: ReadonlySet<number>; readonly fresh: ReadonlySet<number> };

type IsMeant = { readonly old: (line: number) => boolean; readonly fresh: (line: number) => boolean };

/** Changes of the chosen lines alone, in the order in which the diff shows them. */
export function changesOf({ hunks }: Pick<FileHunks, 'hunks'>, isMeant: IsMeant): readonly Run[] {
	return hunks.flatMap(({ changes }) => changes.flatMap((change) => changesIn(change, isMeant)));
}

function changesIn({ old, new: fresh }: Run, isMeant: IsMeant): readonly Run[] {
	const [removed, added] = [old.to - old.from, fresh.to - fresh.from];
	const found: Run[] = [];
	for (let at = 0; at < Math.max(removed, added); at += 1) {
		const [oldAt, freshAt] = [old.from + at, fresh.from + at];
		const goes = at < removed && isMeant.old(oldAt);
		const comes = at < added && isMeant.fresh(freshAt);
		if (!goes && !comes) continue;
		const from = at >= removed ? old.to : goes ? oldAt : oldAt + 1;
		found.push({
			isSame: false,
			old: { from, to: goes ? from + 1 : from },
			new: { from: freshAt, to: comes ? freshAt + 1 : freshAt },
		});
	}
	return found;
}

export function linesAcross(
	{ hunks }: Pick<FileHunks, 'hunks'>,
	from: 'old' | 'new',
	lines: ReadonlySet<number>,
): ReadonlySet<number> {
	const changes = hunks.flatMap((hunk) => hunk.changes);
	const to = from === 'old' ? 'new' : 'old';
	const across = new Set<number>();
	let next = 0;
	let shift = 0;
	for (const line of [...lines].sort((one, other) => one - other)) {
		for (let change = changes[next]; change !== undefined && change[from].to <= line; change = changes[next]) {
			shift = change[to].to - change[from].to;
			next += 1;
		}
		const change = changes[next];
		if (change === undefined || line < change[from].from) across.add(line + shift);
	}
	return across;
}
