import { defined } from '../../defined.js';
import type { RecoveryEvent } from '../../retry-event.js';
import { type StartWords, startAnew, startForSameSession } from '../connection.js';
import { isWaitingToStart, type Recovery } from '../recovery-state.js';
import { RESTARTED } from '../session-messages.js';
import { showAnew } from '../sign-in/settle-sign-in.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Reducers, type Step, withEffects } from '../step.js';
import { sessionToResume } from './agent-crash.js';
import { reportEnd } from './report-end.js';

export const onRecovery: Reducers<RecoveryEvent> = {
	'restart-due': (state, { restartId }, at) =>
		state.recovery?.wait?.id === restartId ? startByItself(state, at) : only(state),
	'restart-stop': (state, _, at) => stopRecovery(reportEnd(state, at)),
};

export function reduceRestart(state: SessionState, at: number): Step {
	if (isWaitingToStart(state)) return withStop(startByItself(state, at));
	return startAgain({ ...state, isQueuePaused: false }, { ended: RESTARTED, noted: 'Starting the agent again.' }, at);
}

function startByItself(state: SessionState, at: number): Step {
	return startAgain(state, { ended: RESTARTED, noted: null }, at);
}

function startAgain(state: SessionState, words: StartWords, at: number): Step {
	const session = sessionToResume(state);
	const { crashes = [], ended } = state.recovery ?? {};
	const recovery: Recovery = { crashes, session: null, isReturning: true };
	const ready: SessionState = { ...state, resuming: session ?? undefined, recovery };
	const returning = { ...recovery, ...defined({ ended }) };
	if (session !== null)
		return andThen(startForSameSession(ready, words, at), (next) => only({ ...next, recovery: returning }));
	const { state: started, effects } = startAnew(ready, words, at);
	const isQueuePaused = state.isQueuePaused && started.queue.length > 0;
	return withEffects({ ...started, recovery: returning, isQueuePaused }, ...effects);
}

function withStop(step: Step): Step {
	return { ...step, effects: [{ type: 'stop-restart' }, ...step.effects] };
}

function stopRecovery(state: SessionState): Step {
	const { recovery } = state;
	if (recovery === undefined) return only(state);
	const { wait, isAsked: _, ...rest } = recovery;
	if (wait === undefined) return only({ ...state, recovery: rest });
	const queue = state.queue.map(showAnew);
	return withEffects({ ...state, recovery: rest, queue, isQueuePaused: queue.length > 0 }, { type: 'stop-restart' });
}
