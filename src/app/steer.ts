import type { AgentConnection } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';
import { promptBlocks } from './prompt-blocks.js';
import type { Store } from './store.js';

/** Milliseconds; a later answer counts as well. */
const PATIENCE = 10_000;
const METHOD_NOT_FOUND = -32601;

/** `connection` is null once the agent is gone. */
export type SteerParts = {
	readonly ports: Pick<Ports, 'clock'>;
	readonly connection: () => AgentConnection | null;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
};

export async function steer(parts: SteerParts, effect: Extract<Effect, { type: 'steer' }>): Promise<void> {
	const { ports, getState, dispatch } = parts;
	const { sessionId, prompt, restored, commands } = effect;
	const connection = parts.connection();
	// Everything under way ends with the agent.
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
