import type { ShadowPort } from './port.js';

/** The shadow that the agent of one session works in. Implemented in `services/`. */
export type AgentShadowPort = {
	/** Null: the agent works on the files themselves, or none was started yet. It stays when the agent ends. */
	current(): ShadowPort | null;
};
