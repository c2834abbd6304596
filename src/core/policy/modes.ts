import type { Mode } from './policy-types.js';

const LABELS: Readonly<Record<Mode, string>> = {
	default: 'default',
	acceptEdits: 'accept edits',
	plan: 'plan',
	bypassPermissions: 'bypass permissions',
};

const LOOSENESS: Readonly<Record<Mode, number>> = { plan: 0, default: 1, acceptEdits: 2, bypassPermissions: 3 };

/** Rank of a mode: the higher, the more is allowed. */
export function loosenessOf(mode: Mode): number {
	return LOOSENESS[mode];
}

/** The mode in words, for footers and sentences. */
export function modeLabel(mode: Mode): string {
	return LABELS[mode];
}
