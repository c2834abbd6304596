import { NOT_IN_PLAN, NOT_IN_TURN } from '../../core/session/shadow/shadow-messages.js';
import type { SessionState } from '../../core/session/state.js';
import { STILL_WORKING } from '../slash-commands/slash-commands-messages.js';

/** True for a notice that says why something cannot be done, when by now it can. */
export function isOutdated(notice: string, { turn, mode }: Pick<SessionState, 'turn' | 'mode'>): boolean {
	if (notice === STILL_WORKING || notice === NOT_IN_TURN) return turn === null;
	return notice === NOT_IN_PLAN && mode.mode !== 'plan';
}
