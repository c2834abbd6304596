import type { StopReason } from './agent-info.js';
import type { Failure } from './failure.js';
import type { RetryChance } from './retry-event.js';
import type { PromptUsage } from './usage/tokens.js';

export type TurnEvent =
	/** The prompt of a turn waits for something before it is sent, and then it is sent. */
	| { readonly type: 'prompt-waiting' | 'prompt-sent'; readonly turnId: string }
	/** `usage`: the tokens of the turn, where the agent's answer names them. */
	| {
			readonly type: 'turn-ended';
			readonly turnId: string;
			readonly reason: StopReason;
			readonly word?: string;
			readonly usage?: PromptUsage;
			/** The agent's words say that a limit stopped it, though it ended the turn in the ordinary way. */
			readonly failure?: Failure;
	  }
	/** `retry`: automatic repetition, if the failure may pass. */
	| {
			readonly type: 'turn-failed';
			readonly turnId: string;
			readonly failure: Failure;
			readonly retry?: RetryChance;
	  }
	| { readonly type: 'cancel-ignored'; readonly turnId: string };
