import { areEqual, type TextLines } from './text-lines.js';

export type UnchangedLinesAt = { readonly old: number; readonly new: number; readonly count: number };

/** UnchangedLinesAt lines up to the indexes `old` and `new`; `steps` counts compared lines. */
export type Aligned = {
	readonly kept: readonly UnchangedLinesAt[];
	readonly old: number;
	readonly new: number;
	readonly steps: number;
};

/** Lines of both sides together that may be skipped at one change, */
const FURTHEST = 24;
/** if so many equal ones follow. */
const SURE = 3;
const STEPS = 6;

/** Walks down two long texts over small changes: much faster than hashing all lines. Ends at a larger change. */
export function alignedLines(old: TextLines, fresh: TextLines): Aligned {
	const kept: UnchangedLinesAt[] = [];
	const most = STEPS * Math.min(old.starts.length, fresh.starts.length);
	let steps = 0;
	let oldAt = 0;
	let newAt = 0;

	const isKept = (oldIndex: number, newIndex: number): boolean => {
		steps += 1;
		return oldIndex < old.starts.length && newIndex < fresh.starts.length && areEqual(old, oldIndex, fresh, newIndex);
	};
	const isSure = (oldIndex: number, newIndex: number): boolean => {
		for (let at = 0; at < SURE; at += 1) if (!isKept(oldIndex + at, newIndex + at)) return false;
		return true;
	};

	while (steps < most) {
		const from = oldAt;
		while (isKept(oldAt, newAt)) {
			oldAt += 1;
			newAt += 1;
		}
		if (oldAt > from) kept.push({ old: from, new: newAt - (oldAt - from), count: oldAt - from });
		const skipped = skippedLines(oldAt, newAt, isSure);
		if (skipped === null) break;
		oldAt += skipped.old;
		newAt += skipped.new;
	}
	return { kept, old: oldAt, new: newAt, steps };
}

function skippedLines(oldAt: number, newAt: number, isSure: (oldIndex: number, newIndex: number) => boolean) {
	for (let sum = 1; sum <= FURTHEST; sum += 1) {
		const half = sum >> 1;
		for (let away = 0; away <= half; away += 1) {
			const [less, more] = [half - away, sum - half + away];
			if (isSure(oldAt + less, newAt + more)) return { old: less, new: more };
			if (less !== more && isSure(oldAt + more, newAt + less)) return { old: more, new: less };
		}
	}
	return null;
}
