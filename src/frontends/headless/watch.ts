import type { App } from '../../app/app.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import type { Outcome } from './exit-code.js';

/** What happened to the one prompt of a run. */
export type TurnWatch = {
	/** True while the agent works on our prompt. */
	isRunning(): boolean;
	/** Feeds an event that was folded in; returns how the turn ended when this event ended it. */
	see(event: AppEvent): Outcome | null;
};

/** Follows the turn that the prompt `promptId` starts. */
export function watchTurn(app: App, promptId: string): TurnWatch {
	let turnId: string | null = null;
	return {
		isRunning: () => turnId !== null && app.getState().turn?.id === turnId,
		see(event) {
			const { turn } = app.getState();
			if (turn?.prompt.id === promptId) turnId = turn.id;
			switch (event.type) {
				case 'agent-failed':
					return { type: 'failed', failure: event.failure };
				case 'agent-exited':
					return { type: 'agent-exited', exit: event.exit };
				case 'turn-failed':
					return event.turnId === turnId ? { type: 'failed', failure: event.failure } : null;
				case 'turn-ended':
					if (event.turnId !== turnId) return null;
					return { type: 'ended', reason: event.reason, ...defined({ word: event.word }) };
			}
			return null;
		},
	};
}
