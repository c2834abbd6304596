import type { AgentLaunch } from './agent-info.js';
import type { PlanChoice } from './event.js';
import type { PermissionTarget } from './policy/test-target.js';
import type { PermissionOutcome, RememberedRule } from './policy/types.js';
import type { Prompt } from './session/state.js';

/**
 * What the reducer wants done, as plain data. `app/` carries effects out on the ports and reports
 * back with events; a failure comes back as an event too.
 */
export type Effect =
	/** Start the agent (ending one that runs) and open a session. */
	| { readonly type: 'start-agent'; readonly launch: AgentLaunch }
	/** Open a session on the connected agent; the terminals of the one before are ended. */
	| { readonly type: 'open-session' }
	| { readonly type: 'send-prompt'; readonly turnId: string; readonly sessionId: string; readonly prompt: Prompt }
	/** `session/cancel`, and `cancel-ignored` when the turn still runs after the patience. */
	| { readonly type: 'cancel-turn'; readonly turnId: string; readonly sessionId: string }
	/** Settles the promise of a waiting request. `choice` tells how a plan review was answered. */
	| {
			readonly type: 'answer-ask';
			readonly askId: string;
			readonly outcome: PermissionOutcome;
			readonly choice?: PlanChoice;
	  }
	| { readonly type: 'set-agent-mode'; readonly sessionId: string; readonly modeId: string }
	| {
			readonly type: 'set-config-option';
			readonly sessionId: string;
			readonly optionId: string;
			readonly value: string | boolean;
	  }
	| { readonly type: 'kill-agent' }
	| { readonly type: 'store-rule'; readonly rule: RememberedRule }
	| { readonly type: 'forget-rule'; readonly rule: Pick<RememberedRule, 'decision' | 'text' | 'scope'> }
	| { readonly type: 'test-permission'; readonly target: PermissionTarget };
