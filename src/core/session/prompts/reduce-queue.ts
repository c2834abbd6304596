import type { Prompt } from '../../prompt-schema.js';
import type { SessionState } from '../state.js';
import { isBeingSteered, isUncertain, withoutSteering } from '../steering/steering-of.js';

export function reduceQueueEdit(state: SessionState, promptId: string, text: string): SessionState {
	if (isBeingSteered(state, promptId)) return state;
	const queue = state.queue.map((prompt): Prompt => {
		if (prompt.id !== promptId) return prompt;
		const others = prompt.blocks.filter((block) => block.type !== 'text');
		return { id: promptId, text, blocks: [{ type: 'text', text }, ...others] };
	});
	return withoutSteering({ ...state, queue }, promptId);
}

/** Moves a prompt in the queue; at the ends it stays. */
export function reduceQueueMove(state: SessionState, promptId: string, by: -1 | 1): SessionState {
	const from = state.queue.findIndex((prompt) => prompt.id === promptId);
	const moved = state.queue[from];
	const other = state.queue[from + by];
	if (moved === undefined || other === undefined || isAnySteered(state, moved, other)) return state;
	const queue = state.queue.map((prompt, index) => (index === from ? other : index === from + by ? moved : prompt));
	return { ...state, queue };
}

export function reduceQueueRemove(state: SessionState, promptId: string): SessionState {
	if (isBeingSteered(state, promptId)) return state;
	const queue = state.queue.filter((prompt) => prompt.id !== promptId);
	return { ...state, queue, isQueuePaused: state.isQueuePaused && queue.length > 0 };
}

export function reduceQueueMerge(state: SessionState, promptId: string): SessionState {
	const at = state.queue.findIndex(({ id }) => id === promptId);
	const [first, second] = [state.queue[at], state.queue[at + 1]];
	if (first === undefined || second === undefined) return state;
	// A command's settings hold for its turn alone, so its prompt is not merged.
	if (first.command !== undefined || second.command !== undefined) return state;
	// A pending answer of the agent is about one of the two alone.
	if ([first, second].some(({ id }) => isUncertain(state, id)) || isAnySteered(state, first, second)) return state;
	const merged = mergePrompts(first, second);
	const queue = state.queue.flatMap((prompt) => (prompt === first ? [merged] : prompt === second ? [] : [prompt]));
	return { ...state, queue };
}

function mergePrompts(first: Prompt, second: Prompt): Prompt {
	const start = `${first.text}\n\n`;
	const text = start + second.text;
	const moved = (second.pastes ?? []).map((range) => ({
		start: range.start + start.length,
		end: range.end + start.length,
	}));
	const pastes = [...(first.pastes ?? []), ...moved];
	const others = [...first.blocks, ...second.blocks].filter((block) => block.type !== 'text');
	return {
		id: first.id,
		text,
		blocks: [{ type: 'text', text }, ...others],
		...(pastes.length === 0 ? {} : { pastes }),
	};
}

function isAnySteered(state: SessionState, ...prompts: readonly Prompt[]): boolean {
	return prompts.some(({ id }) => isBeingSteered(state, id));
}

/** Puts a prompt back at its place. Without a turn nothing would send it: the queue is held. */
export function reduceQueueInsert(state: SessionState, prompt: Prompt, place: number, isHeld = false): SessionState {
	const isIdle = state.turn === null && state.connection.phase === 'ready';
	const isQueuePaused = state.isQueuePaused || isIdle || isHeld;
	return { ...state, queue: insertAt(state.queue, prompt, place), isQueuePaused };
}

export function insertAt(queue: readonly Prompt[], prompt: Prompt, place: number): readonly Prompt[] {
	const at = Math.max(0, Math.min(queue.length, place));
	return [...queue.slice(0, at), prompt, ...queue.slice(at)];
}
