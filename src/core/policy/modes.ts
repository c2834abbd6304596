import type { Mode } from './types.js';

const LABELS: Readonly<Record<Mode, string>> = {
	default: 'default',
	acceptEdits: 'accept edits',
	plan: 'plan',
	bypassPermissions: 'bypass permissions',
};

/** The mode in words, for footers and sentences. */
export function modeLabel(mode: Mode): string {
	return LABELS[mode];
}
