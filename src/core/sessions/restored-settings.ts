import type { Mode } from '../policy/types.js';

/** What was chosen in a session when it was left: pushed to the agent again when it is taken up. @public */
export type RestoredSettings = {
	/** Our mode; `bypassPermissions` comes back only where the command line allows it. */
	readonly mode: Mode;
	/** The agent's own mode that the person chose; null: none. */
	readonly agentMode: string | null;
	/** The values of the agent's options as they were last, by option id (models among them). */
	readonly options: Readonly<Record<string, string | boolean>>;
};
