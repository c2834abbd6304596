import type { KeptShadow, WaitingShadow } from './kept-shadow.js';
import type { ShadowPort } from './port.js';
import type { LeftShadow } from './shadow-state.js';

/** The shadow that the agent of one session works in. Implemented in `services/`. */
export type AgentShadowPort = {
	/** Null: the agent works on the files themselves, or none was started yet. It stays when the agent ends. */
	current(): ShadowPort | null;
	/** What the user should know of how the agent that runs works in it: one sentence each. */
	notices(): readonly string[];
	/** Whether an agent that is started for this session works in another view: the one that the session left. */
	hasLeft(sessionId: string): Promise<boolean>;
	/** What waits in the shadow that this session left, without taking it up; null: nothing. */
	waitingIn(sessionId: string): Promise<LeftShadow | null>;
	/** All shadows that are kept on this machine, without a look at what waits in them. */
	kept?(): Promise<readonly KeptShadow[]>;
	/** Those of the workspace in which changes wait and that no program holds, the newest first: each is looked into. */
	waitingHere?(): Promise<readonly WaitingShadow[]>;
};
