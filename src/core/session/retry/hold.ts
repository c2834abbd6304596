import { showAnew } from '../sign-in/settle.js';
import type { SessionState } from '../state.js';

/** Nothing is known of a failed prompt any more. */
export function forgetFailed(state: SessionState): SessionState {
	const { failed: _failed, ...rest } = state;
	return rest;
}

/** A failed prompt that was to go again waits as the first of the queue instead; others are forgotten. */
export function holdWaiting(state: SessionState): SessionState {
	const { failed } = state;
	if (failed === undefined) return state;
	const forgotten = forgetFailed(state);
	return failed.wait === undefined ? forgotten : { ...forgotten, queue: [showAnew(failed.prompt), ...state.queue] };
}

/** A failed prompt that waits for its service waits in the queue; one that waits for a limit's end goes on doing so. */
export function holdRetrying(state: SessionState): SessionState {
	return state.failed?.wait?.kind === 'service' ? holdWaiting(state) : state;
}

/** The failed prompt waits as the first of the queue, until the user says so. */
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
 * What is known of a failed prompt in a session that is taken up again: in another program, or later, nothing goes by
 * itself. What was to be tried again waits in the queue, what waited for a limit's end is offered anew.
 */
export function withoutTimer<Kept extends Pick<SessionState, 'failed' | 'queue'>>(kept: Kept): Kept {
	const { failed } = kept;
	if (failed?.wait === undefined) return kept;
	const { wait, ...rest } = failed;
	if (wait.kind === 'reset') return { ...kept, failed: rest };
	const { failed: _failed, ...others } = kept;
	return { ...(others as Kept), queue: [showAnew(failed.prompt), ...kept.queue] };
}
