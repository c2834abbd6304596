import type { Prompt } from '../session/state.js';
import type { TurnUsage } from '../usage/turn-usage.js';
import type { SideQuestion } from './side-question.js';

/** What the user wants of a side question. */
export type SideQuestionRequest =
	/** Ask it: in the session of the one before while that is open, else in a new one. */
	| { readonly do: 'ask'; readonly prompt: Prompt }
	/** Stop the answer. */
	| { readonly do: 'stop' }
	/** Stop the answer, and close and delete the session at the agent. */
	| { readonly do: 'close' };

/** Side questions. Of these only the figures are kept: none is part of the conversation. */
export type SideQuestionEvent =
	| { readonly type: 'side-question'; readonly request: SideQuestionRequest }
	| { readonly type: 'side-question-changed'; readonly sideQuestion: SideQuestion }
	/** An answer to one has ended: what it came to counts for the session that it was asked beside. */
	| { readonly type: 'side-question-counted'; readonly turn: TurnUsage };

/** Carry out what the user wants; reports back with `side-question-changed`. */
export type SideQuestionEffect = { readonly type: 'side-question'; readonly request: SideQuestionRequest };
