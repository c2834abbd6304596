import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import type { ResumeEvent } from '../../sessions/resume-event.js';
import { note } from '../entries/append.js';
import type { Reducers } from '../reducers/reducers.js';
import { only, type Step, withEffects } from '../reducers/step.js';
import type { SessionState } from '../state.js';
import { leaveForResume, startForResume } from './leave.js';
import { ALREADY_OPEN, ALREADY_RESUMING } from './messages.js';
import { onReopen } from './reopen.js';
import { withFailedRung, withNewer, withResuming } from './rungs.js';

type Begun = Extract<ResumeEvent, { type: 'resume-begun' }>;

export const onResume: Reducers<ResumeEvent> = {
	...onReopen,
	'resume-session': (state, { target, isFork = false, fallback }, at) =>
		state.isRestoring === true
			? only(note(state, at, 'info', ALREADY_RESUMING))
			: withEffects(
					{ ...state, isRestoring: true },
					{ type: 'restore-session', target, isFork, ...defined({ fallback }) },
				),
	'stop-resuming': (state) =>
		state.resuming === undefined ? only(state) : withEffects(state, { type: 'stop-resuming' }),
	'resume-begun': reduceBegun,
	'resume-refused': (state, { failure }, at) => reduceRefused(state, failure, at),
	'resume-tried': (state, { rung }, at) => only(withResuming(state, { rung, since: at })),
	'resume-failed': (state, failed) => only(withFailedRung(state, failed)),
	'resume-newer': (state, { sessionId }) => only(withNewer(state, sessionId)),
};

function reduceBegun(before: SessionState, { resuming, profile }: Begun, at: number): Step {
	const { isRestoring: _, ...state } = before;
	const { phase } = state.connection;
	const isOpen = resuming.sessionId !== null && resuming.sessionId === state.sessionId && !resuming.isFork;
	if (isOpen) return only(note(state, at, 'info', ALREADY_OPEN));
	const next: SessionState = { ...state, resuming };
	if (profile !== undefined) return startForResume(next, profile, at);
	switch (phase) {
		case 'starting':
		case 'closed':
			return only(next);
		case 'failed':
		case 'exited':
			return startForResume(next, state.profile, at);
		case 'opening':
		case 'signed-out':
		case 'ready':
			return leaveForResume(next, at);
	}
}

/** The open session goes on; an agent that waited for the decision begins a new one. */
function reduceRefused(before: SessionState, failure: Failure, at: number): Step {
	const { isRestoring: _, ...state } = before;
	const { hint, detail } = failure;
	const told = note(state, at, 'error', failure.message, {
		...(hint === undefined ? {} : { hint }),
		...(detail === undefined ? {} : { detail }),
	});
	const isWaiting = state.connection.phase === 'opening' && state.sessionId === null;
	// What was written meanwhile was meant for the other session: it waits for the user's word.
	const held: SessionState = { ...told, isQueuePaused: told.isQueuePaused || told.queue.length > 0 };
	return isWaiting ? withEffects(held, { type: 'open-session' }) : only(held);
}
