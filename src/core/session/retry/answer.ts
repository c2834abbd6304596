import { NOTIFICATION } from '../../agent-event.js';
import type { AppEvent } from '../../event.js';
import type { SessionState, Turn } from '../state.js';

const ANSWERS: ReadonlySet<AppEvent['type']> = new Set<AppEvent['type']>([
	...(['block', 'tool', 'plan', 'compaction', 'compaction-chunk', 'unknown'] as const),
	...(['terminal-started', 'terminal-output', 'terminal-exited'] as const),
	...(['decided', 'question-asked', 'unasked'] as const),
]);

/** Whether the agent answers with this event: after it, the same prompt is never repeated automatically. */
export function isAnswer(event: AppEvent): boolean {
	// What is no update of the session says nothing of the prompt.
	if (event.type === 'unknown' && event.label.startsWith(NOTIFICATION)) return false;
	return event.type === 'text' ? event.role !== 'user' && event.text !== '' : ANSWERS.has(event.type);
}

export function noteAnswer(state: SessionState, event: AppEvent): SessionState {
	const { turn } = state;
	if (turn === null || turn.isPromptWaiting === true || !isAnswer(event)) return state;
	if (turn.hasAnswer === true && turn.unheard === undefined) return state;
	const { unheard: _, ...rest } = turn;
	return { ...state, turn: { ...rest, hasAnswer: true } satisfies Turn };
}
