import type { Prompt } from '../../prompt-schema.js';
import type { Steering } from '../../steering.js';
import type { SessionState } from '../state.js';
import { withoutSteering } from '../steering/steering-of.js';
import { promptEntry } from './append.js';
import type { Entry } from './entry.js';
import { findLastEntry, pushEntry } from './entry-list.js';

export function showInjected(state: SessionState, known: Steering, prompt: Prompt, at: number): SessionState {
	const { turn } = state;
	const queue = state.queue.filter(({ id }) => id !== prompt.id);
	const free = { ...withoutSteering(state, prompt.id), queue };
	const isInTurn = turn?.id === known.turnId;
	return {
		...pushInjected(free, prompt, known.sentAlong, at),
		turn: isInTurn ? { ...turn, unanswered: [...(turn.unanswered ?? []), prompt] } : turn,
	};
}

/** A message that the agent goes on with below these words keeps its place above them: nothing is torn in two. */
function pushInjected(state: SessionState, prompt: Prompt, sentAlong: string, at: number): SessionState {
	const entry: Entry = { ...promptEntry(prompt, sentAlong, at), id: `e${state.nextEntry}`, isSteered: true };
	return { ...state, entries: pushEntry(state.entries, entry), nextEntry: state.nextEntry + 1 };
}

/** A shorter match is no sure echo. */
const LEAST_ECHO = 20;

/** Handles steered words that the agent repeats: pending ones arrived, others are known. Null for other words. */
export function reduceEcho(state: SessionState, text: string, at: number): SessionState | null {
	const { turn, steering, queue, entries } = state;
	const words = text.trim();
	if (turn === null || words === '') return null;
	for (const known of steering ?? []) {
		const prompt = queue.find(({ id }) => id === known.promptId);
		const own = prompt?.text.trim() ?? '';
		const isBegun = words.length >= LEAST_ECHO && own.startsWith(words);
		if (prompt !== undefined && (own === words || isBegun)) return showInjected(state, known, prompt, at);
	}
	const index = findLastEntry(
		entries,
		(entry) => entry.kind === 'user' && entry.isSteered === true && entry.text.includes(words),
	);
	return index >= turn.firstEntry ? state : null;
}
