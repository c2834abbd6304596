import type { SessionState } from './state.js';

/** Replaces the words of a queued prompt; its other blocks stay. Nothing happens when it has been sent. */
export function reduceQueueEdit(state: SessionState, promptId: string, text: string): SessionState {
	const queue = state.queue.map((prompt) =>
		prompt.id === promptId
			? {
					...prompt,
					text,
					blocks: [{ type: 'text' as const, text }, ...prompt.blocks.filter((block) => block.type !== 'text')],
				}
			: prompt,
	);
	return { ...state, queue };
}

/** Moves a prompt by a place in the queue; at its ends nothing happens. */
export function reduceQueueMove(state: SessionState, promptId: string, by: -1 | 1): SessionState {
	const from = state.queue.findIndex((prompt) => prompt.id === promptId);
	const moved = state.queue[from];
	const other = state.queue[from + by];
	if (moved === undefined || other === undefined) return state;
	const queue = state.queue.map((prompt, index) => (index === from ? other : index === from + by ? moved : prompt));
	return { ...state, queue };
}

/** Takes a prompt out of the queue. */
export function reduceQueueRemove(state: SessionState, promptId: string): SessionState {
	const queue = state.queue.filter((prompt) => prompt.id !== promptId);
	return { ...state, queue, isQueueHeld: state.isQueueHeld && queue.length > 0 };
}
