import type { Mode } from '../../core/policy/types.js';
import type { Role } from '../line.js';

/** The colour role of a mode. */
export function modeRole(mode: Mode): Role {
	switch (mode) {
		case 'default':
			return 'muted';
		case 'acceptEdits':
			return 'acceptEdits';
		case 'plan':
			return 'plan';
		case 'bypassPermissions':
			return 'bypass';
	}
}
