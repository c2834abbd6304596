import { settleStreaming } from '../entries/append.js';
import { settleCalls } from '../entries/tools.js';
import { holdRetrying } from '../retry/hold.js';
import type { SessionState } from '../state.js';
import { rememberSession } from './crash.js';

/** Nobody is there to end what is open, and the queue is held. */
export function leaveAgent(state: SessionState, at: number): SessionState {
	const settled = settleCalls(settleStreaming(holdRetrying(rememberSession(state)), at), 0, 'cancelled', at);
	return { ...settled, sessionId: null, isQueuePaused: settled.queue.length > 0 };
}
