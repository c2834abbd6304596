import type { Prompt } from '../prompt-schema.js';
import { type EventOf, type Reader, unlogged } from '../schema.js';
import { readTurn } from '../usage/read-turn-line.js';
import type { TurnUsage } from '../usage/turn-usage.js';
import type { SideQuestion } from './side-question.js';

export type SideQuestionRequest =
	| { readonly do: 'ask'; readonly prompt: Prompt }
	| { readonly do: 'stop' }
	/** Stops the answer, and closes and deletes the session at the agent. */
	| { readonly do: 'close' };

/** Only the figures of side questions are logged: they are no part of the conversation. */
export const sideQuestionEvents = {
	'side-question': unlogged<{ readonly request: SideQuestionRequest }>(),
	'side-question-changed': unlogged<{ readonly sideQuestion: SideQuestion }>(),
	/** Usage of an ended answer, counted for the main session. */
	'side-question-counted': { turn: ((value) => readTurn(value) ?? undefined) as Reader<TurnUsage> },
};

export type SideQuestionEvent = EventOf<typeof sideQuestionEvents>;

/** Reports back with `side-question-changed`. */
export type SideQuestionEffect = { readonly type: 'side-question'; readonly request: SideQuestionRequest };
