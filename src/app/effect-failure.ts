import type { Effect } from '../core/effect.js';
import type { AppEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';

export function failureEvent(effect: Effect, failure: Failure): AppEvent {
	switch (effect.type) {
		case 'start-agent':
		case 'open-session':
			return { type: 'agent-failed', failure };
		case 'send-prompt':
			return { type: 'turn-failed', turnId: effect.turnId, failure };
		case 'steer':
			return { type: 'steering-answered', promptId: effect.prompt.id, answer: 'unclear', failure };
		case 'install-agent':
			return { type: 'install-failed', id: effect.id, failure };
		case 'sign-in':
			return { type: 'sign-in-failed', methodId: effect.method.id, failure };
		case 'sign-out':
			return { type: 'sign-out-failed', failure };
		case 'restore-session':
		case 'branch-session':
			return { type: 'resume-refused', failure };
		case 'inspect-rewind':
			return { type: 'rewind-inspected', entryId: effect.entryId, changed: [], failure };
		case 'run-command':
			return { type: 'command-failed', commandId: effect.commandId, failure };
		case 'shadow':
			return { type: 'shadow-failed', failure };
		case 'take-snapshot':
			return { type: 'snapshot-failed', failure };
		case 'compare-plan':
			return { type: 'plan-compared', turnId: effect.turnId, differing: [] };
		case 'restore-files':
			return { type: 'restore-failed', failure };
		default:
			return { type: 'effect-failed', failure };
	}
}
