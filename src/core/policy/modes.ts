import { MODES, type Mode } from './types.js';

const LABELS: Readonly<Record<Mode, string>> = {
	default: 'default',
	acceptEdits: 'accept edits',
	plan: 'plan',
	bypassPermissions: 'bypass permissions',
};

/** The mode behind this one in the cycle; `bypassPermissions` is in it only when it is allowed. */
export function cycleMode(mode: Mode, isBypassAllowed: boolean): Mode {
	const next = MODES[MODES.indexOf(mode) + 1] ?? 'default';
	return next === 'bypassPermissions' && !isBypassAllowed ? 'default' : next;
}

/** The mode in words, for footers and sentences. */
export function modeLabel(mode: Mode): string {
	return LABELS[mode];
}
