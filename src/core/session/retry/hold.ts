import { showAnew } from '../sign-in/settle.js';
import type { SessionState } from '../state.js';

export function forgetFailed(state: SessionState): SessionState {
	const { failed: _failed, ...rest } = state;
	return rest;
}

/** Puts a failed prompt that was to be repeated in front of the queue; others are forgotten. */
export function holdWaiting(state: SessionState): SessionState {
	const { failed } = state;
	if (failed === undefined) return state;
	const forgotten = forgetFailed(state);
	return failed.wait === undefined ? forgotten : { ...forgotten, queue: [showAnew(failed.prompt), ...state.queue] };
}

/** Puts a failed prompt that waits for its service into the queue; one that waits for a limit's end goes on doing so. */
export function holdRetrying(state: SessionState): SessionState {
	return state.failed?.wait?.kind === 'service' ? holdWaiting(state) : state;
}

export function holdFailed(state: SessionState): SessionState {
	const { failed } = state;
	if (failed === undefined) return state;
	return {
		...forgetFailed(state),
		queue: [showAnew(failed.prompt), ...state.queue],
		isQueuePaused: state.turn === null,
	};
}

/**
 * Stops timers of a failed prompt in a resumed session: in another program, or later, nothing is sent automatically. A
 * prompt to be repeated waits in the queue, one that waited for a limit's end is offered anew.
 */
export function withoutTimer<Kept extends Pick<SessionState, 'failed' | 'queue'>>(kept: Kept): Kept {
	const { failed } = kept;
	if (failed?.wait === undefined) return kept;
	const { wait, ...rest } = failed;
	if (wait.kind === 'reset') return { ...kept, failed: rest };
	const { failed: _failed, ...others } = kept;
	return { ...(others as Kept), queue: [showAnew(failed.prompt), ...kept.queue] };
}
