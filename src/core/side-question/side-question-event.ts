import type { Prompt } from '../session/state.js';
import type { TurnUsage } from '../usage/turn-usage.js';
import type { SideQuestion } from './side-question.js';

export type SideQuestionRequest =
	| { readonly do: 'ask'; readonly prompt: Prompt }
	| { readonly do: 'stop' }
	/** Stops the answer, and closes and deletes the session at the agent. */
	| { readonly do: 'close' };

/** Events of side questions. Only the figures are logged: they are no part of the conversation. */
export type SideQuestionEvent =
	| { readonly type: 'side-question'; readonly request: SideQuestionRequest }
	| { readonly type: 'side-question-changed'; readonly sideQuestion: SideQuestion }
	/** Usage of an ended answer, counted for the main session. */
	| { readonly type: 'side-question-counted'; readonly turn: TurnUsage };

/** Reports back with `side-question-changed`. */
export type SideQuestionEffect = { readonly type: 'side-question'; readonly request: SideQuestionRequest };
