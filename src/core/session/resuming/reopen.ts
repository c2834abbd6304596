import { mayPass } from '../../failure-class.js';
import type { ResumeEvent } from '../../sessions/resume-event.js';
import { reduceFailed } from '../recovery/agent-end.js';
import type { Reducers } from '../reducers/reducers.js';
import { only, type Step, withEffects } from '../reducers/step.js';
import { pauseBefore } from '../retry/pause.js';
import type { SessionState } from '../state.js';
import { canOpenAgain, openAgain, openNow, openWith } from './open-again.js';
import { withFailedRung } from './rungs.js';

type OpenFailed = Extract<ResumeEvent, { type: 'open-failed' }>;

export const onReopen: Pick<
	Reducers<ResumeEvent>,
	'open-failed' | 'open-due' | 'open-again' | 'open-stop' | 'open-new'
> = {
	'open-failed': reduceOpenFailed,
	'open-due': (state, { openId }) => (state.reopening?.wait?.id === openId ? openNow(state) : only(state)),
	'open-again': (state, _, at) => openAgain(state, at),
	'open-stop': (state, _, at) => stopOpening(state, at),
	'open-new': (state, { fallback }, at) =>
		canOpenAgain(state) ? openWith(state, { isGivenUp: true, fallback }, at) : only(state),
};

function reduceOpenFailed(state: SessionState, { rung, failure, retry }: OpenFailed, at: number): Step {
	if (state.connection.phase !== 'opening') return only(state);
	const tried = (state.reopening?.tried ?? 0) + 1;
	const reopening = { rung, failure, tried };
	const isPassing = mayPass(failure) && tried <= retry.limit;
	const pause = isPassing ? pauseBefore(tried, failure, retry, retry.chance) : null;
	if (pause !== null) {
		const wait = { id: `open-${state.nextEntry}-${tried}-${at}`, until: at + pause, limit: retry.limit };
		const waiting: SessionState = { ...state, reopening: { ...reopening, wait } };
		return withEffects(waiting, { type: 'wait-open', openId: wait.id, until: wait.until });
	}
	if (state.resuming === undefined || rung === 'new')
		return only({ ...state, reopening: { ...reopening, isOver: true } });
	return withEffects({ ...withFailedRung(state, { rung, failure }), reopening }, { type: 'open-session' });
}

function stopOpening(state: SessionState, at: number): Step {
	const { reopening } = state;
	if (reopening?.wait === undefined) return only(state);
	const { wait: _, ...rest } = reopening;
	return reduceFailed({ ...state, reopening: { ...rest, isOver: true } }, reopening.failure, at);
}
