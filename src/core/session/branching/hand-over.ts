import { MOST_SETS } from '../../changes.js';
import type { HandOverEnd, HandOverEvent } from '../../sessions/hand-over-event.js';
import { resumeCommandLine } from '../../sessions/resume-command.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { note } from '../entries/append.js';
import type { Reducers } from '../reducers/reducers.js';
import { only } from '../reducers/step.js';
import { holdWaiting } from '../retry/hold.js';
import type { SessionState } from '../state.js';
import { handedOver, takenOver } from './messages.js';

export const onHandOver: Reducers<HandOverEvent> = {
	'handed-over': (state, { to, promptIds }, at) => {
		// The other agent does it now: nothing goes again by itself here.
		const held = holdWaiting(state);
		const queue = held.queue.filter(({ id }) => !promptIds.includes(id));
		const left = { ...held, queue, isQueuePaused: queue.length > 0, handedOverTo: to };
		return only(tell(left, handedOver(sanitizeLine(to.agent)), to, at));
	},
	'taken-over': (state, { from, title, sets, task }, at) => {
		const { changes } = state;
		const begun = {
			...state,
			title: state.title ?? title,
			handedOverFrom: from,
			...(task === undefined ? {} : { task, isHandOverDue: true as const }),
			changes: { ...changes, sets: [...sets, ...changes.sets].slice(-MOST_SETS) },
		};
		return only(tell(begun, takenOver(sanitizeLine(from.agent)), from, at));
	},
};

function tell(state: SessionState, title: string, { recordId }: HandOverEnd, at: number): SessionState {
	return note(state, at, 'info', title, recordId === null ? {} : { hint: resumeCommandLine(recordId) });
}
