import type { ClientFeatures } from '../core/agent-info.js';
import type { AgentHost } from '../core/agent-port.js';
import type { Ports } from '../core/ports.js';
import type { RetryPolicy } from '../core/retry-event.js';
import type { SessionState } from '../core/session/state.js';
import type { TurnFiles } from './changes/turn-files.js';
import type { Hooks } from './hooks/hooks.js';
import type { Questions } from './questions.js';
import type { ShadowWork } from './shadow/shadow-work.js';
import type { Store } from './store.js';
import type { Updates } from './updates.js';

/** Functions stand for what is created later. */
export type AgentSessionOptions = {
	readonly ports: Ports;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
	/** Null: no snapshots. */
	readonly turnFiles: TurnFiles | null;
	/** Null: no shadow. */
	readonly shadow: ShadowWork | null;
	readonly hooks: Hooks;
	readonly updates: () => Updates;
	readonly questions: Questions;
	readonly host: () => AgentHost;
	readonly cwd: string;
	readonly features: ClientFeatures;
	readonly isHeadless: boolean;
	/** Prompts are side questions, which explain plan mode themselves. */
	readonly isSideQuestion: boolean;
	/** Milliseconds. */
	readonly handshakeTimeout: number;
	/** Milliseconds that an agent may say nothing while it resumes a session. */
	readonly resumePatience: number;
	/** Milliseconds that a cancelled turn may go on before killing the agent is offered. */
	readonly cancelPatience: number;
	readonly retry: RetryPolicy;
};
