import type { Mode } from './types.js';

/** The mode behind this one in the cycle; `bypassPermissions` is in it only when it is allowed. */
export function cycleMode(mode: Mode, isBypassAllowed: boolean): Mode {
	switch (mode) {
		case 'default':
			return 'acceptEdits';
		case 'acceptEdits':
			return 'plan';
		case 'plan':
			return isBypassAllowed ? 'bypassPermissions' : 'default';
		case 'bypassPermissions':
			return 'default';
	}
}

/** The mode in words, for footers and sentences. */
export function modeLabel(mode: Mode): string {
	switch (mode) {
		case 'default':
			return 'default';
		case 'acceptEdits':
			return 'accept edits';
		case 'plan':
			return 'plan';
		case 'bypassPermissions':
			return 'bypass permissions';
	}
}
