import type { Failure } from './failure.js';
import type { Prompt } from './session/state.js';
import type { SteeringAnswer } from './steering.js';

/** Words of the user for the turn that runs. */
export type SteeringEvent =
	/**
	 * The words are sent into the running turn; a queued prompt leaves its place. Where there is no turn that takes them
	 * they are the next prompt. `isQueued`: they waited in the queue.
	 */
	| { readonly type: 'steer'; readonly prompt: Prompt; readonly isQueued?: true }
	/**
	 * What became of them. `unanswered`: the agent has not said so in time; its answer may still come. `isLacking`: it
	 * does not know the method, whatever it announced.
	 */
	| {
			readonly type: 'steering-answered';
			readonly promptId: string;
			readonly answer: SteeringAnswer | 'unanswered';
			/** Why it did not take them. */
			readonly failure?: Failure;
			readonly isLacking?: true;
	  };
