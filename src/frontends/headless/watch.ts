import type { App } from '../../app/app.js';
import type { AgentExit } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import type { Failure } from '../../core/failure.js';
import { agentGone } from '../../core/session/agent-gone.js';
import { explainedBySandbox } from '../../core/session/sandbox/refused.js';
import type { SessionState } from '../../core/session/state.js';
import type { Outcome } from './exit-code.js';

/** What happened to the one prompt of a run. */
export type TurnWatch = {
	/** True while the agent works on our prompt. */
	isRunning(): boolean;
	/** Why the prompt waits to be sent again; null while it does not. */
	waitsAfter(): Failure | null;
	/** True when the agent ended before any word on the prompt, which could go to another start of it. */
	isUnanswered(): boolean;
	/** True while the prompt waits in the queue. */
	isQueued(): boolean;
	/** How often the prompt was sent again. */
	retries(): number;
	/** Feeds an event that was folded in; returns how the turn ended when this event ended it. */
	see(event: AppEvent): Outcome | null;
};

/** Follows the turn that the prompt `promptId` starts, and those of its retries. */
export function watchTurn(app: App, promptId: string): TurnWatch {
	let turnId: string | null = null;
	let retries = 0;
	/** Why it was to be sent again. */
	let passing: Failure | null = null;

	const waitsAfter = (): Failure | null => {
		const { failed } = app.getState();
		return failed?.prompt.id === promptId && failed.wait !== undefined ? failed.failure : null;
	};
	const isQueued = (): boolean => app.getState().queue.some(({ id }) => id === promptId);
	const follow = (): void => {
		const { turn } = app.getState();
		if (turn?.prompt.id !== promptId || turn.id === turnId) return;
		if (turnId !== null) retries += 1;
		turnId = turn.id;
		passing = null;
	};
	const outcomeOf = (event: AppEvent): Outcome | null => {
		switch (event.type) {
			case 'resume-refused':
			case 'agent-failed':
				return { type: 'failed', failure: explainedBySandbox(app.getState(), event.failure, true) };
			case 'agent-exited':
				// While an older session is taken up it is started once more.
				return app.getState().connection.phase === 'exited' ? endedAgent(app.getState(), event.exit) : null;
			case 'turn-failed':
				if (event.turnId !== turnId) return null;
				passing = waitsAfter();
				return passing === null
					? { type: 'failed', failure: explainedBySandbox(app.getState(), event.failure, true) }
					: null;
			case 'turn-ended':
				if (event.turnId !== turnId) return null;
				return { type: 'ended', reason: event.reason, ...defined({ word: event.word, failure: event.failure }) };
		}
		// It does not go again by itself after all.
		return passing !== null && waitsAfter() === null && isQueued() ? { type: 'failed', failure: passing } : null;
	};
	return {
		isRunning: () => turnId !== null && app.getState().turn?.id === turnId,
		waitsAfter,
		isUnanswered: () => turnId !== null && app.getState().turn === null && isQueued(),
		isQueued,
		retries: () => retries,
		see(event) {
			follow();
			return outcomeOf(event);
		},
	};
}

/** The end of the agent, with what its sandbox has to do with it. */
function endedAgent(state: SessionState, exit: AgentExit): Outcome {
	return { type: 'agent-exited', exit, ...defined({ hint: explainedBySandbox(state, agentGone(exit), true).hint }) };
}
