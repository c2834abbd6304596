import type { Prompt, SessionState } from '../state.js';

/** Replaces the words of a queued prompt; its other blocks stay. Nothing happens when it has been sent. */
export function reduceQueueEdit(state: SessionState, promptId: string, text: string): SessionState {
	const queue = state.queue.map((prompt): Prompt => {
		if (prompt.id !== promptId) return prompt;
		const others = prompt.blocks.filter((block) => block.type !== 'text');
		return { id: promptId, text, blocks: [{ type: 'text', text }, ...others] };
	});
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
	return { ...state, queue, isQueuePaused: state.isQueuePaused && queue.length > 0 };
}

/** Puts a prompt back at its place. Without a turn nothing would send it: it waits for the user's word. */
export function reduceQueueInsert(state: SessionState, prompt: Prompt, place: number, isHeld = false): SessionState {
	const isIdle = state.turn === null && state.connection.phase === 'ready';
	const isQueuePaused = state.isQueuePaused || isIdle || isHeld;
	return { ...state, queue: insertAt(state.queue, prompt, place), isQueuePaused };
}

/** The queue with a prompt at a place, from 0; at its end where it has become shorter. */
export function insertAt(queue: readonly Prompt[], prompt: Prompt, place: number): readonly Prompt[] {
	const at = Math.max(0, Math.min(queue.length, place));
	return [...queue.slice(0, at), prompt, ...queue.slice(at)];
}
