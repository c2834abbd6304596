import type { Failure } from './failure.js';
import type { Prompt } from './session/state.js';
import type { SteeringAnswer } from './steering.js';

export type SteeringEvent =
	/**
	 * Sends words into the running turn; a queued prompt leaves its place. Without a turn that takes them they are the
	 * next prompt. `isQueued`: they were in the queue.
	 */
	| { readonly type: 'steer'; readonly prompt: Prompt; readonly isQueued?: true }
	/** `unanswered`: not in time, but still possible. `isLacking`: unknown method, whatever was announced. */
	| {
			readonly type: 'steering-answered';
			readonly promptId: string;
			readonly answer: SteeringAnswer | 'unanswered';
			readonly failure?: Failure;
			readonly isLacking?: true;
	  };
