import type { AgentConnection } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';
import { promptBlocks } from './prompt-blocks.js';
import type { Store } from './store.js';

/** How long an agent gets to say what becomes of words for its turn (ms); what it says later counts as well. */
const PATIENCE = 10_000;

/** JSON-RPC: the agent does not know the method. */
const METHOD_NOT_FOUND = -32601;

/** What sending words into a running turn needs; `connection` is null once the agent is gone. */
export type SteerParts = {
	readonly ports: Pick<Ports, 'clock'>;
	readonly connection: () => AgentConnection | null;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
};

/** Hands the agent words for the turn that runs, with what goes with every prompt, and reports what it says. */
export async function steer(parts: SteerParts, effect: Extract<Effect, { type: 'steer' }>): Promise<void> {
	const { ports, getState, dispatch } = parts;
	const { sessionId, prompt, restored, commands } = effect;
	const connection = parts.connection();
	// With the agent all goes that was under way to it.
	if (connection === null) return;
	const answered = { type: 'steering-answered' as const, promptId: prompt.id };
	const stopTimer = ports.clock.after(PATIENCE, () => dispatch({ ...answered, answer: 'unanswered' }));
	const result = await connection.steer(sessionId, promptBlocks(getState(), prompt, { restored, commands }));
	stopTimer();
	if (parts.connection() !== connection) return;
	if (result.ok) return dispatch({ ...answered, answer: result.value });
	const { failure } = result;
	if (failure.code === 'agent-exit') return;
	const isLacking = result.code === METHOD_NOT_FOUND ? (true as const) : undefined;
	dispatch({ ...answered, answer: 'refused', failure, ...defined({ isLacking }) });
}
