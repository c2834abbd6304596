import type { WantedResume } from '../../core/sessions/resuming.js';
import type { SessionRow } from '../../core/sessions/session-index.js';
import type { RunOptions } from '../command.js';

export type ResumedRun = {
	readonly row: SessionRow | null;
	readonly resume: WantedResume | null;
	/** The list of sessions is opened with this search; null: it is not. */
	readonly asksFor: string | null;
	readonly notices: readonly string[];
};

/** The options of a run with the folder and the agent of its session, and the rest once the agent's name is known. */
export type StartOfRun = {
	readonly run: RunOptions;
	/** Where its agent's name was written, for what is said of a name that nobody knows. */
	readonly agentPlace?: string;
	settle(agent: string): Promise<ResumedRun>;
};
