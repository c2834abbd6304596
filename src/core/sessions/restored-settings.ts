import type { Mode } from '../policy/types.js';

/** Settings at the end of a session, restored at the agent when it is resumed. @public */
export type RestoredSettings = {
	/** Our mode; `bypassPermissions` comes back only where the command line allows it. */
	readonly mode: Mode;
	readonly agentMode: string | null;
	/** Last values of the agent's options by id, models among them. */
	readonly options: Readonly<Record<string, string | boolean>>;
};
