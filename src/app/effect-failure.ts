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
		case 'stop-resuming':
		case 'stop-sign-in':
		case 'list-agents':
		case 'list-commands':
		case 'session-list':
		case 'use-agent':
		case 'look-up-sandboxes':
		case 'look-up-folder':
		case 'choose-sandbox':
		case 'stop-install':
		case 'answer-install':
		case 'cancel-turn':
		case 'wait-retry':
		case 'stop-retry':
		case 'wait-restart':
		case 'stop-restart':
		case 'wait-open':
		case 'answer-question':
		case 'apply-rules':
		case 'set-agent-mode':
		case 'set-config-option':
		case 'kill-agent':
		case 'read-usage':
		case 'side-question':
		case 'commit':
		case 'store-rule':
		case 'forget-rule':
		case 'test-permission':
		case 'end-command':
		case 'add-directory':
		case 'add-memory':
		case 'worktrees':
		case 'store-asking':
		case 'store-choices':
		case 'review':
			return { type: 'effect-failed', failure };
	}
}
