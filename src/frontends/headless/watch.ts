import type { App } from '../../app/app.js';
import type { AgentExit } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import type { Failure } from '../../core/failure.js';
import { agentGone } from '../../core/session/agent-gone.js';
import { explainedBySandbox } from '../../core/session/sandbox/refused.js';
import type { SessionState } from '../../core/session/state.js';
import type { Outcome } from './exit-code.js';

export function watchTurn(app: App, promptId: string) {
	let turnId: string | null = null;
	let retries = 0;
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
				// While an older session is resumed, the agent is restarted.
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
		// No retry follows after all.
		return passing !== null && waitsAfter() === null && isQueued() ? { type: 'failed', failure: passing } : null;
	};
	return {
		isRunning: (): boolean => turnId !== null && app.getState().turn?.id === turnId,
		/** Why the prompt waits for a retry; null while it does not. */
		waitsAfter,
		/** True when the agent ended before any word on the prompt, which a restarted one could get. */
		isUnanswered: (): boolean => turnId !== null && app.getState().turn === null && isQueued(),
		isQueued,
		retries: (): number => retries,
		/** Feeds a folded event; returns the outcome when the event ended the turn. */
		see(event: AppEvent): Outcome | null {
			follow();
			return outcomeOf(event);
		},
	};
}

export type TurnWatch = ReturnType<typeof watchTurn>;

/** The agent's end, with a hint about its sandbox. */
function endedAgent(state: SessionState, exit: AgentExit): Outcome {
	return { type: 'agent-exited', exit, ...defined({ hint: explainedBySandbox(state, agentGone(exit), true).hint }) };
}
