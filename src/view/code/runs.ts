/** From the first line to behind the last, counted from 0. */
type LineRange = { readonly from: number; readonly to: number };

export type Run = { readonly isSame: boolean; readonly old: LineRange; readonly new: LineRange };

type RunKind = 'same' | 'removed' | 'added';

export type Runs = {
	readonly all: readonly Run[];
	/** Joins runs; lines removed and added in one place are one run. */
	readonly add: (kind: RunKind, count: number) => void;
	readonly count: (kind: RunKind) => number;
};

export function createRuns(): Runs {
	const all: Run[] = [];
	const counts = { same: 0, added: 0, removed: 0 };
	let old = 0;
	let fresh = 0;

	function add(kind: RunKind, count: number): void {
		if (count === 0) return;
		counts[kind] += count;
		const isSame = kind === 'same';
		const last = all.at(-1);
		const begun = last?.isSame === isSame ? last : { old: { from: old }, new: { from: fresh } };
		if (begun === last) all.pop();
		if (kind !== 'added') old += count;
		if (kind !== 'removed') fresh += count;
		all.push({ isSame, old: { from: begun.old.from, to: old }, new: { from: begun.new.from, to: fresh } });
	}

	return { all, add, count: (kind) => counts[kind] };
}
