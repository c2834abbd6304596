import type { SavedShadow, WaitingShadow } from './saved-shadow.js';
import type { ShadowPort } from './shadow-port.js';
import type { LeftShadow } from './shadow-state.js';

/** Shadow of one session's agent. Implemented in `services/`. */
export type AgentShadowPort = {
	/** Null: the agent works on the files themselves, or none was started yet. It stays when the agent ends. */
	current(): ShadowPort | null;
	notices(): readonly string[];
	/** Whether an agent started for this session gets another shadow than the session left. */
	hasLeft(sessionId: string): Promise<boolean>;
	/** Pending changes in the shadow that this session left, without opening it. */
	waitingIn(sessionId: string): Promise<LeftShadow | null>;
	/** All saved shadows of this machine, without their changes. */
	saved?(): Promise<readonly SavedShadow[]>;
	/** Saved shadows of the workspace with pending changes, not open in any program, the newest first: each is read. */
	waitingHere?(): Promise<readonly WaitingShadow[]>;
};
