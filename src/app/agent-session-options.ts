import type { ClientFeatures } from '../core/agent-info.js';
import type { AgentHost } from '../core/agent-port.js';
import type { Ports } from '../core/ports.js';
import type { RetryPolicy } from '../core/retry-event.js';
import type { SessionState } from '../core/session/state.js';
import type { TurnFiles } from './changes/turn-files.js';
import type { Questions } from './questions.js';
import type { ShadowWork } from './shadow/shadow-work.js';
import type { Store } from './store.js';
import type { Updates } from './updates.js';

/** What talking to the agent needs. Functions stand for what is made later. */
export type AgentSessionOptions = {
	readonly ports: Ports;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
	/** Null: nothing keeps the files. */
	readonly turnFiles: TurnFiles | null;
	/** Null: no agent works on a view of the workspace. */
	readonly shadow: ShadowWork | null;
	readonly updates: () => Updates;
	readonly questions: Questions;
	readonly host: () => AgentHost;
	readonly cwd: string;
	readonly features: ClientFeatures;
	/** Nobody is there to be asked. */
	readonly isHeadless: boolean;
	/** Its prompts are side questions, which say by themselves what plan mode would say. */
	readonly isSideQuestion: boolean;
	/** In ms. */
	readonly handshakeTimeout: number;
	/** How long an agent may say nothing at all while it takes an older session up, in ms. */
	readonly resumePatience: number;
	/** How long a cancelled turn may go on before killing the agent is offered, in ms. */
	readonly cancelPatience: number;
	readonly retry: RetryPolicy;
};
