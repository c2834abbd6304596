import type { AgentConnection } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import type { Serial } from '../core/serial.js';
import { promptDenied } from './app-messages.js';
import type { Hooks, PromptWord } from './hooks/hooks.js';
import { promptBlocks } from './prompt-blocks.js';
import type { Store } from './store.js';

/** Milliseconds; a later answer counts as well. */
const PATIENCE = 10_000;
const METHOD_NOT_FOUND = -32601;

/** `connection` is null once the agent is gone. */
export type SteerParts = {
	readonly ports: Pick<Ports, 'clock'>;
	readonly connection: () => AgentConnection | null;
	readonly store: Store;
	readonly hooks: Pick<Hooks, 'submit' | 'putBack'>;
	/** Aborts when the turn is stopped. */
	readonly stopped: AbortSignal;
	/** Words that hooks are asked about keep their order. */
	readonly asking: Serial;
};

const NO_WORD: PromptWord = { denied: null, context: [] };

export async function steer(parts: SteerParts, effect: Extract<Effect, { type: 'steer' }>): Promise<void> {
	const { ports, store } = parts;
	const { sessionId, prompt, restored, commands } = effect;
	const connection = parts.connection();
	// Everything under way ends with the agent.
	if (connection === null) return;
	const answered = { type: 'steering-answered' as const, promptId: prompt.id };
	const asked = parts.hooks.submit(prompt, parts.stopped);
	const turnId = store.getState().turn?.id;
	const { denied, context } = asked === null ? NO_WORD : await parts.asking.run(() => asked);
	if (asked !== null) {
		const { turn } = store.getState();
		const isGone = parts.connection() !== connection;
		const isOver = turn?.id !== turnId || turn?.cancelledAt !== undefined;
		if (isGone || isOver || denied !== null) parts.hooks.putBack(context);
		if (isGone) return;
		if (denied !== null) return store.dispatch({ ...answered, answer: 'denied', failure: promptDenied(denied) });
		if (isOver) return store.dispatch({ ...answered, answer: 'promptRequired' });
	}
	const along = { restored, commands, hooks: context };
	const stopTimer = ports.clock.after(PATIENCE, () => store.dispatch({ ...answered, answer: 'unanswered' }));
	const result = await connection.steer(sessionId, promptBlocks(store.getState(), prompt, along));
	stopTimer();
	if (parts.connection() !== connection) return;
	if (result.ok) return store.dispatch({ ...answered, answer: result.value });
	const { failure } = result;
	if (failure.code === 'agent-exit') return;
	const isLacking = result.code === METHOD_NOT_FOUND ? (true as const) : undefined;
	store.dispatch({ ...answered, answer: 'refused', failure, ...defined({ isLacking }) });
}
