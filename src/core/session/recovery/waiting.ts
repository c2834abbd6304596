import type { SessionState } from '../state.js';

/** The agent crashed, and is started again by itself. */
export function isWaitingToStart({ recovery }: Pick<SessionState, 'recovery'>): boolean {
	return recovery?.wait !== undefined;
}
