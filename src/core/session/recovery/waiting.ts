import type { SessionState } from '../state.js';

export function isWaitingToStart({ recovery }: Pick<SessionState, 'recovery'>): boolean {
	return recovery?.wait !== undefined;
}
