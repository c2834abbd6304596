import { NOTIFICATION } from '../../agent-event.js';
import type { AppEvent } from '../../event.js';
import type { SessionState, Turn } from '../state.js';

/** What an agent says, does or asks for in answer to a prompt. */
const ANSWERS: ReadonlySet<AppEvent['type']> = new Set<AppEvent['type']>([
	...(['block', 'tool', 'plan', 'compaction', 'compaction-chunk', 'unknown'] as const),
	...(['terminal-started', 'terminal-output', 'terminal-exited'] as const),
	...(['decided', 'question-asked', 'unasked'] as const),
]);

/** True for an event with which an agent answers: after it, the same prompt is never sent again by itself. */
export function isAnswer(event: AppEvent): boolean {
	// What is no update of the session says nothing of the prompt.
	if (event.type === 'unknown' && event.label.startsWith(NOTIFICATION)) return false;
	return event.type === 'text' ? event.role !== 'user' && event.text !== '' : ANSWERS.has(event.type);
}

/** The state in which the running turn is known to have produced something, if this event is part of an answer. */
export function noteAnswer(state: SessionState, event: AppEvent): SessionState {
	const { turn } = state;
	if (turn === null || turn.isPromptWaiting === true || !isAnswer(event)) return state;
	if (turn.hasAnswer === true && turn.unheard === undefined) return state;
	const { unheard: _, ...rest } = turn;
	return { ...state, turn: { ...rest, hasAnswer: true } satisfies Turn };
}
